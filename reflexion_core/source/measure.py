"""How much there is in a source: what tells, before anything is written, how easily its documentation goes wrong."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from reflexion_core.records import Source
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.source.parsing import parse_module
from reflexion_core.source.symbols import public_symbols

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)
_BRANCHES = (ast.If, ast.IfExp, ast.BoolOp, ast.ExceptHandler, ast.match_case, *_LOOPS)
"""Places at which code can go one way or another."""


@dataclass(frozen=True)
class SourceMeasure:
    """A source in figures."""

    lines: int
    """Lines that hold something, comments and docstrings included."""
    branches: int
    """Places at which the code can go one way or another."""
    symbols: int
    """Public functions, classes and methods."""
    exceptions: int
    """Places that raise something which callers of the public symbols can meet."""

    def __str__(self) -> str:
        figures = ((self.lines, "line"), (self.branches, "branch"), (self.symbols, "public symbol"))
        words = [_count(number, noun) for number, noun in figures]
        return f"{', '.join(words)} and {_count(self.exceptions, 'exception')}"


def measure_source(source: Source, facts: ModuleFacts) -> SourceMeasure:
    """Measure a source.

    Raises:
        SourceError: the source does not parse.
    """
    tree = parse_module(source.name, source.text)
    raised = {(fact.type, fact.line) for function in facts.public_callables() for fact in function.raises}
    return SourceMeasure(
        lines=sum(1 for line in source.text.split("\n") if line.strip()),
        branches=sum(isinstance(node, _BRANCHES) for node in ast.walk(tree)),
        symbols=len(public_symbols(source)),
        exceptions=len(raised),
    )


def _count(number: int, noun: str) -> str:
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"
