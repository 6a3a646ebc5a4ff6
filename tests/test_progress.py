"""What a run looks like after the events so far."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from reflexion_core import events
from reflexion_core.progress import Progress
from reflexion_core.records import Failure, ModelRef, RoleName, RunState, StopReason, Usage
from tests.running import Script, draft, run, run_options, source, verdict

START = datetime(2026, 1, 1, tzinfo=UTC)
MODEL = ModelRef(provider="scripted", name="test")
QUEUED = events.RunQueued(source=source(), options=run_options(), notice="a small model", at=START)
STARTED = events.RunStarted(prompts=(), models=(), at=START)


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def call(role: RoleName = RoleName.GENERATOR, **changes: Any) -> events.CallFinished:
    values: dict[str, Any] = {
        "role": role,
        "model": MODEL,
        "round": 1,
        "request_sha256": "0",
        "text": "all of it",
        "finish_reason": "stop",
        "usage": Usage(prompt_tokens=10, output_tokens=5),
        "seconds": 2.0,
    }
    return events.CallFinished(**(values | changes))


def call_started(role: RoleName = RoleName.GENERATOR) -> events.CallStarted:
    return events.CallStarted(role=role, model=MODEL, round=1)


def text(words: str) -> events.TextStreamed:
    return events.TextStreamed(role=RoleName.GENERATOR, text=words)


RETRY = events.CallRetried(role=RoleName.GENERATOR, reason="broken", wait_seconds=1)


def test_a_queued_run_knows_its_source_options_and_notice() -> None:
    progress = Progress.of([QUEUED])
    assert progress.state is RunState.QUEUED
    assert progress.source == QUEUED.source
    assert progress.notice == "a small model"
    assert progress.model == MODEL


def test_streamed_text_adds_up_while_its_role_writes() -> None:
    progress = Progress.of([QUEUED, STARTED, call_started(), text("one "), text("two")])
    assert progress.writing is RoleName.GENERATOR
    assert progress.live_text == "one two"


def test_a_retry_voids_the_text_and_says_why_until_text_comes_again() -> None:
    progress = Progress.of([QUEUED, STARTED, call_started(), text("one "), RETRY])
    assert (progress.live_text, progress.waiting_for) == ("", "broken")
    progress.apply(text("again"))
    assert (progress.live_text, progress.waiting_for) == ("again", "")
    assert progress.totals[RoleName.GENERATOR].retries == 1


def test_the_text_of_a_finished_call_stays_until_the_next_begins() -> None:
    progress = Progress.of([QUEUED, STARTED, call_started(), text("all"), call()])
    assert (progress.writing, progress.live_text) == (None, "all of it")
    progress.apply(call_started(RoleName.CRITIC))
    assert (progress.writing, progress.live_text) == (RoleName.CRITIC, "")


def test_usage_adds_up_by_role_and_in_all() -> None:
    progress = Progress.of([QUEUED, STARTED, call(), call(), call(RoleName.CRITIC, usage=Usage(output_tokens=7))])
    generator = progress.totals[RoleName.GENERATOR]
    assert (generator.calls, generator.usage.prompt_tokens, generator.seconds) == (2, 20, 4.0)
    assert progress.totals[RoleName.CRITIC].usage.prompt_tokens is None
    assert progress.usage.total_tokens == 20 + 10 + 7
    assert progress.model_seconds == 6.0


def test_wall_time_runs_from_the_start_to_the_end() -> None:
    progress = Progress.of([QUEUED, STARTED])
    assert progress.seconds is None
    progress.apply(events.RunCancelled(at=later(12)))
    assert progress.seconds == 12


@pytest.mark.parametrize(
    ("event", "state", "reason"),
    [
        (events.RunCancelled(), RunState.CANCELLED, StopReason.CANCELLED),
        (events.RunInterrupted(), RunState.INTERRUPTED, None),
        (events.RunFailed(failure=Failure(kind="X", message="m")), RunState.FAILED, None),
    ],
)
def test_an_end_leaves_nobody_writing(event: events.Event, state: RunState, reason: StopReason | None) -> None:
    progress = Progress.of([QUEUED, STARTED, call_started(), text("one"), event])
    assert (progress.state, progress.reason, progress.writing) == (state, reason, None)
    assert not progress.state.is_live
    assert progress.live_text == "one"


def test_a_round_keeps_what_was_used_from_its_start_to_its_decision() -> None:
    progress = run(Script([draft(1), draft(2)], [verdict(50), verdict(60)]), max_attempts=2).progress
    first, second = progress.rounds
    assert first.usage.total_tokens > 0
    assert first.usage.total_tokens + second.usage.total_tokens < progress.usage.total_tokens
    assert 0 < first.seconds < 10


def test_folding_a_runs_events_again_gives_the_same_run() -> None:
    outcome = run(Script([draft(1), draft(2)], [verdict(50), verdict(100)]))
    first = events.RunQueued(source=source(), options=run_options(), at=START)
    folded = Progress.of([first, *outcome.events])
    assert folded.rounds == outcome.progress.rounds
    assert folded.document == outcome.progress.document
    assert (folded.state, folded.reason) == (RunState.FINISHED, StopReason.APPROVED)


def test_what_is_no_event_is_refused() -> None:
    with pytest.raises(TypeError):
        Progress().apply("text")  # type: ignore[arg-type]
