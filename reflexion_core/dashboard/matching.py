"""Where two sequences are equal, found with an effort that stays bounded.

`difflib` is quadratic and worse where elements repeat (blank lines, a model that repeats itself), which can
hold up the screen for minutes. Each of its passes is therefore paid from a budget before it is made. The
price depends on the sequences alone, never on a clock, so that the same texts always compare alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from itertools import accumulate


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


def match(
    left: Sequence[str], right: Sequence[str], budget: Budget, is_filler: Callable[[str], bool] | None = None
) -> Iterator[Block]:
    """Yield blocks that cover both sequences, in order.

    What the budget does not cover counts as replaced, except for an equal start and an equal end.

    Args:
        left: A sequence.
        right: The other one.
        budget: What may be spent.
        is_filler: Whether an element is no reason to hold two places for the same, such as a blank line.
    """
    matcher = _PaidMatcher(left, right, budget, is_filler)
    if matcher.price <= budget.steps:
        yield from matcher.find_blocks()
        return
    # Only now, for it can put an inserted stretch at an odd place: equal ends cost next to nothing.
    head = _common_length(left, right)
    tail = _common_length(left[head:][::-1], right[head:][::-1])
    i, j = len(left) - tail, len(right) - tail
    if head:
        yield Block(True, 0, head, 0, head)
    yield from _PaidMatcher(left[head:i], right[head:j], budget, is_filler).find_blocks(head)
    if tail:
        yield Block(True, i, len(left), j, len(right))


class _PaidMatcher(SequenceMatcher[str]):
    """A matcher that finds nothing more once the budget is spent."""

    def __init__(
        self, left: Sequence[str], right: Sequence[str], budget: Budget, is_filler: Callable[[str], bool] | None
    ) -> None:
        super().__init__(is_filler, left, right, autojunk=False)
        counts = Counter(right)
        self._budget = budget
        self._prices = list(accumulate((1 + counts[element] for element in left), initial=0))
        """Steps of a pass over the left sequence up to each element."""

    @property
    def price(self) -> int:
        """Steps of the first pass over everything."""
        return self._prices[-1]

    def find_longest_match(self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None) -> Match:
        stop = len(self._prices) - 1 if ahi is None else ahi
        if self._budget.pay(self._prices[stop] - self._prices[alo]):
            return super().find_longest_match(alo, ahi, blo, bhi)
        return Match(alo, blo, 0)

    def find_blocks(self, offset: int = 0) -> Iterator[Block]:
        for tag, i1, i2, j1, j2 in self.get_opcodes():
            yield Block(tag == "equal", offset + i1, offset + i2, offset + j1, offset + j2)


def _common_length(left: Sequence[str], right: Sequence[str]) -> int:
    for index, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return index
    return min(len(left), len(right))
