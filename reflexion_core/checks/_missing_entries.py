"""The entry that a list of exceptions lacks, and where it belongs."""

from __future__ import annotations

import re

from reflexion_core.checks._raise_groups import RaiseGroup, shown_type
from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import Place
from reflexion_core.source.condition_words import say_conditions
from reflexion_core.source.exception_facts import ExceptionFact

_ENTRY = re.compile(r"(?P<indent>\s*)(?P<mark>[-*+]\s+)(?=\S)")


def missing_entry(paper: Paper, group: RaiseGroup, fact: ExceptionFact) -> tuple[Place, str] | None:
    """Return the entry as a replacement of nothing, behind the last of the list in the symbol's own part.

    None where that part has no list of exceptions, or the exception cannot be said in full.
    """
    lines = [claim.line for claim in group.stated if claim.form == "list" and _is_own(group, claim.line)]
    entry = _ENTRY.match(paper.lines[max(lines) - 1]) if lines else None
    words = _in_words(fact)
    if entry is None or not words:
        return None
    last = max(lines)
    while last < len(paper.lines) and _goes_on(paper.lines[last], len(entry["indent"])):
        last += 1
    at = paper.line_starts[last - 1] + len(paper.lines[last - 1])
    return Place(last, last, at, at, ""), f"\n{entry['indent']}{entry['mark']}{words}"


def _is_own(group: RaiseGroup, line: int) -> bool:
    return any(part.symbol.place.line <= line <= part.own_last_line for part in group.own_parts)


def _goes_on(line: str, indent: int) -> bool:
    """Say whether a line belongs to the entry above it."""
    return bool(line.strip()) and len(line) - len(line.lstrip()) > indent


def _in_words(fact: ExceptionFact) -> str:
    message = str(fact.message) if fact.message is not None and not fact.message.is_open else ""
    conditions = say_conditions(fact)
    if "\n" in message or "`" in message or not (message.strip() or conditions):
        return ""
    told = f" with the message `{message}`" if message.strip() else ""
    return f"`{shown_type(fact)}`{told}{f' {conditions}' if conditions else ''}"
