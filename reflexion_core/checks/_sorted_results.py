"""Where a source sorts what it gives back or goes through, whatever the order in which it came."""

from __future__ import annotations

import ast

from reflexion_core.checks._function_trees import FunctionTree

_KEEPERS = ("list", "tuple", "dict", "iter")
"""Calls that keep the order of what they are given."""


def sorted_result(tree: FunctionTree) -> ast.expr | None:
    """Return what a function sorts, where every `return` gives something sorted by its own value."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Return)]
    values = [_sorted(node.value, tree) for node in nodes]
    return values[0] if values and None not in values else None


def sorted_iteration(methods: list[FunctionTree]) -> ast.expr | None:
    """Return what a class sorts, where iterating over it goes through one attribute that is always set sorted."""
    own = next((method for method in methods if method.name == "__iter__"), None)
    name = _iterated(own.body[-1]) if own is not None else ""
    found = [
        _sorted(node.value, method) if isinstance(node, ast.Assign) else None
        for method in methods
        for node in ast.walk(method)
        if name and any(_own_attribute(target) == name for target in _targets(node))
    ]
    return found[0] if found and None not in found else None


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign | ast.AugAssign) else []


def _iterated(statement: ast.stmt) -> str:
    match statement:
        case ast.Return(value=ast.Call(func=ast.Name(id="iter"), args=[value])):
            return _own_attribute(value)
        case ast.Expr(value=ast.YieldFrom(value=value)):
            return _own_attribute(value)
    return ""


def _own_attribute(node: ast.AST) -> str:
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
    return ""


def _sorted(node: ast.expr | None, tree: FunctionTree) -> ast.expr | None:
    """Return the expression if it is sorted by what it holds itself; a key may be the order of anything."""
    match node:
        case ast.Call(func=ast.Name(id="sorted"), keywords=[]):
            return node
        case ast.Call(func=ast.Name(id=name), args=[value], keywords=[]) if name in _KEEPERS:
            return _sorted(value, tree)
        case ast.ListComp(generators=[one]) | ast.DictComp(generators=[one]):
            return node if _sorted(one.iter, tree) is not None else None
        case ast.Name(id=name):
            stored = [one for one in ast.walk(tree) if isinstance(one, ast.Name) and one.id == name]
            uses = sum(isinstance(one.ctx, ast.Store) for one in stored)
            values = [one.value for one in ast.walk(tree) if _sets(one, name) and isinstance(one, ast.Assign)]
            is_read_once = len(stored) - uses == 1
            return _sorted(values[0], tree) if uses == len(values) == 1 and is_read_once else None
    return None


def _sets(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=one)], value=value):
            return one == name and not isinstance(value, ast.Name)
    return False
