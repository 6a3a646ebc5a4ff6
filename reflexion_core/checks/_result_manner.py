"""What a result is said to be without a type - the object itself, how many, whether - against what comes back."""

from __future__ import annotations

import ast
import re

from reflexion_core.checks._function_trees import FunctionTree
from reflexion_core.checks._results import Result
from reflexion_core.document.claims import ReturnClaim
from reflexion_core.source.facts import FunctionFact

_CONTAINERS = ("list", "dict", "set", "tuple", "frozenset")
_NO_NUMBER = ("bool", "str", "bytes", "None")
_NO_TRUTH = ("str", "bytes", "None", "int", "float")
"""A container may hold a number, or whether, for each of several."""
_NO_GENERATOR = ("str", "bytes", "None", "bool", "int", "float", *_CONTAINERS)


def judge_manner(
    claim: ReturnClaim, function: FunctionFact, results: list[Result], tree: FunctionTree | None
) -> str | None:
    """Return what comes back instead, in words; empty if the claim is right, None where that cannot be told."""
    if claim.manner == "self":
        return _judge_self(function, tree)
    if function.returns.is_nothing:
        return "nothing"
    refuting = {"number": _NO_NUMBER, "truth": _NO_TRUTH, "one by one": _NO_GENERATOR}.get(claim.manner, ())
    types = [part for result in results for part in _parts(result.type)]
    if not types or any(part.partition("[")[0] not in refuting for part in types):
        return None
    if claim.manner == "truth" and any(shape.value is not None for shape in function.returns.shapes):
        return None  # 0 and 1 may well be said to tell whether
    return f"`{results[0].type}`"


def _judge_self(function: FunctionFact, tree: FunctionTree | None) -> str | None:
    returns = function.returns
    if returns.is_nothing:
        return "nothing"
    texts = [shape.text for shape in returns.returns]
    if "self" in texts:
        return "" if all(text == "self" for text in texts) and returns.every_path_returns else None
    is_method = any(parameter.is_self for parameter in function.parameters)
    if is_method and tree is not None and all(_is_new(node.value, tree) for node in _returns(tree)):
        return f"`{texts[0]}`" if texts else None
    return None


def _returns(tree: FunctionTree) -> list[ast.Return]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Return)]


def _is_new(node: ast.expr | None, tree: FunctionTree) -> bool:
    """Say whether an expression makes a new object for sure: a display, a constant, a call of a class."""
    match node:
        case (
            None | ast.Constant() | ast.Dict() | ast.List() | ast.Tuple() | ast.Set() | ast.JoinedStr() | ast.Compare()
        ):
            return True
        case ast.ListComp() | ast.DictComp() | ast.SetComp() | ast.GeneratorExp():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return bool(re.match(r"[A-Z]\w*[a-z]|len$|int$|str$|list$|dict$|sorted$|cls$", name))
        case ast.Call(func=ast.Call(func=ast.Name(id="type"))):
            return True
        case ast.Name(id=name):
            values = [
                one.value
                for one in ast.walk(tree)
                if isinstance(one, ast.Assign | ast.AnnAssign | ast.NamedExpr) and name in _targets(one)
            ]
            stored = [one for one in ast.walk(tree) if isinstance(one, ast.Name) and one.id == name]
            is_all = sum(isinstance(one.ctx, ast.Store) for one in stored) == len(values)
            is_plain = not any(isinstance(value, ast.Name) for value in values)
            return bool(values) and is_all and is_plain and all(_is_new(value, tree) for value in values)
    return False


def _targets(node: ast.Assign | ast.AnnAssign | ast.NamedExpr) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _parts(text: str) -> list[str]:
    """Split a union at its top level: `int | None`, `Optional[int]`."""
    text = text.strip("\"'")
    optional = re.fullmatch(r"(?:typing\.)?Optional\[(?P<inner>.+)\]", text)
    if optional:
        return [*_parts(optional["inner"]), "None"]
    parts, depth, current = [], 0, ""
    for sign in text:
        depth += (sign in "[(") - (sign in "])")
        if sign == "|" and not depth:
            parts.append(current.strip())
            current = ""
        else:
            current += sign
    return [*parts, current.strip()]
