"""Values that a parameter is said to take."""

from __future__ import annotations

import pytest

from reflexion_core.checks.choices import ChoicesCheck
from tests.checks.papers import findings, verdicts

LITERAL = """\
from typing import Literal


def paint(wall, coat: Literal["matt", "gloss", "satin"] = "matt"):
    return wall, coat
"""
TESTED = """\
COATS = ("matt", "gloss", "satin")


def paint(wall, coat="matt"):
    if coat not in COATS:
        raise ValueError(coat)
    return wall
"""
INLINE = TESTED.replace("not in COATS", 'not in {"matt", "gloss", "satin"}')
LISTS = [
    '`coat` is one of `"matt"`, `"gloss"` and `"{}"`.\n',
    "`coat` must be 'matt', 'gloss' or '{}'.\n",
    "Parameters:\n\n- `wall`: the wall.\n- `coat` (str): one of `'matt'`, `'gloss'`, `'{}'`.\n",
    "| Parameter | Meaning |\n|---|---|\n| `wall` | it |\n| `coat` | either `'matt'`, `'gloss'` or `'{}'` |\n",
    '`coat` is one of\n\n- `"matt"` - dull\n- `"gloss"` - bright\n- `"{}"` - between\n\nand so on.\n',
    "Parameters\n----------\nwall : str\n    The wall.\ncoat : {{'matt', 'gloss', '{}'}}\n    The coat.\n",
]


@pytest.mark.parametrize("source", [LITERAL, TESTED, INLINE])
@pytest.mark.parametrize("words", LISTS)
def test_a_value_that_is_refused_is_found_where_the_values_are_counted_up(words: str, source: str) -> None:
    document = '## `paint(wall, coat="matt")`\n\nPaints.\n\n' + words
    assert findings(ChoicesCheck, document.format("satin"), source) == []
    assert [verdict.outcome for verdict in verdicts(ChoicesCheck, document.format("satin"), source)] == ["right"] * 3
    [finding] = findings(ChoicesCheck, document.format("chalk"), source)
    assert (finding.expected, finding.doc_text.strip("`\"'")) == ("satin", "chalk")


@pytest.mark.parametrize(
    "words",
    [
        "`coat` is one of `'matt'`, `'gloss'` and `'satin'`; `'chalk'` is refused.\n",
        "`coat` is one of `'matt'` and `'gloss'` here. `wall` may be `'north'` or `'south'`.\n",
        "`coat` and `wall` may be `'north'` or `'south'`.\n",
        "`wall` may be `'matt'` or `'chalk'`.\n",
    ],
)
def test_values_that_are_not_said_of_the_parameter_are_no_finding(words: str) -> None:
    assert findings(ChoicesCheck, f"## `paint(wall, coat='matt')`\n\nPaints.\n\n{words}", TESTED) == []


@pytest.mark.parametrize(
    "source",
    [
        TESTED.replace("    if coat", "    coat = coat.lower()\n    if coat"),
        TESTED.replace("raise ValueError(coat)", "print(coat)"),
        TESTED.replace('"satin")', "*MORE)"),
    ],
)
def test_what_may_take_more_is_not_judged(source: str) -> None:
    document = "## `paint(wall, coat='matt')`\n\nPaints.\n\n" + LISTS[0].format("chalk")
    assert findings(ChoicesCheck, document, source) == []
