"""In which unit a function takes a parameter, as far as its name says or as it sleeps, waits or reckons with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Literal

from reflexion_core.checks._function_trees import FunctionTree

TimeUnit = Literal[
    "microseconds",
    "milliseconds",
    "seconds",
    "minutes",
    "hours",
    "days",
    "bytes",
    "kilobytes",
    "megabytes",
    "gigabytes",
    "degrees",
    "radians",
]
"""Of time, of size (a kibibyte counts as a kilobyte) and of angles."""

_SUFFIXES: dict[str, TimeUnit] = {
    "ms": "milliseconds",
    "millis": "milliseconds",
    "milliseconds": "milliseconds",
    "sec": "seconds",
    "secs": "seconds",
    "seconds": "seconds",
    "minutes": "minutes",
    "hours": "hours",
    "days": "days",
    "bytes": "bytes",
    "kb": "kilobytes",
    "kib": "kilobytes",
    "mb": "megabytes",
    "mib": "megabytes",
    "gb": "gigabytes",
    "gib": "gigabytes",
    "deg": "degrees",
    "degrees": "degrees",
    "rad": "radians",
    "radians": "radians",
}
_CLOCKS = frozenset({"time.time", "time.monotonic", "time.perf_counter", "monotonic", "perf_counter"})
_SLEEPS = frozenset({"time.sleep", "sleep", "asyncio.sleep", "trio.sleep", "anyio.sleep"})
_WAITS = frozenset({"settimeout"})
_FACTORS: dict[tuple[str, float], TimeUnit] = {
    ("/", 1000): "milliseconds",
    ("*", 0.001): "milliseconds",
    ("/", 1_000_000): "microseconds",
    ("*", 60): "minutes",
    ("*", 3600): "hours",
    ("*", 86400): "days",
}
_DELTA: frozenset[str] = frozenset({"microseconds", "milliseconds", "seconds", "minutes", "hours", "days"})


def unit_in_name(name: str) -> TimeUnit | None:
    """Return the unit that a parameter's own name gives: `timeout_ms`, `delay_seconds`."""
    return _SUFFIXES.get(name.lower().rpartition("_")[2])


def times_used(tree: FunctionTree, name: str) -> dict[TimeUnit, int]:
    """Return each unit in which a parameter is used, with the first line that shows it."""
    aliases = _aliases(tree, name)
    found: dict[TimeUnit, int] = {}
    for sink in _seconds_wanted(tree):
        unit = _unit_of(sink, aliases)
        if unit is not None:
            found.setdefault(unit, sink.lineno)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "timedelta":
            for keyword in node.keywords:
                if keyword.arg in _DELTA and _is_alias(keyword.value, aliases):
                    found.setdefault(keyword.arg, node.lineno)  # type: ignore[arg-type]
    return found


def _aliases(tree: FunctionTree, name: str) -> frozenset[str]:
    """Return the names that stand for a parameter: itself, and what is set to it or to a stand-in for it."""
    known = {name}
    stored = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            target = node.targets[0].id
            if _is_alias(node.value, frozenset(known)) and (stored.count(target) == 1 or target == name):
                known.add(target)
    return frozenset(known) if stored.count(name) <= 1 else frozenset()


def _is_alias(node: ast.expr, aliases: frozenset[str]) -> bool:
    match node:
        case ast.Name(id=one):
            return one in aliases
        case ast.IfExp(body=body, orelse=orelse):
            return _is_alias(body, aliases) or _is_alias(orelse, aliases)
        case ast.BoolOp(values=values):
            return any(_is_alias(value, aliases) for value in values)
    return False


def _seconds_wanted(tree: FunctionTree) -> Iterator[ast.expr]:
    """Yield the expressions that Python's library takes as seconds."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=function, args=args):
                name = ast.unparse(function)
                if args and (name in _SLEEPS or name.rpartition(".")[2] in _WAITS):
                    yield args[0]
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
                if _is_clock(left):
                    yield right
                elif _is_clock(right) and isinstance(node.op, ast.Add):
                    yield left


def _is_clock(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in _CLOCKS


def _unit_of(node: ast.expr, aliases: frozenset[str]) -> TimeUnit | None:
    """Return the unit of a parameter in an expression that is seconds; None where it is not that alone."""
    if _is_alias(node, aliases):
        return "seconds"
    match node:
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div() as op, right=ast.Constant(value=int() | float() as number)):
            sign = "*" if isinstance(op, ast.Mult) else "/"
            return _FACTORS.get((sign, number)) if _is_alias(left, aliases) else None
    return None
