"""The syntax trees of a source's functions, for the few checks that look at how a parameter is used."""

from __future__ import annotations

import ast
from functools import cached_property, lru_cache

from reflexion_core.checks.base import Paper
from reflexion_core.source.facts import FunctionFact
from reflexion_core.source.parsing import parse_tree

FunctionTree = ast.FunctionDef | ast.AsyncFunctionDef


class FunctionTrees:
    """The functions of one source; its tree is looked through at the first question."""

    def __init__(self, paper: Paper) -> None:
        self._text = paper.source_text

    def get(self, function: FunctionFact) -> FunctionTree | None:
        """Return a function's tree."""
        return self._trees.get((function.name, function.end_line))

    @cached_property
    def _trees(self) -> dict[tuple[str, int], FunctionTree]:
        return {(node.name, node.end_lineno or node.lineno): node for node in function_trees(self._text)}


@lru_cache(maxsize=4)
def function_trees(text: str) -> tuple[FunctionTree, ...]:
    """Return every function of a source, methods and inner ones included; none where it does not parse."""
    try:
        module = parse_tree(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    return tuple(node for node in ast.walk(module) if isinstance(node, FunctionTree))


def entry_text(paper: Paper, line: int, end_line: int) -> str:
    """Return the lines of an entry, as one line without Markdown's marks for code and emphasis."""
    lines = paper.lines[line - 1 : end_line]
    return " ".join(" ".join(lines).replace("`", "").replace("*", "").split())
