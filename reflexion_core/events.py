"""Everything that happens in a run, as events.

The loop emits events and knows nobody who reads them; the command line, the dashboard and the store
only consume them. Folding the events of a run (`reflexion_core.progress`) gives its state at any point.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from reflexion_core.lesson_records import GivenLesson
from reflexion_core.plans import PlannedSection, SectionResult
from reflexion_core.records import (
    Author,
    CheckReport,
    Critique,
    Decision,
    Failure,
    FinalDocument,
    FinishReason,
    ModelRef,
    ModelVersion,
    PromptVersion,
    Record,
    Repair,
    RoleName,
    Scores,
    Source,
    StopReason,
    Usage,
)
from reflexion_core.run_options import RunOptions


def _now() -> datetime:
    return datetime.now(UTC)


class BaseEvent(Record):
    at: datetime = Field(default_factory=_now)
    """When it happened, in UTC."""


class RunQueued(BaseEvent):
    """A run waits for its models; always the first event of a run."""

    kind: Literal["run_queued"] = "run_queued"
    source: Source
    options: RunOptions
    notice: str = ""
    """What the user should know about the models before reading the result."""
    person: str = ""
    """Who asked for it, as a name that says nothing; empty where one person alone uses the program."""


class RunStarted(BaseEvent):
    """A run has its models and begins."""

    kind: Literal["run_started"] = "run_started"
    prompts: tuple[PromptVersion, ...]
    models: tuple[ModelVersion, ...]


class LessonsGiven(BaseEvent):
    """The generator is told what earlier runs had to mend; only where the run's settings ask for that."""

    kind: Literal["lessons_given"] = "lessons_given"
    lessons: tuple[GivenLesson, ...]
    """Nothing where none fits the source."""
    problem: str = ""
    """Why the lessons could not be read; empty where they could."""


class StrategyChosen(BaseEvent):
    """The strategy `auto` has chosen how the run goes."""

    kind: Literal["strategy_chosen"] = "strategy_chosen"
    strategy: str
    reason: str
    """In a sentence, with the figures of the source."""
    is_by_model: bool = False
    """Whether the facts left it open and a model was asked."""
    options: RunOptions
    """How the run goes on, as the chosen strategy takes them."""
    models: tuple[ModelVersion, ...] = ()
    """The models of the roles under it."""


class ForecastMade(BaseEvent):
    """How long a run was expected to take, before its first call."""

    kind: Literal["forecast_made"] = "forecast_made"
    at_least: float
    """Seconds."""
    at_most: float
    basis: str
    """What the numbers come from, in plain words."""


class RoundStarted(BaseEvent):
    kind: Literal["round_started"] = "round_started"
    round: int


class PlanMade(BaseEvent):
    """The source is worked section by section, and these are the sections."""

    kind: Literal["plan_made"] = "plan_made"
    sections: tuple[PlannedSection, ...]
    options: RunOptions
    """How the run goes, which may be otherwise than was asked for."""
    reason: str = ""
    """Why, in plain words, although another strategy was asked for; empty where none was."""


class SectionStarted(BaseEvent):
    kind: Literal["section_started"] = "section_started"
    number: int


class SectionReady(BaseEvent):
    """A section is written, checked and mended; a run that goes on after a stop keeps it."""

    kind: Literal["section_ready"] = "section_ready"
    result: SectionResult


class CallStarted(BaseEvent):
    """A role begins to wait for its model."""

    kind: Literal["call_started"] = "call_started"
    role: RoleName
    model: ModelRef
    round: int
    part: str = ""
    """The symbol or title whose part of a document is to be written; empty for the whole."""


class TextStreamed(BaseEvent):
    """More text of the call that is running."""

    kind: Literal["text_streamed"] = "text_streamed"
    role: RoleName
    text: str


class CallRetried(BaseEvent):
    """The running call failed and is made again; what it had streamed is void."""

    kind: Literal["call_retried"] = "call_retried"
    role: RoleName
    reason: str
    wait_seconds: float
    """How long it waits before the next try."""


class CallFinished(BaseEvent):
    """A model's whole reply."""

    kind: Literal["call_finished"] = "call_finished"
    role: RoleName
    model: ModelRef
    round: int
    request_sha256: str
    """Identifies the request, so that a recording can answer it again."""
    text: str
    """The reply as it came."""
    finish_reason: FinishReason
    usage: Usage
    seconds: float
    """Wall time from the request to the end of the reply."""


