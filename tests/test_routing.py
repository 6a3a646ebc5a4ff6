"""The required fix, and whether the rounds go on."""

from __future__ import annotations

from typing import Any

import pytest

from reflexion_core.records import CriticIssue, Critique, Decision, DimensionScore, Round, Scores, Severity, StopReason
from reflexion_core.routing import choose_fix, decide, find_twin, is_degenerate, pick_base, remarks_of
from reflexion_core.run_options import Budget, RunOptions
from tests.running import run_options

DEGENERATE = [
    "",
    "   ",
    ",",
    "...",
    "Yes",
    "N/A",
    "None",
    "none.",
    "**None**",
    "ok ok",
    "fix fix fix fix",
    "fix the fix the fix the",
    "aaaa bbbb",
    "No changes",
    "No critical fix",
    "No single critical fix is needed",
    "No single critical fix is needed.",
    "No fix needed; the documentation accurately reflects the source code.",
    "No corrections are necessary at this time",
    "No issues found.",
    "There are no issues with the documentation.",
    "There are no critical errors in the documentation.",
    "Nothing is wrong.",
    "Nothing to fix",
    "Nothing needs to be changed.",
    "The documentation is complete and accurate.",
    "The documentation is complete and correct.",
    "The documentation is complete and accurate. No changes are required.",
    "The documentation is accurate and does not need changes.",
    "The documentation for all functions is correct.",
    "Everything looks good!",
    "All parameters are correct",
    "It is already perfect.",
    "The draft is accurate, complete and well written; nothing is missing.",
]
GOOD = [
    "Add the missing ValueError to grow.",
    "No default is stated for `times`; it is 12.",
    "No error message is given for a negative rate; it is 'rate must be positive'.",
    "No errors are documented for grow: add ValueError.",
    "Nothing says that rate is required.",
    "None of the examples imports grow; add the import.",
    "Everything is fine except the default of `years`, which must be 1.",
    "The documentation is good but the default of times is missing.",
    "The documentation is accurate, but it omits the property `area`.",
    "No issues found. Change the default of times to 12.",
    "All parameters are correct, only `times` is described as positional.",
    "It is stated that years defaults to 2; the source has 1.",
    "State 12.5 as the result",
    "Document the return value of years_to_double.",
]


@pytest.mark.parametrize("fix", DEGENERATE)
def test_a_fix_that_gives_a_writer_nothing_to_do_is_degenerate(fix: str) -> None:
    assert is_degenerate(fix)


@pytest.mark.parametrize("fix", GOOD)
def test_a_fix_that_names_something_is_not_degenerate(fix: str) -> None:
    assert not is_degenerate(fix)


def an_issue(severity: Severity, problem: str, *, grounded: bool = True, quote: str = "height=1.0") -> CriticIssue:
    return CriticIssue(
        quote=quote,
        problem=problem,
        suggestion="",
        severity=severity,
        dimension="completeness",
        is_grounded=grounded,
    )


def a_round(
    number: int, score: float | tuple[float, float] | None, *, fix: str = "", draft: str | None = None, issues: Any = ()
) -> Round:
    text = f"# shapes\n\nTake {number}.\n" if draft is None else draft
    if score is None:
        return Round(number=number, draft=text)
    accuracy, completeness = score if isinstance(score, tuple) else (score, score)
    scores = Scores(
        dimensions=(
            DimensionScore(dimension="technical_accuracy", value=accuracy),
            DimensionScore(dimension="completeness", value=completeness),
        )
    )
    critique = Critique(technical_accuracy=accuracy, completeness=completeness, issues=issues, single_critical_fix=fix)
    return Round(number=number, draft=text, critique=critique, scores=scores)


def decision(*rounds: Round, tokens: int = 0, seconds: float = 0.0, calls: int = 0, **changes: Any) -> Decision:
    options: RunOptions = run_options(**changes)
    has_critique = rounds[-1].critique is not None
    return decide(rounds, options, tokens=tokens, seconds=seconds, has_critique=has_critique, calls=calls)


