"""The text of a section: from a model's reply to parts under headings that code sets, and back from a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from reflexion_core.checks.coverage import DOCUMENTED
from reflexion_core.document.blocks import split_lines
from reflexion_core.document.parts import split_parts
from reflexion_core.document.sections import split_sections
from reflexion_core.plans import PlannedSection
from reflexion_core.records import CheckReport, Verdict
from reflexion_core.source.facts import FunctionFact, ModuleFacts
from reflexion_core.source.flat_code import flat_signature
from reflexion_core.verification import Verification

OVERVIEW = ""
"""What the beginning of a document is called among the parts by their symbols."""
_LONGEST_HEADING = 100
"""Characters; a longer signature stands in the part and not in its heading."""
_TOP_LEVEL, _LOWEST_LEVEL = 2, 6


def heading_of(name: str, facts: ModuleFacts) -> str:
    """Return the line with which the part of a symbol begins; a member is called by its class and its own name."""
    symbol, holder = facts.symbol(name), name.rpartition(".")[0]
    words = name
    if isinstance(symbol, FunctionFact) and not symbol.is_property:
        words = f"{holder}.{flat_signature(symbol)}" if holder else flat_signature(symbol)
    return f"{'#' * level_of(name)} `{words if len(words) <= _LONGEST_HEADING else name}`"


def level_of(name: str) -> int:
    """Return the level of a symbol's heading."""
    return min(_TOP_LEVEL + name.count("."), _LOWEST_LEVEL)


def owners_of(section: PlannedSection) -> tuple[str, ...]:
    """Return what the parts of a section are about."""
    return (OVERVIEW,) if section.is_overview else section.symbols


def read_parts(reply: str, section: PlannedSection, facts: ModuleFacts) -> dict[str, str]:
    """Return what a reply, or a section's text, says of each symbol of the section, under the heading that code sets.

    Parts on other symbols and words before the first heading are left out; of a section on one symbol a reply without
    headings is that symbol's part.
    """
    if section.is_overview:
        body = _overview_body(reply, section, facts)
        return {OVERVIEW: f"# {facts.name}\n\n{body}\n" if body else ""}
    found = dict(_owned(reply, section, facts))
    if not any(found.values()) and len(section.symbols) == 1:
        found = {section.symbols[0]: _under_heading(reply)}
    return {name: _framed(name, found[name], facts) for name in section.symbols if found.get(name, "").strip()}


def join_parts(parts: Mapping[str, str], section: PlannedSection) -> str:
    """Return the text of a section: its parts in the order of the source."""
    return "\n".join(parts[name].strip("\n") + "\n" for name in owners_of(section) if parts.get(name))


def join_sections(texts: Sequence[str]) -> str:
    """Return a document from the texts of its sections."""
    return "\n\n".join(text.strip("\n") for text in texts if text.strip()) + "\n"


def split_document(document: str, sections: Sequence[PlannedSection], facts: ModuleFacts) -> list[str]:
    """Return the text of each section in a document; together they are the document."""
    numbers = {name: place for place, section in enumerate(sections) for name in section.symbols}
    texts = ["" for _ in sections]
    place = 0
    for part in split_parts(document, facts.symbol_names):
        place = max(place, numbers.get(part.owner, place))
        texts[place] += part.text
    return texts


def faulty_sections(report: CheckReport, sections: Sequence[PlannedSection], texts: Sequence[str]) -> list[int]:
    """Return the places of the sections that something in a document's report is about, or stands in.

    Args:
        report: What the checks say of the document.
        sections: The sections.
        texts: The text of each in the document.
    """
    owners = {*(finding.owner for finding in report.findings), *report.unexplained}
    lines = [finding.doc_line for finding in report.findings if finding.doc_text]
    found, first = [], 1
    for place, (section, text) in enumerate(zip(sections, texts, strict=True)):
        after = first + text.count("\n")
        if owners & set(section.symbols) or any(first <= line < after for line in lines):
            found.append(place)
        first = after
    return found


def of_section(verification: Verification, section: PlannedSection) -> Verification:
    """Return what the checks say of a section alone: that it leaves out what other sections have is not wrong."""
    kept = tuple(verdict for verdict in verification.verdicts if _is_own(verdict, frozenset(section.symbols)))
    return replace(verification, verdicts=kept)


def _is_own(verdict: Verdict, symbols: frozenset[str]) -> bool:
    finding = verdict.finding
    if finding is not None and not finding.doc_text:
        return finding.owner in symbols
    return verdict.check != "coverage" or verdict.subject.removesuffix(DOCUMENTED) in symbols or finding is not None


def _owned(reply: str, section: PlannedSection, facts: ModuleFacts) -> Iterator[tuple[str, str]]:
    """Yield the symbols of the section with what stands under their headings."""
    holders = {name.rpartition(".")[0] for name in section.symbols} - {""}
    # A model calls a method by its own name below the name of its class, which another section documents.
    lead = f"## `{holders.pop()}`\n\n" if len(holders) == 1 and not set(section.symbols) & holders else ""
    owner, bodies = "", dict.fromkeys(section.symbols, "")
    for part in split_parts(lead + reply, facts.symbol_names):
        if part.owner:
            owner = part.owner
            text = _under_heading(part.text)
        else:
            text = part.text
        if owner in bodies:
            bodies[owner] += ("\n" if bodies[owner] else "") + text.strip("\n") + "\n"
    yield from bodies.items()


def _overview_body(reply: str, section: PlannedSection, facts: ModuleFacts) -> str:
    """Return the beginning of a document without its title, and without what a model says of functions and classes."""
    kept = [
        part.text if part.level != 1 else _under_heading(part.text)
        for part in split_parts(reply, facts.symbol_names)
        if not part.owner or part.owner in section.symbols
    ]
    return "".join(kept).strip("\n")


def _under_heading(text: str) -> str:
    """Return a text without the heading that it begins with."""
    sections = split_sections(text)
    first = sections[0] if sections else None
    return text if first is None or not first.level else first.body + "".join(part.text for part in sections[1:])


def _framed(name: str, body: str, facts: ModuleFacts) -> str:
    level = level_of(name)
    return f"{heading_of(name, facts)}\n\n{_deepened(body, level).strip(chr(10))}\n"


def _deepened(body: str, level: int) -> str:
    """Return a text whose headings are all below a level: others would end the part that they stand in."""
    lines = split_lines(body)
    for section in split_sections(body):
        if 0 < section.level <= level:
            lines[section.line - 1] = f"{'#' * min(level + 1, _LOWEST_LEVEL)} {section.title}\n"
            under = section.text.count("\n") - section.body.count("\n")
            for extra in range(1, under):
                lines[section.line - 1 + extra] = ""
    return "".join(lines)
