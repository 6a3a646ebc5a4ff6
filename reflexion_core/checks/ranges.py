"""Whether the end of a range belongs to it: what a document says, against the call that makes the range."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.checks._function_trees import FunctionTree, FunctionTrees
from reflexion_core.checks._parts import Part
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place
from reflexion_core.records import Verdict
from reflexion_core.source.facts import Fact, FunctionFact

_STATED = re.compile(
    r"\b(?:from|between)\s+[^.;:()]{1,40}?\s(?:up\s+)?(?:to|and|until|through)\s+(?:the\s+)?(?:[a-z]+\s+){0,2}?"
    r"`?(?P<name>[^\W\d]\w*)`?\s*[,(]?\s*(?:which is\s+|the end(?:point)? is\s+)?"
    r"(?P<word>both (?:ends )?(?:included|inclusive)|inclusive|included|inclusively"
    r"|exclusive|excluded|not included|exclusively|itself excluded)\b"
)
_ENDS = {"randint": (1, True), "randrange": (1, False), "range": (1, False), "randbelow": (0, False)}
"""Calls by their last name: which argument is the end, and whether it belongs to the range."""


@dataclass(frozen=True)
class _End:
    """The end of a range that a function returns or yields."""

    is_included: bool
    call: str
    line: int


@CHECKS.register("ranges")
class RangesCheck(Check):
    """Looks at "from 1 to `sides`, inclusive" where a function hands out what `range` or `randint` gives."""

    name = "ranges"
    summary = "the end of a range that is said to be included, or left out, and is not"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        trees = FunctionTrees(paper)
        lines = paper.document.splitlines(keepends=True)
        for owner, part in paper.parts.by_owner.items():
            found = paper.owner(owner)
            if found is None or not isinstance(found.symbol, FunctionFact) or not part.is_full:
                continue
            for place, name, word in _stated(lines, part):
                if found.parameter(name) is not None:
                    yield self._judge(place, found.symbol, name, word, trees.get(found.symbol))

    def _judge(self, place: Place, function: FunctionFact, name: str, word: str, tree: FunctionTree | None) -> Verdict:
        subject = f"{function.qualname}.{name}: end of a range"
        ends = list(_ends(tree, name)) if tree is not None else []
        if len({end.is_included for end in ends}) != 1:
            return self.unsure(place, subject, "the source does not show it", function)
        end = ends[0]
        fact = Fact(line=end.line, end_line=end.line)
        says_included = "inclu" in word and not word.startswith("not")
        if says_included == end.is_included:
            return self.right(place, subject, fact)
        mistake = Mistake(
            f"Line {place.line} says that `{name}` is {'included' if says_included else 'left out'};"
            f" in the source it is {'included' if end.is_included else 'left out'}: `{end.call}` (line {end.line})",
            expected="included" if end.is_included else "excluded",
        )
        return self.wrong(place, subject, mistake, owner=function.qualname, fact=fact)


def _stated(lines: list[str], part: Part) -> Iterator[tuple[Place, str, str]]:
    """Yield the place, the name of the end and the word that is said of it."""
    first = part.symbol.line - 1
    text = "".join(lines[first : part.own_last_line])
    if "inclu" not in text and "exclu" not in text:
        return
    start = sum(map(len, lines[:first]))
    for match in _STATED.finditer(text):
        line = first + 1 + text.count("\n", 0, match.start())
        last = first + 1 + text.count("\n", 0, match.end())
        yield Place(line, last, start + match.start(), start + match.end(), match[0]), match["name"], match["word"]


def _ends(tree: FunctionTree, name: str) -> Iterator[_End]:
    """Yield the ranges up to a parameter that are returned, or whose members are yielded."""
    for node in ast.walk(tree):
        handed: ast.expr | None = None
        if isinstance(node, ast.Return | ast.YieldFrom):
            handed = node.value
        elif isinstance(node, ast.For) and _yields_target(node):
            handed = node.iter
        for call in ast.walk(handed) if handed is not None else ():
            if isinstance(call, ast.Call) and (end := _end(call, name)):
                yield end


def _yields_target(loop: ast.For) -> bool:
    """Say whether a loop yields what it goes over, as it is."""
    target = ast.unparse(loop.target)
    given = [node.value for node in ast.walk(loop) if isinstance(node, ast.Yield) and node.value is not None]
    return bool(given) and all(ast.unparse(value) == target for value in given)


def _end(call: ast.Call, name: str) -> _End | None:
    written = ast.unparse(call.func).rpartition(".")[2]
    if written not in _ENDS or call.keywords or not call.args:
        return None
    index, is_included = _ENDS[written]
    match call.args[min(index, len(call.args) - 1)]:
        case ast.Name(id=one) if one == name:
            return _End(is_included, ast.unparse(call), call.lineno)
        case ast.BinOp(left=ast.Name(id=one), op=ast.Add(), right=ast.Constant(value=1)) if one == name:
            return None if is_included else _End(True, ast.unparse(call), call.lineno)
    return None
