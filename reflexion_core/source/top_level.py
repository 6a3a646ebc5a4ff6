"""What the top level of a module binds: constants, imports, and every other name."""

from __future__ import annotations

import ast

from reflexion_core.source.assignments import assigned
from reflexion_core.source.facts import ConstantFact, ImportFact
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.statements import module_statements

_GLOBAL_SETTERS = ("globals", "exec", "vars")
"""Calls that may give the module names that are not written in it."""


def bound_names(index: ModuleIndex) -> frozenset[str]:
    """Return every name that the top level binds when it is imported."""
    imported = set(index.imports) - set(index.local_imports) - index.typing_imports
    return frozenset({*index.definitions, *index.constants, *imported, *index.rebound} - index.deleted)


def may_bind_more(index: ModuleIndex, text: str) -> bool:
    """Say whether there may be names that are not written in the module.

    Args:
        index: The module.
        text: Its text, which tells sooner than its tree where no call gives it names.
    """
    if index.star_imports or "__getattr__" in index.definitions:
        return True
    if not any(name in text for name in _GLOBAL_SETTERS):
        return False
    calls = (node for node in ast.walk(index.tree) if isinstance(node, ast.Call))
    return any(isinstance(call.func, ast.Name) and call.func.id in _GLOBAL_SETTERS for call in calls)


def read_constants(index: ModuleIndex) -> tuple[ConstantFact, ...]:
    """Return what the top level sets names to, each name once, in source order."""
    found: dict[str, ConstantFact] = {}
    statements = [placed.statement for placed in module_statements(index.tree.body) if not placed.is_typing_only]
    for place, statement in enumerate(statements):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            pairs: list[tuple[ast.expr, ast.expr | None]] = [(statement.target, statement.value)]
        elif isinstance(statement, ast.Assign):
            pairs = list(assigned(statement))
        else:
            continue
        docstring = _string_below(statement, statements[place + 1] if place + 1 < len(statements) else None)
        for target, value in pairs:
            if isinstance(target, ast.Name) and target.id not in found and not _is_dunder(target.id):
                found[target.id] = _constant(index, statement, target.id, value, docstring)
    return tuple(found.values())


def _constant(
    index: ModuleIndex, statement: ast.Assign | ast.AnnAssign, name: str, value: ast.expr | None, docstring: str | None
) -> ConstantFact:
    annotation = statement.annotation if isinstance(statement, ast.AnnAssign) else None
    is_fixed = value is not None and index.lookup(name) is value
    return ConstantFact(
        line=statement.lineno,
        end_line=statement.end_lineno or statement.lineno,
        name=name,
        annotation=index.text.segment(annotation) if annotation is not None else None,
        value=index.text.segment(value) if value is not None else None,
        literal=index.value(value) if value is not None and is_fixed else None,
        docstring=docstring,
    )


def read_imports(index: ModuleIndex) -> tuple[ImportFact, ...]:
    """Return the names that imports of the top level bind."""
    found: list[ImportFact] = []
    seen: set[str] = set()
    for node, name, target in index.top_imports:
        if name not in seen:
            seen.add(name)
            is_typing_only = name in index.typing_imports
            end_line = node.end_lineno or node.lineno
            found.append(
                ImportFact(line=node.lineno, end_line=end_line, name=name, target=target, is_typing_only=is_typing_only)
            )
    return tuple(found)


def _string_below(statement: ast.stmt, following: ast.stmt | None) -> str | None:
    match following:
        case ast.Expr(value=ast.Constant(value=str(text)), lineno=line) if line - (statement.end_lineno or 0) <= 1:
            return text.strip()
    return None


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")
