"""Whether a flag makes a copy: what its entry says of `True` and `False`, against the branch that copies."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.checks._function_trees import FunctionTree, FunctionTrees, entry_text
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.records import Verdict
from reflexion_core.source.facts import Fact, FunctionFact

_COPY = r"(?:an?|the)\s+(?:(?:new|deep|shallow|changed|modified)\s+)?copy\b"
_SAYS = (
    re.compile(
        rf"\b(?P<value>True|False),?\s+(?:(?:meaning|means|so)\s+that\s+)?{_COPY}[^.;,]*?\s(?:is|are)\s+"
        r"(?:made|returned|changed|taken|given)\b"
    ),
    re.compile(
        rf"\b(?:[Ii]f|[Ww]hen)\s+(?:it\s+is\s+|set\s+to\s+)?(?P<value>[Tt]rue|[Ff]alse|set),?\s+(?:{_COPY}[^.;,]*?"
        rf"\s(?:is|are)\s+(?:made|returned|changed|taken|given)\b|(?:it\s+)?(?:works?\s+on|changes|returns?)\s+{_COPY})"
    ),
)
_TURNS = re.compile(r"\b(?:not|no|never|otherwise|else|unless|without)\b")
_COPIES = frozenset({"copy", "deepcopy"})


@dataclass(frozen=True)
class _Branch:
    """The one place where a function copies a parameter."""

    value: bool
    """For which value of the flag."""
    text: str
    line: int


@CHECKS.register("copies")
class CopiesCheck(Check):
    """Looks at "`True`, meaning that a copy is returned" where one branch of the source copies."""

    name = "copies"
    summary = "a flag that is said to make a copy for the value for which the source makes none"
    severity = "high"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        trees = FunctionTrees(paper)
        for claim in paper.claims.parameters:
            text = entry_text(paper, claim.line, claim.end_line)
            match = next((found for pattern in _SAYS if (found := pattern.search(text))), None)
            owner = paper.owner(claim.owner) if match is not None and not _TURNS.search(match[0]) else None
            function = owner.symbol if owner is not None else None
            tree = trees.get(function) if isinstance(function, FunctionFact) else None
            branch = _branch(tree, claim.name) if tree is not None else None
            if match is None or branch is None or function is None:
                continue
            subject = f"{function.qualname}.{claim.name}: copy"
            fact = Fact(line=branch.line, end_line=branch.line)
            if (match["value"].lower() != "false") == branch.value:
                yield self.right(claim.place, subject, fact)
                continue
            mistake = Mistake(
                f"Line {claim.line} says that `{claim.name}` makes a copy if it is {not branch.value};"
                f" the source copies if it is {branch.value}: `{branch.text}` (line {branch.line})",
                expected=str(branch.value),
            )
            yield self.wrong(claim.place, subject, mistake, owner=function.qualname, fact=fact)


def _branch(tree: FunctionTree, flag: str) -> _Branch | None:
    """Return the branch for a flag that replaces a parameter by a copy; None where anything else copies."""
    arguments = {one.arg for one in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node.func) in _COPIES]
    stored = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    found = [
        _Branch(value, ast.unparse(statement), statement.lineno)
        for node in tree.body
        if isinstance(node, ast.If) and not node.orelse and (value := _truth(node.test, flag)) is not None
        for statement in node.body
        if _copies_itself(statement, arguments)
    ]
    return found[0] if len(found) == 1 and len(calls) == 1 and flag in arguments and flag not in stored else None


def _copies_itself(statement: ast.stmt, arguments: set[str]) -> bool:
    """Say whether a statement is `rows = deepcopy(rows)` or `rows = rows.copy()` for a parameter."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=function, args=[ast.Name(id=one)])):
            return name in arguments and one == name and _name(function) in _COPIES
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(func=ast.Attribute(value=ast.Name(id=one), attr="copy"), args=[]),
        ):
            return name in arguments and one == name
    return False


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _truth(test: ast.expr, flag: str) -> bool | None:
    match test:
        case ast.Name(id=name) if name == flag:
            return True
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)) if name == flag:
            return False
    return None
