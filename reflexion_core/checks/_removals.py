"""What takes whole lines out of a document."""

from __future__ import annotations

from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import Place
from reflexion_core.document.emptied_parts import widen


def without_lines(paper: Paper, first: int, last: int) -> tuple[Place, str]:
    """Return the replacement that takes lines out, counted from 1, with the titles that would stand for nothing."""
    first, last = widen(paper.document, first, last)
    start, end = paper.line_starts[first - 1], min(paper.line_starts[last], len(paper.document))
    return Place(first, last, start, end, paper.document[start:end]), ""
