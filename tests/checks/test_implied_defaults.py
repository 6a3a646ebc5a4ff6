"""Defaults that sentences tell by what happens without a parameter."""

import pytest

from reflexion_core.checks.defaults import DefaultsCheck
from tests.checks.papers import findings, mended

SOURCE = """
def fetch(url, *, timeout=30, attempts=3, encoding="utf-8", limit=None, offset=0):
    if limit is None:
        limit = timeout * 2
    return url, timeout, attempts, encoding, limit, offset
"""
HEAD = "## `fetch(url, *, timeout, attempts, encoding, limit, offset)`\n\n"
WRITTEN = [
    ("Waits {} seconds unless `timeout` is given.", "30", "10"),
    ("It gives up after {} seconds unless you pass another `timeout`.", "30", "60"),
    ("If `attempts` is omitted, {} are made.", "3", "5"),
    ("By default {} attempts are made.", "three", "five"),
    ("Failing attempts ({} by default) count too.", "3", "4"),
    ("Reads it as `{}` if `encoding` is left out.", "utf-8", "latin-1"),
    ("The timeout is {} if none is given.", "30", "20"),
    ("When `timeout` is not set, it is {}.", "30", "5"),
]


@pytest.mark.parametrize(("sentence", "right", "wrong"), WRITTEN)
def test_a_default_told_without_the_word_is_compared(sentence, right, wrong):
    assert findings(DefaultsCheck, HEAD + sentence.format(right), SOURCE) == []
    found = findings(DefaultsCheck, HEAD + sentence.format(wrong), SOURCE)
    assert [one.doc_line for one in found] == [3]
    assert findings(DefaultsCheck, mended(HEAD + sentence.format(wrong), found), SOURCE) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "If `limit` is omitted, 20 items are read.",
        "If `offset` is omitted, 30 seconds are waited.",
        "By default two errors are ignored.",
        "Waits 10 seconds if `timeout` is 10.",
        "If `encoding` is left out, `stdin` is read as it is.",
        "With 2 `attempts` it waits once, unless `timeout` is 0.",
    ],
)
def test_a_number_that_may_be_about_something_else_is_not_wrong(sentence):
    assert findings(DefaultsCheck, HEAD + sentence, SOURCE) == []
