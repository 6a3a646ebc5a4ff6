"""Statements of examples that fail only because one before them failed or was skipped: what they use was not set."""

from __future__ import annotations

import ast

from reflexion_core.checks._bound_names import bound_names
from reflexion_core.checks._missing_imports import unknown_name
from reflexion_core.document.claims import ExampleClaim
from reflexion_core.document.python_code import parse_code
from reflexion_core.sandbox.base import BlockResult, StatementResult


class LostNames:
    """The names that statements which failed or were skipped would have set, over a document's examples in order."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def follow(self, example: ExampleClaim, result: BlockResult) -> frozenset[int]:
        """Go over one more example; returns the first lines of the statements that fail for want of a lost name."""
        if example.skipped_lines:
            self.skip(example)
        if not any(statement.exception for statement in result.statements) and not self._names:
            return frozenset()
        found: set[int] = set()
        assigned = _assigned_by_line(example.code)
        for statement in result.statements:
            names = assigned.get(statement.line, set())
            if statement.exception is None:
                self._names -= names
                continue
            if self._is_consequence(statement):
                found.add(statement.line)
            self._names |= names
        return frozenset(found)

    def skip(self, example: ExampleClaim) -> None:
        """Go over an example of which some or all statements are not to be run."""
        tree = parse_code(example.code)
        for statement in tree.body if tree is not None else ():
            if example.is_skipped or statement.lineno in example.skipped_lines:
                self._names |= bound_names(statement)

    def _is_consequence(self, statement: StatementResult) -> bool:
        return statement.exception is not None and unknown_name(statement.exception) in self._names


def _assigned_by_line(code: str) -> dict[int, set[str]]:
    """Return the names that each statement of the top level sets, by its first line."""
    tree = parse_code(code)
    return {
        statement.lineno: {
            node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for statement in (tree.body if tree is not None else ())
    }
