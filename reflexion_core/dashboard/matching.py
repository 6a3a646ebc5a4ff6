"""Where two sequences are equal, found with an effort that stays bounded.

`difflib` is quadratic where elements repeat (blank lines, spaces): two texts of blank lines would hold up
the screen for minutes. The effort of a comparison is therefore known and paid before it is made. It depends
on the sequences alone, never on a clock, so that the same texts compare alike on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher


@dataclass(frozen=True)
class Block:
    """A stretch of both sequences, equal or replaced by one another; stops are not included."""

    is_equal: bool
    left_start: int
    left_stop: int
    right_start: int
    right_stop: int


@dataclass
class Budget:
    """Steps that may still be spent; about ten million take a second."""

    steps: int
    is_overdrawn: bool = False
    """Whether anything was left undone for want of steps."""

    def pay(self, steps: int) -> bool:
        """Take the steps and return True, or take none and return False."""
        if steps > self.steps:
            self.is_overdrawn = True
            return False
        self.steps -= steps
        return True


def match(left: Sequence[str], right: Sequence[str], budget: Budget) -> Iterator[Block]:
    """Yield blocks that cover both sequences, in order.

    What the budget does not cover counts as replaced, except for an equal start and an equal end.
    """
    head = _common_length(left, right)
    tail = _common_length(left[head:][::-1], right[head:][::-1])
    i, j = len(left) - tail, len(right) - tail
    if head:
        yield Block(True, 0, head, 0, head)
    if head < i or head < j:
        yield from _match_middle(left[head:i], right[head:j], head, budget)
    if tail:
        yield Block(True, i, len(left), j, len(right))


def _match_middle(
    left: Sequence[str], right: Sequence[str], offset: int, budget: Budget
) -> Iterator[Block]:
    if left and right and budget.pay(_count_steps(left, right)):
        matcher = SequenceMatcher(None, left, right, autojunk=False)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            yield Block(tag == "equal", offset + i1, offset + i2, offset + j1, offset + j2)
    else:
        yield Block(False, offset, offset + len(left), offset, offset + len(right))


def _common_length(left: Sequence[str], right: Sequence[str]) -> int:
    for index, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return index
    return min(len(left), len(right))


def _count_steps(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the steps of one pass of `SequenceMatcher`."""
    counts = Counter(right)
    return len(left) + len(right) + sum(counts[element] for element in left)
