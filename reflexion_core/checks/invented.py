"""Versions, authors, licences, dates, requirements and figures that are nowhere in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.checks._places import whole_lines
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import InventedClaim, Place
from reflexion_core.records import Verdict

_KINDS = {
    "version": "a version",
    "history": "a history of versions",
    "author": "an author",
    "licence": "a licence",
    "date": "a date",
    "requirement": "a requirement",
    "installation": "how to install it",
    "performance": "a figure of performance",
}
_FIGURE = re.compile(r"v?(\d+(?:\.\d+)+\w*)")
_PLAIN = re.compile(r"[^\w.@/:+-]+")
_INSTALLED = re.compile(r"(?:install|add)\s+(?P<package>[\w.-]+)", re.IGNORECASE)
_COMPLEXITY = re.compile(r"O\(")
_TITLE = re.compile(r"[A-Za-z' ]+")


@CHECKS.register("invented")
class InventedCheck(Check):
    """Looks the figures, names and versions up in the source's text, comments included."""

    name = "invented"
    summary = "version history, authors, licences, dates, requirements and figures that are nowhere in the source"
    severity = "medium"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        text = _normal(paper.source_text) if paper.claims.invented else ""
        for claim in paper.claims.invented:
            if claim.value.strip("`* "):
                yield self._judge(paper, claim, text)

    def _judge(self, paper: Paper, claim: InventedClaim, text: str) -> Verdict:
        subject = f"{claim.kind}: {_normal(claim.value)}"
        if _COMPLEXITY.match(claim.value):
            return self.unsure(claim.place, subject, "how the work grows is not read from the source")
        if _is_there(claim, text):
            return self.right(claim.place, subject)
        value = " ".join(claim.value.strip("`* ").split())
        mistake = Mistake(
            f"Line {claim.line} states {_KINDS[claim.kind]}, `{value}`; the source says nothing of it",
            replacement=_removal(paper, claim),
        )
        return self.wrong(claim.place, subject, mistake, owner=claim.owner)


def _normal(text: str) -> str:
    return " ".join(_PLAIN.sub(" ", text.lower()).split())


def _is_there(claim: InventedClaim, text: str) -> bool:
    """Say whether the source has what is stated, or at least its telling part: the number, or the package's name."""
    value = _normal(claim.value)
    if _has(text, value):
        return True
    package = _INSTALLED.search(claim.value)
    if package is not None:
        return _has(text, f"import {package['package'].lower()}") or _has(text, f"from {package['package'].lower()}")
    figure = _FIGURE.search(claim.value)
    if figure is not None:
        return _has(text, figure[1].lower())
    return (
        claim.kind in ("author", "licence", "date") and bool(value) and all(_has(text, word) for word in value.split())
    )


def _has(text: str, words: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(words)}(?![\w]|\.\d)", text) is not None


def _removal(paper: Paper, claim: InventedClaim) -> tuple[Place, str] | None:
    """Return the removal of a line that says nothing else; a heading is not taken from above its own words."""
    lines = whole_lines(paper.document, claim.place)
    is_title = _TITLE.fullmatch(claim.value) is not None and claim.text.strip("*_: ") == claim.value
    if lines is None or is_title:
        return None
    return lines, ""
