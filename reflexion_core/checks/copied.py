"""A document that shows the implementation instead of saying what it does.

Signatures, constants and short quotes are what a reader needs; a fence with the bodies of functions copied from the
source is the source again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place
from reflexion_core.records import Verdict

_MOST_LINES = 8
"""Lines of function bodies that a document may quote to explain something."""
_LEAST_LINES = 3
"""Fewer lines of bodies in a fence are no copy of anything."""
_MOST_OF_ALL = 0.25
"""The part of all bodies that a document may show in many small fences."""
_DEFINITION = re.compile(r"(?m)^\s*(?:async\s+def|def|class)\s")


@CHECKS.register("copied")
class CopiedCheck(Check):
    """Looks for the source's own lines in fenced code."""

    name = "copied"
    summary = "the implementation copied into the document"
    severity = "medium"
    dimension = "completeness"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        fences = [one for one in paper.claims.examples if one.form == "script" and _may_be_copy(one.code)]
        if not fences:
            return
        source = _numbered(paper.source_lines)
        bodies = _body_lines(paper)
        # What the matcher knows of its second sequence serves all fences.
        matcher = SequenceMatcher(None, [], [line for _, line in source], autojunk=False)
        copies = [(fence, _copied_lines(matcher, fence.code, source) & bodies) for fence in fences]
        copies = [(fence, lines) for fence, lines in copies if len(lines) >= _LEAST_LINES]
        in_all = len(set().union(*(lines for _, lines in copies)))
        is_much = in_all > max(_MOST_LINES, _MOST_OF_ALL * len(bodies))
        for fence, lines in copies:
            if is_much or len(lines) > _MOST_LINES:
                yield self._copied(fence.place, (min(lines), max(lines)))

    def _copied(self, place: Place, copy: tuple[int, int]) -> Verdict:
        first, last = copy
        mistake = Mistake(
            f"Lines {place.line} to {place.end_line} copy the implementation (lines {first} to {last} of the source);"
            " a document says what it does",
            expected="a description",
        )
        return self.wrong(place, f"copy of lines {first} to {last}", mistake)


def _may_be_copy(code: str) -> bool:
    return code.count("\n") >= _LEAST_LINES and bool(_DEFINITION.search(code))


def _copied_lines(matcher: SequenceMatcher[str], code: str, source: list[tuple[int, str]]) -> set[int]:
    """Return the numbers of the source's lines that a fence has one after the other."""
    matcher.set_seq1([line for _, line in _numbered(code.split("\n"))])
    found: set[int] = set()
    for match in matcher.get_matching_blocks():
        if match.size >= _LEAST_LINES:
            found.update(number for number, _ in source[match.b : match.b + match.size])
    return found


def _numbered(lines: list[str]) -> list[tuple[int, str]]:
    """Return the lines that are not blank, without their indentation, each with its number from 1."""
    return [(number, line.strip()) for number, line in enumerate(lines, 1) if line.strip()]


def _body_lines(paper: Paper) -> set[int]:
    """Return the numbers of the source's lines that are code of a function, docstrings left out."""
    found: set[int] = set()
    for function in paper.facts.all_functions():
        start = function.docstring.end_line + 1 if function.docstring is not None else function.body_line
        found.update(range(start, function.end_line + 1))
    return found
