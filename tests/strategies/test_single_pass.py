"""One draft, judged once."""

from __future__ import annotations

from reflexion_core.records import RunState, StopReason
from tests.running import UNREADABLE, Outcome, Script, draft, run, verdict


def single(score: float | None, text: str = draft(), **changes: object) -> Outcome:
    reply = UNREADABLE if score is None else verdict(score)
    return run(Script([text], [reply]), strategy="single_pass", **changes)


def test_the_draft_is_the_document_and_nobody_finishes_it() -> None:
    outcome = single(50)
    assert outcome.final_text == draft()
    assert outcome.asked("adjudicator") == []
    assert len(outcome.asked("generator")) == 1
    assert outcome.progress.reason is StopReason.SINGLE_PASS


def test_a_score_at_the_bar_is_approved_and_one_below_is_not() -> None:
    assert single(95).progress.is_approved
    assert not single(94.999).progress.is_approved


def test_no_verdict_is_neither_a_pass_nor_a_zero() -> None:
    outcome = single(None, quality_score_bar=0)
    assert outcome.progress.state is RunState.FINISHED
    assert outcome.progress.rounds[0].score is None
    assert not outcome.progress.is_approved


def test_the_fix_that_a_second_round_would_have_had_is_named() -> None:
    decision = single(50).progress.rounds[0].decision
    assert decision is not None
    assert decision.action == "stop"
    assert decision.fix is not None


def test_an_empty_draft_is_an_end_without_approval() -> None:
    outcome = single(100, "")
    assert outcome.progress.state is RunState.FINISHED
    assert not outcome.progress.is_approved
    assert outcome.asked("critic") == []
