"""Several critics in the critic's role: each judges alone, and code makes one verdict of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reflexion_core.errors import BudgetSpent, ProviderError
from reflexion_core.events import CriticDropped, Emit
from reflexion_core.records import ModelRef, Source
from reflexion_core.roles._merging import Review, merge_reviews
from reflexion_core.roles.critic import Critic, Verdict


@dataclass(frozen=True)
class Member:
    """A critic and the model that plays it."""

    model: ModelRef
    critic: Critic


class Committee:
    """Critics with different models.

    Args:
        members: Those that can be asked, at least one.
        absent: Why others cannot be asked at all, by model.
        emit: Told of every critic that is left out.
    """

    def __init__(self, members: Sequence[Member], absent: Mapping[ModelRef, str], emit: Emit) -> None:
        self._members = members
        self._absent = absent
        self._emit = emit

    def review(self, source: Source, draft: str, *, round_number: int) -> Verdict:
        """Have a draft judged by every critic.

        One that fails, or whose answer cannot be used, is named in an event and left out as long as another answers.

        Raises:
            BudgetSpent: no critic may be asked any more, and none has been.
            Cancelled: the stop was given.
            ProviderError: no critic's provider answers.
        """
        dropped: dict[ModelRef, str] = dict(self._absent)
        reviews: list[Review] = []
        failures: list[BudgetSpent | ProviderError] = []
        for member in self._members:
            try:
                verdict = member.critic.review(source, draft, round_number=round_number)
            except (BudgetSpent, ProviderError) as exc:
                failures.append(exc)
                dropped[member.model] = exc.message
                continue
            if verdict.critique is None:
                dropped[member.model] = verdict.problem
            else:
                reviews.append(Review(member.model, verdict.critique))
        if len(failures) == len(self._members):
            raise failures[0]
        for model, problem in dropped.items():
            self._emit(CriticDropped(round=round_number, model=model, problem=problem))
        if not reviews:
            return Verdict(None, "; ".join(f"{model}: {problem}" for model, problem in dropped.items()))
        return Verdict(merge_reviews(reviews))
