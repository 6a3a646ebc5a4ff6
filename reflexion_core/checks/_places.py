"""What may be put at a place of a document without breaking the Markdown around it."""

from __future__ import annotations

from reflexion_core.document.claims import Place

_LINE_END = "\n"
_MARKS = " \t*_"
"""What may stand around words without being any."""


def fits_place(document: str, place: Place, text: str) -> bool:
    """Say whether a text can stand in place of some words: on one line, and without the marks that enclose them."""
    if _LINE_END in text or _LINE_END in place.text:
        return False
    before = document[place.start - 1 : place.start]
    after = document[place.end : place.end + 1]
    if "`" in (before, after):
        return "`" not in text
    if before in ('"', "'", "“") and before:
        return before not in text and after not in text
    return not set(text) & set("`*_<>{}[]\\|") if not before.strip() else "`" not in text


def whole_lines(document: str, place: Place) -> Place | None:
    """Return the lines of a place with the blank lines behind them; None if more stands on those lines."""
    start = document.rfind(_LINE_END, 0, place.start) + 1
    end = document.find(_LINE_END, place.end)
    end = len(document) if end < 0 else end
    if document[start : place.start].strip(_MARKS) or document[place.end : end].strip(_MARKS):
        return None
    while end < len(document) and document[end] == _LINE_END:
        end += 1
    return Place(place.line, place.end_line, start, end, document[start:end])
