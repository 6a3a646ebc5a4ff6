"""The conditions under which a statement is reached, in source text."""

from __future__ import annotations

import ast

from reflexion_core.source.exception_facts import Condition
from reflexion_core.source.segments import SourceText

_MAX_CONDITIONS = 8

_OPPOSITES: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: ">=",
    ast.LtE: ">",
    ast.Gt: "<=",
    ast.GtE: "<",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}


def negate(test: ast.expr, text: SourceText) -> str:
    """Return the opposite of a test in source text."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return text.segment(operand)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return f"{text.segment(left)} {_OPPOSITES[type(op)]} {text.segment(right)}"
        case ast.Name() | ast.Attribute() | ast.Call() | ast.Subscript():
            return f"not {text.segment(test)}"
    return f"not ({text.segment(test)})"


def extend(conditions: tuple[Condition, ...], *more: Condition) -> tuple[Condition, ...]:
    """Add conditions, dropping the oldest that only say which earlier branches were not taken."""
    if len(conditions) + len(more) <= _MAX_CONDITIONS:
        return conditions + more
    joined = [*conditions, *more]
    while len(joined) > _MAX_CONDITIONS:
        passed = next((place for place, condition in enumerate(joined) if condition.kind == "not"), 0)
        del joined[passed]
    return tuple(joined)


def constant_truth(test: ast.expr) -> bool | None:
    """Return what a test always gives; None where it depends."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return False
    return None
