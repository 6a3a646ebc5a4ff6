"""Markdown as its top-level blocks, each with the lines it stands on.

The structure is a CommonMark parser's, so that a `#` in a fence is no heading and a word in code no prose.
Whoever changes a document cuts whole lines of the text that was given, so that all else stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^\r\n]*?)[ \t]*(?:\r\n|\r|\n)?")


@dataclass(frozen=True)
class FenceLine:
    """A line that can open or close a fence."""

    index: int
    """The line, counted from 0."""
    marks: str
    info: str

    def closes(self, opener: FenceLine) -> bool:
        return not self.info and self.marks.startswith(opener.marks)


@dataclass(frozen=True)
class Block:
    """One block at the top level of a document."""

    kind: str
    """The parser's name for it: `paragraph`, `heading`, `fence`, `bullet_list`, `table`, `hr`, …"""
    start: int
    """Its first line, counted from 0."""
    end: int
    """The line after its last one; blank lines that follow do not belong to it."""
    level: int = 0
    """1 to 6 for a heading."""
    text: str = ""
    """A paragraph's or heading's words without emphasis, code still in backticks; or a fence's content."""
    raw: str = ""
    """A paragraph's or heading's words as written."""
    info: str = ""
    """What stands behind a fence's opening marks."""
    is_closed: bool = True
    """Whether a fence has its closing line."""
    items: tuple[str, ...] = ()
    """The words of a list's items, in order; what is nested is an item of its own."""


@cache
def parser() -> MarkdownIt:
    """Return the one parser: CommonMark with tables. Parsing keeps nothing in it."""
    return MarkdownIt("commonmark").enable("table")


def split_lines(text: str) -> list[str]:
    """Split a text at the line ends that Markdown knows, and keep them."""
    return _LINE.findall(text)


def read_blocks(text: str) -> tuple[Block, ...]:
    """Return the top-level blocks of a document in order."""
    tokens = parser().parse(text)
    lines = split_lines(text)
    return tuple(_block(group, lines) for group in top_level_groups(tokens))


def fence_line(lines: Sequence[str], index: int) -> FenceLine | None:
    """Return the line as one that opens or closes a fence, or None."""
    match = _FENCE.fullmatch(lines[index])
    if match is None or (match["marks"][0] == "`" and "`" in match["info"]):
        return None
    return FenceLine(index, match["marks"], match["info"])


def drop_lines(lines: Sequence[str], ranges: Iterable[tuple[int, int]]) -> str:
    """Return the text without some ranges of lines (first, after last), with a blank line in their place.

    What stood before and after is kept apart: two paragraphs do not grow together.
    """
    kept: list[str] = []
    position = 0
    for start, end in sorted(ranges):
        kept += lines[position:start]
        position = max(position, end)
        if not kept or not kept[-1].strip():
            while position < len(lines) and not lines[position].strip():
                position += 1
        elif position < len(lines) and lines[position].strip():
            kept.append("\r\n" if kept[-1].endswith("\r\n") else "\n")
    return "".join([*kept, *lines[position:]])


def plain_text(inline: Token) -> str:
    """Return an inline token's words: no emphasis, code in backticks, a line for each written line."""
    return "".join(_plain_parts(inline.children or []))


def _plain_parts(children: Iterable[Token]) -> Iterator[str]:
    for child in children:
        if child.type in ("softbreak", "hardbreak"):
            yield "\n"
        elif child.type == "code_inline":
            yield f"`{child.content}`"
        elif child.type == "image" or child.type in ("text", "html_inline", "text_special"):
            yield child.content


def top_level_groups(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the tokens of each top-level block."""
    group: list[Token] = []
    for token in tokens:
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield group
            group = []


def _block(group: Sequence[Token], lines: Sequence[str]) -> Block:
    first = group[0]
    kind = first.type.removesuffix("_open")
    start, end = first.map or [0, 0]
    while end > start + 1 and not lines[end - 1].strip() and kind not in ("fence", "code_block"):
        end -= 1
    inlines = [token for token in group if token.type == "inline"]
    is_text = kind in ("paragraph", "heading")
    return Block(
        kind=kind,
        start=start,
        end=end,
        level=int(first.tag[1]) if kind == "heading" else 0,
        text=plain_text(inlines[0]) if is_text and inlines else first.content,
        raw=inlines[0].content if is_text and inlines else "",
        info=first.info.strip(),
        is_closed=kind != "fence" or _is_closed(lines, start, end),
        items=tuple(plain_text(token) for token in inlines) if kind.endswith("_list") else (),
    )


def _is_closed(lines: Sequence[str], start: int, end: int) -> bool:
    opener, last = fence_line(lines, start), fence_line(lines, end - 1)
    return end - 1 > start and opener is not None and last is not None and last.closes(opener)
