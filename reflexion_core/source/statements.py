"""Going over statements and expressions without recursion: a chain of a thousand `elif` is a tree as deep."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_OWN_SCOPE = (*DEFINITIONS, ast.Lambda)
_BLOCKS = (ast.stmt, ast.excepthandler, ast.match_case)
_LEAVES = frozenset(
    {"ctx", "op", "ops", "id", "attr", "kind", "type_comment", "conversion", "names", "level", "module"}
)
"""Fields that hold no expression."""
_FIELDS = {
    kind: tuple(name for name in reversed(kind._fields) if name not in _LEAVES and kind is not ast.Constant)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
"""From each kind of node to its fields that may hold expressions or statements, the last one first."""


class Placed(NamedTuple):
    """A statement and where it stands."""

    statement: ast.stmt
    is_conditional: bool
    """Whether another branch may be taken instead."""
    is_typing_only: bool
    """Whether it is there for type checkers alone."""


def module_statements(body: Sequence[ast.stmt]) -> Iterator[Placed]:
    """Yield what a body holds in source order, also under `if`, `try`, `with` and loops, not inside definitions.

    What stands under `if __name__ == "__main__"` is left out: nobody can import it.
    """
    stack = [Placed(statement, False, False) for statement in reversed(body)]
    while stack:
        placed = stack.pop()
        yield placed
        statement, _, is_typing_only = placed
        if isinstance(statement, DEFINITIONS):
            continue
        is_branch = not isinstance(statement, ast.With | ast.AsyncWith)
        blocks = inner_blocks(statement)
        inner: list[Placed] = []
        if isinstance(statement, ast.If) and is_main_guard(statement.test):
            blocks = [statement.orelse]
        elif isinstance(statement, ast.If) and is_type_checking(statement.test):
            inner += [Placed(child, True, True) for child in statement.body]
            blocks = [statement.orelse]
        for block in blocks:
            inner += [Placed(child, placed.is_conditional or is_branch, is_typing_only) for child in block]
        stack += reversed(inner)


def walk_statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a body and of its blocks in source order, not those inside definitions."""
    stack = list(reversed(body))
    while stack:
        statement = stack.pop()
        yield statement
        if not isinstance(statement, DEFINITIONS):
            for block in reversed(inner_blocks(statement)):
                stack += reversed(block)


def inner_blocks(statement: ast.stmt) -> list[list[ast.stmt]]:
    """Return the blocks of a compound statement in source order."""
    match statement:
        case ast.If() | ast.For() | ast.AsyncFor() | ast.While():
            return [statement.body, statement.orelse]
        case ast.With() | ast.AsyncWith():
            return [statement.body]
        case ast.Try() | ast.TryStar():
            handled = [handler.body for handler in statement.handlers]
            return [statement.body, *handled, statement.orelse, statement.finalbody]
        case ast.Match():
            return [case.body for case in statement.cases]
    return []


def nodes_of(root: ast.AST) -> list[ast.AST]:
    """Return the nodes of an expression, or of a statement without its blocks, outside in.

    The bodies of lambdas and definitions are left out: they run at another time.
    """
    found: list[ast.AST] = []
    stack = [root]
    while stack:
        node = stack.pop()
        found.append(node)
        fields = _FIELDS[type(node)]
        if not fields or (node is not root and isinstance(node, _OWN_SCOPE)):
            continue
        for name in fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                stack.append(value)
            elif isinstance(value, list) and value and not isinstance(value[0], _BLOCKS):
                stack += [item for item in reversed(value) if isinstance(item, ast.AST)]
    return found


def names_in(root: ast.AST) -> set[str]:
    """Return every plain name in a tree, those of inner functions included."""
    found: set[str] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Name):
            found.add(node.id)
        for name in _FIELDS[type(node)]:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                stack.append(value)
            elif isinstance(value, list):
                stack += [item for item in value if isinstance(item, ast.AST)]
    return found


def is_main_guard(test: ast.expr) -> bool:
    """Say whether a condition is `__name__ == "__main__"`."""
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"


def is_type_checking(test: ast.expr) -> bool:
    """Say whether a condition is `TYPE_CHECKING`."""
    match test:
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return True
    return False


def dotted_name(node: ast.AST) -> str | None:
    """Return `a.b.c` for a name or a chain of attributes of one, else None."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return ".".join(reversed(parts))
