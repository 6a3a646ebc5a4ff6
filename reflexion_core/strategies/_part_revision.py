"""A revision that rewrites only the parts of a draft that something is wrong with, and adds those that it lacks.

The model gets one part at a time and what is wrong in it; its answer is placed by code, so that all else stays byte for
byte. A part that came out worse than it was is not placed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reflexion_core.document.example_spans import example_at, example_spans
from reflexion_core.document.parts import Part, find_place, insert_part, part_at, replace_part, split_parts
from reflexion_core.errors import BudgetSpent
from reflexion_core.providers.base import Completion
from reflexion_core.records import CheckReport, CriticIssue, Finding, RequiredFix, Round
from reflexion_core.repair import repair
from reflexion_core.roles.writing import Writer
from reflexion_core.routing import finding_text, issue_text
from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts
from reflexion_core.strategies.base import Bench

_TRIES = 2
"""How often a part is asked for: again, with another seed, where the answer breaks off or leaves the draft worse; then
with what is wrong in that answer."""

_MOST_EXAMPLES = 8
"""In one part; more are left to the second try."""


@dataclass(frozen=True)
class PartEdit:
    """One part to be written."""

    owner: str
    """The symbol that it documents; empty for a part that documents none."""
    title: str
    """The heading's words of a part that is there, or the name of the symbol that has none."""
    requests: tuple[str, ...] = ()
    """What must be corrected; nothing for a part that is to be written without what stands there now."""


@dataclass(frozen=True)
class _FirstTry:
    """A part that came out worse than it was: the second try corrects it."""

    part: Part
    faults: tuple[str, ...]


def plan_edits(base: Round, fix: RequiredFix, facts: ModuleFacts) -> tuple[PartEdit, ...]:
    """Return the parts that a revision has to write, in the order of the draft, then those that it lacks.

    Args:
        base: The draft to revise, with what the checks say of it.
        fix: What the router asks for.
        facts: What the source says.

    Returns:
        Nothing where the fix is not about a place of the draft: then the whole is to be written again.
    """
    parts = split_parts(base.draft, facts.symbol_names)
    if fix.origin == "critic_issue":
        place = next((_disputed(base, issue, parts) for issue in _counted(base) if issue_text(issue) == fix.text), None)
        return () if place is None else (PartEdit(place.owner, place.title, (fix.text,)),)
    requests: dict[Part, list[str]] = {part: [fix.text] for part in _named(fix, parts)}
    if (fix.origin != "finding" and not requests) or base.report is None:
        return ()
    return _edits(base.report, parts, requests, facts)


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
    report: CheckReport, parts: Sequence[Part], requests: dict[Part, list[str]], facts: ModuleFacts
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
    edits = [
        PartEdit(part.owner, part.title, () if part in copied else tuple(requests[part]))
        for part in parts
        if part in requests
    ]
    return (*edits, *(PartEdit(owner, owner) for owner in dict.fromkeys(missing) if owner not in there))


def write_edits(
    bench: Bench, base: Round, edits: Sequence[PartEdit], round_number: int, writer: Writer | None = None
) -> Completion:
    """Have the parts written one after the other, and return the draft with those that made it no worse.

    Args:
        bench: The run so far.
        base: The draft that they are parts of.
        edits: What is to be written.
        round_number: The round that it is written for.
        writer: Who writes; the generator where nobody else is named.

    Raises:
        Cancelled: the stop was given.
        ProviderError: the provider refused or stayed unreachable.
    """
    document = base.draft
    weight = _weight(_mended(bench, document)[1])
    for number, edit in enumerate(edits):
        first: _FirstTry | None = None
        for attempt in range(_TRIES):
            turn = (round_number, number * _TRIES + attempt)
            try:
                candidate = _write(writer or bench.generator, bench, document, edit, turn, first)
            except BudgetSpent:  # what has been written until then stays
                return Completion(text=document, finish_reason="stop")
            if candidate is None:
                continue
            mended, report = _mended(bench, candidate)
            if _weight(report) > weight and not edit.requests:  # then nobody asked for an example
                candidate = _without_failing_examples(bench, candidate, edit)
                mended, report = _mended(bench, candidate)
            if _weight(report) <= weight:
                document, weight = candidate, _weight(report)
                break
            first = _first_try(mended, report, edit, bench.facts)
    return Completion(text=document, finish_reason="stop")


