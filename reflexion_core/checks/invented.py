"""Versions, authors, licences, dates, requirements and figures that are nowhere in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.checks._packages import is_imported
from reflexion_core.checks._places import whole_lines
from reflexion_core.checks._python_version import needed_version
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import InventedClaim, Place
from reflexion_core.records import Verdict
from reflexion_core.source.facts import Fact

_KINDS = {
    "version": "a version",
    "history": "a history of versions",
    "author": "an author",
    "licence": "a licence",
    "date": "a date",
    "requirement": "a requirement",
    "package": "a requirement",
    "installation": "how to install it",
    "performance": "a figure of performance",
}
_FIGURE = re.compile(r"v?(\d+(?:\.\d+)+\w*)")
_PLAIN = re.compile(r"[^\w.@/:+-]+")
_INSTALLED = re.compile(r"(?:install|add)\s+(?P<package>[\w.-]+)", re.IGNORECASE)
_COMPLEXITY = re.compile(r"O\(")
_PYTHON = re.compile(r"\bPython\D{0,12}3(?:\.(?P<minor>\d+))?", re.IGNORECASE)
_LEAST = re.compile(
    r"requires?|needs|>=|≥|\+|or (?:later|newer|higher|above)|and (?:later|newer|higher|above)", re.IGNORECASE
)
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
            if claim.kind == "package":
                yield self._package(paper, claim)
            elif claim.kind == "requirement" and (_is_title(claim) or _is_python(claim)):
                yield from () if _is_title(claim) else self._python(paper, claim, text)
            elif claim.value.strip("`* "):
                yield self._judge(paper, claim, text)

    def _python(self, paper: Paper, claim: InventedClaim, text: str) -> Iterator[Verdict]:
        """Judge the version of Python that is said to be needed."""
        subject = f"{claim.kind}: {_normal(claim.value)}"
        stated, need = _PYTHON.search(claim.value), needed_version(paper.source_text)
        if stated is None or need is None or _is_there(claim, text):
            yield self._judge(paper, claim, text)
            return
        version = (3, int(stated["minor"] or 0))
        fact = Fact(line=need.line, end_line=need.line)
        if version == need.version:
            yield self.right(claim.place, subject, fact)
        elif version > need.version or not stated["minor"] or not _LEAST.search(claim.value):
            yield self.unsure(claim.place, subject, f"the source needs Python {need.shown} at least", fact)
        else:
            mistake = Mistake(
                f"Line {claim.line} says that Python {version[0]}.{version[1]} is enough; the source needs"
                f" {need.shown} for {need.what} (line {need.line})",
                expected=need.shown,
            )
            yield self.wrong(claim.place, subject, mistake, owner=claim.owner, fact=fact)

    def _package(self, paper: Paper, claim: InventedClaim) -> Verdict:
        """Judge a package that is said to be needed."""
        subject = f"requirement: {claim.value}"
        outcome = is_imported(claim.value, paper.source_text)
        if outcome is None:
            return self.unsure(claim.place, subject, "whether the source uses it under another name cannot be told")
        if outcome:
            return self.right(claim.place, subject)
        mistake = Mistake(f"Line {claim.line} requires `{claim.value}`; the source does not import it")
        return self.wrong(claim.place, subject, mistake, owner=claim.owner)

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
            severity="low" if claim.kind == "installation" and " " not in value else None,
        )
        return self.wrong(claim.place, subject, mistake, owner=claim.owner)


def _is_title(claim: InventedClaim) -> bool:
    return _TITLE.fullmatch(claim.value) is not None and claim.text.strip("*_: ") == claim.value


def _is_python(claim: InventedClaim) -> bool:
    return _PYTHON.search(claim.value) is not None


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
    if lines is None or _is_title(claim):
        return None
    return lines, ""
