"""What a run looks like after the events so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import singledispatchmethod

from reflexion_core import events
from reflexion_core.events import Event, ForecastMade, RunContinued, StrategyChosen
from reflexion_core.lesson_records import GivenLesson
from reflexion_core.plans import PlanProgress
from reflexion_core.records import (
    Acceptance,
    CheckReport,
    Failure,
    FinalDocument,
    ModelRef,
    ModelVersion,
    PromptVersion,
    RoleName,
    Round,
    RunState,
    Source,
    StopReason,
    Usage,
)
from reflexion_core.run_options import RunOptions


@dataclass(frozen=True)
class RoleTotals:
    """What one role has used so far."""

    calls: int = 0
    retries: int = 0
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0


@dataclass(frozen=True)
class FinishedCall:
    """What one call of a model took."""

    role: RoleName
    model: ModelRef
    round: int
    usage: Usage
    seconds: float


@dataclass
class Progress:
    """A run folded from its events; `apply` takes the next one."""

    source: Source | None = None
    options: RunOptions | None = None
    notice: str = ""
    person: str = ""
    """Who asked for the run; empty where one person alone uses the program."""
    is_shared: bool = False
    """Whether others may see it who have its link."""
    state: RunState = RunState.QUEUED
    prompts: tuple[PromptVersion, ...] = ()
    models: tuple[ModelVersion, ...] = ()
    lessons: tuple[GivenLesson, ...] | None = None
    """What the generator was told of earlier runs; None where the settings leave that out."""
    lessons_problem: str = ""
    """Why the lessons could not be read; empty where they could."""
    choice: StrategyChosen | None = None
    """What the strategy `auto` chose, and why; None where the user chose."""
    plan: PlanProgress | None = None
    """The sections of a run that is worked section by section; None for one that is not."""
    rounds: list[Round] = field(default_factory=list)
    """Rounds that have a draft, in order."""
    current_round: int = 0
    writing: RoleName | None = None
    """The role whose call is running."""
    writing_part: str = ""
    """What the running call writes the part of a document on; empty for the whole."""
    call_started_at: datetime | None = None
    live_text: str = ""
    """Text of the running call; of the last one until the next begins."""
    waiting_for: str = ""
    """Why the running call is being made again."""
    critic_problem: str = ""
    totals: dict[RoleName, RoleTotals] = field(default_factory=dict)
    calls: tuple[FinishedCall, ...] = ()
    """The calls that have ended, in order."""
    check_seconds: float = 0.0
    """Time that the checks of drafts took."""
    adjudicated: str | None = None
    reason: StopReason | None = None
    is_approved: bool = False
    best_round: int | None = None
    document: FinalDocument | None = None
    former_documents: list[FinalDocument] = field(default_factory=list)
    """Final documents of a run that went on after them."""
    acceptance: Acceptance | None = None
    """Who took the document as it is; None where nobody has."""
    continuation: RunContinued | None = None
    """How the run is to go on, or went on the last time; None where it never ended before."""
    rounds_before: int = 0
    """How many rounds there were when the run went on the last time."""
    failure: Failure | None = None
    forecast: ForecastMade | None = None
    """How long it was expected to take; None where nothing was known, and for a run that goes on."""
    queued_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    seconds_before: float = 0.0
    """Wall time of the run until it went on the last time."""
    _round_started_at: datetime | None = None
    _round_usage: Usage = field(default_factory=Usage)

    @classmethod
    def of(cls, run_events: Iterable[Event]) -> Progress:
        """Fold a run's events, in order."""
        progress = cls()
        for event in run_events:
            progress.apply(event)
        return progress

    @property
    def usage(self) -> Usage:
        total = Usage()
        for role in self.totals.values():
            total += role.usage
        return total

    @property
    def model_seconds(self) -> float:
        """Time in which a model call was running."""
        return sum(role.seconds for role in self.totals.values())

    @property
    def seconds(self) -> float | None:
        """Wall time from start to end; None while there is no end.

        The time between an end and going on is not counted.
        """
        if self.started_at is None or self.ended_at is None:
            return None
        return self.seconds_before + (self.ended_at - self.started_at).total_seconds()

    @property
    def best(self) -> Round | None:
        """The best round so far; see `best_round`."""
        return best_round(self.rounds)

    @property
    def model(self) -> ModelRef | None:
        return None if self.options is None else self.options.generator.model

    @singledispatchmethod
    def apply(self, event: Event) -> None:
        """Take the next event."""
        raise TypeError(f"{type(event).__name__} is not an event")

    @apply.register
    def _(self, event: events.RunQueued) -> None:
        self.source, self.options, self.notice = event.source, event.options, event.notice
        self.queued_at, self.person = event.at, event.person

    @apply.register
    def _(self, event: events.RunStarted) -> None:
        self.state, self.started_at = RunState.RUNNING, event.at
        self.prompts, self.models = event.prompts, event.models

    @apply.register
    def _(self, event: events.LessonsGiven) -> None:
        self.lessons, self.lessons_problem = event.lessons, event.problem

    @apply.register
    def _(self, event: events.StrategyChosen) -> None:
        self.choice, self.options, self.models = event, event.options, event.models

    @apply.register
    def _(self, event: events.ForecastMade) -> None:
        self.forecast = event

    @apply.register
    def _(self, event: events.RoundStarted) -> None:
        self.current_round = event.round
        self._round_started_at, self._round_usage = event.at, Usage()

    @apply.register
    def _(self, event: events.PlanMade) -> None:
        self.plan = (self.plan or PlanProgress(())).renewed(event.sections, event.reason)
        self.options = event.options

    @apply.register
    def _(self, event: events.SectionStarted) -> None:
        if self.plan is not None:
            self.plan = self.plan.started(event.number)

    @apply.register
    def _(self, event: events.SectionReady) -> None:
        if self.plan is not None:
            self.plan = self.plan.finished(event.result)

    @apply.register
    def _(self, event: events.CallStarted) -> None:
        self.writing, self.writing_part, self.call_started_at = event.role, event.part, event.at
        self.live_text = self.waiting_for = ""

    @apply.register
    def _(self, event: events.TextStreamed) -> None:
        self.live_text += event.text
        self.waiting_for = ""

    @apply.register
    def _(self, event: events.CallRetried) -> None:
        self.live_text, self.waiting_for = "", event.reason
        self._count(event.role, retries=1)

    @apply.register
    def _(self, event: events.CallFinished) -> None:
        self.writing = None
        self.live_text = event.text
        self._round_usage += event.usage
        self.calls += (FinishedCall(event.role, event.model, event.round, event.usage, event.seconds),)
        self._count(event.role, calls=1, usage=event.usage, seconds=event.seconds)

    @apply.register
    def _(self, event: events.DraftReady) -> None:
        taken = event.model_dump(include={"draft", "is_cut", "left_out", "author", "by"})
        self.rounds.append(Round(number=event.round, **taken))

    @apply.register
    def _(self, event: events.FindingsReady) -> None:
        self._update_round(report=event.report)
        self.check_seconds += event.seconds

    @apply.register
    def _(self, event: events.DraftRepaired) -> None:
        written = self.rounds[-1].draft
        self._update_round(draft=event.draft, written=written, repairs=event.repairs, report=event.report)

    @apply.register
    def _(self, event: events.CritiqueReady) -> None:
        self._update_round(critique=event.critique, is_critic_left_out=False)
        self.critic_problem = event.problem

    @apply.register
    def _(self, _event: events.CriticLeftOut) -> None:
        self._update_round(is_critic_left_out=True)

    @apply.register
    def _(self, event: events.CriticDropped) -> None:
        dropped = self.rounds[-1].dropped_critics
        self._update_round(dropped_critics=(*dropped, f"{event.model}: {event.problem}"))

    @apply.register
    def _(self, event: events.RoundScored) -> None:
        self._update_round(scores=event.scores)

    @apply.register
    def _(self, event: events.Routed) -> None:
        started = self._round_started_at or event.at
        self._update_round(
            decision=event.decision,
            usage=self._round_usage,
            seconds=(event.at - started).total_seconds(),
        )

    @apply.register
    def _(self, event: events.AdjudicationReady) -> None:
        self.adjudicated = event.text

    @apply.register
    def _(self, event: events.RunFinished) -> None:
        self.document, self.reason = event.document, event.reason
        self.is_approved, self.best_round = event.is_approved, event.best_round
        self._end(RunState.FINISHED, event.at)

    @apply.register
    def _(self, event: events.RunContinued) -> None:
        self.seconds_before = self.seconds or 0.0
        self.state, self.options, self.continuation = RunState.QUEUED, event.options, event
        self.rounds_before, self.current_round = len(self.rounds), len(self.rounds)
        if self.document is not None:
            self.former_documents = [*self.former_documents, self.document]
        self.queued_at, self.started_at, self.ended_at = event.at, None, None
        self.document = self.adjudicated = self.reason = self.failure = self.acceptance = self.best_round = None
        self.is_approved, self.live_text, self.forecast = False, "", None

    @apply.register
    def _(self, event: events.DocumentAccepted) -> None:
        if self.document is not None and self.document.text != event.document.text:
            self.former_documents = [*self.former_documents, self.document]
        self.document = event.document
        self.acceptance = Acceptance(by=event.by, at=event.at)

    @apply.register
    def _(self, event: events.RunShared) -> None:
        self.is_shared = event.is_shared

    @apply.register
    def _(self, event: events.RunFailed) -> None:
        self.failure = event.failure
        self._end(RunState.FAILED, event.at)

    @apply.register
    def _(self, event: events.RunCancelled) -> None:
        self.reason = StopReason.CANCELLED
        self._end(RunState.CANCELLED, event.at)

    @apply.register
    def _(self, event: events.RunInterrupted) -> None:
        self._end(RunState.INTERRUPTED, event.at)

    def _update_round(self, **changes: object) -> None:
        self.rounds[-1] = self.rounds[-1].model_copy(update=changes)

    def _count(
        self,
        role: RoleName,
        *,
        calls: int = 0,
        retries: int = 0,
        usage: Usage | None = None,
        seconds: float = 0.0,
    ) -> None:
        so_far = self.totals.get(role, RoleTotals())
        self.totals[role] = RoleTotals(
            calls=so_far.calls + calls,
            retries=so_far.retries + retries,
            usage=so_far.usage + (usage or Usage()),
            seconds=so_far.seconds + seconds,
        )

    def _end(self, state: RunState, at: datetime) -> None:
        self.state, self.ended_at, self.writing = state, at, None
        self.plan = self.plan.stopped() if self.plan is not None else None


