"""Python text → syntax tree, one thread at a time.

Python 3.11 mixes up the depth of trees that two threads make at once (`SystemError: AST constructor recursion depth
mismatch`), and its list of warning filters belongs to the process.
"""

from __future__ import annotations

import ast
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

_LOCK = threading.RLock()

NO_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError)
"""What parsing raises for a text that is no Python, or none that can be parsed."""


@contextmanager
def parsing() -> Iterator[None]:
    """Parse or compile inside, alone, and without being shown what Python thinks of somebody else's code."""
    with _LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def parse_python(text: str) -> ast.Module:
    """Return the tree of some code.

    Raises:
        NO_PYTHON: one of these, for what cannot be parsed.
    """
    with parsing():
        return ast.parse(text)


def parse_value(text: str) -> ast.expr:
    """Return the tree of one expression.

    Raises:
        NO_PYTHON: one of these, for what cannot be parsed.
    """
    with parsing():
        return ast.parse(text, mode="eval").body
