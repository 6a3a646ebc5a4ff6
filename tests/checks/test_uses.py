"""What a symbol is said to use, against what it and all that it calls make use of."""

from __future__ import annotations

import pytest

from reflexion_core.checks.uses import UsesCheck
from reflexion_core.records import Finding, Verdict
from tests.checks.papers import findings, verdicts

SOURCE = '''\
"""Limits."""

import hmac
import json
import re
import time
from collections import deque
from decimal import Decimal

Price = Decimal


class Limiter:
    """The base."""

    def wait(self):
        return self.free()

    def free(self):
        raise NotImplementedError


class Window(Limiter):
    def __init__(self):
        self._calls = deque()

    def free(self):
        return len(self._calls)


class Wide(Window):
    pass


class Bucket(Limiter):
    def __init__(self, clock=time.monotonic):
        self._tokens = 1.0
        self._at = clock()

    def free(self):
        return self._tokens


def sign(secret, body):
    return hmac.new(secret, body, "sha256").hexdigest()


def verify(secret, body, mark):
    return sign(secret, body) == mark


def save(window):
    return json.dumps(window.free())


def words(text):
    return re.findall(r"\\\\w+", text)


def price(text):
    return Price(text)


def size(text):
    return len(text)


def run(names, table):
    return [table[name]() for name in names]


def replace(text, time):
    return text
'''


def look(owner: str, words: str, source: str = SOURCE) -> list[Finding]:
    return findings(UsesCheck, f"# m\n\n## `{owner}`\n\n{words}\n", source)


def outcomes(owner: str, words: str, source: str = SOURCE) -> list[Verdict]:
    return verdicts(UsesCheck, f"# m\n\n## `{owner}`\n\n{words}\n", source)


def test_what_only_another_class_uses_is_a_finding_with_the_line_of_its_import() -> None:
    (finding,) = look("Bucket", "`Bucket` fills evenly. It uses a deque to store the times of the calls.")
    assert (finding.severity, finding.dimension) == ("medium", "technical_accuracy")
    assert (finding.doc_line, finding.doc_text, finding.source_line) == (5, "uses a deque", 7)
    assert finding.message == (
        "Line 5 says that `Bucket` uses `deque`; neither it nor what it calls does:"
        " the source imports it (line 7) for `Window`"
    )


@pytest.mark.parametrize(
    ("owner", "words"),
    [
        ("size(text)", "This function uses `hmac.new` to do so."),
        ("size(text)", "`size` relies on the `re` module."),
        ("size(text)", "The `size` function is built on `json`."),
        ("size(text)", "Computes the length using `json.dumps`."),
        ("size(text)", "Splits the text with the `re` module."),
        ("Bucket", "`Bucket` stores the times of the calls in a `deque`."),
        ("Bucket.free()", "It is based on `collections.deque`."),
        ("size(text)", "It uses Decimal internally."),
        ("words(text)", "It uses the standard library's `json`."),
    ],
)
def test_it_is_found_however_it_is_said(owner: str, words: str) -> None:
    assert len(look(owner, words)) == 1


@pytest.mark.parametrize(
    ("owner", "words"),
    [
        ("Window", "It uses a deque."),
        ("Wide", "It uses a deque."),
        ("sign(secret, body)", "It uses `hmac.new`."),
        ("verify(secret, body, mark)", "It relies on `hmac`."),
        ("price(text)", "It uses `Decimal`."),
    ],
)
def test_what_is_used_here_or_in_what_is_called_is_right(owner: str, words: str) -> None:
    assert [one.outcome for one in outcomes(owner, words)] == ["right"]


@pytest.mark.parametrize(
    ("owner", "words"),
    [
        ("Limiter", "It uses a deque."),
        ("Window.wait()", "It uses a deque."),
        ("save(window)", "It uses a deque."),
        ("run(names, table)", "It uses `hmac`."),
    ],
)
def test_what_a_subclass_or_a_call_of_something_computed_may_use_cannot_be_told(owner: str, words: str) -> None:
    assert [one.outcome for one in outcomes(owner, words)] == ["cannot_tell"]


@pytest.mark.parametrize(
    "words",
    [
        "It does not use `json`.",
        "It uses `json` if the caller asks for it.",
        "It returns a string that can be read using `json`.",
        "Reads a text that was written using `json.dumps`.",
        "Unlike `save`, it uses no `json`.",
        "Patterns using `re` syntax.",
        "It uses `re` syntax.",
        "It uses time well.",
        "It uses `time` as a number.",
        "It uses a `json`-like form.",
        "`text` is a string. It uses `json`.",
        "It uses `len`.",
        "Use `json.loads` to read the result.",
        "It uses the result of `json.dumps`.",
    ],
)
def test_other_words_say_nothing_of_it(words: str) -> None:
    assert look("size(text)", words) == []


def test_a_module_that_the_source_never_names_is_a_finding() -> None:
    (finding,) = look("size(text)", "This function uses the `requests` library.")
    assert finding.message == "Line 5 says that `size` uses `requests`; the source imports nothing of that name"
    assert len(look("size(text)", "It uses asyncio.")) == 1


@pytest.mark.parametrize("more", ["import pandas\n", "from helpers import *\n", "# like requests\n"])
def test_a_module_that_may_be_behind_something_else_cannot_be_told(more: str) -> None:
    assert look("size(text)", "This function uses the `requests` library.", more + SOURCE) == []


@pytest.mark.parametrize(
    "more",
    [
        "from helpers import *\n",
        "import helpers\n\n\ndef size(text):\n    return helpers.size(text)\n",
        "def size(text):\n    return getattr(text, text)()\n",
        "def size(text):\n    count = text or len\n    return count(text)\n",
        "def size(text):\n    return 1\n\n\nsize.form = json.dumps\n",
        "import helpers\n\n\n@helpers.wrap\ndef size(text):\n    return 1\n",
    ],
)
def test_a_symbol_whose_calls_are_not_seen_cannot_be_told(more: str) -> None:
    source = more + SOURCE.replace("def size(text)", "def other(text)") if "size" in more else more + SOURCE
    assert look("size(text)", "It uses `json`.", source) == []
