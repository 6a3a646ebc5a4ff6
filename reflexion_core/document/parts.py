"""Markdown → the parts that document one symbol each, and one of them put in another's place.

A part begins at a heading that names a symbol and holds what stands under it, deeper headings such as "Example"
included, up to the next heading that names a symbol or is not deeper. What belongs to no symbol (the title, a section
on installing) is a part without an owner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from reflexion_core.document.blocks import split_lines
from reflexion_core.document.find_claims import find_claims
from reflexion_core.document.sections import Section, split_sections

_TOP_LEVEL = 2
_LOWEST_LEVEL = 6


@dataclass(frozen=True)
class Part:
    """Some whole lines of a document under one heading."""

    owner: str
    """Qualified name of the symbol that the heading names; empty where it names none."""
    title: str
    """The heading's words as written; empty for what stands before the first heading."""
    level: int
    """The heading's, 1 to 6; 0 for what stands before the first heading."""
    line: int
    """The first line, counted from 1."""
    end_line: int
    """The last line, blank lines at its end included."""
    text: str


def split_parts(document: str, symbols: Set[str]) -> tuple[Part, ...]:
    """Return the parts in order; together they are the document.

    Args:
        document: The text.
        symbols: Qualified names of the source's symbols.
    """
    owners = {claim.line: claim.owner for claim in find_claims(document, symbols).symbols if claim.form == "heading"}
    parts: list[Part] = []
    for section in split_sections(document):
        owner = owners.get(section.line, "")
        owner = owner if owner in symbols else ""
        last = parts[-1] if parts else None
        if last is not None and last.owner and not owner and section.level > last.level:
            parts[-1] = _joined(last, section)
        else:
            parts.append(_part(section, owner))
    return tuple(parts)


def part_at(parts: Sequence[Part], line: int) -> Part | None:
    """Return the part that holds a line of the document."""
    return next((part for part in parts if part.line <= line <= part.end_line), None)


def find_place(parts: Sequence[Part], owner: str, lines: Mapping[str, int]) -> tuple[Part | None, int]:
    """Return where the part of a symbol belongs that has none yet.

    Args:
        parts: The document's.
        owner: Qualified name of the symbol.
        lines: Where each symbol stands in the source, whose order the parts keep.

    Returns:
        The part behind which it belongs, None in an empty document, and the level of its heading.
    """
    holder = owner.rpartition(".")[0]
    last = parts[-1] if parts else None
    if holder:
        around = [part for part in parts if part.owner == holder or part.owner.startswith(f"{holder}.")]
        own = next((part.level for part in around if part.owner == holder), _TOP_LEVEL)
        levels = [part.level for part in around if part.owner != holder]
        return (around[-1] if around else last), levels[0] if levels else min(own + 1, _LOWEST_LEVEL)
    before = [part for part in parts if part.owner and lines.get(part.owner, 0) < lines.get(owner, 0)]
    levels = [part.level for part in parts if part.owner and "." not in part.owner]
    return (before[-1] if before else last), levels[0] if levels else _TOP_LEVEL


def replace_part(document: str, part: Part, text: str) -> str:
    """Return a document with one part written anew; all other lines stay as they are."""
    lines = split_lines(document)
    after = lines[part.end_line :]
    return "".join(lines[: part.line - 1]) + _spaced(text, is_last=not after) + "".join(after)


def insert_part(document: str, after: Part, text: str) -> str:
    """Return a document with a part put in behind another."""
    lines = split_lines(document)
    before, behind = "".join(lines[: after.end_line]), lines[after.end_line :]
    return _spaced(before, is_last=False) + _spaced(text, is_last=not behind) + "".join(behind)


def _part(section: Section, owner: str) -> Part:
    return Part(owner, section.title, section.level, section.line, section.end_line, section.text)


def _joined(part: Part, section: Section) -> Part:
    return Part(part.owner, part.title, part.level, part.line, section.end_line, part.text + section.text)


def _spaced(text: str, *, is_last: bool) -> str:
    """Return a text with one line end at its end, and a blank line where something follows."""
    return text.strip("\n") + ("\n" if is_last else "\n\n")
