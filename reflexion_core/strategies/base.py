"""What every strategy has: the roles at their seats, and a record of the run so far."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

from reflexion_core.events import CritiqueReady, DraftReady, Emit, Event, RoundScored, RunFinished
from reflexion_core.progress import Progress
from reflexion_core.providers.base import Completion
from reflexion_core.records import Critique, FinalDocument, Round, RunOptions, Source, StopReason
from reflexion_core.registry import Registry
from reflexion_core.roles.adjudicator import Adjudicator
from reflexion_core.roles.critic import Critic
from reflexion_core.roles.generator import Generator
from reflexion_core.routing import find_twin
from reflexion_core.scoring import ground_issues, score_by_model


@dataclass
class Bench:
    """What a strategy works with: one source, the roles, and the run so far."""

    source: Source
    symbols: tuple[str, ...]
    """The source's public symbols."""
    options: RunOptions
    generator: Generator
    critic: Critic
    adjudicator: Adjudicator
    sink: Emit
    """Where events go."""
    progress: Progress = field(default_factory=Progress)
    """The run folded from the events that went through `emit`."""
    started: float = field(default_factory=time.monotonic)

    def emit(self, event: Event) -> None:
        """Record an event and hand it on."""
        self.progress.apply(event)
        self.sink(event)

    @property
    def rounds(self) -> list[Round]:
        return self.progress.rounds

    @property
    def tokens(self) -> int:
        return self.progress.usage.total_tokens

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def take_draft(self, completion: Completion, round_number: int) -> None:
        """Enter a draft as the round's."""
        is_cut = completion.finish_reason != "stop"
        self.emit(DraftReady(round=round_number, draft=completion.text, is_cut=is_cut))

    def judge(self, round_number: int) -> bool:
        """Have the last draft criticised, and score it.

        A draft that has been judged before is not judged again: its verdict stands.

        Returns:
            Whether there is a verdict.
        """
        draft = self.rounds[-1].draft
        twin = find_twin(self.rounds[:-1], draft)
        if twin is not None:
            critique, problem = twin.critique, ""
        else:
            critique, problem = self._review(draft, round_number)
        self.emit(CritiqueReady(round=round_number, critique=critique, problem=problem))
        self.emit(RoundScored(round=round_number, scores=score_by_model(critique)))
        return critique is not None

    def _review(self, draft: str, round_number: int) -> tuple[Critique | None, str]:
        if not draft.strip():
            return None, "there is no draft to judge"
        verdict = self.critic.review(self.source, draft, round_number=round_number)
        if verdict.critique is None:
            return None, verdict.problem
        return ground_issues(verdict.critique, draft, self.symbols), ""

    def hand_over(self, reason: StopReason, best: Round, document: FinalDocument) -> None:
        """End the run with a document."""
        self.emit(
            RunFinished(
                reason=reason,
                is_approved=reason is StopReason.APPROVED
                or (best.score is not None and best.score >= self.options.quality_score_bar),
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

    @abstractmethod
    def run(self, bench: Bench) -> None:
        """Work until `RunFinished` has been emitted.

        Raises:
            Cancelled: the stop was given.
            ProviderError: a provider refused or stayed unreachable.
        """


STRATEGIES: Registry[type[Strategy]] = Registry("strategy", "reflexion_core.strategies")
