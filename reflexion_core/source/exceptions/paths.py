"""Where statements lead: out of a loop, to an end, past an exception."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from reflexion_core.source.definition_nodes import FunctionNode
from reflexion_core.source.statements import dotted_name

_NEVER = frozenset({"NoReturn", "Never"})


def is_never(function: FunctionNode | None) -> bool:
    if function is None or function.node.returns is None:
        return False
    written = dotted_name(function.node.returns)
    return written is not None and written.rpartition(".")[2] in _NEVER


def has_break(body: Sequence[ast.stmt]) -> bool:
    """Say whether a loop's body leaves the loop by `break`; those of inner loops are their own."""
    waiting = list(body)
    while waiting:
        statement = waiting.pop()
        if isinstance(statement, ast.Break):
            return True
        if isinstance(statement, ast.For | ast.AsyncFor | ast.While):
            waiting += statement.orelse
        elif not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            waiting += [
                child
                for block in (getattr(statement, name, []) for name in ("body", "orelse", "finalbody"))
                for child in block
            ]
            waiting += [child for handler in getattr(statement, "handlers", []) for child in handler.body]
            waiting += [child for case in getattr(statement, "cases", []) for child in case.body]
    return False


def has_handler(function: FunctionNode) -> bool:
    return any(isinstance(s, ast.Try | ast.TryStar) and s.handlers for s in function.statements)


def may_swallow(method: FunctionNode) -> bool:
    """Say whether an `__exit__` may give back something true."""
    for statement in method.statements:
        match statement:
            case ast.Return(value=None | ast.Constant(value=None | False)):
                continue
            case ast.Return():
                return True
    return False


def is_irrefutable(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None
