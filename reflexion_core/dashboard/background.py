"""Runs outside any page's script: a refresh, another page, a second tab or a lost connection changes nothing.

One run at a time uses a model; the others wait in line. Where several people use the server each of them has a view
of their own (`for_person`), through which nobody gets at another's runs but at those that are shared.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from reflexion_core.dashboard.waiting_line import LineRules, choose_ready, count_ahead, next_turn
from reflexion_core.errors import StorageError
from reflexion_core.events import DocumentAccepted, Event, RunCancelled, RunContinued, RunShared
from reflexion_core.progress import Progress
from reflexion_core.prompts import PromptSet
from reflexion_core.records import FinalDocument, ModelRef
from reflexion_core.runs import ProviderPool, Referee, RunRequest, execute
from reflexion_core.stopping import Stop
from reflexion_core.storage.earlier_runs import find_earlier_runs
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
    turn: int = 0
    """Whose turn it has in the waiting line; see `waiting_line`."""

    @property
    def person(self) -> str:
        return self.request.person

    @property
    def models(self) -> frozenset[ModelRef]:
        return self.request.options.models

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
    is_own: bool = True
    """Whether the one who looks may change it."""
    is_line_shared: bool = False
    """Whether it waits in one line with the runs of other people."""


class BackgroundRuns:
    """Every run of this process, waiting and at work.

    Args:
        pool: The providers.
        prompts: The prompts.
        store: Where runs are kept.
        referee: What judges drafts; not needed under the policy `model`.
        rules: How many runs may be at work at once.
    """

    _person: str | None = None
    """Who looks; None sees and may change everything."""

    def __init__(
        self,
        pool: ProviderPool,
        prompts: PromptSet,
        store: RunStore,
        referee: Referee | None = None,
        rules: LineRules | None = None,
    ) -> None:
        self.pool = pool
        self.prompts = prompts
        self.store = store
        self.referee = referee
        self._rules = rules or LineRules()
        # Shared by all views of these runs, so lock, lists and dict are changed and never replaced.
        self._lock = threading.Lock()
        self._waiting: list[_BackgroundRun] = []
        self._working: list[_BackgroundRun] = []
        self._unstored: dict[str, _BackgroundRun] = {}

    def for_person(self, person: str) -> BackgroundRuns:
        """Return the same runs as one person may see and change them."""
        own = copy.copy(self)
        own._person = person
        own.store = self.store.for_person(person)
        return own

    def start(self, requests: Iterable[RunRequest]) -> list[str]:
        """Enter runs at the end of the line and return their names."""
        entered = []
        for asked in requests:
            earlier = find_earlier_runs(self.store, asked.source, asked.options)
            request = replace(asked, person=self._person or "", earlier=earlier)
            run_id = new_run_id()
            run = _BackgroundRun(run_id, request, Recorder(self.store, run_id))
            run.take(request.queued)
            entered.append(run)
        self._enter(entered)
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
        before = len(progress.rounds)
        request = RunRequest(progress.source, asked.options, progress.notice, before, progress.person)
        asked = asked.model_copy(update={"options": request.options})
        run = _BackgroundRun(run_id, request, Recorder(self.store, run_id, events), progress, is_new=False)
        run.take(asked)
        with self._lock:
            self._unstored.pop(run_id, None)
        self._enter([run])

    def accept(self, run_id: str, document: FinalDocument, by: str) -> None:
        """Record that a person takes a document of a run that has ended.

        Raises:
            StorageError: there is no such run, it is still going, or it cannot be written.
        """
        events = self.store.events(run_id)
        progress = Progress.of(events)
        if not events or progress.state.is_live:
            raise StorageError("only a document of a run that has ended can be accepted", hint="wait until it ends")
        self._add(run_id, events, progress, DocumentAccepted(document=document, by=by))

    def share(self, run_id: str, *, is_shared: bool) -> None:
        """Let others see a run who have its link, or do not let them any more.

        Raises:
            StorageError: there is no such run, another process is at work on it, or it cannot be written.
        """
        shared = RunShared(is_shared=is_shared)
        with self._lock:
            run = self._held(run_id)
        if run is not None and self._is_own(run.progress):
            run.take(shared)
            return
        events = self.store.events(run_id)
        progress = Progress.of(events)
        if not events or progress.state.is_live:
            raise StorageError("this run cannot be shared from here", hint="wait until it ends")
        self._add(run_id, events, progress, shared)

    def _add(
        self, run_id: str, events: Sequence[Event], progress: Progress, event: DocumentAccepted | RunShared
    ) -> None:
        """Write what a person says of a run that has ended."""
        if not self._is_own(progress):
            raise StorageError("this run belongs to somebody else", hint="start a review of your own")
        progress.apply(event)
        self.store.append(run_id, len(events) + 1, [event], progress)

    def stop(self, run_id: str) -> None:
        """Stop a run; nothing happens for one that has ended, or that another process holds."""
        with self._lock:
            run = self._held(run_id)
            if run is not None and not self._is_own(run.progress):
                return
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

        None where there is no such run, or it is another's and not shared.

        Raises:
            StorageError: the store cannot be read.
        """
        with self._lock:
            run = self._held(run_id) or self._unstored.get(run_id)
            ahead = self._ahead(run) if run is not None and run in self._waiting else 0
        if run is not None:
            shown = run.snapshot()
            return self._show(run, shown, ahead) if self._is_own(shown) or shown.is_shared else None
        progress = self.store.progress(run_id)
        return None if progress is None else RunView(run_id, progress, is_own=self._is_own(progress))

    def live(self) -> list[RunView]:
        """Return the runs that this process holds, those at work first; of one person's view that person's alone."""
        with self._lock:
            held = [(run, 0) for run in self._working] + [(run, self._ahead(run)) for run in self._waiting]
        return [self._show(run, run.snapshot(), ahead) for run, ahead in held if self._is_own(run.progress)]

    def _show(self, run: _BackgroundRun, shown: Progress, ahead: int) -> RunView:
        problem = run.recorder.problem.message if run.recorder.problem is not None else ""
        return RunView(
            run.id,
            shown,
            ahead,
            is_here=True,
            problem=problem,
            is_own=self._is_own(shown),
            is_line_shared=self._person is not None,
        )

    def _is_own(self, progress: Progress) -> bool:
        return self._person is None or progress.person == self._person

    def _held(self, run_id: str) -> _BackgroundRun | None:
        return next((run for run in (*self._working, *self._waiting) if run.id == run_id), None)

    def _ahead(self, run: _BackgroundRun) -> int:
        return count_ahead(run, self._working, self._waiting, self._rules)

    def _enter(self, runs: Iterable[_BackgroundRun]) -> None:
        """Let runs wait in line, and begin with those that need not."""
        with self._lock:
            for run in runs:
                run.turn = next_turn(run.person, self._working, self._waiting)
                self._waiting.append(run)
        self._start_ready()

    def _start_ready(self) -> None:
        with self._lock:
            ready = choose_ready(self._working, self._waiting, self._rules)
            for run in ready:
                self._waiting.remove(run)
            self._working += ready
        for run in ready:
            threading.Thread(target=self._work, args=(run,), name=f"run {run.id}", daemon=True).start()

    def _work(self, run: _BackgroundRun) -> None:
        try:
            so_far = None if run.is_new else run.snapshot()
            lessons = self.store.lessons
            execute(run.request, self.pool, self.prompts, run.take, run.stop, self.referee, so_far, lessons)
        finally:
            with self._lock:
                self._working.remove(run)
                if run.recorder.problem is not None:
                    self._unstored[run.id] = run
            self._start_ready()
