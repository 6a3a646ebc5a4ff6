"""Which two texts are compared: as a link names them, and from one round to the next.

A link calls a text of its own run by the text's key, and one of another run by that run and the key: `2`,
`0123456789abcdef.final`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from reflexion_core.dashboard.run_texts import RunText
from reflexion_core.dashboard.run_words import short_name
from reflexion_core.settings import parse_model
from reflexion_core.storage.store import RunSummary, is_run_id


@dataclass(frozen=True)
class Choice:
    """One side of a comparison."""

    run_id: str
    key: str
    """Which of the run's texts; empty where it is the usual one."""


def read_choice(address: str, own_run: str) -> Choice:
    """Read what a link says of one side; whether there is such a text is not asked."""
    run_id, dot, key = address.partition(".")
    return Choice(run_id, key) if dot and is_run_id(run_id) else Choice(own_run, address)


def write_choice(choice: Choice, own_run: str) -> str:
    """Return what a link says of one side."""
    return choice.key if choice.run_id == own_run else f"{choice.run_id}.{choice.key}"


def run_label(run: RunSummary, *, is_own: bool) -> str:
    """Return what a list calls a run: when it began, its score and its model."""
    score = "no score" if run.score is None else f"{run.score:.1f}"
    when = "this run" if is_own else started_words(run.queued_at)
    return f"{when} · {score} · {short_name(parse_model(run.generator))}"


def started_words(at: datetime | None) -> str:
    """Return a moment in this machine's time."""
    return f"{at.astimezone():%Y-%m-%d %H:%M}" if at is not None else "unknown time"


def find_text(texts: Sequence[RunText], key: str) -> RunText | None:
    """Return the text of a key; None where there is none."""
    return next((text for text in texts if text.key == key), None)


def step_pair(
    left: Sequence[RunText], right: Sequence[RunText], keys: tuple[str, str], step: int
) -> tuple[RunText, RunText] | None:
    """Return the pair before or after one; None where there is none.

    In one run a pair is a step of the run and the next one: from round 1 and the final document it goes forward to
    rounds 1 and 2, and back to the last step. Of two runs both sides go on by one step.

    Args:
        left: Texts of the left side's run.
        right: Texts of the right side's run; the same list where it is the same run.
        keys: The pair.
        step: 1 for the next pair, -1 for the one before.
    """
    steps = [[text for text in texts if text.is_step] for texts in (left, right)]
    places = [_place(texts, key) for texts, key in zip(steps, keys, strict=True)]
    if left is not right:
        moved = [min(max(0, place + step), len(texts) - 1) for place, texts in zip(places, steps, strict=True)]
        return None if moved == places else (steps[0][moved[0]], steps[1][moved[1]])
    first, last = min(places), max(places)
    is_step = last == first + 1 and all(find_text(steps[0], key) is not None for key in keys)
    start = first + step if is_step else first if step > 0 else last - 1
    return (steps[0][start], steps[0][start + 1]) if 0 <= start < len(steps[0]) - 1 else None


def _place(steps: Sequence[RunText], key: str) -> int:
    """Return the number of a step; of a draft as written, that of its round."""
    return next((number for number, text in enumerate(steps) if text.key == key.removesuffix("w")), 0)
