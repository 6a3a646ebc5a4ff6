"""What a document says twice: an entry, a list, a paragraph or a section that comes again word for word.

A small model that has lost its thread writes on what it has written before. The later place goes, with the title that
would have nothing left under it, so that code can mend it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.checks._removals import without_lines
from reflexion_core.checks._said_again import Again, find_said_again
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place
from reflexion_core.records import Severity, Verdict

_MANY = 3
"""So many entries are no slip."""
_LONGEST = 60
_MARKS = re.compile(r"\s*(?:[-*+]|\d+[.)]|#{1,6})\s+")
_UNDERLINE = re.compile(r"\s*(?:=+|-+)\s*")


@CHECKS.register("repeats")
class RepeatsCheck(Check):
    """Looks for the same words about the same thing."""

    name = "repeats"
    summary = "entries, lists, paragraphs and sections that come again word for word"
    severity = "low"
    dimension = "clarity"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        for again in find_said_again(paper):
            yield self._again(paper, again)

    def _again(self, paper: Paper, again: Again) -> Verdict:
        place = _lines_place(paper, again.line, again.end_line)
        words = " ".join(_MARKS.sub("", place.text.split("\n")[0]).split())
        shown = words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
        says = "says" if again.line == again.end_line else "say"
        mistake = Mistake(
            f"{_lines(again.line, again.end_line).capitalize()} {says} again, word for word, what"
            f' {_lines(*again.first)} {"says" if again.first[0] == again.first[1] else "say"}: "{shown}"',
            replacement=_removal(paper, again),
            severity=_severity(again),
        )
        owner = paper.parts.owners[again.line - 1]
        return self.wrong(place, f"said again: {words[:_LONGEST]}", mistake, owner=owner)


def _severity(again: Again) -> Severity:
    is_list = again.is_whole and again.entries > 1
    return "medium" if again.is_section or is_list or again.entries >= _MANY else "low"


def _lines(line: int, end_line: int) -> str:
    return f"line {line}" if line == end_line else f"lines {line} to {end_line}"


def _lines_place(paper: Paper, line: int, end_line: int) -> Place:
    start, end = paper.line_starts[line - 1], paper.line_starts[end_line] - 1
    return Place(line, end_line, start, end, paper.document[start:end])


def _removal(paper: Paper, again: Again) -> tuple[Place, str] | None:
    """Return what takes the lines out, with the words above that lead to nothing else."""
    below = paper.lines[again.end_line] if again.end_line < len(paper.lines) else ""
    if not again.is_movable or _UNDERLINE.fullmatch(below):
        return None
    first = again.line
    if again.lead is not None:
        words = again.lead.words
        start = words.sentences[-1][0] if words.sentences else 0
        if start:
            # The sentences in front of the leading one stay.
            begin = words.place(0, start).end
            last = _lines_place(paper, again.line, again.end_line)
            return (Place(words.line, last.end_line, begin, last.end, paper.document[begin : last.end]), "")
        first = again.lead.line
    return without_lines(paper, first, again.end_line)