def test_the_worst_grounded_issue_is_the_fix() -> None:
    issues = (
        an_issue("low", "a slip"),
        an_issue("high", "an invention", grounded=False),
        an_issue("medium", "it is 2.0"),
    )
    fix = choose_fix(a_round(1, 50, issues=issues, fix="Rewrite the introduction."))
    assert fix.origin == "critic_issue"
    assert fix.text == "Where the draft says “height=1.0”: it is 2.0."


def test_of_equally_bad_issues_the_first_is_the_fix() -> None:
    issues = (an_issue("medium", "the first"), an_issue("medium", "the second"))
    assert "the first" in choose_fix(a_round(1, 50, issues=issues)).text


def test_without_a_grounded_issue_the_critics_own_choice_is_the_fix() -> None:
    issues = (an_issue("high", "an invention", grounded=False),)
    fix = choose_fix(a_round(1, 50, issues=issues, fix=" State the default 2.0. "))
    assert (fix.origin, fix.text) == ("critic_fix", "State the default 2.0.")


def test_a_degenerate_choice_is_replaced_by_a_request_for_the_shortest_section() -> None:
    text = "# shapes\n\n## area\n\nReturns the area of a rectangle.\n\n## Box\n\nA box.\n"
    fix = choose_fix(a_round(1, 50, draft=text, fix="No fix is needed."))
    assert fix.origin == "fixed_request"
    assert "the section “Box”" in fix.text


def test_the_standing_request_asks_for_the_weakest_dimension() -> None:
    assert "every parameter" in choose_fix(a_round(1, (90, 50))).text
    assert "stated output" in choose_fix(a_round(1, (50, 90))).text


def test_a_draft_without_headings_gets_a_request_for_the_whole_document() -> None:
    assert "Check the document against" in choose_fix(a_round(1, 50, draft="just words")).text


def test_remarks_are_the_grounded_issues() -> None:
    issues = (an_issue("low", "a slip"), an_issue("high", "an invention", grounded=False))
    assert remarks_of(a_round(1, 50, issues=issues, fix="State it.")) == ["Where the draft says “height=1.0”: a slip."]


def test_remarks_are_the_one_fix_where_no_issue_is_grounded() -> None:
    assert remarks_of(a_round(1, 50, fix="State the default 2.0.")) == ["State the default 2.0."]
    assert remarks_of(a_round(1, 50, fix="No fix is needed.")) == []
    assert remarks_of(a_round(1, None)) == []


def test_the_exact_mean_is_compared_with_the_bar() -> None:
    below = decision(a_round(1, (95, 94.998)), quality_score_bar=95)
    assert (below.action, below.reason) == ("revise", "below_bar")
    reached = decision(a_round(1, (95, 95)), quality_score_bar=95)
    assert (reached.action, reached.reason) == ("stop", StopReason.APPROVED)
    assert reached.fix is None


def test_a_score_that_reaches_the_bar_in_the_last_attempt_is_approved() -> None:
    assert decision(a_round(1, 10), a_round(2, 96), max_attempts=2).reason is StopReason.APPROVED


def test_the_attempts_end_the_rounds() -> None:
    stop = decision(a_round(1, 10), a_round(2, 20), max_attempts=2)
    assert stop.reason is StopReason.ATTEMPTS
    assert stop.explanation == "score 20.0 after 2 attempts; the bar is 95"
    assert stop.fix is not None


def test_a_draft_that_was_there_before_ends_the_rounds() -> None:
    rounds = a_round(1, 50), a_round(2, 60), a_round(3, 50, draft="#  shapes\nTake 1.\n\n")
    stop = decision(*rounds)
    assert stop.reason is StopReason.UNCHANGED
    assert "round 1" in stop.explanation


