"""Text → syntax tree, with Python's complaints put into words that help."""

from __future__ import annotations

import ast
import sys
from functools import lru_cache
from typing import NamedTuple

from reflexion_core.errors import SourceError
from reflexion_core.source.dialects import describe_newer_syntax, describe_python_2
from reflexion_core.syntax_trees import parse_python, parsing


class Place(NamedTuple):
    line: int | None
    """Counted from 1."""
    column: int | None
    """Counted in characters from 1."""


def parse_module(name: str, text: str, *, is_checked: bool = False) -> ast.Module:
    """Parse a module, and compile it as well, since some errors only show then; it is not run.

    Args:
        name: The file's name, for messages.
        text: The module's text.
        is_checked: Whether it is known to compile, so that this need not be tried again.

    Raises:
        SourceError: the text is not Python that the running interpreter accepts.
    """
    try:
        module = parse_tree(text)
        if not is_checked:
            with parsing():
                _compile(module, text)
    except SyntaxError as exc:
        raise _explain(name, text, exc) from exc
    except (RecursionError, MemoryError) as exc:
        reason = "is nested too deeply for Python to parse"
        raise SourceError(name, reason, hint="split the longest expression in it") from exc
    except (ValueError, OverflowError) as exc:
        raise SourceError(name, f"cannot be parsed: {exc}") from exc
    return module


@lru_cache(maxsize=8)
def parse_tree(text: str) -> ast.Module:
    """Return the tree of a text that is known to be Python; all who ask share it, and nobody changes it."""
    return parse_python(text)


def _compile(module: ast.Module, text: str) -> None:
    """Compile a tree, correcting an error's column.

    The parser counts characters, the compiler counts bytes of UTF-8.
    """
    try:
        compile(module, "<source>", "exec", dont_inherit=True)
    except SyntaxError as exc:
        lines = text.split("\n")
        if exc.offset and exc.lineno and exc.lineno <= len(lines):
            before = lines[exc.lineno - 1].encode()[: exc.offset - 1]
            exc.offset = len(before.decode(errors="ignore")) + 1
        raise


def _explain(name: str, text: str, exc: SyntaxError) -> SourceError:
    place = _place_of(exc)
    lines = text.split("\n")
    line = lines[place.line - 1] if place.line and place.line <= len(lines) else ""
    message = exc.msg or "invalid syntax"
    newer = describe_newer_syntax(line, message)
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    if newer:
        reason = f"uses syntax of Python {newer}, and Python {running} is running"
        hint = "run this program with that Python, or a newer one"
    elif old := describe_python_2(line, message):
        reason = f"looks like Python 2 ({old})"
        hint = "convert it to Python 3 first"
    else:
        reason = f"is not valid Python: {message}"
        hint = f"Python {running} is running; it cannot read the syntax of newer ones"
    return SourceError(name, reason, line=place.line, column=place.column, hint=hint)


def _place_of(exc: SyntaxError) -> Place:
    if not exc.lineno:
        return Place(None, None)
    return Place(exc.lineno, max(exc.offset or 1, 1))
