"""A piece of a document's words that knows where each character of it stands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from reflexion_core.document.claims import Place

FILLER = "¤"
"""Stands in a masked text for each character inside a code span."""

_BACKTICKS = re.compile(r"`+")
_SENTENCE_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)[.!?][*_)\"”]*(?=\s+[^a-z\s]|\s*\Z)")


class Line(NamedTuple):
    """One line of a document, or what is left of it without its list marks."""

    number: int
    """Counted from 1."""
    start: int
    """Offset in the document."""
    text: str
    """Without its line end."""


class Code(NamedTuple):
    """A code span in a passage."""

    start: int
    """Offset of its first backtick in the passage."""
    end: int
    inner_start: int
    """Offset of its content."""
    inner_end: int
    text: str


@dataclass(frozen=True)
class _Root:
    """The lines that passages are cut from."""

    document: str
    lines: tuple[Line, ...]
    cuts: tuple[int, ...]
    """Offset in the joined text at which each line starts."""


@dataclass(frozen=True)
class Passage:
    """Words of a document in reading order, each line without the marks in front of it."""

    text: str
    """The lines, joined by one newline each."""
    root: _Root = field(repr=False, compare=False)
    base: int = 0
    """Where the passage starts in its root's joined text."""
    is_cell: bool = False
    """Whether it is a table's cell, in which `\\|` stands for a pipe."""

    @property
    def line(self) -> int:
        return self._position(0)[1]

    def cut(self, start: int, end: int | None = None) -> Passage:
        """Return a part of it, without blanks around."""
        text = self.text[start:end]
        lead = len(text) - len(text.lstrip())
        return Passage(text.strip(), self.root, self.base + max(start, 0) + lead, self.is_cell)

    def place(self, start: int = 0, end: int | None = None) -> Place:
        """Return where some characters of it stand."""
        end = len(self.text) if end is None else end
        document = self.root.document
        first, first_line = self._position(start)
        last, last_line = self._position(end - 1) if end > start else (first - 1, first_line)
        last = min(last + 1, len(document))
        return Place(first_line, last_line, first, last, document[first:last])

    def has_any(self, pieces: tuple[str, ...]) -> bool:
        """Say whether one of some lower-case pieces of words stands in it, code included, in any case.

        Finders ask this first: looking for a few pieces takes a fraction of the time of a search for a pattern.
        """
        lowered = self.lowered
        for piece in pieces:  # noqa: SIM110 - a generator would take twice the time
            if piece in lowered:
                return True
        return False

    @cached_property
    def lowered(self) -> str:
        """Its text in lower case, in which offsets may be others."""
        return self.text.casefold()

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        """Its code spans in order."""
        return tuple(_codes(self.text, self.is_cell)) if "`" in self.text else ()

    @cached_property
    def masked(self) -> str:
        """Its text, as long as before, with fillers inside the code spans: words in code are no prose."""
        if not self.codes:
            return self.text
        parts: list[str] = []
        position = 0
        for code in self.codes:
            parts += [self.text[position : code.start], "`", FILLER * (code.end - code.start - 2), "`"]
            position = code.end
        return "".join([*parts, self.text[position:]])

    def code_at(self, position: int) -> Code | None:
        """Return the code span that starts at a position."""
        return self._codes_by_start.get(position)

    def codes_between(self, start: int, end: int) -> tuple[Code, ...]:
        """Return the code spans that start in a stretch of it."""
        first = bisect_left(self._code_starts, start)
        return self.codes[first : bisect_left(self._code_starts, end, first)]

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """The start and end of each sentence; a full stop in code ends none."""
        found: list[tuple[int, int]] = []
        position = 0
        for match in _SENTENCE_END.finditer(self.masked):
            found.append((position, match.end()))
            position = match.end()
        if self.masked[position:].strip():
            found.append((position, len(self.masked)))
        return tuple(found)

    @cached_property
    def _codes_by_start(self) -> dict[int, Code]:
        return {code.start: code for code in self.codes}

    @cached_property
    def _code_starts(self) -> list[int]:
        return [code.start for code in self.codes]

    def _position(self, offset: int) -> tuple[int, int]:
        root = self.root
        absolute = self.base + offset
        index = max(bisect_right(root.cuts, absolute) - 1, 0) if len(root.cuts) > 1 else 0
        line = root.lines[index]
        return line.start + min(absolute - root.cuts[index], len(line.text)), line.number


def make_passage(document: str, lines: Sequence[Line], *, is_cell: bool = False) -> Passage:
    """Join lines of a document into a passage."""
    lines = lines or (Line(1, 0, ""),)
    cuts: list[int] = []
    position = 0
    for line in lines:
        cuts.append(position)
        position += len(line.text) + 1
    root = _Root(document, tuple(lines), tuple(cuts))
    return Passage("\n".join(line.text for line in lines), root, 0, is_cell)


def _codes(text: str, is_cell: bool) -> Iterator[Code]:
    runs = [match.span() for match in _BACKTICKS.finditer(text)]
    closers = [-1] * len(runs)
    """For each run, the next one of its length."""
    nearest: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        closers[index] = nearest.get(length, -1)
        nearest[length] = index
    index = 0
    while index < len(runs):
        closer = closers[index]
        if closer < 0 or (runs[index][0] and text[runs[index][0] - 1] == "\\"):
            index += 1
            continue
        yield _code(text, runs[index], runs[closer], is_cell)
        index = closer + 1


def _code(text: str, opener: tuple[int, int], closer: tuple[int, int], is_cell: bool) -> Code:
    start, end = opener[1], closer[0]
    if end - start > 2 and text[start] in " \n" and text[end - 1] in " \n":
        start, end = start + 1, end - 1
    inner = text[start:end].replace("\n", " ")
    return Code(opener[0], closer[1], start, end, inner.replace("\\|", "|") if is_cell else inner)
