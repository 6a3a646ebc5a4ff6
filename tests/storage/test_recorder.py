"""Writing a run's events as they come, also when the disk does not want them."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from reflexion_core import events
from reflexion_core.errors import StorageError
from reflexion_core.events import Event, TextStreamed
from reflexion_core.records import RoleName, RunState
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore, new_run_id
from tests.running import QUEUED, STARTED


def text(words: str, role: RoleName = RoleName.GENERATOR) -> TextStreamed:
    return TextStreamed(role=role, text=words)


def record(store: RunStore, *more: Event) -> Recorder:
    recorder = Recorder(store, new_run_id())
    for item in (QUEUED, STARTED, *more):
        recorder(item)
    return recorder


def stored_texts(store: RunStore, recorder: Recorder) -> list[tuple[RoleName, str]]:
    return [(item.role, item.text) for item in store.events(recorder.run_id) if isinstance(item, TextStreamed)]


def test_an_event_is_there_as_soon_as_it_was_taken(store: RunStore) -> None:
    recorder = record(store)
    assert store.events(recorder.run_id) == [QUEUED, STARTED]
    assert recorder.problem is None


def test_texts_of_one_role_are_stored_together_and_none_is_lost(store: RunStore) -> None:
    words = [text(f"word{number} ") for number in range(200)]
    recorder = record(store, *words, text("remark", RoleName.CRITIC), events.RunCancelled())
    stored = stored_texts(store, recorder)
    written = "".join(said for role, said in stored if role is RoleName.GENERATOR)
    assert written == "".join(word.text for word in words)
    assert stored[-1] == (RoleName.CRITIC, "remark")
    assert len(stored) < 20


def test_text_of_a_failed_try_is_not_joined_with_that_of_the_next(store: RunStore) -> None:
    retry = events.CallRetried(role=RoleName.GENERATOR, reason="broken", wait_seconds=1)
    recorder = record(store, text("half"), retry, text("whole"), events.RunCancelled())
    assert [said for _, said in stored_texts(store, recorder)] == ["half", "whole"]
    progress = store.progress(recorder.run_id)
    assert progress is not None
    assert progress.live_text == "whole"


class FullDisk:
    """Refuses writes to a store's database while it is full, as SQLite does."""

    def __init__(self, store: RunStore) -> None:
        self.is_full = True
        self.engine: Engine = store._engine
        event.listen(self.engine, "checkout", self._limit)
        event.listen(self.engine, "connect", self._limit)
        self.engine.dispose()

    def _limit(self, connection, *_: object) -> None:  # type: ignore[no-untyped-def]
        connection.execute(f"PRAGMA max_page_count={1 if self.is_full else 1_000_000}")


LONG = "long " * 4000
"""More than fits into the pages that a database has left over."""


@pytest.fixture
def disk(store: RunStore) -> FullDisk:
    return FullDisk(store)


def test_events_that_a_full_disk_refused_are_written_with_the_next(store: RunStore, disk: FullDisk) -> None:
    disk.is_full = False
    recorder = record(store)
    disk.is_full = True
    recorder(events.DraftReady(round=1, draft=LONG))
    assert isinstance(recorder.problem, StorageError)
    assert "full" in recorder.problem.message
    recorder(events.AdjudicationReady(text=LONG))
    assert len(store.events(recorder.run_id)) == 2
    disk.is_full = False
    recorder(events.RunCancelled())
    assert recorder.problem is None
    kinds = [item.kind for item in store.events(recorder.run_id)]
    assert kinds == ["run_queued", "run_started", "draft_ready", "adjudication_ready", "run_cancelled"]
    assert store.summaries()[0].state is RunState.CANCELLED


def test_a_run_that_could_not_even_be_entered_is_entered_later(store: RunStore, disk: FullDisk) -> None:
    long = QUEUED.model_copy(update={"notice": LONG})
    recorder = Recorder(store, new_run_id())
    recorder(long)
    assert recorder.problem is not None
    recorder(STARTED)
    disk.is_full = False
    recorder(events.RunCancelled())
    assert recorder.problem is None
    assert [item.kind for item in store.events(recorder.run_id)] == ["run_queued", "run_started", "run_cancelled"]


def test_a_problem_names_the_database_and_says_that_nothing_is_lost(
    store: RunStore, disk: FullDisk, tmp_path: Path
) -> None:
    recorder = Recorder(store, new_run_id())
    recorder(QUEUED.model_copy(update={"notice": LONG}))
    assert recorder.problem is not None
    assert str(tmp_path / "runs.db") in recorder.problem.message
    assert recorder.problem.hint == "nothing that was stored before is lost"
