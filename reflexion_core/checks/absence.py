"""A sentence that says that the module has none of a kind: "There are no public classes in this module"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.checks._removals import without_lines
from reflexion_core.checks._said_places import place_within
from reflexion_core.checks.base import CHECKS, Check, Mistake, Paper
from reflexion_core.document.claims import Place
from reflexion_core.records import Verdict
from reflexion_core.source.facts import Symbol

_KINDS = r"(?P<kind>classes|functions|methods|properties)"
_NONE = re.compile(
    rf"\b(?:there are no (?:public )?{_KINDS} (?:(?:defined|available|provided) )?in (?:this|the) module"
    rf"|(?:this|the) module (?:has|contains|defines|provides|offers) no"
    rf" (?:public )?{_KINDS.replace('kind', 'other')})\b",
    re.IGNORECASE,
)


@CHECKS.register("absence")
class AbsenceCheck(Check):
    """Looks for kinds of symbols that are denied and there."""

    name = "absence"
    summary = "a kind of symbol that the module is said to have none of, and has"
    severity = "medium"

    def run(self, paper: Paper) -> Iterator[Verdict]:
        if "no " not in paper.document:
            return
        whole = Place(1, len(paper.lines), 0, len(paper.document), paper.document)
        for match in _NONE.finditer(paper.document):
            kind = (match["kind"] or match["other"]).lower()
            place = place_within(whole, *match.span())
            first = next(_symbols(paper, kind), None)
            subject = f"the module: no {kind}"
            if first is None:
                yield self.right(place, subject)
            else:
                yield self.wrong(place, subject, _mistake(paper, place, kind, first), fact=first)


def _symbols(paper: Paper, kind: str) -> Iterator[Symbol]:
    """Yield the public symbols of a kind; an exception may not be meant by "classes"."""
    facts = paper.facts
    match kind:
        case "classes":
            yield from (one for one in facts.public_classes() if not one.is_exception)
        case "functions":
            yield from (one for one in facts.functions if one.is_public)
        case _:
            members = [one for one in facts.public_callables() if "." in one.qualname]
            yield from (one for one in members if one.is_property == (kind == "properties"))


def _mistake(paper: Paper, place: Place, kind: str, first: Symbol) -> Mistake:
    name = getattr(first, "qualname", first.name)
    return Mistake(
        f"Line {place.line} says that the module has no {kind}; it has `{name}` (line {first.line})",
        expected=name,
        replacement=_removal(paper, place),
    )


def _removal(paper: Paper, place: Place) -> tuple[Place, str] | None:
    """Return what takes the sentence out where it is a paragraph of its own, with the title that stands for nothing."""
    line = paper.lines[place.line - 1].strip()
    around = [paper.lines[at] for at in (place.line - 2, place.line) if 0 <= at < len(paper.lines)]
    if place.line != place.end_line or line.rstrip(".") != place.text or any(each.strip() for each in around):
        return None
    return without_lines(paper, place.line, place.line)
