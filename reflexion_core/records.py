"""What passes between the parts: frozen, typed records."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Score = Annotated[float, Field(ge=0, le=100)]
Severity = Literal["high", "medium", "low"]

SEVERITIES: tuple[Severity, ...] = ("high", "medium", "low")
"""From the worst to the least."""


class Record(BaseModel):
    """The base of every record: frozen, and refusing fields that it does not have."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class RoleName(StrEnum):
    """Who writes: each role is a prompt, a model and a temperature."""

    GENERATOR = "generator"
    CRITIC = "critic"
    ADJUDICATOR = "adjudicator"


class StopReason(StrEnum):
    """Why the rounds of a run ended."""

    APPROVED = "approved"
    ATTEMPTS = "attempts"
    UNCHANGED = "unchanged"
    PLATEAU = "plateau"
    FIXES_FAILED = "fixes_failed"
    BUDGET = "budget"
    CRITIC_FAILED = "critic_failed"
    SINGLE_PASS = "single_pass"
    SECTIONS = "sections"
    CANCELLED = "cancelled"


class RunState(StrEnum):
    """Where a run is in its life."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    FAILED = "failed"
    INTERRUPTED = "interrupted"

    @property
    def is_live(self) -> bool:
        """Whether something can still happen to the run."""
        return self in (RunState.QUEUED, RunState.RUNNING)


class Source(Record):
    """One Python file as the user gave it."""

    name: str
    """The file's own name, without folders."""
    text: str
    """The decoded text, line ends as `\\n`, without a byte order mark."""
    encoding: str
    """The encoding that the bytes were in."""
    sha256: str
    """Hash of the bytes, in hexadecimal."""

    @property
    def line_count(self) -> int:
        """How many lines Python counts; `str.splitlines` would also split at form feeds and the like."""
        return self.text.count("\n") + (not self.text.endswith("\n") and bool(self.text))


class ModelRef(Record):
    """A model and where it lives."""

    provider: str
    name: str

    def __str__(self) -> str:
        return f"{self.provider}:{self.name}"


class ModelInfo(Record):
    """What a provider knows about one of its models."""

    ref: ModelRef
    digest: str = ""
    """What identifies the weights; empty where the provider does not say."""
    size_bytes: int | None = None
    context_tokens: int | None = None
    """The largest window that the model can have."""
    parameters: str = ""
    """Size in words, such as `1.5B`."""
    quantization: str = ""
    capabilities: tuple[str, ...] = ()
    """`completion`, `thinking`, `tools`, … as the provider names them."""


class Usage(Record):
    """What one call, or several, took; None where the provider does not say."""

    prompt_tokens: int | None = None
    """Tokens of the whole prompt, those from a cache included."""
    cached_tokens: int | None = None
    """Tokens of the prompt that were not read again."""
    output_tokens: int | None = None
    load_seconds: float | None = None
    prompt_seconds: float | None = None
    """Time spent reading the part of the prompt that was not cached."""
    output_seconds: float | None = None

    def __add__(self, other: Usage) -> Usage:
        return Usage.model_validate(
            {name: _sum_known(getattr(self, name), getattr(other, name)) for name in type(self).model_fields}
        )

    @property
    def total_tokens(self) -> int:
        """Prompt and output tokens; what is unknown counts as none."""
        return (self.prompt_tokens or 0) + (self.output_tokens or 0)


def _sum_known(left: float | None, right: float | None) -> float | None:
    if left is None or right is None:
        return left if right is None else right
    return left + right


FinishReason = Literal["stop", "length", "incomplete", "repetition"]
"""`length`: cut at the limit of output tokens. `incomplete`: the stream ended without saying why. `repetition`: ended
by us, since it said the same over and over."""


class CriticIssue(Record):
    """One problem that a critic names."""

    quote: str
    """The faulty words, copied from the draft."""
    problem: str
    suggestion: str
    severity: Severity
    dimension: str
    """One of the rubric's dimensions."""
    is_grounded: bool = False
    """Whether the quote stands in the draft, or names a symbol that the draft leaves out."""
    is_refuted: bool = False
    """Whether it disputes what the checks found right; it is shown and does not count."""
    found_by: tuple[str, ...] = ()
    """The critics of a committee that name it; empty where one critic alone judges."""

    @property
    def counts(self) -> bool:
        """Whether it can lower a score and ask for a fix."""
        return self.is_grounded and not self.is_refuted


