"""Two texts side by side, as rows that a screen only has to draw.

Lines are matched first. What lies between matching lines is paired by the words that two lines share, in
their order, and inside a pair words are compared. Texts too long for that are compared by lines alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from reflexion_core.dashboard.matching import Block, Budget, match

Operation = Literal["equal", "changed", "removed", "added"]

MAX_LINES = 2_000
"""Lines a side up to which words are compared."""
MAX_BYTES = 200_000
"""Size a side up to which words are compared."""
CONTEXT_LINES = 3
"""Unchanged lines that stay visible around a change."""

_LINE_STEPS = 4_000_000
_WORD_STEPS = 8_000_000
_STEPS_PER_PAIRING = 25
_MIN_SIMILARITY = 0.4
_BLANK_SIMILARITY = 0.05
"""How much alike two blank lines are: so little that no line with words loses its counterpart for them."""
_PUNCTUATION_WEIGHT = 0.2
_SHORTER_WEIGHT = 0.7
"""How much more the shorter line counts: a line that was only extended is still the same line."""

_MARK = "\u0300-\u036f\u200d\ufe00-\ufe0f\u20e3\U0001f3fb-\U0001f3ff"
"""Characters that belong to the one before them; a change must not cut them off."""
_TOKEN = re.compile(rf"\s+|\d+(?:\.\d+)+|[\w{_MARK}]+|[^\w\s](?:[{_MARK}]|(?<=\u200d)[^\w\s])*")


@dataclass(frozen=True)
class Segment:
    """A stretch of one line."""

    text: str
    is_changed: bool


Line = tuple[Segment, ...]


@dataclass(frozen=True)
class Row:
    """One line of the left text, of the right text, or of both."""

    operation: Operation
    left_number: int | None
    """Line number counted from 1; None where the left text has no such line."""
    right_number: int | None
    left: Line = ()
    """Parts of the left line; together they are the whole line."""
    right: Line = ()


@dataclass(frozen=True)
class Span:
    """Rows from `start` up to, not including, `stop`."""

    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start


@dataclass(frozen=True)
class Comparison:
    """What differs between two texts."""

    rows: tuple[Row, ...]
    changes: tuple[Span, ...]
    """Every unbroken stretch of rows that are not equal."""
    is_identical: bool
    """Whether the texts are the same to the last character, line ends included."""
    is_word_level: bool
    """Whether lines were paired and their words compared wherever there was something to compare."""

    @property
    def change_count(self) -> int:
        return len(self.changes)

    @property
    def note(self) -> str:
        """What a reader must know to read the rows rightly; mostly empty."""
        if self.is_identical:
            return "The texts are the same."
        if not self.changes:
            return "The texts differ only in their line ends."
        return "" if self.is_word_level else "Too long to compare every word: lines are marked as a whole."

    def folds(self, context: int = CONTEXT_LINES) -> tuple[Span, ...]:
        """Return the stretches of unchanged rows that can be hidden; see `find_folds`."""
        return find_folds(self.changes, len(self.rows), context)


def find_folds(changes: Sequence[Span], count: int, context: int) -> tuple[Span, ...]:
    """Return the stretches of unchanged rows that can be hidden.

    Args:
        changes: Every unbroken stretch of changed rows.
        count: How many rows there are.
        context: Rows that stay visible before and after each change. With 0 a single row is folded too; otherwise the
            line that says so would take the same room.
    """
    shortest = 2 if context else 1
    edges = [Span(0, 0), *changes, Span(count, count)]
    folds = []
    for before, after in pairwise(edges):
        start = before.stop + (context if len(before) else 0)
        stop = after.start - (context if len(after) else 0)
        if stop - start >= shortest:
            folds.append(Span(start, stop))
    return tuple(folds)


def compare_texts(left: str, right: str) -> Comparison:
    """Compare two texts line by line, and changed lines word by word.

    Line ends count as equal whichever kind they are, and so does a missing one at the end of the text.
    """
    lines = (_split_lines(left), _split_lines(right))
    is_small = _is_small(left, lines[0]) and _is_small(right, lines[1])
    for_lines, for_words = Budget(_LINE_STEPS), Budget(_WORD_STEPS if is_small else 0)
    rows = tuple(_compare_lines(match(*lines, for_lines, _is_blank), *lines, for_words))
    return Comparison(
        rows=rows,
        changes=tuple(find_changes([row.operation for row in rows])),
        is_identical=left == right,
        is_word_level=not (for_lines.is_overdrawn or for_words.is_overdrawn),
    )


def _split_lines(text: str) -> list[str]:
    # `str.splitlines` also splits at form feeds and the like, where no editor starts a new line.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _is_blank(line: str) -> bool:
    return not line.strip()


def _is_small(text: str, lines: Sequence[str]) -> bool:
    return len(lines) <= MAX_LINES and len(text.encode("utf-8", "surrogatepass")) <= MAX_BYTES


def find_changes(operations: Sequence[Operation]) -> Iterator[Span]:
    """Yield every unbroken stretch of rows that are not equal."""
    start = 0
    for stop in range(1, len(operations) + 1):
        is_changed = operations[start] != "equal"
        if stop == len(operations) or (operations[stop] != "equal") != is_changed:
            if is_changed:
                yield Span(start, stop)
            start = stop


def _compare_lines(blocks: Iterable[Block], left: list[str], right: list[str], budget: Budget) -> Iterator[Row]:
    for block in blocks:
        left_lines = left[block.left_start : block.left_stop]
        right_lines = right[block.right_start : block.right_stop]
        if block.is_equal:
            for offset, line in enumerate(left_lines):
                numbers = (block.left_start + offset + 1, block.right_start + offset + 1)
                yield Row("equal", *numbers, _whole(line), _whole(line))
        else:
            for row in _replaced_rows(left_lines, right_lines, budget):
                yield _shift(row, block)


def _shift(row: Row, block: Block) -> Row:
    """Turn line numbers inside a block into those of the texts."""
    left = None if row.left_number is None else row.left_number + block.left_start
    right = None if row.right_number is None else row.right_number + block.right_start
    return replace(row, left_number=left, right_number=right)


def _whole(text: str, *, is_changed: bool = False) -> Line:
    return (Segment(text, is_changed),) if text else ()


def _replaced_rows(left: list[str], right: list[str], budget: Budget) -> Iterator[Row]:
    i = j = 0
    for pair_i, pair_j in [*_pair_lines(left, right, budget), (len(left), len(right))]:
        for index in range(i, pair_i):
            yield Row("removed", index + 1, None, left=_whole(left[index], is_changed=True))
        for index in range(j, pair_j):
            yield Row("added", None, index + 1, right=_whole(right[index], is_changed=True))
        if pair_i < len(left):
            yield _paired_row(left[pair_i], right[pair_j], budget, pair_i + 1, pair_j + 1)
        i, j = pair_i + 1, pair_j + 1


def _paired_row(left: str, right: str, budget: Budget, left_number: int, right_number: int) -> Row:
    if left == right:
        return Row("equal", left_number, right_number, _whole(left), _whole(right))
    return Row("changed", left_number, right_number, *_compare_words(left, right, budget))


def _pair_lines(left: list[str], right: list[str], budget: Budget) -> list[tuple[int, int]]:
    """Return index pairs of lines that resemble each other, in order, most similar in sum."""
    if not left or not right or not budget.pay(len(left) * len(right) * _STEPS_PER_PAIRING):
        return []
    weights = [_weigh(line) for line in right]
    similar = [[_similarity(a, b) for b in weights] for a in map(_weigh, left)]
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + similar[i][j])
    pairs, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if similar[i][j] and best[i][j] == best[i + 1][j + 1] + similar[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


@dataclass(frozen=True)
class _Weights:
    by_token: dict[str, float]
    total: float


def _weigh(line: str) -> _Weights:
    """Weigh a line's tokens: Markdown's punctuation is in every line and says little."""
    by_token: dict[str, float] = {}
    for token, count in Counter(_TOKEN.findall(line)).items():
        if not token.isspace():
            by_token[token] = count * (1.0 if token[0].isalnum() else _PUNCTUATION_WEIGHT)
    return _Weights(by_token, sum(by_token.values()))


def _similarity(left: _Weights, right: _Weights) -> float:
    """Return the shared part of two lines from 0 to 1, or 0 where they are too different to be a pair."""
    if not left.total or not right.total:
        return _BLANK_SIMILARITY if left.total == right.total else 0.0
    shared = sum(min(weight, right.by_token.get(token, 0.0)) for token, weight in left.by_token.items())
    shorter, longer = sorted((left.total, right.total))
    ratio = shared / (_SHORTER_WEIGHT * shorter + (1 - _SHORTER_WEIGHT) * longer)
    return ratio if ratio >= _MIN_SIMILARITY else 0.0


def _compare_words(left: str, right: str, budget: Budget) -> tuple[Line, Line]:
    tokens = (_TOKEN.findall(left), _TOKEN.findall(right))
    blocks = list(match(*tokens, budget))
    left_line: list[Segment] = []
    right_line: list[Segment] = []
    for index, block in enumerate(blocks):
        left_text = "".join(tokens[0][block.left_start : block.left_stop])
        right_text = "".join(tokens[1][block.right_start : block.right_stop])
        # A space between two changed words counts as changed: one change then looks like one.
        is_inner_space = 0 < index < len(blocks) - 1 and left_text.isspace()
        _append(left_line, left_text, is_changed=not block.is_equal or is_inner_space)
        _append(right_line, right_text, is_changed=not block.is_equal or is_inner_space)
    return tuple(left_line), tuple(right_line)


def _append(line: list[Segment], text: str, *, is_changed: bool) -> None:
    if line and line[-1].is_changed == is_changed:
        line[-1] = Segment(line[-1].text + text, is_changed)
    elif text:
        line.append(Segment(text, is_changed))
