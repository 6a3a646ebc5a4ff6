"""Writes a run's events as they come.

A disk that is full does not end a run that a model has worked on for minutes: the events stay in memory, are
offered to the database again with the next one, and the user is told.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from reflexion_core.errors import StorageError
from reflexion_core.events import Event, RunQueued, TextStreamed
from reflexion_core.progress import Progress
from reflexion_core.storage.store import RunStore

_STREAM_SECONDS = 1.0
"""Streamed text is written at most this often, so a crash loses at most a second of it."""


class Recorder:
    """Takes the events of one run.

    Args:
        store: Where they go.
        run_id: The run's name.
        earlier: What is stored of the run already.
    """

    def __init__(self, store: RunStore, run_id: str, earlier: Sequence[Event] = ()) -> None:
        self.run_id = run_id
        self.problem: StorageError | None = None
        """Why the last events are not stored; None while all are."""
        self._store = store
        self._lock = threading.Lock()
        self._progress = Progress.of(earlier)
        self._waiting: list[Event] = []
        self._stored = len(earlier)
        self._written_at = 0.0

    def __call__(self, event: Event) -> None:
        """Take the next event; never raises."""
        with self._lock:
            self._progress.apply(event)
            self._queue(event)
            is_text = isinstance(event, TextStreamed)
            if not is_text or time.monotonic() - self._written_at >= _STREAM_SECONDS:
                self._write()

    def _queue(self, event: Event) -> None:
        last = self._waiting[-1] if self._waiting else None
        if isinstance(event, TextStreamed) and isinstance(last, TextStreamed) and last.role is event.role:
            self._waiting[-1] = last.model_copy(update={"text": last.text + event.text})
        else:
            self._waiting.append(event)

    def _write(self) -> None:
        self._written_at = time.monotonic()
        try:
            self._store_waiting()
            self.problem = None
        except StorageError as exc:
            self.problem = exc

    def _store_waiting(self) -> None:
        first = self._waiting[0]
        if self._stored == 0 and isinstance(first, RunQueued):
            self._store.create(self.run_id, first)
            self._stored = 1
            del self._waiting[0]
        if self._waiting:
            self._store.append(self.run_id, self._stored + 1, self._waiting, self._progress)
            self._stored += len(self._waiting)
            self._waiting.clear()