class Opinion(Record):
    """What one critic of a committee says in numbers."""

    critic: str
    """Its model, as `provider:name`."""
    dimensions: dict[str, Score]
    """Its own numbers by dimension."""


class Critique(Record):
    """A critic's reply, read and checked for its shape; of a committee what code made of all replies."""

    dimensions: dict[str, Score]
    """The critic's own numbers by dimension; of a committee the medians."""
    issues: tuple[CriticIssue, ...] = ()
    single_critical_fix: str = ""
    opinions: tuple[Opinion, ...] = ()
    """What each critic of a committee says that gave a verdict; empty where one critic alone judges."""

    @model_validator(mode="before")
    @classmethod
    def _gather_numbers(cls, values: Any) -> Any:
        """Take the two numbers as they were stored when every rubric had the same two dimensions."""
        if not isinstance(values, dict):
            return values
        classic = {name: values[name] for name in ("technical_accuracy", "completeness") if name in values}
        rest = {name: value for name, value in values.items() if name not in classic}
        return {"dimensions": classic} | rest if classic else rest


class Replacement(Record):
    """Words of a document and what should stand in their place."""

    start: int = Field(ge=0)
    """Offset of the first character in the document."""
    end: int = Field(ge=0)
    """Offset after the last character; equal to `start` where something is only put in."""
    text: str


class Finding(Record):
    """Something wrong in a document, found by code."""

    check: str
    """Name of the check that found it."""
    severity: Severity
    dimension: str
    """One of the rubric's dimensions."""
    message: str
    """One sentence with what the document says and what is true, in words that a writer can act on:
    "Line 31 says the example prints `0.75`; running it prints `0.5`"."""
    doc_line: int = Field(ge=1)
    doc_end_line: int = Field(ge=1)
    doc_text: str
    """The faulty words as they stand in the document; empty where something is missing."""
    owner: str = ""
    """Qualified name of the symbol that it is about; empty for the document as a whole."""
    source_line: int | None = None
    """The line of the source that proves it; None where the source as a whole does."""
    source_end_line: int | None = None
    expected: str = ""
    """What is true, as short as it can be said: a name, a value, a message; empty where nothing would be."""
    replacement: Replacement | None = None
    """What mends it exactly; None where that takes judgement."""


Outcome = Literal["right", "wrong", "cannot_tell"]


class Verdict(Record):
    """What a check says of one claim."""

    check: str
    outcome: Outcome
    subject: str
    """What the claim is about, the same in every draft that says it of the same thing: `grow.times: default`."""
    doc_line: int = Field(ge=1)
    doc_end_line: int = Field(ge=1)
    start: int = Field(ge=0)
    """Offsets of the claim's words in the document."""
    end: int = Field(ge=0)
    source_line: int | None = None
    """The line of the source that decides it; None where nothing there does."""
    source_end_line: int | None = None
    reason: str = ""
    """Why it cannot be told, in plain words."""
    finding: Finding | None = None
    """What is wrong; there for every outcome `wrong` and no other."""


class Repair(Record):
    """One change that code made to a document."""

    finding: Finding
    before: str
    after: str


class DimensionScore(Record):
    """The score of one dimension."""

    dimension: str
    value: Score
    weight: float = Field(default=1.0, gt=0)
    """How much it counts in the mean, beside the others."""
    low: Score | None = None
    """What it would be by the strictest critic of a committee; None where fewer than two gave a verdict."""
    high: Score | None = None
    """What it would be by the mildest one."""

    @property
    def shortfall(self) -> float:
        """How much of the score it costs: what it lacks of 100, by its weight."""
        return (100.0 - self.value) * self.weight


class Scores(Record):
    """The scores of one round."""

    dimensions: tuple[DimensionScore, ...] = Field(min_length=1)

    @property
    def mean(self) -> float:
        """The score: the exact mean over the dimensions, by their weights."""
        return sum(score.value * score.weight for score in self.dimensions) / sum(
            score.weight for score in self.dimensions
        )

    @property
    def by_shortfall(self) -> tuple[str, ...]:
        """The dimensions, the one first that costs the most of the score; of equals the first of the rubric."""
        return tuple(score.dimension for score in sorted(self.dimensions, key=lambda score: -score.shortfall))

    @property
    def weakest(self) -> str:
        """The dimension that costs the most of the score."""
        return self.by_shortfall[0]


