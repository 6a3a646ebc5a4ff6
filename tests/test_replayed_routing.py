"""What would have happened with another bar: the same as in a run that really has it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflexion_core.records import Critique, Decision, Finding, Round, StopReason
from reflexion_core.replayed_routing import Replay, replay, replay_bands
from reflexion_core.run_options import Budget
from tests.findings import checked_round, finding
from tests.running import UNREADABLE, Outcome, Script, draft, run, run_options, verdict

DRAFTS = [draft(number) for number in range(1, 11)]


def loop(*scores: float | None, **changes: object) -> Outcome:
    verdicts = [UNREADABLE if score is None else verdict(score) for score in scores]
    return run(Script(DRAFTS, verdicts), **changes)


def again(outcome: Outcome, bar: float = 95, attempts: int = 4) -> Replay:
    options = outcome.progress.options
    assert options is not None
    return replay(outcome.progress.rounds, options, bar=bar, attempts=attempts)


def test_a_lower_bar_would_have_stopped_earlier() -> None:
    found = again(loop(50, 70, 80, 96), bar=70)
    assert (found.round, found.reason, found.is_approved) == (2, StopReason.APPROVED, True)
    assert found.explanation == "score 70.0 reaches the bar of 70"
    assert (found.best_round, found.score) == (2, 70)


def test_fewer_attempts_would_have_stopped_earlier_with_the_best_until_then() -> None:
    found = again(loop(60, 50, 80, 96), attempts=2)
    assert (found.round, found.reason, found.is_approved) == (2, StopReason.ATTEMPTS, False)
    assert (found.best_round, found.score) == (1, 60)


def test_a_higher_bar_than_the_run_reached_cannot_be_told() -> None:
    found = again(loop(50, 80, quality_score_bar=75), bar=90)
    assert (found.round, found.reason, found.is_known) == (None, None, False)
    assert found.explanation == "it would have gone on to round 3, which this run never wrote"


def test_more_attempts_than_the_run_had_cannot_be_told() -> None:
    assert not again(loop(50, 60, max_attempts=2), attempts=5).is_known


def test_the_run_as_it_was_stops_where_it_did() -> None:
    found = again(loop(50, 70, 80, 96))
    assert (found.round, found.reason) == (4, StopReason.APPROVED)


@pytest.mark.parametrize(
    ("scores", "changes", "reason", "round_number"),
    [
        ([80, 40, 50], {"max_attempts": 9}, StopReason.PLATEAU, 3),
        ([50, None], {}, StopReason.CRITIC_FAILED, 2),
        ([50, 60, 70], {"budget": Budget(calls=4)}, StopReason.BUDGET, 2),
        ([50], {"strategy": "single_pass"}, StopReason.SINGLE_PASS, 1),
    ],
    ids=str,
)
def test_a_reason_that_has_nothing_to_do_with_the_bar_stays(
    scores: list[float | None], changes: dict[str, object], reason: StopReason, round_number: int
) -> None:
    found = again(loop(*scores, **changes), bar=99, attempts=9)
    assert (found.round, found.reason, found.is_approved) == (round_number, reason, False)


def test_a_budget_that_was_used_up_does_not_keep_a_lower_bar_from_being_reached() -> None:
    found = again(loop(50, 60, budget=Budget(calls=4)), bar=60)
    assert (found.round, found.reason) == (2, StopReason.APPROVED)


def test_a_single_pass_is_approved_by_a_lower_bar_and_stays_one_draft() -> None:
    found = again(loop(50, strategy="single_pass"), bar=40)
    assert (found.round, found.reason, found.is_approved) == (1, StopReason.SINGLE_PASS, True)


def test_every_bar_is_in_one_band_and_equal_ends_are_put_together() -> None:
    outcome = loop(50, 40, 80, 96)
    options = outcome.progress.options
    assert options is not None
    bands = replay_bands(outcome.progress.rounds, options, attempts=4)
    assert [(band.above, band.up_to, band.replay.round) for band in bands] == [
        (None, 50, 1),
        (50, 80, 3),
        (80, 96, 4),
        (96, 100, 4),
    ]
    assert [band.replay.reason for band in bands][-2:] == [StopReason.APPROVED, StopReason.ATTEMPTS]


def test_a_run_without_a_score_is_one_band() -> None:
    outcome = loop(None)
    options = outcome.progress.options
    assert options is not None
    (band,) = replay_bands(outcome.progress.rounds, options, attempts=4)
    assert (band.above, band.up_to, band.replay.reason) == (None, 100, StopReason.CRITIC_FAILED)


def critic_left_out(number: int, score: float, *, is_last: bool = False) -> Round:
    return with_decision(checked_round(number, finding("low"), score=score), is_last).model_copy(
        update={"is_critic_left_out": True, "critique": None}
    )


def judged(number: int, score: float, *findings: Finding, is_last: bool = False) -> Round:
    item = checked_round(number, *findings, score=score)
    critique = Critique(technical_accuracy=score, completeness=score)
    return with_decision(item, is_last).model_copy(update={"critique": critique})


def with_decision(item: Round, is_last: bool) -> Round:
    words = f"# shapes\n\nTake {item.number}.\n"
    decision = (
        Decision(action="stop", reason=StopReason.ATTEMPTS, explanation="over")
        if is_last
        else Decision(action="revise", reason="below_bar", explanation="on")
    )
    return item.model_copy(update={"decision": decision, "draft": words})


GROUNDED = run_options(policy="grounded", quality_score_bar=95, max_attempts=3)


def test_a_round_without_its_critic_is_no_failure_of_the_critic() -> None:
    rounds = [critic_left_out(1, 80), judged(2, 90, is_last=True)]
    found = replay(rounds, GROUNDED, bar=95, attempts=2)
    assert (found.round, found.reason) == (2, StopReason.ATTEMPTS)


def test_a_bar_that_the_facts_alone_reach_cannot_be_told_where_the_critic_was_left_out() -> None:
    rounds = [critic_left_out(1, 80), judged(2, 90, is_last=True)]
    found = replay(rounds, GROUNDED, bar=75, attempts=3)
    assert (found.is_known, found.is_approved) == (False, False)
    assert found.explanation.startswith("the facts alone reach it in round 1, and the critic, who was left out there")


def test_fewer_attempts_stop_where_the_critic_was_left_out_and_say_that_it_was() -> None:
    rounds = [critic_left_out(1, 80), judged(2, 90, is_last=True)]
    found = replay(rounds, GROUNDED, bar=95, attempts=1)
    assert (found.round, found.reason) == (1, StopReason.ATTEMPTS)
    assert found.explanation.endswith("(by the facts alone; the critic would have been asked)")


def test_a_higher_bar_that_may_leave_the_critic_out_cannot_be_told_from_there_on() -> None:
    rounds = [judged(1, 80, finding("low")), judged(2, 90, is_last=True)]
    found = replay(rounds, GROUNDED, bar=99, attempts=3)
    assert not found.is_known
    assert "asked in round 1, may have been left out" in found.explanation
    always = GROUNDED.model_copy(update={"ask_critic": "always"})
    assert "would have gone on to round 3" in replay(rounds, always, bar=99, attempts=3).explanation


def test_what_a_person_had_go_on_is_not_taken_for_the_runs_own_way() -> None:
    rounds = [judged(1, 80, is_last=True), judged(2, 90, is_last=True)]
    found = replay(rounds, GROUNDED, bar=85, attempts=3)
    assert found.explanation == "the run stopped after round 1, and a person had it go on from there"
    assert replay(rounds, GROUNDED, bar=80, attempts=3).reason is StopReason.APPROVED


@settings(max_examples=60, deadline=None)
@given(
    scores=st.lists(st.none() | st.integers(0, 100), min_size=1, max_size=5),
    drafts=st.lists(st.sampled_from(DRAFTS[:4]), min_size=1, max_size=5),
    bar=st.integers(0, 100),
    attempts=st.integers(1, 5),
    patience=st.integers(1, 3),
)
def test_what_it_says_is_what_a_run_with_that_bar_and_those_attempts_does(
    scores: list[int | None], drafts: list[str], bar: int, attempts: int, patience: int
) -> None:
    verdicts = [UNREADABLE if score is None else verdict(score) for score in scores]
    long = run(Script(drafts, verdicts), quality_score_bar=100, max_attempts=5, patience=patience)
    found = again(long, bar, attempts)
    real = run(Script(drafts, verdicts), quality_score_bar=bar, max_attempts=attempts, patience=patience).progress
    assert found.is_known
    assert (found.round, found.reason) == (len(real.rounds), real.reason)
    assert (found.best_round, found.is_approved) == (real.best_round, real.is_approved)