class DraftReady(BaseEvent):
    kind: Literal["draft_ready"] = "draft_ready"
    round: int
    draft: str
    """The draft after clean-up."""
    is_cut: bool = False
    """Whether the model stopped before the end of its text."""
    left_out: tuple[str, ...] = ()
    """Private symbols whose parts code took out of what the model wrote."""
    author: Author = "model"
    by: str = ""
    """Name of the person who wrote it."""


class FindingsReady(BaseEvent):
    """The checks have looked at a draft as it was written."""

    kind: Literal["findings_ready"] = "findings_ready"
    round: int
    report: CheckReport
    seconds: float = 0.0
    """How long it took."""


class DraftRepaired(BaseEvent):
    """Code has mended a draft."""

    kind: Literal["draft_repaired"] = "draft_repaired"
    round: int
    draft: str
    """The draft after repair."""
    repairs: tuple[Repair, ...]
    report: CheckReport
    """What the checks say of it now."""


class CritiqueReady(BaseEvent):
    kind: Literal["critique_ready"] = "critique_ready"
    round: int
    critique: Critique | None
    """None where the reply could not be read."""
    problem: str = ""
    """Why it could not be read."""


class CriticLeftOut(BaseEvent):
    """The critic is not asked about a draft: code alone keeps it below the bar, and knows what must be mended."""

    kind: Literal["critic_left_out"] = "critic_left_out"
    round: int


class CriticDropped(BaseEvent):
    """One critic of a committee gave no verdict on a draft, and the others judge without it."""

    kind: Literal["critic_dropped"] = "critic_dropped"
    round: int
    model: ModelRef
    problem: str
    """Why, in plain words."""


class RoundScored(BaseEvent):
    kind: Literal["round_scored"] = "round_scored"
    round: int
    scores: Scores | None
    """None where nothing gave a number."""


class Routed(BaseEvent):
    kind: Literal["routed"] = "routed"
    round: int
    decision: Decision


class AdjudicationReady(BaseEvent):
    kind: Literal["adjudication_ready"] = "adjudication_ready"
    text: str
    """The adjudicator's document after clean-up."""


class RunFinished(BaseEvent):
    kind: Literal["run_finished"] = "run_finished"
    reason: StopReason
    is_approved: bool
    best_round: int
    score: float | None
    """The best draft's score."""
    document: FinalDocument


class RunContinued(BaseEvent):
    """A run that had ended goes on, as a person asked."""

    kind: Literal["run_continued"] = "run_continued"
    options: RunOptions
    """How it goes on; bar, attempts and models may be others than before."""
    base_round: int | None = None
    """The round whose draft is revised next; None is the best one."""
    draft: str | None = None
    """A person's text, which is the next round's draft; None where the generator writes it."""
    fix: str = ""
    """What the next revision must mend, in the person's words; empty where the router chooses."""
    by: str = ""
    """Who asked for it; empty where no name was given."""


class DocumentAccepted(BaseEvent):
    """A person has taken a document as it is: the run's, or one changed by hand."""

    kind: Literal["document_accepted"] = "document_accepted"
    document: FinalDocument
    by: str = ""
    """The person's name; empty where none was given."""


class RunShared(BaseEvent):
    """Whoever asked for the run lets others see it by its link, or does not any more."""

    kind: Literal["run_shared"] = "run_shared"
    is_shared: bool


class RunFailed(BaseEvent):
    kind: Literal["run_failed"] = "run_failed"
    failure: Failure


class RunCancelled(BaseEvent):
    kind: Literal["run_cancelled"] = "run_cancelled"


class RunInterrupted(BaseEvent):
    """The process that held the run is gone; written by whoever notices."""

    kind: Literal["run_interrupted"] = "run_interrupted"


Event = Annotated[
    RunQueued
    | RunStarted
    | LessonsGiven
    | StrategyChosen
    | ForecastMade
    | RoundStarted
    | PlanMade
    | SectionStarted
    | SectionReady
    | CallStarted
    | TextStreamed
    | CallRetried
    | CallFinished
    | DraftReady
    | FindingsReady
    | DraftRepaired
    | CritiqueReady
    | CriticLeftOut
    | CriticDropped
    | RoundScored
    | Routed
    | AdjudicationReady
    | RunFinished
    | RunContinued
    | DocumentAccepted
    | RunShared
    | RunFailed
    | RunCancelled
    | RunInterrupted,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads a stored event back."""

Emit = Callable[[Event], None]
"""Takes an event; must be quick and must not raise."""