class RequiredFix(Record):
    """The one correction that the next round must make."""

    text: str
    origin: Literal["finding", "critic_issue", "critic_fix", "fixed_request", "person"]
    """Where it comes from: what code found, a grounded issue of the critic, the critic's own choice, the router's
    standing request, or a person."""


class Decision(Record):
    """What the router did after a round."""

    action: Literal["revise", "stop"]
    reason: StopReason | Literal["below_bar"]
    explanation: str
    """The reason in a sentence, with its numbers."""
    fix: RequiredFix | None = None
    """What a revision must mend; also named when the rounds end below the bar."""


class CheckReport(Record):
    """What the checks say of one text."""

    findings: tuple[Finding, ...] = ()
    """What is wrong, in the order of the text."""
    right: tuple[str, ...] = ()
    """Subjects of the claims that are right."""
    cannot_tell: int = 0
    """How many claims cannot be told."""
    unexplained: tuple[str, ...] = ()
    """Public symbols that the text names or uses and says nothing of, in the order of the source."""
    examples_run: int = 0
    examples_failed: int = 0

    def count(self, severity: Severity) -> int:
        """Return how many findings have a severity."""
        return sum(1 for finding in self.findings if finding.severity == severity)

    @property
    def weight(self) -> tuple[int, ...]:
        """How many findings there are of each severity, the worst first: the smaller, the better."""
        return tuple(self.count(severity) for severity in SEVERITIES)

    @property
    def worst(self) -> Finding | None:
        """The first finding of the highest severity; None where nothing is wrong."""
        return min(self.findings, key=lambda finding: SEVERITIES.index(finding.severity), default=None)


Author = Literal["model", "person"]


class Acceptance(Record):
    """That a person has taken a document as it is."""

    by: str
    """The person's name; empty where none was given."""
    at: datetime


class Settlement(Record):
    """A statement that code took out of the final document, or replaced by what the facts say."""

    message: str
    """What was wrong with it."""
    scope: Literal["value", "line", "sentence", "example", "section", "missing"]
    """How much was changed; `missing`: something was put in."""
    before: str
    after: str


class Round(Record):
    """One draft and what was made of it."""

    number: int = Field(ge=1)
    draft: str
    """The draft after clean-up and repair, in Markdown."""
    written: str | None = None
    """The draft before repair; None where nothing was repaired."""
    repairs: tuple[Repair, ...] = ()
    report: CheckReport | None = None
    """What the checks say of the draft after repair; None where it was not checked."""
    is_cut: bool = False
    """Whether the model stopped before the end of its text."""
    left_out: tuple[str, ...] = ()
    """Private symbols whose parts code took out of what the model wrote."""
    author: Author = "model"
    """Who wrote the draft."""
    by: str = ""
    """Name of the person who wrote it; empty for a model, and where no name was given."""
    critique: Critique | None = None
    is_critic_left_out: bool = False
    """Whether the critic was not asked, because code alone kept the draft below the bar."""
    dropped_critics: tuple[str, ...] = ()
    """Critics of a committee that gave no verdict, each with the reason."""
    scores: Scores | None = None
    """None where nothing gave a number."""
    decision: Decision | None = None
    usage: Usage = Usage()
    seconds: float = 0.0
    """Wall time from the start of the round to its decision."""

    @property
    def score(self) -> float | None:
        return None if self.scores is None else self.scores.mean


class FinalDocument(Record):
    """What a run hands over."""

    text: str
    origin: Literal["adjudicator", "draft", "person"]
    """Whose text it is: the adjudicator's, the best draft as it stood, or a person's."""
    round_number: int
    """The round whose draft it is, or which the adjudicator worked from."""
    note: str = ""
    """Why the best draft was kept although the adjudicator wrote another."""
    repairs: tuple[Repair, ...] = ()
    """What code mended in the adjudicator's text."""
    settled: tuple[Settlement, ...] = ()
    """What code had to take out or replace at the very end."""
    report: CheckReport | None = None
    """What the checks say of the text; None where it was not checked."""


class PromptVersion(Record):
    """Which prompt a run used."""

    id: str
    version: int
    sha256: str
    """Hash of the file's text."""


class ModelVersion(Record):
    """Which model a role used, as exactly as its provider can tell."""

    role: RoleName
    ref: ModelRef
    digest: str = ""
    provider_version: str = ""
    context_tokens: int
    """The window that the run asks for."""


class Failure(Record):
    """What ended a run that could not go on."""

    kind: str
    """Name of the error's class."""
    message: str
    hint: str = ""
