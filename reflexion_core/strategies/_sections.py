"""One section of a document: drafted, checked alone, mended by code, and drafted once more where that is not enough."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from reflexion_core.document.parts import part_at, split_parts
from reflexion_core.errors import BudgetSpent, ContextTooSmall
from reflexion_core.plans import PlannedSection, SectionResult
from reflexion_core.records import SEVERITIES, Settlement
from reflexion_core.repair import repair
from reflexion_core.roles.generator import SectionTask
from reflexion_core.routing import finding_text
from reflexion_core.settling import settle
from reflexion_core.skeleton import skeleton_section
from reflexion_core.skeleton.markdown import prose
from reflexion_core.skeleton.symbols import values_table
from reflexion_core.source.excerpts import Excerpt, SourceParts
from reflexion_core.source.facts import ConstantFact, ModuleFacts
from reflexion_core.strategies._section_text import (
    OVERVIEW,
    faulty_sections,
    heading_of,
    join_parts,
    join_sections,
    level_of,
    of_section,
    owners_of,
    read_parts,
    split_document,
)
from reflexion_core.strategies.base import Bench
from reflexion_core.verification import Verification

_TRIES = 2
_MOST_FIXES = 8
"""More corrections at once make a small model forget the first."""


@dataclass(frozen=True)
class _Attempt:
    """A section as it is after repair."""

    parts: Mapping[str, str]
    text: str
    verification: Verification
    """What the checks say of it alone."""
    repairs: int
    cut: str | None = None
    """The symbol in whose part the model broke off; None where it did not."""

    def missing(self, section: PlannedSection) -> list[str]:
        return [name for name in owners_of(section) if not self.parts.get(name)]

    def weight(self, section: PlannedSection) -> tuple[int, ...]:
        """Return how much is wrong with it, the worst first."""
        report = self.verification.report
        few = report.weight[-1] + len(report.unexplained)
        return len(self.missing(section)) + (self.cut is not None), *report.weight[:-1], few


class SectionWork:
    """Writes the sections of a document.

    Args:
        bench: The run so far, of a source that is read in parts.
        round_number: The round that they are written for.
    """

    def __init__(self, bench: Bench, round_number: int) -> None:
        self._bench = bench
        self._round = round_number
        self._facts, self._parts = large_source(bench)

    def write(self, section: PlannedSection) -> SectionResult:
        """Write a section; by code from the facts where no model can be asked, or where code can do it as well.

        Raises:
            Cancelled: the stop was given.
            ProviderError: the provider refused or stayed unreachable.
        """
        started = time.monotonic()
        if not section.is_overview and isinstance(self._facts.symbol(section.symbols[0]), ConstantFact):
            return self._by_code(section, "a list of constants needs no model", started)
        try:
            attempt, is_redrafted = self._draft(section), False
            if attempt.weight(section) > (0,) * len(attempt.weight(section)):
                better = self._redraft(section, attempt)
                attempt, is_redrafted = better or attempt, better is not None
        except (BudgetSpent, ContextTooSmall) as exc:
            return self._by_code(section, exc.message, started, is_stopgap=True)
        if not attempt.text.strip():
            return self._by_code(section, "no answer of the model held a part of it", started, is_stopgap=True)
        return SectionResult(
            number=section.number,
            symbols=section.symbols,
            text=attempt.text,
            findings=len(attempt.verification.findings),
            repairs=attempt.repairs,
            is_redrafted=is_redrafted,
            seconds=time.monotonic() - started,
        )

    def _draft(self, section: PlannedSection) -> _Attempt:
        return self._ask(section, self._task(section, owners_of(section)), {}, 0)

    def _redraft(self, section: PlannedSection, first: _Attempt) -> _Attempt | None:
        """Write the faulty and the missing parts again; returns the better of both, None where nobody was asked."""
        fixes = dict(_fixes(section, first, self._facts))
        faulty = [name for name in owners_of(section) if name in set(fixes.values())] or list(owners_of(section))
        draft = join_parts({name: first.parts.get(name, "") for name in faulty}, section)
        task = self._task(section, tuple(faulty), draft, tuple(fixes)[:_MOST_FIXES])
        try:
            second = self._ask(section, task, {**first.parts}, 1)
        except (BudgetSpent, ContextTooSmall):
            return None
        return min(second, first, key=lambda attempt: attempt.weight(section))

    def _task(
        self, section: PlannedSection, owners: tuple[str, ...], draft: str = "", fixes: tuple[str, ...] = ()
    ) -> SectionTask:
        headings = () if section.is_overview else tuple(heading_of(name, self._facts) for name in owners)
        has_constants = section.is_overview and bool(section.symbols)
        return SectionTask(section.title, headings, has_constants, draft, fixes)

    def _ask(self, section: PlannedSection, task: SectionTask, before: dict[str, str], attempt: int) -> _Attempt:
        """Have a task done, and put what comes of it among the parts that there are already."""
        turn = (self._round, section.number * _TRIES + attempt)
        reply = self._bench.generator.write_section(self._excerpt(section), task, turn=turn)
        new = read_parts(reply.text, section, self._facts)
        cut = list(new)[-1] if new and reply.finish_reason != "stop" else None
        return self._checked(section, before | new, cut)

    def _excerpt(self, section: PlannedSection) -> Excerpt:
        return self._parts.excerpt(section.symbols, is_overview=section.is_overview)

    def _checked(self, section: PlannedSection, parts: Mapping[str, str], cut: str | None = None) -> _Attempt:
        """Return a section checked alone and mended."""
        text = join_parts(parts, section)
        verification = self._verify(section, text)
        if not self._bench.options.repair:
            return _Attempt(parts, text, verification, 0, cut)
        mended, verification = repair(text, verification, lambda words: self._verify(section, words))
        if mended.repairs:
            parts = read_parts(mended.text, section, self._facts)
        return _Attempt(parts, mended.text, verification, len(mended.repairs), cut)

    def _verify(self, section: PlannedSection, text: str) -> Verification:
        return of_section(self._bench.verify(text), section)

    def _by_code(
        self, section: PlannedSection, note: str, started: float, *, is_stopgap: bool = False
    ) -> SectionResult:
        """Return a section written from the facts; an empty one where code is not to write anything."""
        text = ""
        for has_words in (True, False) if self._bench.options.repair else ():
            text = join_sections(list(_written_by_code(section, self._facts, has_words=has_words)))
            if not self._verify(section, text).findings:
                break
        return SectionResult(
            number=section.number,
            symbols=section.symbols,
            text=text,
            origin="code",
            findings=len(self._verify(section, text).findings),
            note=note,
            is_stopgap=is_stopgap,
            seconds=time.monotonic() - started,
        )


def large_source(bench: Bench) -> tuple[ModuleFacts, SourceParts]:
    """Return what is known of a source that is read in parts, and what cuts it."""
    if bench.verifier is None or bench.parts is None:
        raise ValueError("a source is worked section by section under the policy `grounded` only")
    return bench.verifier.facts, bench.parts


def settle_by_section(bench: Bench, document: str) -> tuple[str, tuple[Settlement, ...]]:
    """Settle what is wrong in each section by itself, which a document of many sections would take too long for."""
    plan = bench.progress.plan
    report = bench.verify(document).report
    if plan is None or bench.verifier is None or not (bench.options.repair and report.findings):
        return document, ()
    texts = split_document(document, plan.sections, bench.verifier.facts)
    settled: tuple[Settlement, ...] = ()
    for place in faulty_sections(report, plan.sections, texts):
        texts[place], more = _settled(bench, plan.sections[place], texts[place])
        settled += more
    return (join_sections(texts), settled) if settled else (document, ())


def _settled(bench: Bench, section: PlannedSection, text: str) -> tuple[str, tuple[Settlement, ...]]:
    def verify(words: str) -> Verification:
        return of_section(bench.verify(words), section)

    verification = verify(text)
    if bench.verifier is None or not verification.findings:
        return text, ()
    return settle(text, verification, verify, bench.verifier.facts)


def _fixes(section: PlannedSection, attempt: _Attempt, facts: ModuleFacts) -> Iterator[tuple[str, str]]:
    """Yield what must be mended in a section, each with the symbol whose part is to be written again."""
    for name in attempt.missing(section):
        yield (f"The part on `{name}` is missing; write it." if name else "It is missing; write it."), name
    if attempt.cut is not None:
        yield f"The part on `{attempt.cut or facts.name}` breaks off; write it to its end, and shorter.", attempt.cut
    placed = split_parts(attempt.text, facts.symbol_names)
    report = attempt.verification.report
    for finding in sorted(report.findings, key=lambda item: SEVERITIES.index(item.severity)):
        part = part_at(placed, finding.doc_line)
        owner = OVERVIEW if section.is_overview or part is None else part.owner
        if not (finding.owner in attempt.missing(section) and not finding.doc_text):
            yield finding_text(finding), owner
    for name in report.unexplained:
        yield f"The part on `{name}` says nothing of it; write what it does.", name


def _written_by_code(section: PlannedSection, facts: ModuleFacts, *, has_words: bool) -> Iterator[str]:
    """Yield what the facts say of a section, block by block."""
    if section.is_overview:
        yield f"# {facts.name}"
        yield from prose(facts.docstring.body) if facts.docstring is not None and has_words else ()
    constants = [symbol for name in section.symbols if isinstance(symbol := facts.symbol(name), ConstantFact)]
    if constants:
        yield "## Constants" if section.is_overview else "## Further constants"
        table = values_table(constants)
        yield table.text if has_words else table.plain.text
        return
    for name in section.symbols:
        yield skeleton_section(facts, name, level=level_of(name), has_words=has_words, has_members=False)
