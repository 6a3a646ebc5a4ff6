"""Scripts for the models of a browser test: what each role answers, and how slowly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.running import issue, verdict

GOOD_SOURCE = b'''"""Shapes."""


def area(width: float, height: float = 2.0) -> float:
    """Return the area of a rectangle."""
    return width * height
'''


def draft(take: int) -> str:
    """Return a true document of the source that differs from take to take."""
    return (
        f"# shapes\n\nShapes, take {take}.\n\n"
        "## `area(width: float, height: float = 2.0) -> float`\n\n"
        "Return the area of a rectangle.\n\n"
        "- `width` (`float`): how wide it is\n- `height` (`float`): how high it is, `2.0` by default\n"
    )


FIRST, SECOND, FINAL = draft(1), draft(2), draft(99)
LOW = verdict(60, 80, issues=[issue("Shapes, take 1", problem="one take is not enough", suggestion="Shapes, take 2")])
HIGH = verdict(97, 99)
LONG = FIRST + "".join(f"\nSentence number {number} says nothing new about shapes.\n" for number in range(300))
"""A draft that takes minutes at the slow pace."""


def reply(text: str, role: str, *, before: float = 0.0, between: float = 0.0) -> dict[str, Any]:
    return {"text": text, "role": role, "seconds_before": before, "seconds_between": between}


def write_script(
    path: Path,
    *,
    drafts: Sequence[str] = (FIRST, SECOND),
    verdicts: Sequence[str] = (LOW, HIGH),
    final: str = FINAL,
    writing: float = 0.0,
    judging: float = 0.0,
) -> None:
    """Write a script file; a server reads it anew for every call.

    Args:
        path: The file, replaced as a whole.
        drafts: The generator's replies, round by round; the last serves all later rounds.
        verdicts: The critic's.
        final: The adjudicator's.
        writing: Seconds between two words of generator and adjudicator.
        judging: Seconds before the critic's first word.
    """
    replies = [reply(text, "generator", between=writing) for text in drafts]
    replies += [reply(text, "critic", before=judging) for text in verdicts]
    replies += [reply(final, "adjudicator", between=writing)]
    new = path.with_suffix(".new")
    new.write_text(json.dumps({"replies": replies}), encoding="utf-8")
    new.replace(path)
