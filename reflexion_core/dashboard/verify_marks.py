"""What the checks say, as a browser draws it: marks with their places, and words for each.

Python counts characters, a browser counts UTF-16 units: places are turned into the browser's here and nowhere else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

from reflexion_core.dashboard.verify_checker import Check, is_left_out
from reflexion_core.records import CriticIssue, Outcome, Verdict

_SHORT: dict[Outcome, str] = {"right": "r", "wrong": "w", "cannot_tell": "u"}
_LONGEST_WORDS = 600
_NAMING_CHECKS = frozenset({"names", "parameters", "coverage"})
"""Checks that find right that there is such a name, and nothing more."""

Offset = Callable[[int], int]


def build_marks(check: Check, issues: Sequence[CriticIssue] = ()) -> list[dict[str, Any]]:
    """Return a mark for each verdict, and for each problem of a critic that quotes the document."""
    place = utf16_offsets(check.document)
    verdicts = check.verification.verdicts
    marks = [
        _mark(verdict, source, place, check.document) for verdict, source in zip(verdicts, check.deciding, strict=True)
    ]
    return marks + [mark for issue in issues if (mark := _issue_mark(issue, check.document, place)) is not None]


def utf16_offsets(text: str) -> Offset:
    """Return what turns an offset in a text into the same place as a browser counts it."""
    wide = [index for index, character in enumerate(text) if ord(character) > 0xFFFF]
    return lambda offset: offset + bisect_left(wide, offset)


def _mark(verdict: Verdict, source: int | None, place: Offset, document: str) -> dict[str, Any]:
    start, end = _without_backticks(document, *_words_meant(verdict, document))
    mark: dict[str, Any] = {
        "s": place(start),
        "e": place(end),
        "o": _SHORT[verdict.outcome],
        "check": verdict.check,
        "subject": verdict.subject,
    }
    if is_left_out(verdict):
        mark["missing"] = verdict.subject.partition(":")[0]
    if source is not None and verdict.source_line is not None:
        mark |= {"source": source, "sl": verdict.source_line, "el": verdict.source_end_line or verdict.source_line}
    if verdict.reason:
        mark["words"] = _cut(verdict.reason)
    finding = verdict.finding
    if finding is not None:
        mark |= {"severity": finding.severity, "words": _cut(finding.message), "line": finding.doc_line}
        if finding.expected:
            mark["true"] = _cut(finding.expected)
        if finding.replacement is not None:
            change = finding.replacement
            mark["fix"] = {"s": place(change.start), "e": place(change.end), "text": change.text}
    return mark


def _issue_mark(issue: CriticIssue, document: str, place: Offset) -> dict[str, Any] | None:
    start = document.find(issue.quote) if issue.quote.strip() else -1
    if start < 0:
        return None
    kept = "" if issue.counts else " (not counted)"
    return {
        "s": place(start),
        "e": place(start + len(issue.quote)),
        "o": "c",
        "check": "critic",
        "subject": f"critic's, {issue.severity}{kept}",
        "words": _cut(issue.problem),
        "true": _cut(issue.suggestion),
    }


def _words_meant(verdict: Verdict, document: str) -> tuple[int, int]:
    """Return the place of a verdict's words; where all that is right is that there is such a name, that of the name.

    The sentence around the name says more, and nobody has checked that.
    """
    if verdict.outcome == "right" and verdict.check in _NAMING_CHECKS:
        name = verdict.subject.partition(":")[0].rpartition(".")[2]
        start = document.find(name, verdict.start, verdict.end)
        if name and start >= 0:
            return start, start + len(name)
    return verdict.start, verdict.end


def _without_backticks(document: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of the words in a code span, so that claims of the same words are marked alike."""
    words = document[start:end]
    ticks = len(words) - len(words.lstrip("`"))
    has_both = 0 < ticks < len(words) // 2 and words.endswith("`" * ticks) and "\n" not in words
    return (start + ticks, end - ticks) if has_both else (start, end)


def _cut(text: str) -> str:
    clean = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return clean if len(clean) <= _LONGEST_WORDS else f"{clean[: _LONGEST_WORDS - 1]}…"
