"""Runs in a database: what comes back, and who may write."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflexion_core import events
from reflexion_core.errors import StorageError
from reflexion_core.events import EVENT, Event, RunQueued
from reflexion_core.lesson_records import GivenLesson
from reflexion_core.plans import PlannedSection, SectionResult
from reflexion_core.progress import Progress
from reflexion_core.records import (
    CheckReport,
    CriticIssue,
    Critique,
    Decision,
    DimensionScore,
    Failure,
    FinalDocument,
    ModelRef,
    ModelVersion,
    PromptVersion,
    Repair,
    RequiredFix,
    RoleName,
    RunState,
    Scores,
    Settlement,
    StopReason,
    Usage,
)
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore, is_run_id, new_run_id
from tests.findings import finding
from tests.running import QUEUED, STARTED, Script, draft, run, source, verdict

MODEL = ModelRef(provider="scripted", name="test")
ISSUE = CriticIssue(quote="“q”\n", problem="p", suggestion="", severity="low", dimension="completeness")
CRITIQUE = Critique(technical_accuracy=94.999, completeness=0, issues=(ISSUE,), single_critical_fix="fix")
REPORT = CheckReport(findings=(finding(replacement=(1, 2, "x")),), right=("a.b: default",), cannot_tell=2)
EVERY_EVENT: list[Event] = [
    QUEUED,
    events.RunStarted(
        prompts=(PromptVersion(id="a/b", version=1, sha256="0"),),
        models=(ModelVersion(role=RoleName.CRITIC, ref=MODEL, digest="d", context_tokens=1),),
    ),
    events.LessonsGiven(lessons=(GivenLesson(id=1, text="t", reason="`r`", times=2),), problem="p"),
    events.ForecastMade(at_least=1.5, at_most=60.0, basis="b"),
    events.PlanMade(
        sections=(PlannedSection(number=1, title="a", symbols=("a",), line=1, end_line=2, tokens=3),),
        options=QUEUED.options, reason="r",
    ),
    events.RoundStarted(round=1),
    events.SectionStarted(number=1),
    events.SectionReady(result=SectionResult(number=1, symbols=("a",), text="t", origin="code", note="n")),
    events.CallStarted(role=RoleName.GENERATOR, model=MODEL, round=1),
    events.TextStreamed(role=RoleName.GENERATOR, text=" é\u2028\x00😀\n"),
    events.CallRetried(role=RoleName.GENERATOR, reason="busy", wait_seconds=1.25),
    events.CallFinished(
        role=RoleName.GENERATOR, model=MODEL, round=1, request_sha256="0", text="t", finish_reason="length",
        usage=Usage(prompt_tokens=1, load_seconds=0.1), seconds=0.1,
    ),
    events.DraftReady(round=1, draft=draft(), is_cut=True),
    events.FindingsReady(round=1, report=REPORT, seconds=0.5),
    events.DraftRepaired(
        round=1, draft="d", repairs=(Repair(finding=finding(), before="1", after="12"),), report=REPORT,
    ),
    events.CritiqueReady(round=1, critique=CRITIQUE),
    events.CritiqueReady(round=1, critique=None, problem="unreadable"),
    events.RoundScored(round=1, scores=Scores(dimensions=(DimensionScore(dimension="a", value=1 / 3),))),
    events.RoundScored(round=1, scores=None),
    events.Routed(round=1, decision=Decision(
        action="stop", reason=StopReason.PLATEAU, explanation="e", fix=RequiredFix(text="f", origin="critic_fix"),
    )),
    events.AdjudicationReady(text="text"),
    events.RunFinished(
        reason=StopReason.ATTEMPTS, is_approved=False, best_round=1, score=None,
        document=FinalDocument(
            text="t", origin="draft", round_number=1, note="n", report=REPORT,
            settled=(Settlement(message="m", scope="line", before="b", after=""),),
        ),
    ),
    events.CriticLeftOut(round=1),
    events.CriticDropped(round=1, model=MODEL, problem="p"),
    events.StrategyChosen(strategy="single_pass", reason="r", is_by_model=True, options=QUEUED.options, models=(
        ModelVersion(role=RoleName.CRITIC, ref=MODEL, digest="d", context_tokens=1),
    )),
    events.RunContinued(options=QUEUED.options, base_round=1, draft="d", fix="f", by="b"),
    events.DocumentAccepted(document=FinalDocument(text="t", origin="person", round_number=1), by="b"),
    events.RunFailed(failure=Failure(kind="K", message="m", hint="h")),
    events.RunShared(is_shared=True),
    events.RunCancelled(),
    events.RunInterrupted(),
]  # fmt: skip


def save(store: RunStore, *more: Event, queued: RunQueued = QUEUED) -> str:
    run_id = new_run_id()
    store.create(run_id, queued)
    if more:
        store.append(run_id, 2, more, Progress.of([queued, *more]))
    return run_id


def test_the_table_of_events_has_every_kind() -> None:
    kinds = set(EVENT.json_schema()["discriminator"]["mapping"])
    assert {event.kind for event in EVERY_EVENT} == kinds


@pytest.mark.parametrize("event", EVERY_EVENT, ids=lambda event: event.kind)
def test_every_event_comes_back_as_it_was(store: RunStore, event: Event) -> None:
    run_id = new_run_id()
    store.create(run_id, QUEUED)
    store.append(run_id, 2, [event], Progress())
    assert store.events(run_id) == [QUEUED, event]


@settings(max_examples=30, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"])), seconds=st.floats(0, 1e9), offset=st.integers(-12, 12))
def test_any_text_time_and_number_comes_back_as_it_was(text: str, seconds: float, offset: int) -> None:
    at = datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=offset)))
    event = events.CallRetried(role=RoleName.CRITIC, reason=text, wait_seconds=seconds, at=at)
    assert EVENT.validate_json(event.model_dump_json()) == event


def test_events_come_in_order_and_from_any_point(store: RunStore) -> None:
    run_id = save(store, STARTED, *[events.RoundStarted(round=number) for number in range(1, 13)])
    numbers = [event.round for event in store.events(run_id, after=2) if isinstance(event, events.RoundStarted)]
    assert numbers == list(range(1, 13))
    assert len(store.events(run_id, after=12)) == 2


def test_a_whole_run_comes_back_as_it_ended(store: RunStore) -> None:
    recorder = Recorder(store, new_run_id())
    recorder(QUEUED)
    outcome = run(Script([draft(1), draft(2)], [verdict(50), verdict(96, 98)]))
    for event in outcome.events:
        recorder(event)
    stored = store.progress(recorder.run_id)
    assert stored is not None
    assert stored.rounds == outcome.progress.rounds
    assert stored.document == outcome.progress.document
    summary = store.summaries()[0]
    assert (summary.state, summary.reason, summary.rounds) == (RunState.FINISHED, "approved", 2)
    assert (summary.score, summary.is_approved, summary.source_name) == (97, True, "shapes.py")
    assert summary.tokens == outcome.progress.usage.total_tokens
    assert summary.seconds == stored.seconds


def test_a_failed_run_shows_why_in_the_list(store: RunStore) -> None:
    save(store, STARTED, events.RunFailed(failure=Failure(kind="K", message="the server is gone")))
    assert (store.summaries()[0].state, store.summaries()[0].problem) == (RunState.FAILED, "the server is gone")


def test_an_unknown_run_has_no_events_and_no_progress(store: RunStore) -> None:
    assert store.events("0" * 16) == []
    assert store.progress("0" * 16) is None


def test_the_newest_run_is_first_and_a_page_holds_no_more_than_asked(store: RunStore) -> None:
    day = datetime(2026, 1, 1, tzinfo=UTC)
    ids = [save(store, queued=QUEUED.model_copy(update={"at": day + timedelta(days=number)})) for number in range(4)]
    assert [row.id for row in store.summaries()] == ids[::-1]
    assert [row.id for row in store.summaries(limit=2, offset=1)] == [ids[2], ids[1]]
    assert store.count() == 4


def test_the_runs_of_a_file_are_those_of_its_name_with_a_draft_the_newest_first(store: RunStore) -> None:
    day = datetime(2026, 1, 1, tzinfo=UTC)
    drafted = (STARTED, events.RoundStarted(round=1), events.DraftReady(round=1, draft="d"))
    queued = [QUEUED.model_copy(update={"at": day + timedelta(days=number)}) for number in range(3)]
    ids = [save(store, *drafted, queued=one) for one in queued]
    save(store, STARTED)
    save(store, *drafted, queued=RunQueued(source=source(name="other.py"), options=QUEUED.options))
    assert [row.id for row in store.runs_of("shapes.py")] == ids[::-1]
    assert [row.id for row in store.runs_of("shapes.py", limit=1)] == ids[2:]
    assert store.runs_of("none.py") == []


def test_moments_of_any_time_zone_come_back_as_the_same_moment(store: RunStore) -> None:
    at = datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=5)))
    save(store, queued=QUEUED.model_copy(update={"at": at}))
    assert store.summaries()[0].queued_at == at
    assert store.summaries()[0].queued_at.tzinfo is UTC


def test_a_run_is_found_by_the_beginning_of_its_name(store: RunStore) -> None:
    for run_id in ("aa11" + "0" * 12, "aa22" + "0" * 12):
        store.create(run_id, QUEUED)
    assert store.find("aa1") == "aa11" + "0" * 12
    assert store.find("aa22" + "0" * 12) == "aa22" + "0" * 12


@pytest.mark.parametrize(
    ("prefix", "problem"),
    [
        ("aa", "more than one run begins with 'aa'"),
        ("bb", "no run is called 'bb'"),
        ("", "no run is called ''"),
        ("%", "no run is called '%'"),
        ("AA1", "no run is called 'AA1'"),
        ("aa1\n", "no run is called"),
        ("a" * 17, "no run is called"),
    ],
)
def test_a_beginning_that_is_not_one_runs_is_refused(store: RunStore, prefix: str, problem: str) -> None:
    for run_id in ("aa11" + "0" * 12, "aa22" + "0" * 12):
        store.create(run_id, QUEUED)
    with pytest.raises(StorageError) as caught:
        store.find(prefix)
    assert caught.value.message.startswith(problem)


def test_a_new_name_is_one_and_other_texts_are_not() -> None:
    assert is_run_id(new_run_id())
    assert new_run_id() != new_run_id()
    assert not any(is_run_id(text) for text in ("", "0" * 15, "0" * 17, "x" * 16, "A" * 16, "0" * 15 + "\n"))


def test_a_removed_run_takes_its_events_along(store: RunStore) -> None:
    gone, kept = save(store, STARTED, events.RunCancelled()), save(store, STARTED)
    assert store.delete([gone]) == [gone]
    assert store.events(gone) == []
    assert len(store.events(kept)) == 2
    assert store.count() == 1


def test_events_of_a_run_that_was_removed_are_refused(store: RunStore) -> None:
    with pytest.raises(StorageError):
        store.append(new_run_id(), 2, [STARTED], Progress())


def test_one_run_cannot_be_entered_twice(store: RunStore) -> None:
    run_id = save(store)
    with pytest.raises(StorageError):
        store.create(run_id, QUEUED)


def test_events_that_are_refused_change_nothing(store: RunStore) -> None:
    run_id = save(store, STARTED)
    cancelled = events.RunCancelled()
    with pytest.raises(StorageError):
        store.append(run_id, 2, [cancelled], Progress.of([QUEUED, STARTED, cancelled]))
    assert len(store.events(run_id)) == 2
    assert store.summaries()[0].state is RunState.RUNNING


HOLDER = """
import sys, time
from pathlib import Path
from reflexion_core.storage.store import RunStore
from reflexion_core.storage.recorder import Recorder
from reflexion_core.events import RoundStarted, DraftReady
from tests.findings import finding
from tests.running import QUEUED, STARTED

