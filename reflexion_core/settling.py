"""The last resort: what is still verified as wrong at the end is replaced by what the facts say, or taken out.

Each finding is settled at the smallest scope that makes it true: the line of a list or table, the sentence, the
example, at worst the whole section of its symbol, which is then written from the facts. A change is kept only
when checking the text again shows that it helped and broke nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from reflexion_core.document.emptied_parts import widen
from reflexion_core.document.example_spans import example_at, example_spans, line_span
from reflexion_core.document.parts import Part, find_place, insert_part, part_at, replace_part, split_parts
from reflexion_core.records import SEVERITIES, Finding, Settlement
from reflexion_core.skeleton import skeleton_section
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.verification import Verification

Scope = Literal["value", "line", "sentence", "example", "section", "missing"]
_LIST_OR_ROW = re.compile(r"\s*([-*+]\s|\d+[.)]\s|\|)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*_(\[])")
_MOST_STEPS = 60
"""More findings than these mean that the document is not about this source; the rest stays and is listed."""


@dataclass(frozen=True)
class _Change:
    """One way to settle a finding."""

    scope: Scope
    text: str
    """The whole document after it."""
    before: str
    after: str


def settle(
    document: str, verification: Verification, verify: Callable[[str], Verification], facts: ModuleFacts
) -> tuple[str, tuple[Settlement, ...]]:
    """Settle every finding of severity high or medium, and what else can be settled by a line.

    Args:
        document: The text.
        verification: What the checks say of it.
        verify: Checks a text.
        facts: What the source says.

    Returns:
        The text in the end, and what was changed.
    """
    settlements: list[Settlement] = []
    given_up: set[tuple[str, str]] = set()
    for _ in range(_MOST_STEPS):
        finding = _next(verification, given_up)
        if finding is None:
            break
        settled = _settle_one(document, finding, verification, verify, facts)
        if settled is None:
            given_up.add((finding.check, finding.message))
            continue
        change, verification = settled
        document = change.text
        settlements.append(
            Settlement(message=finding.message, scope=change.scope, before=change.before, after=change.after)
        )
    return document, tuple(settlements)


def _next(verification: Verification, given_up: set[tuple[str, str]]) -> Finding | None:
    left = [finding for finding in verification.findings if (finding.check, finding.message) not in given_up]
    return min(left, key=lambda finding: SEVERITIES.index(finding.severity), default=None)


def _settle_one(
    document: str,
    finding: Finding,
    before: Verification,
    verify: Callable[[str], Verification],
    facts: ModuleFacts,
) -> tuple[_Change, Verification] | None:
    for change in _changes(document, finding, facts):
        if change.text == document:
            continue
        after = verify(change.text)
        if after.report.weight < before.report.weight:
            return change, after
    return None


def _changes(document: str, finding: Finding, facts: ModuleFacts) -> Iterator[_Change]:
    """Yield the ways to settle a finding, the smallest first."""
    if finding.replacement is not None:
        yield _cut(document, finding.replacement.start, finding.replacement.end, "value", finding.replacement.text)
    if not finding.doc_text:
        yield from _put_in(document, finding, facts)
    example = example_at(document, finding.doc_line)
    if example is not None:
        for start, end in example_spans(document, example):
            yield _cut(document, start, end, "example")
    elif finding.doc_text:
        yield from _without_sentence_of_entry(document, finding)
        yield from _without_line(document, finding)
        yield from _without_sentence(document, finding)
    yield from _rewritten_section(document, finding, facts)


def _cut(document: str, start: int, end: int, scope: Scope, after: str = "") -> _Change:
    return _Change(scope, document[:start] + after + document[end:], document[start:end], after)


def _without_line(document: str, finding: Finding) -> Iterator[_Change]:
    start, end = line_span(document, finding.doc_line, finding.doc_end_line)
    if _LIST_OR_ROW.match(document[start:end]):
        wider = line_span(document, *widen(document, finding.doc_line, finding.doc_end_line))
        for span in dict.fromkeys((wider, (start, end))):
            yield _cut(document, *span, "line")


def _without_sentence_of_entry(document: str, finding: Finding) -> Iterator[_Change]:
    """Take out the sentence that holds the faulty words from a list's entry, which keeps its name and other words."""
    start, end = line_span(document, finding.doc_line, finding.doc_end_line)
    lines = document[start:end]
    words = finding.doc_text.strip()
    if not _LIST_OR_ROW.match(lines) or lines.lstrip().startswith("|") or not words:
        return
    at = 0
    for number, sentence in enumerate(_SENTENCE_END.split(lines.rstrip())):
        at = lines.index(sentence, at)
        if number and words in sentence:
            before = len(lines[:at].rstrip())
            yield _cut(document, start + before, start + at + len(sentence), "sentence")
            return
        at += len(sentence)


def _without_sentence(document: str, finding: Finding) -> Iterator[_Change]:
    """Take out the sentence that holds the faulty words, from the paragraph that they stand in."""
    start, end = line_span(document, finding.doc_line, finding.doc_end_line)
    lines = document[start:end]
    if _LIST_OR_ROW.match(lines) or lines.lstrip().startswith(("#", "```", "~~~")):
        return
    sentences = _SENTENCE_END.split(lines)
    for sentence in sentences:
        if finding.doc_text.strip() and finding.doc_text.strip() in sentence:
            at = start + lines.index(sentence)
            yield _cut(document, at, at + len(sentence), "sentence")
            return
    yield _cut(document, start, end, "sentence")


def _put_in(document: str, finding: Finding, facts: ModuleFacts) -> Iterator[_Change]:
    """Put in what is missing: the part of a symbol that the document leaves out, among its like."""
    if not finding.owner or facts.symbol(finding.owner) is None:
        return
    if _part_of(document, finding, facts) is not None:
        return
    after, level = find_place(split_parts(document, facts.symbol_names), finding.owner, facts.symbol_lines)
    section = skeleton_section(facts, finding.owner, level=level)
    text = insert_part(document, after, section) if after is not None else section
    yield _Change("missing", text, "", section)


def _rewritten_section(document: str, finding: Finding, facts: ModuleFacts) -> Iterator[_Change]:
    """Write the part of the finding's symbol from the facts; a class's members only where they have none."""
    part = _part_of(document, finding, facts)
    if part is None:
        return
    for has_members in (False, True):
        for has_words in (True, False):
            written = skeleton_section(
                facts, part.owner, level=part.level, has_words=has_words, has_members=has_members
            )
            yield _Change("section", replace_part(document, part, written), part.text, written)


def _part_of(document: str, finding: Finding, facts: ModuleFacts) -> Part | None:
    """Return the part of the finding's symbol, the one around its line where there are several."""
    parts = [part for part in split_parts(document, facts.symbol_names) if part.owner == finding.owner]
    if not finding.owner or facts.symbol(finding.owner) is None or not parts:
        return None
    return part_at(parts, finding.doc_line) or parts[-1]
