"""With how many arguments a document says that a given function is called, against the call in the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from reflexion_core.checks._callback_calls import CallbackCall, callback_call
from reflexion_core.checks._function_trees import FunctionTrees
from reflexion_core.checks._owners import Owner
from reflexion_core.checks._said_places import place_within
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place
from reflexion_core.document.python_code import parse_expression
from reflexion_core.records import Verdict
from reflexion_core.source.facts import ClassFact, Fact, FunctionFact

_NUMBERS = {"no": 0, "one": 1, "a single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_WORDS = {number: word for word, number in _NUMBERS.items() if word != "a single"}
_COUNT = (
    rf"(?:exactly\s+|just\s+|only\s+)?(?P<number>{'|'.join(_NUMBERS)}|\d)\s+"
    r"(?:positional\s+)?arguments?\b(?!\s+(?:more|less|fewer|or|and\s+more)\b)"
)
_SAYS = (
    re.compile(rf"(?:`(?P<name>\w+)`[*_]*|\b(?:It|it|which))\s+(?:is|will\s+be)\s+called\s+with\s+{_COUNT}"),
    re.compile(
        rf"`(?P<name>\w+)`[*_]*\s+(?:has\s+to\s+|must\s+|should\s+)?(?:takes?|accepts?|receives?|gets?)\s+{_COUNT}"
    ),
    re.compile(
        r"\b(?P<name>)(?:function|callable|callback)\s+(?:of|with|taking|accepting|(?:that|which)\s+(?:takes|accepts))"
        rf"\s+{_COUNT}"
    ),
)
_ENTRY = re.compile(r"[\s*_-]*`(?P<name>\w+)`")


@CHECKS.register("callbacks")
class CallbacksCheck(Check):
    """Looks at "`key` is called with two arguments" and "called as `key(row, column)`"."""

    name = "callbacks"
    summary = "another number of arguments than those with which the source calls a given function"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        trees = FunctionTrees(paper)
        for place, owner, name, count in (*_counted(paper), *_shown(paper)):
            found = _call(paper, owner, name, trees)
            if found is not None:
                yield self._judge(place, owner, name, count, found)

    def _judge(self, place: Place, owner: Owner, name: str, count: int, found: CallbackCall) -> Verdict:
        subject = f"{owner.qualname}.{name}: how it is called"
        fact = Fact(line=found.line, end_line=found.line)
        if count == found.count:
            return self.right(place, subject, fact)
        mistake = Mistake(
            f"Line {place.line} says that `{name}` gets {_in_words(count)};"
            f" the source gives it {_WORDS.get(found.count, found.count)}: `{found.text}` (line {found.line})",
            expected=found.text,
        )
        return self.wrong(place, subject, mistake, owner=owner.qualname, fact=fact)


def _counted(paper: Paper) -> Iterator[tuple[Place, Owner, str, int]]:
    """Yield the numbers of arguments that running text gives for a parameter of its symbol."""
    for claim in paper.claims.prose:
        owner = paper.owner(claim.owner) if "argument" in claim.text else None
        if owner is None:
            continue
        entry = _ENTRY.match(claim.text)
        codes = set(re.findall(r"`(\w+)`", claim.text))
        others = {name for name in codes if owner.parameter(name) is not None}
        for match in (match for pattern in _SAYS for match in pattern.finditer(claim.text)):
            name = match["name"] or (entry["name"] if entry is not None and others == {entry["name"]} else "")
            number = _NUMBERS.get(match["number"].lower())
            count = int(match["number"]) if number is None else number
            yield place_within(claim.place, *match.span()), owner, name, count


def _shown(paper: Paper) -> Iterator[tuple[Place, Owner, str, int]]:
    """Yield the calls of a parameter that code spans show."""
    for claim in paper.claims.names:
        owner = paper.owner(claim.owner) if claim.is_call and claim.arguments.strip() else None
        if owner is None or owner.parameter(claim.name) is None or claim.name in paper.top_level:
            continue
        call = parse_expression(f"{claim.name}({claim.arguments})")
        if isinstance(call, ast.Call) and not any(isinstance(one, ast.Starred) or _is_dots(one) for one in call.args):
            yield claim.place, owner, claim.name, len(call.args) + len(call.keywords)


def _is_dots(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _call(paper: Paper, owner: Owner, name: str, trees: FunctionTrees) -> CallbackCall | None:
    """Return how the source calls a parameter, if that is sure."""
    parameter = owner.parameter(name) if name.isidentifier() else None
    if parameter is None or parameter.is_variadic or len(owner.calls) != 1 or not owner.is_certain:
        return None
    symbol: FunctionFact | ClassFact = owner.symbol
    if isinstance(symbol, FunctionFact):
        tree = trees.get(symbol)
        return callback_call(tree, [], name) if tree is not None else None
    maker = paper.facts.function(f"{symbol.qualname}.__init__")
    own = trees.get(maker) if maker is not None and maker in symbol.methods else None
    others = [tree for one in symbol.methods if one is not maker and (tree := trees.get(one)) is not None]
    return callback_call(own, others, name) if own is not None else None


def _in_words(count: int) -> str:
    return f"{_WORDS.get(count, count)} argument{'' if count == 1 else 's'}"
