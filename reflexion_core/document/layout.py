"""Markdown → headings, paragraphs, lists, tables and fences, in which every word knows its place.

The structure is a CommonMark parser's; the words are cut from the document itself. What that parser knows nothing of
is read here as what it stands for: definition lists as lists, reST's directives as headings with a body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from reflexion_core.document.blocks import split_lines
from reflexion_core.document.definition_lists import DEFINITION, join_definitions
from reflexion_core.document.nodes import Fence, Heading, Html, Item, ItemList, Leave, Node, Paragraph, Table
from reflexion_core.document.passages import Line, Passage, make_passage
from reflexion_core.document.rest_blocks import Directive, Piece, is_rest, split_pieces

__all__ = ["Fence", "Heading", "Html", "Item", "ItemList", "Leave", "Node", "Paragraph", "Table", "read_layout"]

_PIPE = re.compile(r"(?<!\\)\|")
_FENCE_END = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*")
_DIRECTIVE_LEVEL = 7
"""Below every heading."""


@lru_cache(maxsize=2)
def read_layout(document: str) -> tuple[Node, ...]:
    """Return what a document consists of, in order; quoted blocks stand among the others.

    The last documents are remembered: the claims are found in it, and a check may look at it again.
    """
    lines = _number_lines(document)
    if not is_rest(document):
        return tuple(_read_markdown(document, lines, document))
    return tuple(_read_pieces(document, lines, _DIRECTIVE_LEVEL))


def _number_lines(document: str) -> list[Line]:
    lines: list[Line] = []
    start = 0
    for index, text in enumerate(split_lines(document)):
        lines.append(Line(index + 1, start, text.rstrip("\r\n")))
        start += len(text)
    return lines


def _read_markdown(document: str, lines: Sequence[Line], text: str) -> Iterator[Node]:
    """Yield what some lines consist of; `text` is what the parser sees of them."""
    nodes = _Reader(document, _parser().parse(text), lines).nodes()
    return iter(join_definitions(document, nodes)) if DEFINITION.search(text) else nodes


def _read_pieces(document: str, lines: Sequence[Line], level: int) -> Iterator[Node]:
    """Yield what some lines consist of, those below directives read on their own."""
    for piece in split_pieces(document, lines):
        match piece:
            case Directive():
                yield from _read_directive(document, piece, level)
            case Heading() | Fence():
                yield piece
            case Piece():
                yield from _read_markdown(document, piece.lines, "\n".join(line.text for line in piece.lines))


def _read_directive(document: str, directive: Directive, level: int) -> Iterator[Node]:
    """Yield a description as a heading with what stands under it; of a note only what stands in it."""
    heading = directive.heading(document, level)
    if heading is None:
        fence = directive.fence(document)
        if fence is not None:
            yield fence
        elif directive.is_prose:
            yield from _read_pieces(document, directive.words, level)
        return
    yield heading
    yield from _read_pieces(document, directive.body, level + 1)
    yield Leave(level, directive.end_line + 1, directive.end_line + 1)


@cache
def _parser() -> MarkdownIt:
    # The words of a block are read here, with their places, so the parser need not look into them.
    return MarkdownIt("commonmark").enable("table").disable("inline")


class _Reader:
    def __init__(self, document: str, tokens: Sequence[Token], lines: Sequence[Line]) -> None:
        self.document = document
        self.tokens = tokens
        self.position = 0
        self.lines = lines
        self.first = lines[0].number if lines else 1
        """The number of the first line; those after it are consecutive."""

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
                return Html(make_passage(self.document, self.lines[start:end]), *self._span(start, end))
        return None

    def _heading(self, token: Token) -> Heading:
        inline = self.tokens[self.position]
        self.position += 2
        start, end = _range(token)
        words = self._words(inline) if inline.content else make_passage(self.document, [self._empty(start)])
        return Heading(int(token.tag[1]), words, token.markup in ("=", "-"), *self._span(start, end))

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
            span = self._span(first, self._last_line(first, last))
            items.append(Item(words, nodes[1:] if leads else nodes, *span))
        self.position += 1
        span = self._span(start, self._last_line(start, end))
        return ItemList(tuple(items), token.type.startswith("ordered"), *span)

    def _span(self, start: int, end: int) -> tuple[int, int]:
        """Return the numbers of the first and the last of some lines."""
        return self.first + start, self.first + max(end, start + 1) - 1

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
        return Table(rows[0] if rows else (), tuple(rows[1:]), *self._span(start, end))

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
            line=self.first + start,
            end_line=self.first + max(end, start + 1) - 1,
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
