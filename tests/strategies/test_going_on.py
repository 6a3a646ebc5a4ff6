"""A run that has ended goes on: with another bar, more attempts, a person's text or a person's request."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from reflexion_core.events import Event, RunContinued
from reflexion_core.progress import Progress
from reflexion_core.providers.scripted import ScriptedProvider
from reflexion_core.records import RunState, StopReason
from reflexion_core.run_options import Budget
from reflexion_core.runs import ProviderPool, RunRequest, execute
from reflexion_core.stopping import Stop
from tests.running import FINAL, PROMPTS, Outcome, Script, draft, run, run_options, verdict

DRAFTS = [draft(number) for number in range(1, 11)]


def go_on(
    outcome: Outcome,
    replies: Any,
    *,
    base_round: int | None = None,
    draft: str | None = None,
    fix: str = "",
    **changes: object,
) -> Outcome:
    """Continue a run with other replies and options."""
    provider = ScriptedProvider(replies=replies)
    pool = ProviderPool({})
    pool.add(provider)
    asked = RunContinued(options=run_options(**changes), base_round=base_round, draft=draft, fix=fix, by="Ada")
    first = outcome.progress
    assert first.source is not None
    progress = Progress.of([RunRequest(first.source, run_options()).queued, *outcome.events, asked])
    events: list[Event] = []
    request = RunRequest(first.source, asked.options)
    done = execute(request, pool, PROMPTS, events.append, Stop(), so_far=progress)
    return Outcome(done, events, provider)


def ended(*scores: float, **changes: object) -> Outcome:
    return run(Script(DRAFTS, [verdict(score) for score in scores]), **changes)


def test_more_attempts_let_a_run_go_on_where_it_stopped() -> None:
    first = ended(50, 60, max_attempts=2)
    second = go_on(first, Script(DRAFTS, [verdict(96)]), max_attempts=4)
    assert [item.score for item in second.progress.rounds] == [50, 60, 96]
    assert second.progress.reason is StopReason.APPROVED
    assert second.progress.rounds[2].number == 3


def test_the_document_of_the_first_end_is_kept_beside_the_new_one() -> None:
    second = go_on(ended(50, max_attempts=1), Script(DRAFTS, [verdict(96)], final=draft(98)), max_attempts=2)
    assert [document.text for document in second.progress.former_documents] == [FINAL]
    assert second.final_text == draft(98)


def test_a_lower_bar_that_is_reached_ends_the_run_without_another_round() -> None:
    second = go_on(ended(50, 80, max_attempts=2), Script(), quality_score_bar=75, max_attempts=4)
    assert (second.progress.reason, len(second.progress.rounds)) == (StopReason.APPROVED, 2)
    assert second.asked("generator") == []


def test_no_attempts_left_ends_the_run_without_another_round() -> None:
    second = go_on(ended(50, max_attempts=1), Script(), max_attempts=1)
    assert (second.progress.reason, len(second.progress.rounds)) == (StopReason.ATTEMPTS, 1)


def test_a_persons_text_is_the_next_draft_and_is_judged_as_any() -> None:
    text = draft(42)
    second = go_on(ended(50, max_attempts=1), Script(DRAFTS, [verdict(97)]), draft=text, max_attempts=2)
    own = second.progress.rounds[1]
    assert (own.draft, own.author, own.by, own.score) == (text, "person", "Ada", 97)
    assert second.asked("generator") == []
    assert second.progress.reason is StopReason.APPROVED


def test_a_persons_text_below_the_bar_is_revised() -> None:
    verdicts = [verdict(50), verdict(70), verdict(96)]
    second = go_on(ended(50, max_attempts=1), Script(DRAFTS, verdicts), draft=draft(42), max_attempts=3)
    [asked] = second.asked("generator")
    assert draft(42) in asked.messages[1].content
    assert [item.author for item in second.progress.rounds] == ["model", "person", "model"]


def test_a_persons_request_is_the_next_fix_and_the_chosen_round_its_base() -> None:
    first = ended(80, 40, max_attempts=2)
    second = go_on(first, Script(DRAFTS, [verdict(96)]), base_round=2, fix="Say what a box is.", max_attempts=3)
    [asked] = second.asked("generator")
    assert "Say what a box is." in asked.messages[1].content
    assert draft(2) in asked.messages[1].content
    assert draft(1) not in asked.messages[1].content


def test_without_a_chosen_round_the_best_one_is_the_base() -> None:
    second = go_on(ended(80, 40, max_attempts=2), Script(DRAFTS, [verdict(96)]), fix="Say more.", max_attempts=3)
    assert draft(1) in second.asked("generator")[0].messages[1].content


def test_patience_begins_anew_when_a_run_goes_on() -> None:
    first = ended(80, 40, 50, patience=2, max_attempts=9)
    assert first.progress.reason is StopReason.PLATEAU
    second = go_on(first, Script(DRAFTS, [verdict(60), verdict(70)]), patience=2, max_attempts=9)
    assert len(second.progress.rounds) > 4


def test_a_run_that_failed_in_its_first_call_can_go_on() -> None:
    first = run(Script([ValueError("broken")], [verdict(96)]))
    assert first.progress.state is RunState.FAILED
    second = go_on(first, Script(DRAFTS, [verdict(96)]))
    assert second.progress.reason is StopReason.APPROVED
    assert second.progress.failure is None


def test_single_pass_goes_on_with_one_more_draft() -> None:
    first = ended(50, strategy="single_pass")
    second = go_on(first, Script(DRAFTS, [verdict(70)]), strategy="single_pass")
    assert [item.number for item in second.progress.rounds] == [1, 2]
    assert second.progress.reason is StopReason.SINGLE_PASS


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 100), min_size=1, max_size=5), st.integers(1, 5), st.integers(1, 5))
def test_a_run_that_goes_on_ends_with_a_document_within_its_attempts(scores: list[int], first: int, more: int) -> None:
    verdicts = [verdict(score) for score in scores]
    before = run(Script(DRAFTS, verdicts), max_attempts=first)
    after = go_on(before, Script(DRAFTS, verdicts), max_attempts=min(first + more, 10))
    assert after.progress.state is RunState.FINISHED
    assert after.progress.document is not None
    assert len(after.progress.rounds) <= min(first + more, 10)


def test_a_budget_begins_anew_when_a_run_goes_on() -> None:
    first = ended(50, budget=Budget(calls=2))
    assert first.progress.reason is StopReason.BUDGET
    second = go_on(first, Script(DRAFTS, [verdict(50)]), budget=Budget(calls=2))
    assert len(second.asked("generator")) == 1
    assert second.progress.reason is StopReason.BUDGET
