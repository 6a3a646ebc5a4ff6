"""Which parts of a draft a revision writes again, and which it adds: the faulty ones and those that it lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reflexion_core.document.parts import Part, part_at, split_parts
from reflexion_core.records import CheckReport, CriticIssue, Finding, RequiredFix, Round
from reflexion_core.routing import finding_text, issue_text
from reflexion_core.source.facts import ClassFact, ModuleFacts
from reflexion_core.strategies._dropped_facts import DroppedFacts, keep, put_back


@dataclass(frozen=True)
class PartEdit:
    """One part to be written."""

    owner: str
    """The symbol that it documents; empty for a part that documents none."""
    title: str
    """The heading's words of a part that is there, or the name of the symbol that has none."""
    requests: tuple[str, ...] = ()
    """What must be corrected; nothing for a part that is to be written without what stands there now."""


def plan_edits(
    base: Round, fix: RequiredFix, facts: ModuleFacts, dropped: DroppedFacts | None = None
) -> tuple[PartEdit, ...]:
    """Return the parts that a revision has to write, in the order of the draft, then those that it lacks.

    Args:
        base: The draft to revise, with what the checks say of it.
        fix: What the router asks for.
        facts: What the source says.
        dropped: What the last version lost.

    Returns:
        Nothing where the fix is not about a place of the draft: then the whole is to be written again.
    """
    parts, lost = split_parts(base.draft, facts.symbol_names), dropped or DroppedFacts()
    if fix.origin == "critic_issue":
        place = next((_disputed(base, issue, parts) for issue in _counted(base) if issue_text(issue) == fix.text), None)
        if place is None:
            return ()
        asked = {place: [fix.text]}
        _ask_to_keep(lost, parts, asked)
        return (PartEdit(place.owner, place.title, tuple(asked[place])),)
    requests: dict[Part, list[str]] = {part: [fix.text] for part in _named(fix, parts)}
    if (fix.origin != "finding" and not requests) or base.report is None:
        return ()
    return _edits(base.report, parts, requests, facts, lost)


def plan_last_edits(best: Round, facts: ModuleFacts) -> tuple[PartEdit, ...]:
    """Return the parts of the best draft that the adjudicator has to write again or to add.

    Those are the parts that something is wrong with by the checks, or by an issue of the critic that counts.

    Returns:
        Nothing where there is none, or where an issue has no place in the draft: then the whole is to be written again.
    """
    parts = split_parts(best.draft, facts.symbol_names)
    requests: dict[Part, list[str]] = {}
    for issue in _counted(best):
        part = _disputed(best, issue, parts)
        if part is None:
            return ()
        requests.setdefault(part, []).append(issue_text(issue))
    return _edits(best.report or CheckReport(), parts, requests, facts)


def _edits(
    report: CheckReport,
    parts: Sequence[Part],
    requests: dict[Part, list[str]],
    facts: ModuleFacts,
    lost: DroppedFacts | None = None,
) -> tuple[PartEdit, ...]:
    """Return what is to be written, with what the checks ask for added to what is asked for already."""
    there = {part.owner for part in parts}
    copied: set[Part] = set()
    missing: list[str] = []
    for finding in report.findings:
        if _is_missing(finding, there):
            missing += _with_members(finding.owner, facts)
            continue
        part = part_at(parts, finding.doc_line)
        if part is not None:
            requests.setdefault(part, []).append(finding_text(finding))
            # Shown a part that is mostly code of the source, a model copies it once more.
            copied.update({part} if finding.check == "copied" and part.owner else ())
    missing += [name for owner in report.unexplained for name in _with_members(owner, facts)]
    if lost is not None:
        _ask_to_put_back(lost, parts, requests)
        _ask_to_keep(lost, parts, requests)
    edits = [
        PartEdit(part.owner, part.title, () if part in copied else tuple(requests[part]))
        for part in parts
        if part in requests
    ]
    return (*edits, *(PartEdit(owner, owner) for owner in dict.fromkeys(missing) if owner not in there))


def _ask_to_put_back(lost: DroppedFacts, parts: Sequence[Part], requests: dict[Part, list[str]]) -> None:
    """Ask for what the draft itself dropped when it was written, in the parts where it belongs."""
    for part in parts:
        facts = [fact for fact in lost.to_put_back if fact.part_in(parts) == part]
        if facts:
            requests.setdefault(part, []).append(put_back(facts))


def _ask_to_keep(lost: DroppedFacts, parts: Sequence[Part], requests: dict[Part, list[str]]) -> None:
    """Say of the parts that are written anyway what the last revision dropped from them."""
    for part, asked in requests.items():
        facts = [fact for fact in lost.to_keep if part_at(parts, fact.line) == part]
        if facts:
            asked.append(keep(facts))


def _counted(base: Round) -> list[CriticIssue]:
    return [issue for issue in base.critique.issues if issue.counts] if base.critique is not None else []


def _disputed(base: Round, issue: CriticIssue, parts: Sequence[Part]) -> Part | None:
    """Return the part that holds the words which an issue quotes; None where none does."""
    quote = issue.quote.strip()
    place = base.draft.find(quote) if quote else -1
    return part_at(parts, base.draft.count("\n", 0, place) + 1) if place >= 0 else None


def _named(fix: RequiredFix, parts: Sequence[Part]) -> list[Part]:
    """Return the parts of the symbols that a person's request names."""
    if fix.origin != "person":
        return []
    words = set(re.findall(r"[\w.]+", fix.text))
    return [part for part in parts if part.owner and words & {part.owner, f"{part.owner}."}]


def _is_missing(finding: Finding, there: set[str]) -> bool:
    return finding.check == "coverage" and bool(finding.owner) and finding.owner not in there


def _with_members(owner: str, facts: ModuleFacts) -> Iterator[str]:
    yield owner
    symbol = facts.symbol(owner)
    if isinstance(symbol, ClassFact):
        yield from (method.qualname for method in symbol.methods if method.is_public and method.name[0] != "_")
