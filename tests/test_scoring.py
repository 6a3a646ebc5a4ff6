"""From a critique to scores, and which of its issues count."""

from __future__ import annotations

from typing import Any

import pytest

from reflexion_core.records import CriticIssue, Critique
from reflexion_core.scoring import ground_issues, mentions, score_by_model
from tests.running import CLASSIC

SYMBOLS = ("area", "Box", "Box.volume", "Box.side_length")
DRAFT = """# shapes

## `area(width, height=1.0)`

Return the *area* of a
rectangle, **rounded** to two\\_decimals.

## Box

A box has `side_length`.
"""


def critique(*quotes: str, **numbers: float) -> Critique:
    issues = tuple(
        CriticIssue(quote=quote, problem="p", suggestion="s", severity="low", dimension="completeness")
        for quote in quotes
    )
    values: dict[str, Any] = {"technical_accuracy": 90, "completeness": 80} | numbers
    return Critique(issues=issues, **values)


def test_the_score_is_the_exact_mean_of_the_critics_numbers() -> None:
    scores = score_by_model(critique(technical_accuracy=95, completeness=94.998), CLASSIC)
    assert scores is not None
    assert scores.mean == 94.999


def test_no_critique_gives_no_score() -> None:
    assert score_by_model(None, CLASSIC) is None


def test_the_weakest_dimension_is_the_one_with_the_lowest_number() -> None:
    scores = score_by_model(critique(), CLASSIC)
    assert scores is not None
    assert scores.weakest == "completeness"


@pytest.mark.parametrize(
    "quote",
    [
        "area(width, height=1.0)",
        "`area(width, height=1.0)`",
        "the area of a rectangle",
        "The  AREA\nof a   rectangle",
        "**rounded** to two_decimals",
        "## `area(width",
        "Box.volume",
        "volume",
        "`volume()`",
    ],
)
def test_an_issue_is_grounded_when_its_place_can_be_found(quote: str) -> None:
    assert ground_issues(critique(quote), DRAFT, SYMBOLS).issues[0].is_grounded


@pytest.mark.parametrize(
    "quote",
    ["", "  ", "a", "`a`", "**", "raises KeyError", "perimeter", "Box.side_length", "the volume of a box"],
    ids=["empty", "blank", "too short", "too short in marks", "marks", "not there", "no symbol", "mentioned", "prose"],
)
def test_an_issue_is_not_grounded_when_nothing_can_be_found(quote: str) -> None:
    assert not ground_issues(critique(quote), DRAFT, SYMBOLS).issues[0].is_grounded


def test_a_critic_cannot_ground_an_issue_by_saying_so() -> None:
    claimed = critique("nowhere to be found")
    lie = claimed.model_copy(update={"issues": (claimed.issues[0].model_copy(update={"is_grounded": True}),)})
    assert not ground_issues(lie, DRAFT, SYMBOLS).issues[0].is_grounded


def test_grounding_changes_nothing_else() -> None:
    before = critique("area(width", "nowhere")
    after = ground_issues(before, DRAFT, SYMBOLS)
    assert [issue.quote for issue in after.issues] == ["area(width", "nowhere"]
    assert after.dimensions == before.dimensions


@pytest.mark.parametrize(
    ("draft", "symbol", "is_named"),
    [
        ("call `grow()` now", "grow", True),
        ("a sum grows", "grow", False),
        ("`Box.volume`", "Box.volume", True),
        ("its volume", "Box.volume", True),
        ("set\\_up", "set_up", True),
        ("set_up_all", "set_up", False),
        ("", "grow", False),
    ],
)
def test_a_draft_mentions_a_symbol_only_as_a_whole_word(draft: str, symbol: str, is_named: bool) -> None:
    assert mentions(draft, symbol) == is_named
