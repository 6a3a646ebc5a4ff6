"""The values that a parameter may have: what a document counts up, against what the source lets pass."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.checks._function_trees import FunctionTree, FunctionTrees
from reflexion_core.checks._parts import has_word
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place
from reflexion_core.document.python_code import parse_expression
from reflexion_core.records import Verdict
from reflexion_core.source.facts import AttributeFact, ConstantFact, Fact, FunctionFact

_VALUE = r"(?:`+[\"'][^\"'`\n]{1,40}[\"']`+|[\"'][\w -]{1,40}[\"'])"
_BESIDE = rf"{_VALUE}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:or|and)\s+|\s*[/|]\s*){_VALUE})*"
_ENTRY = rf"[ \t]*[-*+][ \t]+[*_]*{_VALUE}[^\n]*(?:\n|\Z)"
_GOES_ON = r"(?:[ \t]+[^\s*+-][^\n]*\n|[ \t]*\n(?=[ \t]*[-*+]))*"
_BELOW = rf"[^\n]{{0,20}}\n(?:\s*\n)?(?:{_ENTRY}{_GOES_ON})+"
_BETWEEN = r"(?P<between>(?:[^.;`\"'\n]|\n(?!\s*\n)|`[^`\n\"']*`){0,80}?)"
_LEAD = (
    r"\b(?:one of|either|must be|may be|can be|any of|accepts|takes)\b(?:\s+(?:the following|these|values|strings))*:?"
)
_LISTED = rf"(?:{_LEAD}\s*(?P<list>{_BESIDE}|{_BELOW})|[:(]\s*(?P<braced>\{{\s*{_BESIDE}\s*\}}))"
_ANY_LISTED = re.compile(_LISTED)
_COUNTED = _BETWEEN + _LISTED
_ITEM = re.compile(rf"^[ \t]*[-*+][ \t]+[*_]*(?P<value>{_VALUE})", re.MULTILINE)
_LEAST = 2


@dataclass(frozen=True)
class _Allowed:
    """What a function lets pass for a parameter."""

    values: tuple[str, ...]
    fact: Fact


@CHECKS.register("choices")
class ChoicesCheck(Check):
    """Looks at "`mode` is one of `"r"` and `"w"`" where the function refuses all but certain strings."""

    name = "choices"
    summary = "a value that a parameter is said to take and that the source refuses"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        trees = FunctionTrees(paper)
        for owner, part in paper.parts.by_owner.items():
            found = paper.owner(owner)
            function = paper.facts.function(owner) or paper.facts.function(f"{owner}.__init__")
            if found is None or function is None or not part.is_full:
                continue
            first = part.symbol.line - 1
            text = "\n".join(paper.lines[first : part.own_last_line])
            if not _ANY_LISTED.search(text):
                continue
            names = [parameter.name for parameter in function.parameters]
            for name in names:
                places = list(_stated(text, first + 1, paper.line_starts[first], name, names))
                tree = trees.get(function) if places else None
                allowed = _allowed(paper, function, name, tree) if tree is not None else None
                if allowed is not None:
                    yield from self._judge(function, name, places, allowed)

    def _judge(
        self, function: FunctionFact, name: str, places: list[tuple[Place, str]], allowed: _Allowed
    ) -> Iterator[Verdict]:
        """Yield a verdict for each value; a list of which the source knows none is about something else."""
        known = [value for _, value in places if value in allowed.values]
        subject = f"{function.qualname}.{name}: value"
        for place, value in places if 2 * len(known) >= len(places) else ():
            if value in allowed.values:
                yield self.right(place, f"{subject} {value}", allowed.fact)
                continue
            shown = ", ".join(f"`{one!r}`" for one in allowed.values)
            left = [one for one in allowed.values if one not in known]
            mistake = Mistake(
                f"Line {place.line} says that `{name}` may be `{value!r}`; the source takes {shown} alone"
                f" (line {allowed.fact.line})",
                expected=left[0] if len(left) == 1 else shown,
            )
            yield self.wrong(place, f"{subject} {value}", mistake, owner=function.qualname, fact=allowed.fact)


def _stated(text: str, first: int, start: int, name: str, names: list[str]) -> Iterator[tuple[Place, str]]:
    """Yield the strings that a part counts up for a parameter.

    Args:
        text: The part.
        first: The number of its first line.
        start: Its offset in the document.
        name: The parameter.
        names: All parameters.
    """
    for match in re.finditer(rf"(?<![\w.\"'])[`*]*{re.escape(name)}[`*]*(?![\w\"']){_COUNTED}", text):
        group = "list" if match["list"] is not None else "braced"
        others = [one for one in names if one != name and has_word(match["between"], one)]
        pieces = _items(match[group])
        if others or len(pieces) < _LEAST:
            continue
        for offset, value in pieces:
            at = match.start(group) + offset
            line = first + text.count("\n", 0, at)
            yield Place(line, line, start + at, start + at + len(value), value), value.strip("`\"'")


def _items(text: str) -> list[tuple[int, str]]:
    """Return the values of an enumeration with their offsets: of a list below each entry's first words."""
    if items := [(match.start("value"), match["value"]) for match in _ITEM.finditer(text)]:
        return items
    return [(match.start(), match[0]) for match in re.finditer(_VALUE, text)]


def _allowed(paper: Paper, function: FunctionFact, name: str, tree: FunctionTree) -> _Allowed | None:
    """Return what `Literal[…]`, or `if name not in …: raise` as the first use of a parameter, lets pass."""
    parameter = next((one for one in function.parameters if one.name == name), None)
    annotation = parse_expression(parameter.annotation) if parameter and parameter.annotation else None
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value).rpartition(".")[2] == "Literal":
        values = _strings(annotation.slice)
        return _Allowed(values, Fact(line=tree.lineno, end_line=tree.lineno)) if values else None
    if any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) for node in ast.walk(tree)
    ):
        return None
    for node in tree.body:
        test = node.test if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise) else None
        if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == name:
            values = _container(paper, function, test.comparators[0]) if isinstance(test.ops[0], ast.NotIn) else ()
            return _Allowed(values, Fact(line=node.lineno, end_line=node.lineno)) if values else None
    return None


def _container(paper: Paper, function: FunctionFact, node: ast.expr) -> tuple[str, ...]:
    """Return the strings of a literal, or of a constant or class attribute that is one and is not changed."""
    written = ast.unparse(node)
    holder = function.qualname.rpartition(".")[0]
    if written.startswith(("self.", "cls.")):
        written = f"{holder}.{written.partition('.')[2]}"
    fact = paper.facts.symbol(written)
    if isinstance(fact, ConstantFact | AttributeFact):
        if fact.value is None or fact.literal is None:
            return ()
        found = parse_expression(fact.value)
        return _strings(found) if found is not None else ()
    return _strings(node)


def _strings(node: ast.expr) -> tuple[str, ...]:
    """Return the strings of a tuple, list or set, or the keys of a dict; nothing where there is anything else."""
    items: list[ast.expr | None] = []
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        items = list(node.elts)
    elif isinstance(node, ast.Dict):
        items = list(node.keys)
    elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("frozenset", "set", "tuple") and len(node.args) == 1:
        return _strings(node.args[0])
    values = [item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    return tuple(values) if len(values) == len(items) else ()
