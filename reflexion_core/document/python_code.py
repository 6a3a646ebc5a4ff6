"""Python in a document: parsed, never run."""

from __future__ import annotations

import ast
import keyword
import threading
import warnings
from functools import lru_cache

_WARNINGS_LOCK = threading.Lock()
"""The list of warning filters belongs to the process; two threads that swap it would mix it up."""
_MAX_EXPRESSION = 2000
"""Characters; a stated value or type that is longer is not read."""


def parse_code(text: str) -> ast.Module | None:
    """Return the syntax tree of some code, or None if it is not Python."""
    try:
        with _WARNINGS_LOCK, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
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
        with _WARNINGS_LOCK, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None


def dotted_name(node: ast.expr) -> str:
    """Return `a.b.c` for such an expression, and nothing for any other."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""
