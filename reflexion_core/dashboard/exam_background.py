"""An exam outside the page's script: a refresh, another page or a second tab changes nothing.

The server holds one exam, at work or done: a second one would take the machine from the first, and a model as well.
"""

from __future__ import annotations

import copy
import threading
import time
from dataclasses import dataclass, field, replace

from reflexion_core.errors import Cancelled, ReflexionError
from reflexion_core.exam.papers import ExamPaper
from reflexion_core.exam.report import ExamReport
from reflexion_core.exams import ExamRequest, ExamRoom, hold_exam
from reflexion_core.stopping import Stop


@dataclass(frozen=True)
class ExamView:
    """An exam as the page shows it."""

    report: ExamReport | None = None
    """What it has shown so far; None before its first paper."""
    paper: str = ""
    """The paper that was judged last, in words."""
    is_live: bool = True
    problem: ReflexionError | None = None
    """Why it ended before its time."""
    seconds: float = 0.0


class BackgroundExam:
    """An exam at work in a thread of its own.

    Args:
        request: What is examined, and who sits.
        room: The settings, providers and prompts.
    """

    def __init__(self, request: ExamRequest, room: ExamRoom) -> None:
        self.request = request
        self._room = room
        self._stop = Stop()
        self._lock = threading.Lock()
        self._view = ExamView()
        self._started = time.monotonic()
        threading.Thread(target=self._work, name="exam", daemon=True).start()

    @property
    def view(self) -> ExamView:
        with self._lock:
            shown = self._view
        return replace(shown, seconds=time.monotonic() - self._started) if shown.is_live else shown

    def stop(self) -> None:
        """End it; what was judged until then stays."""
        self._stop.set()

    def _work(self) -> None:
        problem: ReflexionError | None = None
        try:
            report = hold_exam(self.request, self._room, self._take, self._stop)
            self._change(report=report)
        except Cancelled:
            pass  # it was stopped before its first paper, and has nothing to show
        except ReflexionError as exc:
            problem = exc
        except Exception as exc:  # noqa: BLE001 - a fault of our own must not leave the page waiting for ever
            problem = ReflexionError(f"a fault in the program: {exc}", hint="please report it")
        self._change(is_live=False, problem=problem)

    def _take(self, paper: ExamPaper, report: ExamReport) -> None:
        self._change(report=report, paper=paper.title)

    def _change(self, **changes: object) -> None:
        with self._lock:
            seconds = time.monotonic() - self._started
            self._view = replace(self._view, seconds=seconds, **changes)  # type: ignore[arg-type]


@dataclass
class _Held:
    """The exam of the server, for all who use it."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    exam: BackgroundExam | None = None
    person: str | None = None
    """Who began it."""


class ExamDesk:
    """Where the server keeps its exam."""

    _person: str | None = None
    """Who looks; None is somebody who is alone here."""

    def __init__(self) -> None:
        self._held = _Held()

    def for_person(self, person: str) -> ExamDesk:
        """Return the same desk as one person may use it, who sees no exam of another: it shows their files."""
        own = copy.copy(self)
        own._person = person
        return own

    @property
    def exam(self) -> BackgroundExam | None:
        """The exam that was begun last; None before the first, and where it is another's."""
        with self._held.lock:
            is_own = self._person is None or self._person == self._held.person
            return self._held.exam if is_own else None

    @property
    def is_taken(self) -> bool:
        """Whether another's exam is going on."""
        with self._held.lock:
            held = self._held
            is_own = self._person is None or self._person == held.person
            return held.exam is not None and not is_own and held.exam.view.is_live

    def start(self, request: ExamRequest, room: ExamRoom) -> None:
        """Begin an exam; nothing happens while one is going on."""
        with self._held.lock:
            if self._held.exam is None or not self._held.exam.view.is_live:
                self._held.exam, self._held.person = BackgroundExam(request, room), self._person

    def stop(self) -> None:
        """End the exam that is going on, if there is one."""
        exam = self.exam
        if exam is not None:
            exam.stop()
