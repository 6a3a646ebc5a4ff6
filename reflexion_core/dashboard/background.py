"""Runs outside any page's script: a refresh, another page, a second tab or a lost connection changes nothing.

One run at a time uses a model; the others wait in the order in which they came.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

from reflexion_core.errors import StorageError
from reflexion_core.events import DocumentAccepted, Event, RunCancelled, RunContinued
from reflexion_core.progress import Progress
from reflexion_core.prompts import PromptSet
from reflexion_core.records import FinalDocument
from reflexion_core.runs import ProviderPool, Referee, RunRequest, execute
from reflexion_core.stopping import Stop
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore, new_run_id


@dataclass
class _BackgroundRun:
    """A run that this process holds."""

    id: str
    request: RunRequest
    recorder: Recorder
    progress: Progress = field(default_factory=Progress)
    stop: Stop = field(default_factory=Stop)
    lock: threading.Lock = field(default_factory=threading.Lock)
    is_new: bool = True
    """Whether it begins, and does not go on after an end."""

    def take(self, event: Event) -> None:
        with self.lock:
            self.progress.apply(event)
        self.recorder(event)

    def snapshot(self) -> Progress:
        with self.lock:
            shot = copy.copy(self.progress)
            shot.rounds = list(self.progress.rounds)
            shot.totals = dict(self.progress.totals)
            return shot


@dataclass(frozen=True)
class RunView:
    """A run as a page shows it."""

    id: str
    progress: Progress
    ahead: int = 0
    """How many runs have to end before this one begins."""
    is_here: bool = False
    """Whether this process holds the run, and can stop it."""
    problem: str = ""
    """Why the newest events are not stored; empty while all are."""


class BackgroundRuns:
    """Every run of this process, waiting and at work.

    Args:
        pool: The providers.
        prompts: The prompts.
        store: Where runs are kept.
        referee: What judges drafts; not needed under the policy `model`.
    """

    def __init__(self, pool: ProviderPool, prompts: PromptSet, store: RunStore, referee: Referee | None = None) -> None:
        self.pool = pool
        self.prompts = prompts
        self.store = store
        self.referee = referee
        self._lock = threading.Lock()
        self._waiting: list[_BackgroundRun] = []
        self._working: list[_BackgroundRun] = []
        self._unstored: dict[str, _BackgroundRun] = {}

    def start(self, requests: Iterable[RunRequest]) -> list[str]:
        """Enter runs at the end of the line and return their names."""
        entered = []
        for request in requests:
            run_id = new_run_id()
            run = _BackgroundRun(run_id, request, Recorder(self.store, run_id))
            run.take(request.queued)
            entered.append(run)
        with self._lock:
            self._waiting += entered
        self._start_ready()
        return [run.id for run in entered]

    def go_on(self, run_id: str, asked: RunContinued) -> None:
        """Let a run that has ended go on; it enters at the end of the line.

        Raises:
            StorageError: there is no such run, it is still going, or the store cannot be read or written.
        """
        if not self.store.reopen(run_id):
            raise StorageError("this run is still going, or not known here", hint="stop it first, or see History")
        events = self.store.events(run_id)
        progress = Progress.of(events)
        if progress.source is None:
            raise StorageError(f"run {run_id} has no first event", hint="start the review anew")
        request = RunRequest(progress.source, asked.options, progress.notice, len(progress.rounds))
        asked = asked.model_copy(update={"options": request.options})
        run = _BackgroundRun(run_id, request, Recorder(self.store, run_id, events), progress, is_new=False)
        run.take(asked)
        with self._lock:
            self._unstored.pop(run_id, None)
            self._waiting.append(run)
        self._start_ready()

    def accept(self, run_id: str, document: FinalDocument, by: str) -> None:
        """Record that a person takes a document of a run that has ended.

        Raises:
            StorageError: there is no such run, it is still going, or it cannot be written.
        """
        events = self.store.events(run_id)
        progress = Progress.of(events)
        if not events or progress.state.is_live:
            raise StorageError("only a document of a run that has ended can be accepted", hint="wait until it ends")
        accepted = DocumentAccepted(document=document, by=by)
        progress.apply(accepted)
        self.store.append(run_id, len(events) + 1, [accepted], progress)

    def stop(self, run_id: str) -> None:
        """Stop a run; nothing happens for one that has ended, or that another process holds."""
        with self._lock:
            run = self._held(run_id)
            is_waiting = run in self._waiting
            if run is not None and is_waiting:
                self._waiting.remove(run)
        if run is None:
            return
        run.stop.set()
        if is_waiting:
            run.take(RunCancelled())
            self._start_ready()

    def view(self, run_id: str) -> RunView | None:
        """Return a run as it stands: from memory while this process holds it, else from the store.

        Raises:
            StorageError: the store cannot be read.
        """
        with self._lock:
            run = self._held(run_id) or self._unstored.get(run_id)
            ahead = self._ahead(run) if run is not None and run in self._waiting else 0
        if run is not None:
            problem = run.recorder.problem.message if run.recorder.problem is not None else ""
            return RunView(run_id, run.snapshot(), ahead, is_here=True, problem=problem)
        progress = self.store.progress(run_id)
        return None if progress is None else RunView(run_id, progress)

    def live(self) -> list[RunView]:
        """Return the runs that this process holds, those at work first."""
        with self._lock:
            held = [(run, 0) for run in self._working] + [(run, self._ahead(run)) for run in self._waiting]
        return [RunView(run.id, run.snapshot(), ahead, is_here=True) for run, ahead in held]

    def _held(self, run_id: str) -> _BackgroundRun | None:
        return next((run for run in (*self._working, *self._waiting) if run.id == run_id), None)

    def _ahead(self, run: _BackgroundRun) -> int:
        earlier = [*self._working, *self._waiting[: self._waiting.index(run)]]
        models = run.request.options.models
        return sum(1 for other in earlier if other.request.options.models & models)

    def _start_ready(self) -> None:
        with self._lock:
            ready = [run for run in self._waiting if self._ahead(run) == 0]
            self._waiting = [run for run in self._waiting if run not in ready]
            self._working += ready
        for run in ready:
            threading.Thread(target=self._work, args=(run,), name=f"run {run.id}", daemon=True).start()

    def _work(self, run: _BackgroundRun) -> None:
        try:
            so_far = None if run.is_new else run.snapshot()
            execute(run.request, self.pool, self.prompts, run.take, run.stop, self.referee, so_far)
        finally:
            with self._lock:
                self._working.remove(run)
                if run.recorder.problem is not None:
                    self._unstored[run.id] = run
            self._start_ready()
