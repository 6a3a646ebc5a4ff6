"""Results that documents describe in words: keys and fields, None instead of an exception, the object itself."""

import pytest

from reflexion_core.checks.exceptions import ExceptionsCheck
from reflexion_core.checks.returns import ReturnsCheck
from tests.checks.papers import findings, mended

SOURCE = """
from dataclasses import dataclass


@dataclass
class Report:
    passed: int
    failed: int


class Store:
    def __init__(self):
        self._items = {}
        self.last = None

    def fetch(self, key):
        value, deadline = self._items[key]
        if deadline < 0:
            raise KeyError(key)
        return value

    def first(self):
        if not self._items:
            raise ValueError("store is empty")
        return next(iter(self._items))

    def find(self, key):
        if key == "":
            raise ValueError("key is empty")
        return self._items.get(key)

    def recent(self):
        if not self._items:
            raise ValueError("store is empty")
        return self.last

    def put(self, key, value):
        self._items[key] = value

    def add(self, key):
        self._items[key] = (key, 1)
        return self

    def is_empty(self):
        return not self._items


def load(path):
    return {"text": path, "lines": 3, "path": path}


def run() -> Report:
    return Report(1, 0)


def nested(value):
    return {"meta": {"id": 1, "name": value}, "items": []}


def squares(limit):
    return [n * n for n in range(limit)]
"""
KEYS = [
    "## `load(path)`\n\nReturns a dict with `text`, `{}` and `path`.",
    "## `load(path)`\n\nReturns:\n    dict: with three keys:\n\n    - `text` – a\n    - `{}` – b\n    - `path` – c",
    "## `load(path)`\n\nReturns:\n    A dict containing:\n    - 'text' (str): a\n    - '{}': b\n    - 'path': c",
    "## `load(path)`\n\nReturns:\n    A dict:\n        text: all\n        {}: how many\n        path: it",
    "## `load(path)`\n\nWhat was read, as a dictionary: `text`, `{}` and `path`.",
    "## `load(path)`\n\nThe result has three keys: `text`, `{}` and `path`.",
    '## `load(path)`\n\nReturns something like\n\n```json\n{{"text": "", "{}": 1, "path": ""}}\n```',
]


@pytest.mark.parametrize("document", KEYS)
def test_a_wrong_key_is_found_in_each_way_of_listing_them(document):
    found = findings(ReturnsCheck, document.format("rows"), SOURCE)
    assert [one.replacement.text for one in found if one.replacement] == ["lines"]


@pytest.mark.parametrize("document", KEYS)
def test_the_right_keys_are_not_wrong(document):
    assert findings(ReturnsCheck, document.format("lines"), SOURCE) == []


def test_the_keys_of_a_dict_inside_are_not_those_of_the_result():
    document = (
        "## `nested(value)`\n\nReturns a dict:\n\n- `meta`: a dict with\n  - `id`: one\n  - `name`: it\n- `items`: more"
    )
    assert findings(ReturnsCheck, document, SOURCE) == []


def test_a_wrong_field_of_a_returned_instance_is_found():
    document = "## `run()`\n\nRuns all and returns a `Report` with the attributes `passed` and `{}`."
    assert findings(ReturnsCheck, document.format("failed"), SOURCE) == []
    assert len(findings(ReturnsCheck, document.format("broken"), SOURCE)) == 1


@pytest.mark.parametrize(
    "document",
    [
        "## `Store.fetch(key)`\n\nThe value. Returns `None` if the key is missing.",
        "## `Store.fetch(key)`\n\nIf the key has expired, `None` is returned.",
        "## `Store.first()`\n\nReturns the oldest key, or `None` if there is none.",
        "## `Store.first()`\n\n| Case | Result |\n|---|---|\n| empty store | returns `None` |",
        "## `Store.first()`\n\n`None` if the store is empty, else the oldest key.",
        "## `Store.fetch(key)`\n\nFor a missing key you get `None`.",
        "## `Store.first()`\n\n`None` is returned instead of an exception if the store is empty.",
    ],
)
def test_none_where_the_source_raises_is_wrong_in_its_own_line(document):
    found = findings(ExceptionsCheck, document, SOURCE)
    assert len(found) == 1
    assert "returns `None`" in found[0].message
    assert found[0].doc_line > 1


@pytest.mark.parametrize(
    "document",
    [
        "## `Store.find(key)`\n\nReturns `None` if the key is missing. Raises `ValueError` if it is empty.",
        "## `Store.recent()`\n\nReturns `None` if none was set. Raises `ValueError` for an empty store.",
        "## `Store.fetch(key)`\n\nReturns `None` if that was put. Raises `KeyError` if the key is missing.",
    ],
)
def test_none_that_the_source_may_return_is_not_wrong(document):
    assert findings(ExceptionsCheck, document, SOURCE) == []


def test_none_is_mended_to_the_exception():
    document = "## `Store.fetch(key)`\n\nReturns `None` if the key is missing."
    assert "Raises `KeyError` if the key is missing." in mended(document, findings(ExceptionsCheck, document, SOURCE))


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("Store.put(key, value)", "Returns the store itself.", "Returns nothing."),
        ("Store.put(key, value)", "Stores it and returns `self`.", "Stores it and returns `None`."),
        ("Store.is_empty()", "Returns the number of items.", "Returns whether it is empty."),
        ("squares(limit)", "Yields the squares one by one.", "Returns a list of squares."),
        ("Store.add(key)", "Adds it and returns `None`.", "Adds it and returns `self`."),
        ("Store.put(key, value)", "Returns whether it was new.", "Returns nothing."),
        ("Store.add(key)", "Returns nothing.", "Returns the store itself, so that calls can be chained."),
    ],
)
def test_what_a_result_is_said_to_be_is_compared(name, wrong, right):
    assert findings(ReturnsCheck, f"## `{name}`\n\n{right}", SOURCE) == []
    assert findings(ReturnsCheck, f"## `{name}`\n\n{wrong}", SOURCE) != []
