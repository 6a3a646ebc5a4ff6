"""The value of an expression that needs nothing to be run."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Lookup = Callable[[str], ast.expr | None]
"""From a name to the expression that it stands for, None where that cannot be told."""

_MAX_DEPTH = 60
_MAX_NAMES = 200
_MAX_SIZE = 10_000
"""The longest text or sequence, and the longest number in bits, that an operation may make."""

_EMPTY: dict[str, Callable[[], object]] = {
    "dict": dict,
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "str": str,
    "bytes": bytes,
    "int": int,
    "float": float,
    "bool": bool,
}
_MATH = {"inf": math.inf, "nan": math.nan, "pi": math.pi, "e": math.e, "tau": math.tau}
_BINARY: dict[type[ast.operator], Callable[[Any, Any], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
}
_UNARY: dict[type[ast.unaryop], Callable[[Any], object]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}


@dataclass(frozen=True, slots=True)
class Value:
    """A known value; None in a field of this type means "not known", `Value(None)` is the value None."""

    value: object

    @property
    def type_name(self) -> str:
        return type(self.value).__name__


class _Unknown(Exception):
    """The expression has no value that can be told."""


def literal_value(node: ast.expr, lookup: Lookup | None = None) -> Value | None:
    """Return the value of a literal, of arithmetic on literals and of names that stand for such.

    Args:
        node: The expression.
        lookup: What names stand for; without it a name has no known value.
    """
    try:
        value = _evaluate(node, _counted(lookup), 0)
    except (_Unknown, ArithmeticError, TypeError, ValueError, MemoryError):
        return None
    return Value(value)


def _counted(lookup: Lookup | None) -> Lookup | None:
    """Limit how often names are looked up: a list of a thousand names of such lists has no end."""
    if lookup is None:
        return None
    left = iter(range(_MAX_NAMES))

    def look(name: str) -> ast.expr | None:
        return lookup(name) if next(left, None) is not None else None

    return look


def _evaluate(node: ast.expr, lookup: Lookup | None, depth: int) -> object:
    if depth > _MAX_DEPTH:
        raise _Unknown
    evaluate = _EVALUATORS.get(type(node))
    if evaluate is None:
        raise _Unknown
    return evaluate(node, lookup, depth + 1)


def _constant(node: ast.Constant, _lookup: Lookup | None, _depth: int) -> object:
    return node.value


def _name(node: ast.Name, lookup: Lookup | None, depth: int) -> object:
    meant = lookup(node.id) if lookup is not None else None
    if meant is None:
        raise _Unknown
    value = _evaluate(meant, lookup, depth + 10)  # a name that stands for itself must end
    if isinstance(value, list | dict | set):
        raise _Unknown  # it may have been changed in place since
    return value


def _unary(node: ast.UnaryOp, lookup: Lookup | None, depth: int) -> object:
    return _UNARY[type(node.op)](_evaluate(node.operand, lookup, depth))


def _binary(node: ast.BinOp, lookup: Lookup | None, depth: int) -> object:
    apply = _BINARY.get(type(node.op))
    if apply is None:
        raise _Unknown
    left = _evaluate(node.left, lookup, depth)
    right = _evaluate(node.right, lookup, depth)
    if not _is_small(node.op, left, right):
        raise _Unknown
    return apply(left, right)


def _is_small(op: ast.operator, left: object, right: object) -> bool:
    if isinstance(op, ast.Mod) and isinstance(left, str | bytes):
        return False  # a message, not a number
    if isinstance(op, ast.Pow):
        if isinstance(left, int) and isinstance(right, int):
            return max(left.bit_length(), 1) * abs(right) <= _MAX_SIZE
        return True
    if isinstance(op, ast.LShift):
        return isinstance(right, int) and right <= _MAX_SIZE
    if isinstance(op, ast.Mult):
        return _product_size(left, right) <= _MAX_SIZE
    return True


def _product_size(left: object, right: object) -> int:
    if isinstance(left, int) and isinstance(right, int):
        return left.bit_length() + right.bit_length()
    sequence, count = (right, left) if isinstance(left, int) else (left, right)
    if isinstance(sequence, str | bytes | tuple | list) and isinstance(count, int):
        return len(sequence) * max(count, 0)
    return 0


def _items(nodes: list[ast.expr], lookup: Lookup | None, depth: int) -> list[object]:
    return [_evaluate(item, lookup, depth) for item in nodes]


def _list(node: ast.List, lookup: Lookup | None, depth: int) -> object:
    return _items(node.elts, lookup, depth)


def _tuple(node: ast.Tuple, lookup: Lookup | None, depth: int) -> object:
    return tuple(_items(node.elts, lookup, depth))


def _set(node: ast.Set, lookup: Lookup | None, depth: int) -> object:
    return set(_items(node.elts, lookup, depth))


def _dict(node: ast.Dict, lookup: Lookup | None, depth: int) -> object:
    values: dict[object, object] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            raise _Unknown
        values[_evaluate(key, lookup, depth)] = _evaluate(value, lookup, depth)
    return values


def _call(node: ast.Call, lookup: Lookup | None, depth: int) -> object:
    match node:
        case ast.Call(func=ast.Name(id=name), args=[], keywords=[]) if name in _EMPTY:
            return _EMPTY[name]()
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))], keywords=[]):
            return float(text)
        case ast.Call(func=ast.Name(id="frozenset" | "tuple" | "set" | "list" as name), args=[arg], keywords=[]):
            items = _evaluate(arg, lookup, depth)
            if isinstance(items, list | tuple | set):
                return {"frozenset": frozenset, "tuple": tuple, "set": set, "list": list}[name](items)
    raise _Unknown


def _attribute(node: ast.Attribute, _lookup: Lookup | None, _depth: int) -> object:
    if isinstance(node.value, ast.Name) and node.value.id == "math" and node.attr in _MATH:
        return _MATH[node.attr]
    raise _Unknown


_EVALUATORS: dict[type[ast.expr], Callable[[Any, Lookup | None, int], object]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.List: _list,
    ast.Tuple: _tuple,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.Call: _call,
    ast.Attribute: _attribute,
}
