"""None that is said to come back for what is not there, where the source fails to find it, or gives something else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reflexion_core.checks._function_trees import FunctionTree, FunctionTrees
from reflexion_core.checks._raised_instead import cannot_return
from reflexion_core.checks._returned import only_constant
from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import ReturnClaim
from reflexion_core.source.facts import FunctionFact

_ABSENT = re.compile(
    r"\b(?:no such|(?:is|are) not (?:there|known|found|present)|(?:is|are) (?:missing|unknown|absent)|isn['’]t there"
    r"|not in (?:it|there)|does(?: not|n['’]t) exist|there is none|an? (?:unknown|missing|absent) \w+)\b"
)
_DICTS = frozenset({"dict", "OrderedDict"})


@dataclass(frozen=True)
class FailingLookup:
    """A lookup that raises KeyError for a key that is not there."""

    text: str
    line: int


def failing_lookup(paper: Paper, claim: ReturnClaim, function: FunctionFact) -> FailingLookup | None:
    """Return the lookup that fails in the case for which None is promised; None where there is no such one."""
    if claim.constant != "None" or not _is_absence(claim) or function.raises or function.unknown_calls:
        return None
    trees = FunctionTrees(paper)
    tree = trees.get(function)
    if tree is None or not cannot_return(paper, function, "None"):
        return None
    holder = paper.facts.class_(function.qualname.rpartition(".")[0])
    methods = [one for method in (holder.methods if holder is not None else ()) if (one := trees.get(method))]
    faults = {fault.line for fault in function.language_faults if fault.type == "KeyError"}
    for node in _sure_lookups(tree):
        if node.lineno in faults and isinstance(node.value, ast.Attribute) and _is_dict(node.value.attr, methods):
            return FailingLookup(ast.unparse(node), node.lineno)
    return None


def has_another(paper: Paper, function: FunctionFact, claim: ReturnClaim, claims: Sequence[ReturnClaim]) -> bool:
    """Say whether a function ends by returning a constant for what is not there, and has no way to None."""
    tree = FunctionTrees(paper).get(function) if claim.constant == "None" and _is_absence(claim) else None
    if tree is None or not only_constant(function, claims) or not cannot_return(paper, function, "None"):
        return False
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    holds_data = any(isinstance(value, ast.Attribute | ast.Subscript) for value in values)
    last = tree.body[-1]
    return not holds_data and isinstance(last, ast.Return) and isinstance(last.value, ast.Constant | ast.UnaryOp)


def _is_absence(claim: ReturnClaim) -> bool:
    """Say whether a result is told for the case that what was asked for is not there."""
    return _ABSENT.search(" ".join(claim.condition.split())) is not None


def _sure_lookups(tree: FunctionTree) -> Iterator[ast.Subscript]:
    """Yield what every call looks up by one of its parameters as it was given, before anything is returned."""
    arguments = {one.arg for one in (*tree.args.posonlyargs, *tree.args.args)}
    stored = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    for statement in tree.body:
        match statement:
            case ast.Assign(value=value) | ast.Return(value=value) | ast.Expr(value=value) if value is not None:
                yield from _lookups(value, arguments - stored)
            case _:
                return


def _lookups(node: ast.expr, names: set[str]) -> Iterator[ast.Subscript]:
    """Yield the lookups in an own attribute that an expression makes first of all."""
    match node:
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id="self")), slice=ast.Name(id=name)) if name in names:
            yield node
        case ast.Subscript(value=value) | ast.Attribute(value=value) | ast.Call(func=value):
            yield from _lookups(value, names)


def _is_dict(name: str, methods: list[FunctionTree]) -> bool:
    """Say whether an own attribute is a plain dict, by what each method that sets it sets it to in the end."""
    last = [values[-1] for method in methods if (values := list(_values(method, name)))]
    return bool(last) and all(_makes_dict(value) for value in last)


def _values(method: FunctionTree, name: str) -> Iterator[ast.expr | None]:
    """Yield what an attribute is set to, in order; None where that is not told."""
    for node in ast.walk(method):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(one, ast.Attribute) and one.attr == name for one in targets):
            is_plain = isinstance(node, ast.Assign | ast.AnnAssign) and node in method.body
            yield node.value if is_plain and isinstance(node, ast.Assign | ast.AnnAssign) else None


def _makes_dict(node: ast.expr | None) -> bool:
    match node:
        case ast.Dict() | ast.DictComp():
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in _DICTS
    return False