folder = Path(sys.argv[1])
store = RunStore(f"sqlite:///{folder / 'runs.db'}", folder / "owners")
recorder = Recorder(store, "abcdef0123456789")
for event in (QUEUED, STARTED, RoundStarted(round=1), DraftReady(round=1, draft="kept")):
    recorder(event)
print("written", recorder.problem, flush=True)
time.sleep(60)
"""


@contextmanager
def another_process(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that has begun a run and is still at it."""
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(folder)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "written None\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_run_of_a_process_that_was_killed_is_interrupted_with_all_it_had(store: RunStore, tmp_path: Path) -> None:
    with another_process(tmp_path) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    progress = store.progress("abcdef0123456789")
    assert progress is not None
    assert progress.state is RunState.INTERRUPTED
    assert [item.draft for item in progress.rounds] == ["kept"]
    summary = store.summaries()[0]
    assert summary.state is RunState.INTERRUPTED
    assert summary.ended_at is not None


def test_a_run_of_another_process_that_lives_is_left_alone(store: RunStore, tmp_path: Path) -> None:
    with another_process(tmp_path):
        assert store.summaries()[0].state is RunState.RUNNING
        store.mark_interrupted()
        assert len(store.events("abcdef0123456789")) == 4


def test_a_run_of_this_process_is_left_alone(store: RunStore) -> None:
    save(store, STARTED)
    store.mark_interrupted()
    assert store.summaries()[0].state is RunState.RUNNING