def best_round(rounds: Iterable[Round]) -> Round | None:
    """Return the best round.

    That is the one with the fewest verified findings of severity high, then of severity medium, then the
    highest score, then the later one. A revision that loses a right fact is not better by its score alone: it must
    have fewer findings of severity high or medium.
    """
    best: Round | None = None
    for item in rounds:
        if best is None or _is_better(item, best):
            best = item
    return best


def rank(item: Round) -> tuple[int, int, float]:
    """Return what rounds are ordered by, the best first in descending order."""
    report = item.report
    high, medium = (0, 0) if report is None else report.weight[:2]
    return (-high, -medium, -1.0 if item.score is None else item.score)


def lost_facts(item: Round, earlier: Round) -> list[str]:
    """Return what an earlier draft says rightly and this one does not say any more."""
    return [] if item.report is None or earlier.report is None else lost_subjects(item.report, earlier.report)


def lost_subjects(report: CheckReport, earlier: CheckReport) -> list[str]:
    """Return what an earlier text says rightly and another does not, by what is said of both.

    Examples are left out: they are numbered, and another order would look like a loss.
    """
    kept = set(report.right)
    return [fact for fact in earlier.right if fact not in kept and not fact.startswith("example")]


def _is_better(item: Round, best: Round) -> bool:
    if rank(item) < rank(best):
        return False
    return rank(item)[:2] > rank(best)[:2] or not lost_facts(item, best)
