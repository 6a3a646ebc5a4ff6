"""The planner is asked how much work a source deserves, where its figures leave that open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import json_repair

from reflexion_core.document.thinking import strip_thinking
from reflexion_core.records import RoleName, Source
from reflexion_core.roles.base import Role

ANSWER_TOKENS = 160
"""Enough for the longest answer that the schema allows."""
NO_ROUND = 0
"""The round of its call, which comes before the first one."""
_REASON_CHARACTERS = 200


@dataclass(frozen=True)
class Advice:
    """What the planner says."""

    choice: str | None
    """One of the ways that it was offered; None where its answer names none of them."""
    reason: str = ""


class Planner(Role):
    """Chooses between ways of working; the generator's model in another role."""

    name = RoleName.GENERATOR

    def _instructions(self) -> str:
        return self._seat.prompts["planner/system"].render()

    def advise(self, source: Source, figures: str, ways: Mapping[str, str]) -> Advice:
        """Ask which of several ways a source deserves.

        Args:
            source: The source.
            figures: It in figures, in words.
            ways: What each way is, by its name.
        """
        task = self._seat.prompts["planner/choose"].render(figures=figures, ways=dict(ways))
        properties = {
            "choice": {"type": "string", "enum": list(ways)},
            "reason": {"type": "string", "maxLength": _REASON_CHARACTERS},
        }
        schema = {"type": "object", "properties": properties, "required": list(properties)}
        completion = self._ask(
            source,
            task,
            round_number=NO_ROUND,
            seed=self._seat.seed,
            schema=schema | {"additionalProperties": False},
            max_output_tokens=ANSWER_TOKENS,
            part="how to work",
        )
        return _read_advice(completion.text, ways)


def _read_advice(text: str, ways: Mapping[str, str]) -> Advice:
    answer = strip_thinking(text)
    try:
        payload = json_repair.loads(answer[max(0, answer.find("{")) :])
    except (RecursionError, ValueError):
        return Advice(None)
    if not isinstance(payload, dict) or payload.get("choice") not in list(ways):
        return Advice(None)
    reason = payload.get("reason")
    return Advice(
        str(payload["choice"]), " ".join(reason.split())[:_REASON_CHARACTERS] if isinstance(reason, str) else ""
    )
