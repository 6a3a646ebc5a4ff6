"""Results: types, constants, keys and members against the `return` statements."""

import pytest

from reflexion_core.checks.returns import ReturnsCheck
from tests.checks.papers import findings, mended, verdicts

SOURCE = """
class Report:
    pass


def total(items) -> float:
    return sum(items)


def find(items, name):
    for item in items:
        if item == name:
            return len(name)
    return -1


def summary(items):
    return {"count": len(items), "first": items[0], "last": items[-1]}


def bounds(items):
    low, high = min(items), max(items)
    return low, high


def walk(items):
    for item in items:
        yield str(item)


def store(items, item):
    items.append(item)


def make():
    return Report()


def load(path, quiet=False):
    try:
        return open(path).read()
    except OSError:
        if quiet:
            return None
        raise
"""
DOCUMENT = """## `total(items)`

**Returns:** `float` – the sum.

## `find(items, name)`

Returns `-1` if there is none.

## `summary(items)`

Returns a `dict` with the keys `count`, `first` and `last`.

## `bounds(items)`

Returns a tuple of two numbers: low and high.

## `walk(items)`

**Returns:**

- A generator of strings.

## `store(items, item)`

Returns nothing.

## `make()`

**Returns:** `Report` – an empty one.

## `load(path, quiet=False)`

- `quiet`: if set to `True`, a missing file is no error and it returns `None`.
"""


def _lie(old, new):
    assert DOCUMENT.count(old) == 1
    return DOCUMENT.replace(old, new)


def _found(document):
    return findings(ReturnsCheck, document, SOURCE)


def test_a_true_document_has_no_finding():
    assert _found(DOCUMENT) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "expected", "severity"),
    [
        ("`float` – the sum", "`str` – the sum", 3, "float", "medium"),
        ("Returns `-1` if", "Returns `None` if", 7, "-1", "high"),
        ("`count`, `first` and `last`", "`count`, `frist` and `last`", 11, "first", "high"),
        ("`Report` – an", "`bool` – an", 29, "Report", "medium"),
    ],
)
def test_one_wrong_word_gives_one_finding_that_mends_it(old, new, line, expected, severity):
    document = _lie(old, new)
    [finding] = _found(document)
    assert (finding.doc_line, finding.expected, finding.severity) == (line, expected, severity)
    assert _found(mended(document, [finding])) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "severity"),
    [
        ("`count`, `first` and `last`", "`count`, `first`, `last` and `mean`", 11, "high"),
        ("`count`, `first` and `last`", "`count` and `first`", 11, "high"),
        ("two numbers: low and high", "three numbers: low, middle, and high", 15, "high"),
        ("two numbers: low and high", "two numbers: high and low", 15, "high"),
        ("A generator of strings", "A list of strings", 21, "high"),
        ("it returns `None`", "it returns `False`", 33, "high"),
    ],
)
def test_one_wrong_statement_gives_one_finding_at_its_line(old, new, line, severity):
    assert [(finding.doc_line, finding.severity) for finding in _found(_lie(old, new))] == [(line, severity)]


def test_returns_nothing_is_wrong_where_something_is_returned():
    [finding] = _found(_lie("Returns a `dict` with the keys `count`, `first` and `last`.", "Returns nothing."))
    assert finding.source_line == 18


def test_a_type_is_wrong_where_nothing_is_returned():
    [finding] = _found(_lie("Returns nothing.", "**Returns:** `bool` – whether it worked."))
    assert (finding.doc_line, finding.expected, finding.severity) == (25, "None", "high")


def test_keys_named_as_examples_may_be_fewer():
    assert _found(_lie("with the keys `count`, `first` and `last`", "with keys such as `count` and `first`")) == []


def test_keys_of_something_else_cannot_be_told():
    document = _lie("with the keys `count`, `first` and `last`", "of dicts with the keys `a` and `b`")
    assert _found(document) == []


def test_an_integer_among_floats_is_a_float():
    source = "def mean(xs):\n    if not xs:\n        return 0\n    return float(sum(xs))\n"
    assert findings(ReturnsCheck, "## `mean(xs)`\n\n**Returns:** `float` – the mean.\n", source) == []


def test_what_only_running_shows_cannot_be_told():
    source = "def f(a):\n    return a.b()\n"
    [verdict] = verdicts(ReturnsCheck, "## `f(a)`\n\n**Returns:** `int` – a number.\n", source)
    assert verdict.outcome == "cannot_tell"
    assert verdict.reason


def test_a_coroutine_returns_what_is_awaited():
    source = "async def f(a) -> int:\n    return 1\n"
    document = "## `f(a)`\n\n**Returns:** `int` – a number.\n"
    assert findings(ReturnsCheck, document, source) == []
    assert len(findings(ReturnsCheck, document.replace("`int`", "`str`"), source)) == 1


def test_keys_of_a_typed_dict_are_its_fields():
    row = "class Row(TypedDict):\n    name: str\n    size: int\n"
    source = f"from typing import TypedDict\n\n\n{row}\n\ndef f(a) -> Row:\n    return a.row()\n"
    document = "## `f(a)`\n\nReturns a `dict` with the keys `name` and `length`.\n"
    [finding] = findings(ReturnsCheck, document, source)
    assert finding.expected == "size"


@pytest.mark.parametrize("titles", ["Call | Type of result", "Method | Returns", "Function | Return type"])
def test_the_type_of_a_result_in_a_table_of_methods_is_compared(titles: str) -> None:
    source = (
        "class Shelf:\n    def names(self) -> set[str]:\n        return set()\n\n    def count(self) -> int:\n"
        "        return 1\n"
    )
    document = f"# `Shelf`\n\n| {titles} | What |\n|---|---|---|\n| `names()` | `{{}}` | all |\n"
    document += "| `count()` | how many there are | their number |\n| `len(shelf)` | `int` | the same |\n"
    assert findings(ReturnsCheck, document.format("set[str]"), source) == []
    assert len(findings(ReturnsCheck, document.format("list[str]"), source)) == 1
