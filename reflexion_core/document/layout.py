"""Markdown → headings, paragraphs, lists, tables and fences, in which every word knows its place.

The structure is a CommonMark parser's; the words are cut from the document itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from reflexion_core.document.blocks import split_lines
from reflexion_core.document.passages import Line, Passage, make_passage

_PIPE = re.compile(r"(?<!\\)\|")
_FENCE_END = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*")


@dataclass(frozen=True)
class Heading:
    level: int
    words: Passage
    is_underlined: bool
    """Whether it is written with a line of `=` or `-` below, as NumPy's sections are."""
    line: int
    end_line: int


@dataclass(frozen=True)
class Paragraph:
    words: Passage
    """With lines stripped."""
    lines: tuple[Line, ...]
    """As indented in the document."""

    @property
    def line(self) -> int:
        return self.lines[0].number

    @property
    def end_line(self) -> int:
        return self.lines[-1].number


@dataclass(frozen=True)
class Item:
    words: Passage | None
    """Its first paragraph."""
    children: tuple[Node, ...]
    """What else stands in it."""
    line: int
    end_line: int


@dataclass(frozen=True)
class ItemList:
    items: tuple[Item, ...]
    is_numbered: bool
    line: int
    end_line: int


@dataclass(frozen=True)
class Table:
    header: tuple[Passage, ...]
    rows: tuple[tuple[Passage, ...], ...]
    line: int
    end_line: int


@dataclass(frozen=True)
class Fence:
    info: str
    code: str
    lines: tuple[Line, ...]
    """The document's lines of the code, as indented there."""
    document: str
    line: int
    """Of its opening marks, or of the first line of indented code."""
    end_line: int
    is_indented: bool
    is_closed: bool


@dataclass(frozen=True)
class Html:
    words: Passage
    line: int
    end_line: int


Node = Heading | Paragraph | ItemList | Table | Fence | Html


def read_layout(document: str) -> tuple[Node, ...]:
    """Return what a document consists of, in order; quoted blocks stand among the others."""
    tokens = _parser().parse(document)
    return tuple(_Reader(document, tokens).nodes())


@cache
def _parser() -> MarkdownIt:
    # The words of a block are read here, with their places, so the parser need not look into them.
    return MarkdownIt("commonmark").enable("table").disable("inline")


class _Reader:
    def __init__(self, document: str, tokens: Sequence[Token]) -> None:
        self.document = document
        self.tokens = tokens
        self.position = 0
        self.lines: list[Line] = []
        start = 0
        for index, text in enumerate(split_lines(document)):
            self.lines.append(Line(index + 1, start, text.rstrip("\r\n")))
            start += len(text)

    def nodes(self, closing: str = "") -> Iterator[Node]:
        """Yield the nodes up to a closing token, and step over it."""
        while self.position < len(self.tokens):
            token = self.tokens[self.position]
            self.position += 1
            if token.type == closing:
                return
            node = self._node(token)
            if node is not None:
                yield node

    def _node(self, token: Token) -> Node | None:  # noqa: PLR0911 - one for each kind of block
        match token.type:
            case "heading_open":
                return self._heading(token)
            case "paragraph_open":
                return self._paragraph()
            case "bullet_list_open" | "ordered_list_open":
                return self._list(token)
            case "table_open":
                return self._table(token)
            case "fence" | "code_block":
                return self._fence(token)
            case "html_block":
                start, end = _range(token)
                return Html(make_passage(self.document, self.lines[start:end]), start + 1, max(end, start + 1))
        return None

    def _heading(self, token: Token) -> Heading:
        inline = self.tokens[self.position]
        self.position += 2
        start, end = _range(token)
        words = self._words(inline) if inline.content else make_passage(self.document, [self._empty(start)])
        return Heading(int(token.tag[1]), words, token.markup in ("=", "-"), start + 1, end)

    def _empty(self, index: int) -> Line:
        line = self.lines[index]
        return Line(line.number, line.start, "")

    def _paragraph(self) -> Paragraph:
        inline = self.tokens[self.position]
        self.position += 2
        start, end = _range(inline)
        return Paragraph(self._words(inline), tuple(self.lines[start:end]))

    def _list(self, token: Token) -> ItemList:
        start, end = _range(token)
        closing = token.type.replace("_open", "_close")
        items: list[Item] = []
        while self.tokens[self.position].type != closing:
            item = self.tokens[self.position]
            self.position += 1
            nodes = tuple(self.nodes("list_item_close"))
            first, last = _range(item)
            leads = bool(nodes) and isinstance(nodes[0], Paragraph)
            words = nodes[0].words if nodes and isinstance(nodes[0], Paragraph) else None
            items.append(Item(words, nodes[1:] if leads else nodes, first + 1, self._last_line(first, last)))
        self.position += 1
        return ItemList(tuple(items), token.type.startswith("ordered"), start + 1, self._last_line(start, end))

    def _last_line(self, start: int, end: int) -> int:
        while end > start + 1 and not self.lines[end - 1].text.strip():
            end -= 1
        return end

    def _table(self, token: Token) -> Table:
        start, end = _range(token)
        rows: list[tuple[Passage, ...]] = []
        while self.tokens[self.position].type != "table_close":
            row = self.tokens[self.position]
            if row.type == "tr_open":
                rows.append(self._cells(self.lines[_range(row)[0]]))
            self.position += 1
        self.position += 1
        return Table(rows[0] if rows else (), tuple(rows[1:]), start + 1, max(end, start + 1))

    def _cells(self, line: Line) -> tuple[Passage, ...]:
        offset = len(line.text) - len(line.text.lstrip(" \t>"))
        pieces: list[tuple[int, int]] = []
        position = offset
        for match in _PIPE.finditer(line.text, offset):
            pieces.append((position, match.start()))
            position = match.end()
        pieces.append((position, len(line.text)))
        if pieces and not line.text[slice(*pieces[0])].strip():
            pieces = pieces[1:]
        if pieces and not line.text[slice(*pieces[-1])].strip():
            pieces = pieces[:-1]
        whole = make_passage(self.document, [line], is_cell=True)
        return tuple(whole.cut(start, end) for start, end in pieces)

    def _fence(self, token: Token) -> Fence:
        start, end = _range(token)
        count = token.content.count("\n")
        first = start if token.type == "code_block" else start + 1
        return Fence(
            info=token.info.strip(),
            code=token.content,
            lines=tuple(self.lines[first : first + count]),
            document=self.document,
            line=start + 1,
            end_line=max(end, start + 1),
            is_indented=token.type == "code_block",
            is_closed=token.type == "code_block" or (end - 1 > start and self._closes(token, self.lines[end - 1].text)),
        )

    def _closes(self, token: Token, text: str) -> bool:
        match = _FENCE_END.fullmatch(text)
        return match is not None and match[1].startswith(token.markup)

    def _words(self, inline: Token) -> Passage:
        """Return the words of a block, each line cut from the document."""
        start, end = _range(inline)
        lines = self.lines[start:end]
        wanted = inline.content.split("\n")
        return make_passage(self.document, [_cut(line, words) for line, words in zip(lines, wanted, strict=False)])


def _cut(line: Line, words: str) -> Line:
    """Return the part of a line that holds the words; the whole line, stripped, where the parser changed them."""
    words = words.strip()
    offset = line.text.find(words)
    if offset < 0:
        words = line.text.strip()
        offset = len(line.text) - len(line.text.lstrip())
    return Line(line.number, line.start + offset, words)


def _range(token: Token) -> tuple[int, int]:
    start, end = token.map or (0, 0)
    return start, end
