"""Functions and classes of the source as a document shows them: signature and docstring, without the bodies."""

from __future__ import annotations

from collections.abc import Sequence

from reflexion_core.checks.base import Paper
from reflexion_core.source.facts import ClassFact, FunctionFact


def bare_definitions(paper: Paper, names: Sequence[str]) -> str | None:
    """Return definitions of the source's top level in source text; None where one of the names is none.

    Args:
        paper: The document and its source.
        names: What to show, in this order.
    """
    found = [paper.top_level.get(name) for name in dict.fromkeys(names)]
    if not found or None in found:
        return None
    return "\n\n".join(_bare(paper, one) for one in found if one is not None)


def _bare(paper: Paper, symbol: FunctionFact | ClassFact) -> str:
    functions = symbol.methods if isinstance(symbol, ClassFact) else (symbol,)
    shown = {number: paper.source_lines[number - 1] for number in range(symbol.line, symbol.end_line + 1)}
    for function in functions:
        start = body_start(function)
        if start > function.line:
            for number in range(start, function.end_line + 1):
                shown.pop(number, None)
            if function.docstring is None:
                shown[start] = " " * _indentation(paper.source_lines[function.body_line - 1]) + "..."
    lines = [f"@{decorator}" for decorator in symbol.decorators]
    return "\n".join([*lines, *(shown[number] for number in sorted(shown))])


def body_start(function: FunctionFact) -> int:
    """Return the first line behind a function's signature and docstring."""
    return function.docstring.end_line + 1 if function.docstring is not None else function.body_line


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
