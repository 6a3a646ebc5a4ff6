"""How a critic judges: it deducts for errors that it can point at, or it must find faults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reflexion_core.records import CriticMode, Critique
from reflexion_core.roles._critic_reply import ANSWER_SCHEMA, UnreadableReply


@dataclass(frozen=True)
class Mode:
    """One way of judging."""

    prompt: str
    """The prompt that tells the critic."""
    least_issues: int = 0
    """How many problems with a place and a suggestion it must name; a review with fewer is sent back."""
    cap_without_high: float | None = None
    """The largest number that a review without an issue of severity high may give; None is without limit."""

    @property
    def schema(self) -> dict[str, Any]:
        """What an answer has to look like."""
        if not self.least_issues:
            return ANSWER_SCHEMA
        properties: dict[str, Any] = ANSWER_SCHEMA["properties"]
        issues = properties["issues"] | {"minItems": self.least_issues}
        return ANSWER_SCHEMA | {"properties": properties | {"issues": issues}}

    @property
    def values(self) -> dict[str, object]:
        """What its prompt says about it."""
        return (
            {} if self.cap_without_high is None else {"least_issues": self.least_issues, "cap": self.cap_without_high}
        )

    def hold(self, critique: Critique) -> Critique:
        """Return what counts of a review.

        Raises:
            UnreadableReply: it names fewer problems than it must.
        """
        named = sum(bool(issue.quote and issue.suggestion) for issue in critique.issues)
        if named < self.least_issues:
            raise UnreadableReply(
                f"it names {named} problems with the faulty words and a usable suggestion, and at least"
                f" {self.least_issues} are asked for"
            )
        cap = self.cap_without_high
        if cap is None or any(issue.severity == "high" for issue in critique.issues):
            return critique
        numbers = {name: min(value, cap) for name, value in critique.dimensions.items()}
        return critique.model_copy(update=numbers)


MODES: dict[CriticMode, Mode] = {
    "deduction": Mode("critic/system"),
    "fault_finding": Mode("critic/fault_finding", least_issues=2, cap_without_high=60),
}
