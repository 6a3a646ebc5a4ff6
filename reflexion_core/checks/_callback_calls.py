"""With how many arguments a source calls a function that it was given as a parameter."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from reflexion_core.checks._function_trees import FunctionTree


@dataclass(frozen=True)
class CallbackCall:
    """The way in which a parameter is called, the same at every place."""

    count: int
    text: str
    line: int


def callback_call(own: FunctionTree, others: list[FunctionTree], name: str) -> CallbackCall | None:
    """Return how a parameter is called; None where it is not, in several ways, or may be called elsewhere too.

    Args:
        own: The function that takes the parameter.
        others: The methods of its class, where it is a constructor: they may call what it keeps.
        name: The parameter.
    """
    uses = list(_uses(own, lambda node: isinstance(node, ast.Name) and node.id == name))
    kept = {target for use in uses if isinstance(use, ast.Assign) for target in _own_attributes(use)}
    for method in (own, *others) if kept else ():
        uses += _uses(method, lambda node: _own_attribute(node) in kept)
    calls = [use for use in uses if isinstance(use, ast.Call)]
    if not calls or None in uses or any(_is_open(call) for call in calls):
        return None
    counts = {len(call.args) + len(call.keywords) for call in calls}
    return CallbackCall(counts.pop(), ast.unparse(calls[0]), calls[0].lineno) if len(counts) == 1 else None


def _uses(tree: FunctionTree, is_meant: Callable[[ast.AST], bool]) -> Iterator[ast.Call | ast.Assign | None]:
    """Yield the calls of a value and where it is kept; None for any other use but a test."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not is_meant(node):
            continue
        parent = parents[node]
        match parent:
            case ast.Call(func=func) if func is node:
                yield parent
            case ast.Assign(targets=[target], value=value) if value is node and _own_attribute(target):
                yield parent
            case ast.Assign(targets=[target]) if target is node and _own_attribute(target):
                if not isinstance(parent.value, ast.Name):
                    yield None
            case ast.Compare(ops=[ast.Is() | ast.IsNot()]) | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                pass
            case ast.If() | ast.While() | ast.IfExp() if parent.test is node:
                pass
            case ast.Call(func=ast.Name(id="callable")):
                pass
            case _:
                yield None


def _own_attributes(node: ast.Assign) -> list[str]:
    return [name for target in node.targets if (name := _own_attribute(target))]


def _own_attribute(node: ast.AST) -> str:
    """Return the name of an attribute of `self`; empty for anything else."""
    is_own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if is_own and isinstance(node, ast.Attribute) else ""


def _is_open(call: ast.Call) -> bool:
    return any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)