def _mended(bench: Bench, document: str) -> tuple[str, CheckReport]:
    """Return a document as code would mend it, and what the checks say of that."""
    verification = bench.verify(document)
    if not bench.options.repair:
        return document, verification.report
    repaired, after = repair(document, verification, bench.verify)
    return repaired.text, after.report


def _without_failing_examples(bench: Bench, document: str, edit: PartEdit) -> str:
    """Return a document whose new part has no example that fails and that code cannot mend."""
    for _ in range(_MOST_EXAMPLES):
        part = _part_of(edit, split_parts(document, bench.facts.symbol_names))
        findings = bench.verify(document).report.findings if part is not None else ()
        failing = (item for item in findings if item.check == "examples" and item.replacement is None)
        line = next((item.doc_line for item in failing if part_at([part], item.doc_line)), 0) if part else 0
        example = example_at(document, line) if line else None
        if example is None:
            break
        start, end = next(example_spans(document, example))
        document = document[:start] + document[end:]
    return document


def _weight(report: CheckReport) -> tuple[int, ...]:
    """Return how much is wrong in a document, with how much it says nothing of as the least."""
    return (*report.weight[:-1], report.weight[-1] + len(report.unexplained))


def _first_try(document: str, report: CheckReport, edit: PartEdit, facts: ModuleFacts) -> _FirstTry | None:
    """Return a part that left its document worse with what is wrong in it; None where that stands elsewhere."""
    parts = split_parts(document, facts.symbol_names)
    part = _part_of(edit, parts)
    if part is None:
        return None
    wrong = [finding_text(finding) for finding in report.findings if part_at(parts, finding.doc_line) == part]
    return _FirstTry(part, tuple(wrong)) if wrong else None


def _part_of(edit: PartEdit, parts: Sequence[Part]) -> Part | None:
    """Return the part that was written: its heading may have other words than before where it names a symbol."""
    return next((part for part in parts if part.owner == edit.owner and (part.owner or part.title == edit.title)), None)


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


def _write(
    writer: Writer, bench: Bench, document: str, edit: PartEdit, turn: tuple[int, int], first: _FirstTry | None
) -> str | None:
    """Return the document with one part written; None where the model's answer is no whole part."""
    facts, source = bench.facts, bench.source
    parts = split_parts(document, facts.symbol_names)
    part = next((part for part in parts if (part.owner, part.title) == (edit.owner, edit.title)), None)
    after, heading = None, ""
    if part is None:
        after, level = find_place(parts, edit.owner, facts.symbol_lines)
        heading = f"{'#' * level} `{_heading_words(edit.owner, facts)}`"
    elif part.level:
        heading = part.text.strip().split("\n", 1)[0]
    if first is not None:
        completion = writer.revise_part(source, first.part.title, first.part.text, first.faults, turn=turn)
    elif part is not None and edit.requests:
        completion = writer.revise_part(source, part.title, part.text, edit.requests, turn=turn)
    else:
        completion = writer.write_part(source, edit.owner, heading, turn=turn)
    text = _own_part(completion, edit.owner, heading, facts)
    if text is None:
        return None
    if part is not None:
        return replace_part(document, part, text)
    return insert_part(document, after, text) if after is not None else text


def _heading_words(owner: str, facts: ModuleFacts) -> str:
    symbol = facts.symbol(owner)
    if isinstance(symbol, FunctionFact) and not symbol.is_property:
        return symbol.signature
    return owner.rpartition(".")[2]


def _own_part(completion: Completion, owner: str, heading: str, facts: ModuleFacts) -> str | None:
    """Return what a model wrote of the part that it was asked for, under that heading; None where it broke off."""
    if completion.finish_reason != "stop" or not completion.text.strip():
        return None
    parts = split_parts(completion.text, facts.symbol_names)
    mine = next((part for part in parts if part.owner == owner), parts[0])
    text = mine.text.strip("\n")
    body = (text.partition("\n")[2] if mine.level else text).strip("\n")
    if not body:
        return None
    return f"{heading}\n\n{body}" if heading else body
