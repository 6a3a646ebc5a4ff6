"""The words of a source that stand behind a node of its tree."""

from __future__ import annotations

import ast

from reflexion_core.source.statements import dotted_name


class SourceText:
    r"""A source, cut into lines once; `ast.get_source_segment` would cut it anew for every node.

    Args:
        text: The text that the tree was made from, line ends as `\n`.
    """

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")

    def segment(self, node: ast.expr | ast.stmt) -> str:
        """Return an expression as written; one of several lines is put on one line, without comments."""
        if node.end_lineno == node.lineno and node.end_col_offset is not None:
            line = self._lines[node.lineno - 1]
            if line.isascii():
                return line[node.col_offset : node.end_col_offset]
            return line.encode()[node.col_offset : node.end_col_offset].decode(errors="replace")
        return unparse(node) or self._raw(node)

    def _raw(self, node: ast.expr | ast.stmt) -> str:
        lines = self._lines[node.lineno - 1 : node.end_lineno]
        return " ".join(line.strip() for line in lines)


def unparse(node: ast.AST) -> str:
    """Return a node as Python would write it; empty where it is nested too deeply to be written."""
    name = dotted_name(node)
    if name is not None:
        return name
    try:
        return ast.unparse(node)
    except RecursionError:
        return ""
