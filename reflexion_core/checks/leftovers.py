"""Words around a document that do not belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.checks._places import whole_lines
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import LeftoverClaim, Place
from reflexion_core.records import Severity, Verdict

_SAYS: dict[str, tuple[str, Severity]] = {
    "preamble": ("presents the document to its reader", "medium"),
    "sign-off": ("speaks to the reader as in a chat", "medium"),
    "placeholder": ("is a placeholder for words that are still to come", "medium"),
    "thinking": ("is a model's thinking", "medium"),
    "fence": ("opens a fence that is never closed", "medium"),
    "empty section": ("is a heading with nothing below it", "low"),
}
_LONGEST = 60
"""Characters of the words that are shown."""


@CHECKS.register("leftovers")
class LeftoversCheck(Check):
    """Takes out what stands on lines of its own."""

    name = "leftovers"
    summary = "preamble, sign-off, placeholder text, unbalanced fences and empty sections"
    severity = "medium"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        for claim in paper.claims.leftovers:
            if claim.kind != "placeholder" or not _is_the_sources(paper, claim):
                yield self._left(paper, claim)

    def _left(self, paper: Paper, claim: LeftoverClaim) -> Verdict:
        says, severity = _SAYS[claim.kind]
        words = " ".join(claim.text.split())
        shown = words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
        replacement = _removal(paper, claim)
        mistake = Mistake(
            f'Line {claim.line} {says}: "{shown}"',
            replacement=replacement,
            severity=severity,
            dimension="completeness" if claim.kind in ("placeholder", "empty section") else None,
        )
        return self.wrong(claim.place, f"{claim.kind}: {words[:_LONGEST]}", mistake, owner=claim.owner)


def _is_the_sources(paper: Paper, claim: LeftoverClaim) -> bool:
    """Say whether the source has the words itself, as a value or a message that the document quotes."""
    words = claim.text.strip()
    if words in ("...", "…"):
        return False
    line = paper.document[claim.place.start :].partition("\n")[0]
    start = re.match(rf"{re.escape(words)}\W*\w+", line)
    return start is not None and start[0] in paper.source_text


def _removal(paper: Paper, claim: LeftoverClaim) -> tuple[Place, str] | None:
    """Return the removal of whole lines; an open fence is left, since its code would become words."""
    if claim.kind in ("fence", "placeholder"):
        return None
    place = _with_marks(paper.document, claim.place) if claim.kind == "empty section" else claim.place
    lines = whole_lines(paper.document, place)
    return None if lines is None else (lines, "")


def _with_marks(document: str, place: Place) -> Place:
    """Return a heading's words with the marks around them."""
    start = document.rfind("\n", 0, place.start) + 1
    end = document.find("\n", place.end)
    end = len(document) if end < 0 else end
    if document[start : place.start].strip(" #") or document[place.end : end].strip(" #"):
        return place
    return Place(place.line, place.end_line, start, end, document[start:end])
