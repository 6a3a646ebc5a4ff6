"""What every strategy has: the roles at their seats, and a record of the run so far."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from reflexion_core.document.private_parts import without_private_parts
from reflexion_core.errors import BudgetSpent
from reflexion_core.events import (
    CriticLeftOut,
    CritiqueReady,
    DraftReady,
    DraftRepaired,
    Emit,
    Event,
    FindingsReady,
    RoundScored,
    RunContinued,
    RunFinished,
)
from reflexion_core.progress import Progress
from reflexion_core.providers.base import Completion
from reflexion_core.records import Critique, FinalDocument, ModelVersion, Round, Scores, Source, StopReason
from reflexion_core.registry import Registry
from reflexion_core.repair import repair
from reflexion_core.roles.adjudicator import Adjudicator
from reflexion_core.roles.committee import Committee
from reflexion_core.roles.critic import Critic
from reflexion_core.roles.generator import Generator
from reflexion_core.roles.planner import Planner
from reflexion_core.routing import budget_problem, find_twin, is_approved
from reflexion_core.rubrics import Rubric
from reflexion_core.run_options import RunOptions
from reflexion_core.scoring import ground_issues, refute_issues, score_by_facts, score_by_model
from reflexion_core.source.excerpts import Reading, SourceParts
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.stopping import Stop
from reflexion_core.verification import Verification, Verifier


@dataclass(frozen=True)
class Seats:
    """The roles at their seats, as one strategy has them."""

    generator: Generator
    critic: Critic | Committee
    adjudicator: Adjudicator
    models: tuple[ModelVersion, ...]
    """The model of each role, then those of further critics."""
    options: RunOptions
    """With the strategy that works: another one than was asked for where the source fits no window."""
    parts: SourceParts | None = None
    """Cuts the source for models that read it in parts; None where they read the whole."""
    why_in_parts: str = ""
    """Why the source is worked section by section although another strategy was asked for; empty where none was."""


@dataclass
class Bench:
    """What a strategy works with: one source, the roles, and the run so far."""

    source: Source
    symbols: tuple[str, ...]
    """The source's public symbols."""
    options: RunOptions
    generator: Generator
    critic: Critic | Committee
    adjudicator: Adjudicator
    rubric: Rubric
    """What drafts are scored by."""
    sink: Emit
    """Where events go."""
    stop: Stop
    seating: Callable[[RunOptions], Seats]
    """Seats the roles anew, for other options."""
    ask_planner: Callable[[], Planner]
    """Seats the one who is asked how to work."""
    verifier: Verifier | None = None
    """Checks texts against the source; None under the policy `model`."""
    parts: SourceParts | None = None
    """Cuts the source for models that read it in parts; None where they read the whole."""
    why_in_parts: str = ""
    """Why the source is worked section by section although another strategy was asked for; empty where none was."""
    progress: Progress = field(default_factory=Progress)
    """The run folded from the events that went through `emit`."""
    started: float = field(default_factory=time.monotonic)
    _verified: dict[str, Verification] = field(default_factory=dict)

    def emit(self, event: Event) -> None:
        """Record an event and hand it on."""
        self.progress.apply(event)
        self.sink(event)

    def follow(self, options: RunOptions) -> tuple[ModelVersion, ...]:
        """Go on under other options, and return the models of the roles then.

        Raises:
            ProviderError: a model cannot be asked.
        """
        seats = self.seating(options)
        self.options, self.generator, self.critic = seats.options, seats.generator, seats.critic
        self.adjudicator, self.parts, self.why_in_parts = seats.adjudicator, seats.parts, seats.why_in_parts
        return seats.models

    @property
    def rounds(self) -> list[Round]:
        return self.progress.rounds

    def __post_init__(self) -> None:
        self._tokens_before, self._calls_before = self._used()

    @property
    def tokens(self) -> int:
        """Tokens used since the run began, or went on."""
        return self._used()[0] - self._tokens_before

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    @property
    def calls(self) -> int:
        """Calls made since the run began, or went on."""
        return self._used()[1] - self._calls_before

    def _used(self) -> tuple[int, int]:
        return self.progress.usage.total_tokens, sum(role.calls for role in self.progress.totals.values())

    @property
    def spent(self) -> str:
        """What of the budget is used up, in words; empty while nothing is, and before the first call for a draft."""
        if not any(call.round for call in self.progress.calls[self._calls_before :]):
            return ""
        return budget_problem(self.options.budget, tokens=self.tokens, seconds=self.seconds, calls=self.calls)

    def check_budget(self) -> None:
        """Raise `BudgetSpent` where no model may be asked any more."""
        if self.spent:
            raise BudgetSpent(f"the budget is used up: {self.spent}")

    def take_draft(self, completion: Completion, round_number: int) -> None:
        """Enter a model's draft as the round's, checked and mended."""
        is_cut = completion.finish_reason != "stop"
        text, left_out = self.without_private_parts(completion.text)
        self.emit(DraftReady(round=round_number, draft=text, is_cut=is_cut, left_out=left_out))
        self._check_draft(text, round_number, is_mended=self.options.repair)

    def without_private_parts(self, text: str) -> tuple[str, tuple[str, ...]]:
        """Return a model's text without its parts on private symbols, and these; what a person named stays."""
        if self.verifier is None or not self.options.repair:
            return text, ()
        fixes = [item.decision.fix for item in self.rounds if item.decision is not None]
        named = [fix.text for fix in fixes if fix is not None and fix.origin == "person"]
        named += [item.draft for item in self.rounds if item.author == "person"]
        return without_private_parts(text, self.facts.symbol_names, "\n".join(named))

    def take_text(self, text: str, by: str, round_number: int) -> None:
        """Enter a person's text as the round's draft, checked; code changes nothing in it."""
        self.emit(DraftReady(round=round_number, draft=text, author="person", by=by))
        self._check_draft(text, round_number, is_mended=False)

    def _check_draft(self, text: str, round_number: int, *, is_mended: bool) -> None:
        if self.verifier is None:
            return
        started = time.monotonic()
        verification = self.verify(text)
        seconds = time.monotonic() - started
        self.emit(FindingsReady(round=round_number, report=verification.report, seconds=seconds))
        if not is_mended:
            return
        mended, verification = repair(text, verification, self.verify)
        if mended.repairs:
            self.emit(
                DraftRepaired(round=round_number, draft=mended.text, repairs=mended.repairs, report=verification.report)
            )

    @property
    def facts(self) -> ModuleFacts:
        """What the source says, under the policy `grounded`."""
        if self.verifier is None:
            raise ValueError("there are no facts under the policy `model`")
        return self.verifier.facts

    def verify(self, text: str) -> Verification:
        """Check a text; one that was checked before is not checked again.

        Raises:
            Cancelled: the stop was given while examples ran.
        """
        if self.verifier is None:
            raise ValueError("there is no verifier under the policy `model`")
        if text not in self._verified:
            self._verified[text] = self.verifier.verify(text, self.stop)
        return self._verified[text]

    def reading(self, owner: str) -> Reading:
        """Return what a model reads to write on a symbol: the source, or of a large one the symbol's part."""
        return self.source if self.parts is None else self.parts.excerpt_of(owner)

    @property
    def continuation(self) -> RunContinued | None:
        """How the run goes on; None for one that begins."""
        return self.progress.continuation

    def judge(self, round_number: int) -> bool:
        """Have the last draft criticised, and score it.

        A draft that has been judged before is not judged again: its verdict stands.

        Returns:
            Whether there is a verdict.
        """
        draft = self.rounds[-1].draft
        judged = [item for item in self.rounds[:-1] if not item.is_critic_left_out]
        twin = find_twin(judged, draft)
        if twin is not None:
            critique, problem = twin.critique, ""
        else:
            critique, problem = self._review(draft, round_number)
        self.emit(CritiqueReady(round=round_number, critique=critique, problem=problem))
        self.emit(RoundScored(round=round_number, scores=self._score(critique)))
        return critique is not None

    def score_by_code(self, round_number: int) -> bool:
        """Score the last draft without the critic, where code alone keeps it below the bar.

        A critic can only lower a score, so its word would change nothing but the number.

        Returns:
            Whether that is so, and the draft is scored.
        """
        last = self.rounds[-1]
        report = last.report
        if self.options.ask_critic == "always" or report is None or not (report.findings or report.unexplained):
            return False
        scores = self._score(None)
        if is_approved(last.model_copy(update={"scores": scores}), self.options):
            return False
        self.emit(CriticLeftOut(round=round_number))
        self.emit(RoundScored(round=round_number, scores=scores))
        return True

    def _score(self, critique: Critique | None) -> Scores | None:
        report = self.rounds[-1].report
        if report is None:
            return score_by_model(critique, self.rubric)
        return score_by_facts(report, critique, self.rubric)

    def _review(self, draft: str, round_number: int) -> tuple[Critique | None, str]:
        if not draft.strip():
            return None, "there is no draft to judge"
        try:
            verdict = self.critic.review(self.source, draft, round_number=round_number)
        except BudgetSpent as exc:
            return None, f"the critic was not asked: {exc.message}"
        if verdict.critique is None:
            return None, verdict.problem
        critique = ground_issues(verdict.critique, draft, self.symbols)
        if self.verifier is not None:
            critique = refute_issues(critique, draft, self.verify(draft).verdicts)
        return critique, ""

    def hand_over(self, reason: StopReason, best: Round, document: FinalDocument) -> None:
        """End the run with a document."""
        self.emit(
            RunFinished(
                reason=reason,
                is_approved=is_approved(best, self.options),
                best_round=best.number,
                score=best.score,
                document=document,
            )
        )


class Strategy(ABC):
    """How a run goes, from its start to its last event."""

    name: ClassVar[str]
    summary: ClassVar[str]
    """What it does, in a sentence for the user."""
    reads_in_parts: ClassVar[bool] = False
    """Whether the models read the source in parts, so that it need not fit their window."""

    @classmethod
    def adapt(cls, options: RunOptions, rounds_before: int) -> RunOptions:  # noqa: ARG003
        """Return the options as the strategy takes them: with the models that it asks, and no more rounds than it has.

        Args:
            options: As they were asked for.
            rounds_before: How many rounds a run has that goes on.
        """
        return options

    @abstractmethod
    def run(self, bench: Bench) -> None:
        """Work until `RunFinished` has been emitted.

        Raises:
            Cancelled: the stop was given.
            ProviderError: a provider refused or stayed unreachable.
        """


STRATEGIES: Registry[type[Strategy]] = Registry("strategy", "reflexion_core.strategies")
