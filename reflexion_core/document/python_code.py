"""Python in a document: parsed, never run."""

from __future__ import annotations

import ast
import keyword
from functools import lru_cache

from reflexion_core.syntax_trees import NO_PYTHON, parse_python, parse_value

_MAX_EXPRESSION = 2000
"""Characters; a stated value or type that is longer is not read."""


def parse_code(text: str) -> ast.Module | None:
    """Return the syntax tree of some code, or None if it is not Python."""
    try:
        return parse_python(text)
    except NO_PYTHON:
        return None


@lru_cache(maxsize=1024)
def parse_expression(text: str) -> ast.expr | None:
    """Return the syntax tree of one expression, or None if the text is none or too long.

    Documents state few values and types, each of them often, so the last trees are kept; nobody changes them.
    """
    if len(text) > _MAX_EXPRESSION or not text.strip():
        return None
    text = text.strip()
    if text.isascii() and text.isidentifier() and not keyword.iskeyword(text):
        # Most types and many values are one name, for which the parser is a long way round.
        return ast.Name(text, ast.Load(), lineno=1, col_offset=0, end_lineno=1, end_col_offset=len(text))
    try:
        return parse_value(text)
    except NO_PYTHON:
        return None


def dotted_name(node: ast.expr) -> str:
    """Return `a.b.c` for such an expression, and nothing for any other."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""
