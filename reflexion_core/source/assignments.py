"""What statements give names to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeGuard


def imported_names(statement: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Yield each name that an import binds, and what it stands for; `*` with the module for a star import."""
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            if alias.asname:
                yield alias.asname, alias.name
            else:
                yield alias.name.partition(".")[0], alias.name.partition(".")[0]
        return
    module = "." * statement.level + (statement.module or "")
    for alias in statement.names:
        if alias.name == "*":
            yield "*", module
        else:
            joint = "" if module.endswith(".") or not module else "."
            yield alias.asname or alias.name, f"{module}{joint}{alias.name}"


_SETS_NOTHING = frozenset({ast.Expr, ast.If, ast.Raise, ast.Return})
"""The most frequent statements that set no name."""


def assigned(statement: ast.stmt) -> Iterable[tuple[ast.expr, ast.expr | None]]:
    """Return each target of a statement and what it is set to; None where that is no single expression."""
    return () if type(statement) in _SETS_NOTHING else _targets(statement)


def _targets(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    match statement:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _unpack(target, value)
        case ast.AnnAssign(target=target, value=value):
            if value is not None:
                yield target, value
        case ast.AugAssign(target=target):
            yield target, None
        case ast.For(target=target) | ast.AsyncFor(target=target):
            yield from _unpack(target, None)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            for item in items:
                if item.optional_vars is not None:
                    yield from _unpack(item.optional_vars, None)
        case ast.stmt() if type(statement).__name__ == "TypeAlias":  # Python 3.12
            yield statement.name, statement.value  # type: ignore[attr-defined]
        case ast.Delete(targets=targets):
            for target in targets:
                yield target, None


def _unpack(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    if not isinstance(target, ast.Tuple | ast.List):
        yield (target.value if isinstance(target, ast.Starred) else target), value
        return
    values: Sequence[ast.expr | None] = [None] * len(target.elts)
    has_stars = any(isinstance(item, ast.Starred) for item in target.elts)
    if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts) and not has_stars:
        values = value.elts
    for inner, part in zip(target.elts, values, strict=True):
        yield from _unpack(inner, None if isinstance(inner, ast.Starred) else part)


def collect_assignments(statements: Iterable[ast.stmt], nodes: Iterable[ast.AST]) -> dict[str, list[ast.expr | None]]:
    """Return what each name that a function's body sets is set to."""
    found: dict[str, list[ast.expr | None]] = {}
    for statement in statements:
        for target, value in assigned(statement):
            if isinstance(target, ast.Name):
                found.setdefault(target.id, []).append(value)
        if isinstance(statement, ast.Try | ast.TryStar):
            for handler in statement.handlers:
                if handler.name:
                    found.setdefault(handler.name, []).append(None)
        elif isinstance(statement, ast.Match):
            for name in _captured_names(statement):
                found.setdefault(name, []).append(None)
    for node in nodes:
        if isinstance(node, ast.NamedExpr):
            found.setdefault(node.target.id, []).append(node.value)
    return found


def _captured_names(statement: ast.Match) -> Iterator[str]:
    for case in statement.cases:
        for node in ast.walk(case.pattern):
            name = getattr(node, "name", None) or getattr(node, "rest", None)
            if isinstance(name, str):
                yield name


def is_attribute_of(node: ast.expr, name: str | None) -> TypeGuard[ast.Attribute]:
    """Say whether an expression is an attribute of a plain name, such as `self.size`."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
