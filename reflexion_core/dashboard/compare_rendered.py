"""Two rendered documents side by side: blocks that belong together in one row, what differs marked.

The documents' HTML goes to the browser as trees of a few known elements and is built there node by node, so that
nothing in them is ever read as markup. Which blocks belong together, and what in them has changed, is what the
comparison of their lines says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser

from markdown_it import MarkdownIt
from markdown_it.token import Token

from reflexion_core.dashboard.diff import Comparison, Line, Operation, Row
from reflexion_core.dashboard.safe_markdown import MAX_CHARACTERS, render_markdown
from reflexion_core.document.blocks import top_level_groups

_BLOCKS = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "hr"})
_TABLES = frozenset({"table", "thead", "tbody", "tr", "th", "td"})
ELEMENTS = _BLOCKS | _TABLES | {"code", "em", "strong", "s", "del", "a", "span", "br"}
"""What a tree can hold; anything else is drawn as its words alone."""
_VOID = frozenset({"br", "hr"})
_ATTRIBUTES = frozenset({"href", "title", "start"})
_CLASSES = frozenset({"not-loaded", "not-linked"})
_ALIGNED = re.compile(r"text-align:(left|right|center)")
_PARTS = {"list_item_open": "li", "tr_open": "tr"}
"""Parts of a block that are marked by themselves."""


@dataclass
class Node:
    """An element of a rendered document."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)
    is_changed: bool = False
    """Whether it is the smallest part that a change is in."""

    def walk(self) -> Iterator[Node]:
        """Yield this element and all in it, in the order of the text."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()


@dataclass(frozen=True)
class RenderedBlock:
    """A heading, paragraph, list, table or the like at the top of a document."""

    node: Node
    start: int
    """Its first line, counted from 1."""
    stop: int
    """The line behind its last one."""


@dataclass(frozen=True)
class BlockRow:
    """Blocks that stand side by side."""

    operation: Operation
    left: RenderedBlock | None
    right: RenderedBlock | None


def compare_rendered(left: str, right: str, comparison: Comparison) -> list[BlockRow]:
    """Return both documents as rows.

    Args:
        left: The Markdown on the left.
        right: The Markdown on the right.
        comparison: What `compare_texts` found between them.
    """
    changed = [row for row in comparison.rows if row.operation != "equal"]
    changed_left = frozenset(row.left_number or 0 for row in changed if _has_words(row.left))
    changed_right = frozenset(row.right_number or 0 for row in changed if _has_words(row.right))
    blocks = (_mark_blocks(left, changed_left), _mark_blocks(right, changed_right))
    return list(_rows(*blocks, comparison.rows))


def _has_words(line: Line) -> bool:
    """Say whether a line is more than the space between two blocks."""
    return any(segment.text.strip() for segment in line)


def _mark_blocks(text: str, changed: frozenset[int]) -> list[RenderedBlock]:
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    nodes = [child for child in _read_html(render_markdown(text)).children if isinstance(child, Node)]
    if len(text) > MAX_CHARACTERS:
        return [RenderedBlock(node, 1, text.count("\n") + 2) for node in nodes]
    tokens = _load_parser().parse(text)
    blocks = []
    for node, group in zip(nodes, top_level_groups(tokens), strict=True):
        start, stop = group[0].map or [0, 0]
        _mark_parts(node, group, changed)
        blocks.append(RenderedBlock(node, start + 1, stop + 1))
    return blocks


@cache
def _load_parser() -> MarkdownIt:
    """Return a parser that finds the same blocks as the one that renders."""
    return MarkdownIt("commonmark", {"html": False, "maxNesting": 100}).enable(["table", "strikethrough"])


def _mark_parts(block: Node, tokens: Sequence[Token], changed: frozenset[int]) -> None:
    """Mark the smallest parts of a block that hold changed lines; the block itself where it has no parts."""
    places = [token.map or [0, 0] for token in tokens if token.type in _PARTS]
    parts = [node for node in block.walk() if node.tag in _PARTS.values()]
    for node, (start, stop) in zip(parts, places, strict=True):
        node.is_changed = any(number in changed for number in range(start + 1, stop + 1))
    for node in parts:
        if any(inner is not node and inner.is_changed for inner in node.walk()):
            node.is_changed = False
    start, stop = tokens[0].map or [0, 0]
    is_changed = any(number in changed for number in range(start + 1, stop + 1))
    block.is_changed = is_changed and not any(node.is_changed for node in parts)


def _rows(left: Sequence[RenderedBlock], right: Sequence[RenderedBlock], rows: Sequence[Row]) -> Iterator[BlockRow]:
    """Yield the blocks of both sides in order, those in one row whose lines belong together."""
    places = (_block_by_line(left), _block_by_line(right))
    i = j = 0
    pairs = [(places[0].get(row.left_number or 0), places[1].get(row.right_number or 0)) for row in rows]
    for a, b in [*pairs, (len(left), len(right))]:
        if a is None or b is None or a < i or b < j:
            continue
        yield from (BlockRow(_lone(block, "removed"), block, None) for block in left[i:a])
        yield from (BlockRow(_lone(block, "added"), None, block) for block in right[j:b])
        if a < len(left) and b < len(right):
            is_changed = _has_change(left[a]) or _has_change(right[b])
            yield BlockRow("changed" if is_changed else "equal", left[a], right[b])
        i, j = a + 1, b + 1


def _block_by_line(blocks: Sequence[RenderedBlock]) -> dict[int, int]:
    return {line: number for number, block in enumerate(blocks) for line in range(block.start, block.stop)}


def _has_change(block: RenderedBlock) -> bool:
    return any(node.is_changed for node in block.node.walk())


def _lone(block: RenderedBlock, operation: Operation) -> Operation:
    """Return how a block without a counterpart has changed: one that was only split off has not."""
    return operation if _has_change(block) else "equal"


def _read_html(html: str) -> Node:
    """Read what `render_markdown` wrote; the root is the document."""
    reader = _TreeReader()
    reader.feed(html)
    reader.close()
    (root,) = (child for child in reader.root.children if isinstance(child, Node))
    return root


class _TreeReader(HTMLParser):
    """Reads well-formed HTML and keeps of it what can do no harm."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag if tag in ELEMENTS else "span", _kept({name: value or "" for name, value in attrs}))
        self._open[-1].children.append(node)
        if tag not in _VOID:
            self._open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def _kept(attributes: dict[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in attributes.items() if name in _ATTRIBUTES}
    if attributes.get("class") in _CLASSES:
        kept["class"] = attributes["class"]
    aligned = _ALIGNED.fullmatch(attributes.get("style", ""))
    if aligned is not None:
        kept["align"] = aligned[1]
    return kept
