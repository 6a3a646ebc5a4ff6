"""A document that shows the implementation instead of saying what it does.

Signatures, constants and short quotes are what a reader needs; a fence with the bodies of functions copied from the
source is the source again, and one with other bodies than the source's is wrong. Where it holds nothing else than
definitions of the source, those without their bodies are what belongs there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from reflexion_core.checks._bare_definitions import bare_definitions, body_start
from reflexion_core.checks._quotes import defined_names
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import ExampleClaim, Place
from reflexion_core.records import Verdict
from reflexion_core.source.facts import ClassFact, FunctionFact

_MOST_LINES = 8
"""Lines of function bodies that a document may quote to explain something."""
_LEAST_LINES = 3
"""Fewer lines of bodies in a fence are no copy of anything."""
_MOST_OF_ALL = 0.25
"""The part of all bodies that a document may show in many small fences."""
_OTHER_LINES = 2
"""So many lines of a body that the source does not have make it another body; one may be a slip in a quote."""
_DOCSTRING = re.compile(r'"""(?:(?!""").)*"""', re.DOTALL)
_COMMENT = re.compile(r"\s*#[^'\"]*$")
_FIELD = re.compile(r"(?!else|try|finally)\w+\s*:\s*[\w.]+(?:\[.*\])?(?:\s*=\s*[^()]+)?")
_LIKENESS = re.compile(
    r"(?i)\b(?:equivalent|roughly|simplified|similar|same as|sketch|as if|like|instead|before|old)\b"
)
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
        in_all = len(set().union(*(lines for _, lines in copies if len(lines) >= _LEAST_LINES)))
        is_much = in_all > max(_MOST_LINES, _MOST_OF_ALL * len(bodies))
        for fence, lines in copies:
            if len(lines) > _MOST_LINES or (is_much and len(lines) >= _LEAST_LINES):
                yield self._copied(paper, fence, (min(lines), max(lines)))
            else:
                yield from self._rewritten(paper, fence)

    def _copied(self, paper: Paper, fence: ExampleClaim, copy: tuple[int, int]) -> Verdict:
        first, last = copy
        place = fence.place
        mistake = Mistake(
            f"Lines {place.line} to {place.end_line} copy the implementation (lines {first} to {last} of the source);"
            " a document says what it does",
            expected="a description",
            replacement=_without_bodies(paper, fence),
        )
        return self.wrong(place, f"copy of lines {first} to {last}", mistake)

    def _rewritten(self, paper: Paper, fence: ExampleClaim) -> Iterator[Verdict]:
        """Yield that a fence shows definitions of the source otherwise than they are: other fields, other bodies."""
        place, names, lines = fence.place, defined_names(fence.code), _other_lines(paper, fence)
        is_field = any(_FIELD.fullmatch(line) for line in lines)
        if not lines or (len(lines) < _OTHER_LINES and not is_field and fence.reason != "syntax"):
            return
        mistake = Mistake(
            f"Lines {place.line} to {place.end_line} show {', '.join(f'`{name}`' for name in names)} otherwise than"
            f" the source has it: `{lines[0]}` is not there",
            expected="a description",
            replacement=_without_bodies(paper, fence),
            severity="high" if is_field else "low",
        )
        fact = paper.top_level[names[0]]
        yield self.wrong(place, f"definition of {', '.join(names)}", mistake, owner=names[0], fact=fact)


def _without_bodies(paper: Paper, fence: ExampleClaim) -> tuple[Place, str] | None:
    """Return what mends a fence that holds nothing but definitions of the source."""
    bare = bare_definitions(paper, defined_names(fence.code))
    # A fence that is itself indented would need its indentation in every line.
    is_indented = fence.place.text.split("\n")[0] != fence.code.split("\n")[0]
    return None if bare is None or is_indented else (fence.place, bare)


def _other_lines(paper: Paper, fence: ExampleClaim) -> list[str]:
    """Return the lines that a fence gives to definitions of the source and that are not there."""
    names = defined_names(fence.code)
    if not names or any(name not in paper.top_level for name in names) or _is_likeness(paper, fence):
        return []
    code = _DOCSTRING.sub("", fence.code)
    lines = [_COMMENT.sub("", line).strip() for line in code.split("\n") if line[:1].isspace()]
    own = {line for name in names for line in _own_lines(paper, paper.top_level[name])}
    return [line for line in lines if line and line not in own]


def _own_lines(paper: Paper, symbol: FunctionFact | ClassFact) -> Iterator[str]:
    for line in paper.source_lines[symbol.line - 1 : symbol.end_line]:
        yield _COMMENT.sub("", line).strip()


def _is_likeness(paper: Paper, fence: ExampleClaim) -> bool:
    """Say whether the words above a fence say that it shows something like the source, and not the source."""
    above = [line for line in paper.lines[: max(fence.place.line - 2, 0)] if line.strip()]
    return bool(above) and bool(_LIKENESS.search(above[-1]))


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
        found.update(range(body_start(function), function.end_line + 1))
    return found