def test_a_run_of_another_store_in_this_process_is_left_alone(store: RunStore, tmp_path: Path) -> None:
    other = RunStore(store_url(tmp_path), tmp_path / "owners")
    save(other, STARTED)
    assert store.summaries()[0].state is RunState.RUNNING
    other.close()
    assert store.summaries()[0].state is RunState.INTERRUPTED


def store_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'runs.db'}"


def test_a_run_of_another_machine_is_left_alone(
    store: RunStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(socket, "gethostname", lambda: "elsewhere")
        other = RunStore(store_url(tmp_path), tmp_path / "owners")
        save(other, STARTED)
    other.close()
    assert store.summaries()[0].state is RunState.RUNNING


def test_a_finished_run_is_not_interrupted_when_its_process_ends(store: RunStore, tmp_path: Path) -> None:
    other = RunStore(store_url(tmp_path), tmp_path / "owners")
    save(other, STARTED, events.RunCancelled())
    other.close()
    assert store.summaries()[0].state is RunState.CANCELLED


def test_of_several_that_notice_an_interrupted_run_only_one_writes_it_down(tmp_path: Path) -> None:
    gone = RunStore(store_url(tmp_path), tmp_path / "owners")
    ids = [save(gone, STARTED) for _ in range(10)]
    gone.close()
    stores = [RunStore(store_url(tmp_path), tmp_path / "owners") for _ in range(4)]
    start, problems = threading.Barrier(4), []

    def look(at: RunStore) -> None:
        start.wait()
        try:
            at.mark_interrupted()
        except StorageError as problem:
            problems.append(problem)

    threads = [threading.Thread(target=look, args=(at,)) for at in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    stores[0].mark_interrupted()
    for run_id in ids:
        kinds = [event.kind for event in stores[0].events(run_id)]
        assert kinds == ["run_queued", "run_started", "run_interrupted"]
    for at in stores:
        at.close()


WRITER = """
import sys
from pathlib import Path
from reflexion_core.storage.store import RunStore
from reflexion_core.storage.recorder import Recorder
from reflexion_core.events import RoundStarted, RunCancelled
from tests.findings import finding
from tests.running import QUEUED, STARTED

folder = Path(sys.argv[1])
store = RunStore(f"sqlite:///{folder / 'runs.db'}", folder / "owners")
print("open", flush=True)
sys.stdin.readline()
problems = set()
for number in range(5):
    recorder = Recorder(store, sys.argv[2] * 15 + str(number))
    for event in (QUEUED, STARTED, *[RoundStarted(round=n) for n in range(10)], RunCancelled()):
        recorder(event)
        problems.add(str(recorder.problem))
store.close()
print(problems)
"""


def test_two_processes_write_at_once_and_lose_nothing(store: RunStore, tmp_path: Path) -> None:
    command: list[Any] = [sys.executable, "-c", WRITER, str(tmp_path)]
    both = [
        subprocess.Popen([*command, letter], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for letter in "ab"
    ]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate()[0] for process in both] == ["{'None'}\n"] * 2
    rows = store.summaries()
    assert len(rows) == 10
    assert {row.state for row in rows} == {RunState.CANCELLED}
    assert all(len(store.events(row.id)) == 13 for row in rows)
