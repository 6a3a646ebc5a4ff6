"""What pages say about a run."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from reflexion_core import events
from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.run_words import (
    REASON_WORDS,
    ROLE_WORDS,
    STATE_WORDS,
    activity,
    call_seconds,
    clock,
    elapsed_seconds,
    live_line,
    short_name,
    thousands,
    verdict,
)
from reflexion_core.progress import Progress
from reflexion_core.records import Decision, Failure, FinalDocument, ModelRef, RoleName, RunState, StopReason
from tests.running import run, run_options, source
from tests.running import verdict as critic_says

MODEL = ModelRef(provider="scripted", name="test")
QUEUED = events.RunQueued(source=source(), options=run_options(max_attempts=4))
STARTED = events.RunStarted(prompts=(), models=())


def view(*more: Any, ahead: int = 0) -> RunView:
    return RunView("0123456789abcdef", Progress.of([QUEUED, *more]), ahead)


def calling(role: str, round_number: int = 1) -> list[Any]:
    return [
        STARTED,
        events.RoundStarted(round=round_number),
        events.CallStarted(role=RoleName(role), model=MODEL, round=round_number),
    ]


def judged(score: float) -> Any:
    """Return replies whose critic gives every draft this score."""
    return lambda request: critic_says(score) if request.role == "critic" else "# x"


def test_every_state_reason_and_role_has_words():
    assert set(STATE_WORDS) == set(RunState)
    assert set(REASON_WORDS) == {*StopReason, "below_bar"}
    assert set(ROLE_WORDS) == set(RoleName)


@pytest.mark.parametrize(("seconds", "words"), [(None, "–"), (0, "0:00"), (9.9, "0:09"), (60, "1:00"), (3671, "61:11")])
def test_durations_are_minutes_and_seconds(seconds: float | None, words: str):
    assert clock(seconds) == words


@pytest.mark.parametrize(("count", "words"), [(0, "0"), (999, "999"), (1000, "1.0k"), (6140, "6.1k")])
def test_counts_from_a_thousand_on_are_rounded(count: int, words: str):
    assert thousands(count) == words


@pytest.mark.parametrize(
    ("name", "short"),
    [("qwen3.5:9b", "qwen3.5:9b"), ("hf.co/user/model:Q4", "hf.co/user/model:Q4"), ("/models/my.gguf", "my.gguf")],
)
def test_a_model_that_is_a_file_is_called_by_the_files_own_name(name: str, short: str):
    assert short_name(ModelRef(provider="embedded", name=name)) == short


def test_a_run_that_has_not_begun_has_no_time():
    assert elapsed_seconds(Progress.of([QUEUED])) is None


def test_an_ended_run_stands_still():
    at = datetime(2026, 1, 1, tzinfo=UTC)
    started = STARTED.model_copy(update={"at": at})
    ended = events.RunCancelled(at=at + timedelta(seconds=42))
    assert elapsed_seconds(Progress.of([QUEUED, started, ended])) == 42


def test_a_running_call_counts_from_its_start():
    call = calling("critic")
    call[-1] = call[-1].model_copy(update={"at": datetime.now(UTC) - timedelta(seconds=100)})
    assert 100 <= call_seconds(Progress.of([QUEUED, *call])) < 110


def test_a_waiting_run_says_how_many_are_before_it():
    assert live_line(view(ahead=2)) == activity(view(ahead=2)) == "waiting, 2 before it"
    assert live_line(view()) == "loading the model"


def test_a_working_run_says_round_attempts_and_role():
    assert live_line(view(*calling("critic", 3))) == "round 3 of 4 · critic"
    assert live_line(view(*calling("adjudicator"))) == "final word · adjudicator"
    assert live_line(view(STARTED)) == "running"


def test_a_role_reads_until_its_first_word_and_then_writes():
    call = calling("generator")
    assert activity(view(*call)) == "generator is reading"
    word = events.TextStreamed(role=RoleName.GENERATOR, text="# ")
    assert activity(view(*call, word)) == "generator is writing"
    again = events.CallRetried(role=RoleName.GENERATOR, reason="no answer", wait_seconds=1)
    assert activity(view(*call, word, again)) == "generator tries again"


def test_an_approved_run_says_so_with_its_numbers():
    assert verdict(run(judged(97)).progress) == ("Approved: score 97.0 reaches the bar of 95.")


def test_a_run_below_the_bar_says_why_it_ended():
    progress = run(judged(50), max_attempts=1).progress
    assert verdict(progress) == "Finished below the bar: score 50.0 after 1 attempt; the bar is 95."


def test_a_single_pass_says_its_score_and_that_it_is_one_draft():
    progress = run(
        lambda request: "# x" if request.role != "critic" else critic_says(97), strategy="single_pass"
    ).progress
    assert verdict(progress) == "Approved: score 97.0, the bar is 95; this strategy makes one draft."


def test_a_run_without_a_score_is_not_called_below_the_bar():
    progress = run(lambda request: "# x", max_attempts=1).progress
    assert verdict(progress) == "Finished without a score: the critic's answer could not be read, twice."


@pytest.mark.parametrize(
    ("last", "word"),
    [
        (events.RunCancelled(), "Stopped by you"),
        (events.RunFailed(failure=Failure(kind="x", message="boo")), "Failed"),
        (events.RunInterrupted(), "Interrupted"),
    ],
)
def test_a_run_that_was_cut_off_says_that_everything_is_kept(last: Any, word: str):
    text = verdict(view(STARTED, last).progress)
    assert text.startswith(word)
    assert "is kept" in text


def test_a_live_run_has_no_verdict():
    assert verdict(view(STARTED).progress) == ""


def test_the_last_decision_is_the_one_that_is_told():
    rounds = [
        events.DraftReady(round=1, draft="a"),
        events.Routed(round=1, decision=Decision(action="revise", reason="below_bar", explanation="first")),
        events.DraftReady(round=2, draft="b"),
        events.Routed(round=2, decision=Decision(action="stop", reason=StopReason.ATTEMPTS, explanation="second")),
    ]
    document = FinalDocument(text="x", origin="draft", round_number=1)
    finished = events.RunFinished(
        reason=StopReason.ATTEMPTS, is_approved=False, best_round=2, score=1, document=document
    )
    assert verdict(view(STARTED, *rounds, finished).progress) == "Finished without a score: second."
