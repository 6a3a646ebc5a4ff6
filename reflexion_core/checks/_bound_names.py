"""The names that code sets, imports or defines."""

from __future__ import annotations

import ast

from reflexion_core.source.assignments import imported_names


def bound_names(code: ast.Module | ast.stmt) -> frozenset[str]:
    """Return every name that some code gives a meaning to, at whatever depth, parameters included."""
    found: set[str] = set()
    for node in ast.walk(code):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Import() | ast.ImportFrom():
                found |= {name for name, _ in imported_names(node)}
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found.add(name)
            case ast.MatchMapping(rest=str(name)):
                found.add(name)
    return frozenset(found)
