"""What a document says is returned if a parameter is true or false: "if set to `True`, returns `None`".

It is compared only where the source has a branch for that parameter alone that returns a constant.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.checks._function_trees import FunctionTree, FunctionTrees, entry_text
from reflexion_core.checks.base import Mistake, Paper
from reflexion_core.document.claims import Place
from reflexion_core.document.values import same_value
from reflexion_core.source.facts import FunctionFact

_CONSTANT = r"(?P<constant>None|True|False|-?\d+(?:\.\d+)?|\"[^\"]*\"|'[^']*')"
_SAYS = re.compile(
    r"\b(?:if|when)\s+(?:it\s+is\s+|set\s+to\s+|given\s+as\s+|passed\s+as\s+)?(?P<value>True|False|true|false)\b"
    rf"(?P<between>[^.;:]*?)\breturns?\s+{_CONSTANT}(?![\w(\[]|\.\w)"
)
_TURNS = re.compile(r"\b(?:otherwise|else|not|unless|never|and\s+\w+\s+is)\b")


@dataclass(frozen=True)
class FlagClaim:
    """A stated result for one value of a parameter, and the branch of the source for it."""

    place: Place
    function: FunctionFact
    parameter: str
    value: bool
    constant: str
    guard_value: bool
    """For which value of the parameter the branch is taken."""
    guard_constant: str
    guard_line: int
    others: tuple[str, ...]
    """The constants that the function returns elsewhere."""


def find_flag_claims(paper: Paper) -> Iterator[FlagClaim]:
    """Yield what entries on parameters say of results, where the source has one branch to compare with."""
    trees = FunctionTrees(paper)
    for claim in paper.claims.parameters:
        match = _SAYS.search(entry_text(paper, claim.line, claim.end_line))
        if match is None or _TURNS.search(match["between"]):
            continue
        owner = paper.owner(claim.owner)
        function = owner.symbol if owner is not None else None
        tree = trees.get(function) if isinstance(function, FunctionFact) else None
        if tree is None or not isinstance(function, FunctionFact) or claim.name not in _arguments(tree):
            continue
        guards = list(_guards(tree, claim.name))
        if len(guards) == 1:
            value, branch = guards[0]
            others = tuple(_text(one) for one in _constants(tree) if one is not branch)
            yield FlagClaim(
                claim.place,
                function,
                claim.name,
                match["value"].lower() == "true",
                match["constant"],
                value,
                _text(branch),
                branch.lineno,
                others,
            )


def wrong_flag(claim: FlagClaim) -> Mistake | None:
    """Judge a stated result; None where it is right or cannot be told."""
    is_guarded = claim.value == claim.guard_value
    if same_value(claim.constant, claim.guard_constant) is not False:
        return None
    if any(same_value(claim.constant, other) is not False for other in claim.others):
        return None
    case = f"`{claim.parameter}` is {claim.value}"
    actual = f"it returns `{claim.guard_constant}` if `{claim.parameter}` is {'true' if claim.guard_value else 'false'}"
    return Mistake(
        f"Line {claim.place.line} says that `{claim.function.qualname}` returns `{claim.constant}` if {case};"
        f" in the source {actual} (line {claim.guard_line})",
        expected=claim.guard_constant if is_guarded else "",
        severity="high" if is_guarded else "medium",
    )


def _arguments(tree: FunctionTree) -> set[str]:
    arguments = tree.args
    return {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}


def _guards(tree: FunctionTree, name: str) -> Iterator[tuple[bool, ast.Return]]:
    """Yield the branches whose test is the parameter alone and whose last statement returns a constant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            value = _truth(node.test, name)
            for body, branch_value in ((node.body, value), (node.orelse, None if value is None else not value)):
                last = body[-1] if body else None
                if branch_value is not None and isinstance(last, ast.Return) and _is_constant(last):
                    yield branch_value, last


def _truth(test: ast.expr, name: str) -> bool | None:
    match test:
        case ast.Name(id=one) if one == name:
            return True
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=one)) if one == name:
            return False
        case ast.Compare(
            left=ast.Name(id=one), ops=[ast.Is() | ast.Eq()], comparators=[ast.Constant(value=bool(value))]
        ):
            return value if one == name else None
    return None


def _constants(tree: FunctionTree) -> Iterator[ast.Return]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and _is_constant(node):
            yield node


def _is_constant(node: ast.Return) -> bool:
    return node.value is None or isinstance(node.value, ast.Constant)


def _text(node: ast.Return) -> str:
    return "None" if node.value is None else ast.unparse(node.value)
