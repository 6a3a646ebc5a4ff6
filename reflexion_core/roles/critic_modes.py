"""How a critic judges: it deducts for errors that it can point at, or it must find faults."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reflexion_core.records import CriticIssue, Critique
from reflexion_core.roles._critic_reply import UnreadableReply
from reflexion_core.run_options import CriticMode
from reflexion_core.scoring import ground_issues

_NO_SUGGESTION = re.compile(
    r"\W*(n/?a|none|nothing|no (change|suggestion)s?|unchanged|same|as (is|above)|see above|tbd|todo"
    r"|(please )?(fix|correct|change|improve|update|revise|rewrite) (it|this|that|them))?\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Mode:
    """One way of judging."""

    prompt: str
    """The prompt that tells the critic."""
    least_issues: int = 0
    """How many problems with a place, a severity and a suggestion it must name; a review with fewer is sent back."""
    cap_without_high: float | None = None
    """The largest number that a review without an issue of severity high may give; None is without limit."""

    @property
    def values(self) -> dict[str, object]:
        """What its prompt says about it."""
        return (
            {} if self.cap_without_high is None else {"least_issues": self.least_issues, "cap": self.cap_without_high}
        )

    def hold(self, critique: Critique, draft: str, symbols: tuple[str, ...]) -> Critique:
        """Return what counts of a review.

        Args:
            critique: The review.
            draft: What it is about.
            symbols: The source's public symbols.

        Raises:
            UnreadableReply: it names fewer problems than it must.
        """
        named = _real_problems(ground_issues(critique, draft, symbols).issues) if self.least_issues else 0
        if named < self.least_issues:
            raise UnreadableReply(
                f"it names {named} problems with a severity, a usable suggestion, and faulty words that stand in the"
                f" documentation, and at least {self.least_issues} are asked for"
            )
        cap = self.cap_without_high
        if cap is None or any(issue.severity == "high" for issue in critique.issues):
            return critique
        capped = {name: min(value, cap) for name, value in critique.dimensions.items()}
        return critique.model_copy(update={"dimensions": capped})


def _real_problems(issues: Sequence[CriticIssue]) -> int:
    """Return how many different issues point at something and say what should stand there."""
    real = [(_words(issue.quote), _words(issue.suggestion)) for issue in issues if issue.is_grounded and _helps(issue)]
    return len(set(real))


def _helps(issue: CriticIssue) -> bool:
    """Whether a writer can put the suggestion in place of the words that it is about."""
    suggested = _words(issue.suggestion)
    return suggested != _words(issue.quote) and _NO_SUGGESTION.fullmatch(suggested) is None


def _words(text: str) -> str:
    return " ".join(text.split()).casefold()


MODES: dict[CriticMode, Mode] = {
    "deduction": Mode("critic/system"),
    "fault_finding": Mode("critic/fault_finding", least_issues=2, cap_without_high=60),
}