def test_a_draft_that_comes_back_after_another_goes_in_a_circle_whatever_its_marks() -> None:
    first, second = "# shapes\n\n- one\n\n## Box\n\nA box.\n", "# shapes\n\n- two\n"
    back = "# shapes\n\n* one\n\n## Box:\n\nA **box**.\n"
    stop = decision(a_round(1, 50, draft=first), a_round(2, 60, draft=second), a_round(3, 70, draft=back))
    assert stop.reason is StopReason.UNCHANGED
    assert stop.explanation == "the draft is the one of round 1 again, so the rounds go in a circle"
    at_once = decision(a_round(1, 50, draft=first), a_round(2, 60, draft=back))
    assert at_once.explanation == "the draft is the one of round 1 again"


def test_a_draft_that_differs_in_one_word_is_another() -> None:
    assert find_twin([a_round(1, 50)], "# shapes\n\nTake one.\n") is None


@pytest.mark.parametrize(
    ("scores", "patience", "is_plateau"),
    [
        ([50, 50], 1, True),
        ([50, 51], 1, False),
        ([50, 40], 2, False),
        ([50, 40, 45], 2, True),
        ([50, 40, 50], 2, True),
        ([50, 40, 51], 2, False),
        ([50, 60, 55], 2, False),
        ([50], 1, False),
    ],
)
def test_rounds_without_a_better_score_end_when_patience_does(
    scores: list[float], patience: int, is_plateau: bool
) -> None:
    rounds = [a_round(number, score) for number, score in enumerate(scores, start=1)]
    result = decision(*rounds, patience=patience, max_attempts=10)
    assert (result.reason is StopReason.PLATEAU) == is_plateau


@pytest.mark.parametrize(
    ("budget", "used", "explanation"),
    [
        (Budget(tokens=1000), {"tokens": 1000}, "1,000 tokens used of 1,000"),
        (Budget(seconds=60), {"seconds": 61}, "61 s used of 60"),
        (Budget(calls=5), {"calls": 5}, "5 calls made of 5"),
    ],
)
def test_the_budget_ends_the_rounds(budget: Budget, used: dict[str, Any], explanation: str) -> None:
    stop = decision(a_round(1, 50), budget=budget, **used)
    assert (stop.reason, stop.explanation) == (StopReason.BUDGET, explanation)


def test_a_budget_that_is_not_used_up_ends_nothing() -> None:
    result = decision(a_round(1, 50), tokens=999, seconds=59, budget=Budget(tokens=1000, seconds=60))
    assert result.action == "revise"


def test_what_the_budget_left_undone_is_put_down_to_the_budget() -> None:
    again = a_round(1, 50), a_round(2, None, draft="# shapes\n\nTake 1.\n")
    assert decision(*again, calls=2, budget=Budget(calls=2)).reason is StopReason.BUDGET
    assert decision(a_round(1, None), calls=1, budget=Budget(calls=1)).reason is StopReason.BUDGET


def test_a_critic_without_a_verdict_ends_the_rounds_and_passes_nothing() -> None:
    stop = decision(a_round(1, None), quality_score_bar=0)
    assert (stop.action, stop.reason) == ("stop", StopReason.CRITIC_FAILED)


def test_an_empty_draft_is_no_failure_of_the_critic() -> None:
    result = decision(a_round(1, None, draft="\n"))
    assert (result.action, result.reason) == ("revise", "below_bar")
    assert result.explanation == "the draft is empty; 3 attempts left"
    assert result.fix is not None
    assert result.fix.text == "Write the document: the draft is empty."


def test_the_fix_is_that_of_the_best_draft_since_a_revision_starts_from_it() -> None:
    rounds = a_round(1, 80, fix="State the default 2.0."), a_round(2, 40, fix="Bring the heading back.")
    result = decision(*rounds)
    assert result.action == "revise"
    assert result.fix is not None
    assert result.fix.text == "State the default 2.0."


def test_of_equal_scores_the_later_round_is_the_best() -> None:
    assert pick_base([a_round(1, 70), a_round(2, 80), a_round(3, 80), a_round(4, 75)]).number == 3


def test_a_round_without_a_score_is_worse_than_one_with_none_of_the_points() -> None:
    assert pick_base([a_round(1, 0), a_round(2, None)]).number == 1
