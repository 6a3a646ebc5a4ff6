"""Markdown → its sections."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from reflexion_core.document.blocks import Block, read_blocks, split_lines


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it, up to the next heading of any level."""

    title: str
    """The heading's words as written; empty for what stands before the first heading."""
    level: int
    """1 to 6; 0 for what stands before the first heading."""
    line: int
    """The heading's first line, counted from 1."""
    end_line: int
    """The last line before the next heading, blank lines included."""
    text: str
    """These lines, the heading among them."""
    body: str
    """The lines under the heading."""

    @property
    def word_count(self) -> int:
        return len(self.body.split())


def split_sections(markdown: str) -> tuple[Section, ...]:
    """Return the sections in order; all lines are in one, but for blank lines at the very start."""
    lines = split_lines(markdown)
    headings = [block for block in read_blocks(markdown) if block.kind == "heading"]
    ends = [heading.start for heading in headings[1:]] + [len(lines)]
    sections = [_section(lines, heading, end) for heading, end in zip(headings, ends, strict=False)]
    first = headings[0].start if headings else len(lines)
    if "".join(lines[:first]).strip():
        text = "".join(lines[:first])
        sections.insert(0, Section(title="", level=0, line=1, end_line=first, text=text, body=text))
    return tuple(sections)


def shortest_section(markdown: str) -> Section | None:
    """Return the section with the fewest words under its heading, the first of equals.

    Left out where others remain: the title section of level 1, and headings that only hold others.
    """
    sections = [section for section in split_sections(markdown) if section.level]
    below_title = [section for section in sections if section.level > 1]
    holders = {
        section.line
        for section, following in pairwise(sections)
        if not section.word_count and following.level > section.level
    }
    candidates = [section for section in below_title or sections if section.line not in holders]
    return min(candidates or sections, key=lambda section: section.word_count, default=None)


def _section(lines: list[str], heading: Block, end: int) -> Section:
    return Section(
        title=heading.raw,
        level=heading.level,
        line=heading.start + 1,
        end_line=end,
        text="".join(lines[heading.start : end]),
        body="".join(lines[heading.end : end]),
    )
