"""Where some words stand that a check has found in running text by itself."""

from __future__ import annotations

from reflexion_core.document.claims import Place


def place_within(whole: Place, start: int, end: int) -> Place:
    """Return the place of a part of some words, given by offsets into their text."""
    line = whole.line + whole.text.count("\n", 0, start)
    last = whole.line + whole.text.count("\n", 0, end)
    return Place(line, last, whole.start + start, whole.start + end, whole.text[start:end])
