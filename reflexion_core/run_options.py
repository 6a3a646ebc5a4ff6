"""What decides how a run goes, as it is kept with the run."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from reflexion_core.records import ModelRef, Record, RoleName, Score

MOST_FURTHER_CRITICS = 4
"""Each one reads the source and every draft; more would take longer than they tell."""
Policy = Literal["grounded", "model"]
CriticMode = Literal["deduction", "fault_finding"]

Language = Annotated[str, Field(pattern=r"^[^\W\d_]+([ -][^\W\d_]+){0,3}$", max_length=40)]
"""A language as it is called in English: it goes into the prompts, so it can be a few words and nothing else."""


Project = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[^\x00-\x1f\x7f]*$", max_length=80)]
"""What files that belong together are called; one line."""


class RoleOptions(Record):
    """How a role asks its model."""

    model: ModelRef
    temperature: float = Field(ge=0, le=2)


class Budget(Record):
    """What a run may use; None is without limit.

    It is checked before every call but the first, without which a run would have nothing to show: a run exceeds it by
    one call at most.
    """

    tokens: int | None = Field(default=None, ge=1)
    """Tokens read and written by the models after which no model is asked any more; empty is without limit."""
    seconds: float | None = Field(default=None, gt=0)
    """Seconds after which no model is asked any more; a call that runs is let finish. Empty is without limit."""
    calls: int | None = Field(default=None, ge=1)
    """How often a model is asked at most, by all roles together; empty is without limit."""


class Savings(Record):
    """What spares a run tokens and seconds; none of it changes what is checked."""

    limit_answers: bool = True
    """Whether an answer ends where it is far longer than such a document usually is; it is asked for again with the
    full length then, so nothing is lost."""
    stop_repetition: bool = True
    """Whether an answer ends that says the same over and over; it is asked for once more with another seed."""
    check_ahead: bool = True
    """Whether the examples of a document run while the model still writes it."""
    load_ahead: bool = True
    """Whether the models of the other roles are loaded while the first one writes, where the server can do that and
    has the memory."""


class RunOptions(Record):
    """Everything that decides how a run goes, besides the source and the prompts."""

    strategy: str = "critic_loop"
    """How a run goes: in rounds with one fix each (`critic_loop`), in a few rounds of one model alone (`self_refine`),
    as one draft that is scored once (`single_pass`), section by section with a plan (`plan_and_solve`), which is also
    how a source is worked that is too large for a model's window, or as the source deserves (`auto`)."""
    policy: Policy = "grounded"
    """Who decides: the facts, with the critic's advice (`grounded`), or the critic's own numbers, with nothing checked
    (`model`)."""
    repair: bool = True
    """Whether code mends what it can mend exactly, and settles what is left at the end."""
    revise: Literal["parts", "whole"] = "parts"
    """What a revision writes anew: the faulty and the missing parts of the draft (`parts`), or all of it (`whole`)."""
    ask_critic: Literal["always", "when_needed"] = "when_needed"
    """Whether the critic reads every draft (`always`); `when_needed` leaves out those that code alone keeps below the
    bar, but never the last."""
    critic_mode: CriticMode = "deduction"
    """How the critic judges: it deducts for errors that it can point at (`deduction`), or must name two problems at
    least, and praise is sent back (`fault_finding`)."""
    committee: tuple[ModelRef, ...] = Field(default=(), max_length=MOST_FURTHER_CRITICS)
    """Further critics, up to four other models that judge beside the first: each number is the median of theirs, a
    problem that several name counts once, and one that gives no verdict is named and left out."""
    share_prefix: bool = True
    """Whether a model that plays several roles reads the source once for all: it comes first then, what the role is
    comes after it. Else the role comes first."""
    adjudicate: Literal["always", "when_needed", "never"] = "when_needed"
    """Whether the adjudicator has the final word: `when_needed` leaves an approved draft in which the checks find
    nothing wrong as it is; or `always`, or `never`."""
    quality_score_bar: Score = 95
    """Score, 0 to 100, at which the rounds end."""
    max_attempts: int = Field(default=4, ge=1, le=100)
    """Most rounds, 1 to 10; each one takes the generator and the critic."""
    patience: int = Field(default=2, ge=1, le=10)
    """Rounds in a row without a better draft after which the rounds end."""
    seed: int = Field(default=7, ge=0)
    """Number that a model's chances are drawn from: the same one brings the same words, where a model can do that."""
    max_output_tokens: int | None = Field(default=None, ge=64, le=32768)
    """Longest document that a model may write, in tokens; empty goes by the source: 2,048, and more for one with
    many public symbols."""
    max_context_tokens: int = Field(default=32_768, ge=512)
    """Largest window that a model is asked for, in tokens; its own limit may be lower."""
    rubric: str = "classic"
    """What drafts are scored by: `classic` by accuracy and completeness, `full` also by clarity, examples and
    obedience, or the path of a rubric file of your own."""
    language: Language = "English"
    """Language that the document is written in. Signatures, names, messages and examples are checked in any language;
    what it takes words to tell, such as which column holds the defaults, in English only."""
    lessons: bool = False
    """Whether what a run had to mend is kept as lessons, of which later runs on files like it are told up to three."""
    project: Project = ""
    """Name under which lessons are kept and found; empty takes the folder of the files, for uploaded ones `default`."""
    budget: Budget = Budget()
    """What a run may use: `tokens`, `seconds` and `calls`. Once one is used up no model is asked any more, and the best
    draft is final."""
    savings: Savings = Savings()
    """What spares a run tokens and seconds: `limit_answers`, `stop_repetition`, `check_ahead` and `load_ahead`."""
    generator: RoleOptions
    critic: RoleOptions
    adjudicator: RoleOptions

    def role(self, name: RoleName) -> RoleOptions:
        options: RoleOptions = getattr(self, name.value)
        return options

    @property
    def critics(self) -> tuple[ModelRef, ...]:
        """Every model that judges, each once, the critic's own first."""
        return tuple(dict.fromkeys((self.critic.model, *self.committee)))

    @property
    def models(self) -> frozenset[ModelRef]:
        return frozenset((*(self.role(name).model for name in RoleName), *self.committee))
