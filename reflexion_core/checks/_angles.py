"""Whether a function returns or takes an angle in degrees or in radians, as far as its code shows."""

from __future__ import annotations

import ast
from typing import Literal

from reflexion_core.checks._function_trees import FunctionTree

AngleUnit = Literal["degrees", "radians"]

_ANGLES = frozenset({"atan2", "atan", "acos", "asin", "arctan2", "arctan", "arccos", "arcsin", "phase"})
_MODULES = frozenset({"math", "cmath", "np", "numpy"})
_MADE: dict[str, AngleUnit] = {
    "degrees": "degrees",
    "rad2deg": "degrees",
    "radians": "radians",
    "deg2rad": "radians",
}
_TAKEN: dict[str, AngleUnit] = {
    "sin": "radians",
    "cos": "radians",
    "tan": "radians",
    "degrees": "radians",
    "rad2deg": "radians",
    "radians": "degrees",
    "deg2rad": "degrees",
}


def returned_angle(tree: FunctionTree) -> tuple[AngleUnit, int] | None:
    """Return the unit of what all `return` statements give, with the line of the first; None where one may be else."""
    inner = {id(one) for node in ast.walk(tree) if _is_inner(node, tree) for one in ast.walk(node)}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Return) and id(node) not in inner]
    units = {_unit(node.value, tree) for node in nodes}
    unit = units.pop() if len(units) == 1 else None
    return (unit, min(node.lineno for node in nodes)) if unit is not None else None


def angles_taken(tree: FunctionTree, name: str) -> dict[AngleUnit, int]:
    """Return each unit in which a parameter is used as it was given, with the first line that shows it."""
    found: dict[AngleUnit, int] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=one, ctx=ast.Store()) if one == name:
                return {}
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=module), attr=function), args=[ast.Name(id=one)], keywords=[]
            ) if module in _MODULES and one == name and function in _TAKEN:
                found.setdefault(_TAKEN[function], node.lineno)
    return found


def _is_inner(node: ast.AST, tree: FunctionTree) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and node is not tree


def _unit(node: ast.expr | None, tree: FunctionTree) -> AngleUnit | None:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name), keywords=[]) if module in _MODULES:
            return "radians" if name in _ANGLES else _MADE.get(name)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            return _unit(operand, tree)
        case ast.BinOp(left=left, op=ast.Mod() | ast.Add() | ast.Sub(), right=right):
            unit = _unit(left, tree)
            return unit if unit is not None and _is_turn(right, unit) else None
        case ast.Name(id=name):
            values = [value for one in ast.walk(tree) if (value := _value_set(one, name)) is not None]
            stored = [one for one in ast.walk(tree) if isinstance(one, ast.Name) and one.id == name]
            is_once = sum(isinstance(one.ctx, ast.Store) for one in stored) == len(values) == 1
            is_itself = is_once and isinstance(values[0], ast.Name)
            return _unit(values[0], tree) if is_once and not is_itself else None
    return None


def _is_turn(node: ast.expr, unit: AngleUnit) -> bool:
    """Say whether an angle is shifted or wrapped by a part of a turn in its own unit: `% 360`, `+ 2 * math.pi`."""
    if unit == "degrees":
        return isinstance(node, ast.Constant) and isinstance(node.value, int | float)
    return any(isinstance(one, ast.Attribute) and one.attr in ("pi", "tau") for one in ast.walk(node))


def _value_set(node: ast.AST, name: str) -> ast.expr | None:
    match node:
        case ast.Assign(targets=[ast.Name(id=one)], value=value) if one == name:
            return value
    return None
