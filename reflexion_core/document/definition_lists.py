"""Definition lists: a term on a line of its own, `: what it is` below it → lists.

Several dialects of Markdown have them; to CommonMark they are paragraphs. An item's words are the term and what is
said of it, so that whoever reads "`name`: text" reads them too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reflexion_core.document.docstring_blocks import strip_line
from reflexion_core.document.nodes import Fence, Item, ItemList, Node, Paragraph
from reflexion_core.document.passages import Line, Passage, make_passage

DEFINITION = re.compile(r"^[ >]{0,6}:[ \t]+\S", re.MULTILINE)
"""The first line of what is said of a term."""


def join_definitions(document: str, nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Return the nodes with those paragraphs that make up definition lists joined to lists."""
    found: list[Node] = []
    for node in nodes:
        found.append((_definitions(document, node) or node) if isinstance(node, Paragraph) else node)
        while len(found) > 1 and (joined := _joined(document, *found[-2:])) is not None:
            found[-2:] = [joined]
    return tuple(found)


def _joined(document: str, before: Node | None, node: Node) -> Node | None:
    """Return a node together with the one before it, or None where they are apart."""
    match before, node:
        case ItemList(), ItemList() if _is_defining(before) and _is_defining(node):
            return replace(before, items=(*before.items, *node.items), end_line=node.end_line)
        case Paragraph(), Paragraph() if (
            _starts(node.lines[0]) and len(before.lines) == 1 and not _starts(before.lines[0])
        ):
            item = _item(document, before.words, [before.lines[0]], node.lines)
            return ItemList((item,), is_numbered=False, line=item.line, end_line=item.end_line)
        case ItemList(), Paragraph() if _is_defining(before) and (_starts(node.lines[0]) or _is_deep(node.lines)):
            return _with_words(document, before, node.lines)
        case ItemList(), Fence() if _is_defining(before) and node.is_indented and ">>>" not in node.code:
            return _with_words(document, before, [line for line in node.lines if line.text.strip()])
    return None


def _definitions(document: str, paragraph: Paragraph) -> ItemList | None:
    """Return the list that a paragraph is: terms, each with at least one definition below it."""
    lines = paragraph.lines
    first = next((index for index, line in enumerate(lines) if _starts(line)), 0)
    if not first:
        return None
    items: list[Item] = []
    terms: list[Line] = []
    own: list[Line] = []
    for index, line in enumerate(lines):
        is_term = index < first or (not _starts(line) and _is_term(lines, index))
        if is_term and own:
            items += _items(document, terms, own)
            terms, own = [], []
        (terms if is_term else own).append(line)
    items += _items(document, terms, own)
    return ItemList(tuple(items), is_numbered=False, line=lines[0].number, end_line=lines[-1].number)


def _is_term(lines: Sequence[Line], index: int) -> bool:
    """Say whether a line is a term: it is not indented and the next one defines it."""
    return index + 1 < len(lines) and _starts(lines[index + 1]) and not lines[index].text.startswith((" ", "\t"))


def _items(document: str, terms: Sequence[Line], own: Sequence[Line]) -> Iterator[Item]:
    for term in terms:
        yield _item(document, None, [term], own)


def _item(document: str, words: Passage | None, terms: Sequence[Line], own: Sequence[Line]) -> Item:
    """Return a term with its definitions as one entry."""
    first = words.root.lines if words is not None else tuple(strip_line(line) for line in terms)
    whole = make_passage(document, [*first, *(strip_line(line) for line in own)])
    return Item(whole, (), terms[0].number, (own or terms)[-1].number)


def _with_words(document: str, before: ItemList, lines: Sequence[Line]) -> ItemList:
    """Return a list whose last entry goes on in another paragraph."""
    last = before.items[-1]
    own = last.words.root.lines if last.words is not None else ()
    words = make_passage(document, [*own, *(strip_line(line) for line in lines)])
    end = lines[-1].number if lines else last.end_line
    return replace(before, items=(*before.items[:-1], replace(last, words=words, end_line=end)), end_line=end)


def _is_defining(items: ItemList) -> bool:
    """Say whether a list came out of definitions: no mark of a list stands in front of its first words."""
    words = items.items[-1].words if items.items else None
    return words is not None and any(_starts(line) for line in words.root.lines[1:])


def _starts(line: Line) -> bool:
    return DEFINITION.match(line.text) is not None


def _is_deep(lines: Sequence[Line]) -> bool:
    return all(line.text.startswith(("  ", "\t")) for line in lines)
