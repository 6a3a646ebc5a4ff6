"""Rules 2 to 5 of the loop: what the facts do to scores, fixes, the end and the best draft."""

from __future__ import annotations

import pytest

from reflexion_core.progress import best_round, lost_facts
from reflexion_core.records import CheckReport, CriticIssue, Critique, ModelRef, Severity, StopReason, Verdict
from reflexion_core.routing import choose_fix, decide, is_approved, revision_requests
from reflexion_core.run_options import RoleOptions, RunOptions
from reflexion_core.scoring import refute_issues, score_by_facts
from tests.findings import checked_round, finding
from tests.running import CLASSIC

ROLE = RoleOptions(model=ModelRef(provider="scripted", name="x"), temperature=0)
OPTIONS = RunOptions(policy="grounded", generator=ROLE, critic=ROLE, adjudicator=ROLE, quality_score_bar=80)


def issue(
    severity: Severity = "high", *, grounded: bool = True, refuted: bool = False, quote: str = "x"
) -> CriticIssue:
    return CriticIssue(
        quote=quote,
        problem="a problem",
        suggestion="a suggestion",
        severity=severity,
        dimension="technical_accuracy",
        is_grounded=grounded,
        is_refuted=refuted,
    )


def critique(*issues: CriticIssue, accuracy: float = 100, fix: str = "") -> Critique:
    return Critique(technical_accuracy=accuracy, completeness=100, issues=issues, single_critical_fix=fix)


def scores(report: CheckReport, said: Critique | None = None) -> dict[str, float]:
    return {item.dimension: item.value for item in score_by_facts(report, said, CLASSIC).dimensions}


@pytest.mark.parametrize(("severity", "points"), [("high", 30), ("medium", 12), ("low", 4)])
def test_a_verified_finding_costs_what_the_rubric_says(severity: Severity, points: float) -> None:
    assert scores(CheckReport(findings=(finding(severity),))) == {
        "technical_accuracy": 100 - points,
        "completeness": 100,
    }


@pytest.mark.parametrize(("severity", "points"), [("high", 10), ("medium", 5), ("low", 2)])
def test_an_issue_of_the_critic_costs_less(severity: Severity, points: float) -> None:
    assert scores(CheckReport(), critique(issue(severity)))["technical_accuracy"] == 100 - points


def test_an_issue_that_points_at_nothing_costs_nothing() -> None:
    assert scores(CheckReport(), critique(issue(grounded=False)))["technical_accuracy"] == 100


def test_an_issue_that_the_checks_refute_costs_nothing() -> None:
    assert scores(CheckReport(), critique(issue(refuted=True)))["technical_accuracy"] == 100


def test_a_score_never_goes_below_zero() -> None:
    assert scores(CheckReport(findings=(finding(),) * 5))["technical_accuracy"] == 0


def test_a_critic_cannot_raise_a_score_above_the_facts() -> None:
    report = CheckReport(findings=(finding(),))
    assert scores(report, critique(accuracy=100)) == scores(report)


def test_the_critics_own_numbers_count_for_nothing() -> None:
    assert scores(CheckReport(), critique(accuracy=3)) == scores(CheckReport())


def test_a_finding_costs_its_own_dimension() -> None:
    report = CheckReport(findings=(finding(dimension="completeness"),))
    assert scores(report) == {"technical_accuracy": 100, "completeness": 70}


def test_an_issue_about_what_is_right_is_refuted() -> None:
    draft = "The default is `12`. It returns `3`.\n"
    right = Verdict(check="defaults", outcome="right", subject="a", doc_line=1, doc_end_line=1, start=15, end=17)
    said = refute_issues(critique(issue(quote="default is `12`"), issue(quote="returns `3`")), draft, [right])
    assert [item.is_refuted for item in said.issues] == [True, False]


def test_an_issue_about_what_cannot_be_told_is_not_refuted() -> None:
    draft = "The default is `12`.\n"
    unsure = Verdict(check="defaults", outcome="cannot_tell", subject="a", doc_line=1, doc_end_line=1, start=15, end=17)
    assert not refute_issues(critique(issue(quote="`12`")), draft, [unsure]).issues[0].is_refuted


def test_the_worst_verified_finding_is_the_fix_whatever_the_critic_says() -> None:
    item = checked_round(1, finding("low", "a slip"), finding("high", "Line 31 says `0.75`; running it prints `0.5`"))
    item = item.model_copy(update={"critique": critique(issue(), fix="Rewrite the introduction of the page.")})
    fix = choose_fix(item)
    assert fix.origin == "finding"
    assert fix.text == "Line 31 says `0.75`; running it prints `0.5`. See line 4 of the source."


def test_a_score_at_the_bar_with_a_high_finding_is_not_approved() -> None:
    assert not is_approved(checked_round(1, finding("high"), score=99), OPTIONS)
    assert is_approved(checked_round(1, finding("medium"), score=99), OPTIONS)


def test_a_high_finding_keeps_the_loop_going_above_the_bar() -> None:
    decision = decide([checked_round(1, finding("high"), score=85)], OPTIONS, tokens=0, seconds=0, has_critique=True)
    assert decision.action == "revise"
    assert "verified" in decision.explanation


def test_a_critic_without_verdict_does_not_end_a_run_that_knows_what_to_fix() -> None:
    wrong, clean = checked_round(1, finding(), score=70), checked_round(1, score=70)
    assert decide([wrong], OPTIONS, tokens=0, seconds=0, has_critique=False).action == "revise"
    assert decide([clean], OPTIONS, tokens=0, seconds=0, has_critique=False).reason is StopReason.CRITIC_FAILED


def test_the_facts_can_approve_without_a_verdict_of_the_critic() -> None:
    decision = decide([checked_round(1, score=100)], OPTIONS, tokens=0, seconds=0, has_critique=False)
    assert decision.reason is StopReason.APPROVED


def test_fewer_high_findings_make_a_better_draft_than_a_higher_score() -> None:
    first, second = checked_round(1, finding(), score=95), checked_round(2, finding("medium"), score=80)
    assert best_round([first, second]) is second
    assert best_round([second, first]) is second


def test_a_revision_that_loses_a_right_fact_is_not_the_best() -> None:
    first = checked_round(1, score=90, right=("grow.times: default", "grow.rate: type"))
    second = checked_round(2, score=95, right=("grow.rate: type",))
    assert best_round([first, second]) is first
    assert lost_facts(second, first) == ["grow.times: default"]


def test_a_revision_that_loses_a_fact_but_mends_a_high_finding_is_the_best() -> None:
    first = checked_round(1, finding(), right=("a: default",))
    second = checked_round(2, right=())
    assert best_round([first, second]) is second


def test_examples_in_another_order_are_no_loss() -> None:
    first = checked_round(1, right=("example 2: output in line 3",))
    assert lost_facts(checked_round(2), first) == []


def test_a_revision_is_asked_for_the_fix_first_and_then_for_every_other_finding() -> None:
    item = checked_round(1, finding("medium", "second thing"), finding("high", "first thing"))
    requests = revision_requests(choose_fix(item), item)
    assert [request.split(".")[0] for request in requests] == ["first thing", "second thing"]


def test_what_the_last_version_dropped_is_never_left_out_of_the_requests() -> None:
    many = checked_round(1, *[finding("high", f"thing {number}") for number in range(9)])
    requests = revision_requests(choose_fix(many), many, ["The last version dropped: `x`; put it back."])
    assert (len(requests), requests[-1]) == (6, "The last version dropped: `x`; put it back.")
