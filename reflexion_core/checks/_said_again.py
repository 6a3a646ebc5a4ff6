"""What a document says a second time, word for word, about the same thing.

The same words are no repetition where they are about something else: `self` of two functions, the fields of a class
as what it takes and as what it has, two ways to call a function. Two places are about the same thing if they stand
under the same symbol and the same claims are read from them; where no symbol is known, under the same heading.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from reflexion_core.checks._same_sections import LIST_MARK, find_same_sections, words_of
from reflexion_core.checks.base import Paper
from reflexion_core.document.blocks import split_lines
from reflexion_core.document.claim_roles import read_label, role_of_title
from reflexion_core.document.claims import Claim, ParameterListClaim, ProseClaim
from reflexion_core.document.layout import Fence, Heading, Item, ItemList, Node, Paragraph, read_layout

_WORD = re.compile(r"\w+")
_FIRST_NAME = re.compile(r"[*_]*`?[*_]*(?P<name>[A-Za-z_][\w.]*)")
_LEAST_OF_PARAGRAPH = 8
"""Fewer words are a phrase that may come again."""
_LEAST_OF_ENTRY = 3
_LEAST_OF_LIST = 6
_ADRIFT = frozenset({"ParameterClaim", "RaisesClaim", "ReturnClaim", "DefaultClaim", "TypeClaim", "PartClaim"})
"""Claims that say nothing without the symbol that they are about."""


@dataclass(frozen=True)
class Again:
    """Some lines that say what lines above them say."""

    first: tuple[int, int]
    line: int
    end_line: int
    is_section: bool = False
    entries: int = 0
    """How many entries of a list they are."""
    is_whole: bool = True
    """Whether nothing else is left of the block that they stand in."""
    lead: Paragraph | None = None
    """The words right above that lead to them and to nothing else."""
    is_movable: bool = True
    """Whether what stands around them stays what it is without them."""


class _Scope(NamedTuple):
    owner: str
    path: tuple[int, ...]
    """The lines of what it stands in, inside the symbol's part: headings that name no role, entries."""


@dataclass(frozen=True)
class _Said:
    scope: _Scope
    line: int
    end_line: int
    group: tuple[int, int] = (0, 0)
    """The list of an entry, and the last entry above it there that opens something."""
    is_symbol: bool = False
    """Whether it is an entry that begins with a symbol's name."""

    def is_listed_with(self, other: _Said) -> bool:
        return bool(self.group[0]) and self.group[0] == other.group[0]


def find_said_again(paper: Paper) -> list[Again]:
    """Return what is said again, in document order; nothing of it stands in another."""
    if not _may_repeat(paper.lines) or "\r" in paper.document.replace("\r\n", ""):
        return []  # lines that a lone carriage return ends are counted otherwise by Markdown
    return _Finder(paper).find()


def _may_repeat(lines: Sequence[str]) -> bool:
    """Say whether any line that could be part of a repetition stands there twice, which is quickly asked."""
    seen: set[str] = set()
    above = ""
    for line in lines:
        words = line.strip()
        if not words:
            continue
        is_long = words.count(" ") >= _LEAST_OF_PARAGRAPH - 1 or LIST_MARK.match(line) is not None
        keys = {words} if is_long else set()
        if above.startswith("#"):
            keys.add(f"{above}\n{words}")
        if not seen.isdisjoint(keys):
            return True
        seen |= keys
        above = words
    return False


class _Finder:
    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.nodes = read_layout(paper.document)
        self.lines = [line.strip() for line in split_lines(paper.document)]
        self.headings = [node for node in self.nodes if isinstance(node, Heading)]
        self.titled = {one.line: one.owner for one in paper.claims.symbols if one.form == "heading" and one.owner}
        self.symbols = frozenset(paper.facts.symbol_names)
        self.said: defaultdict[tuple[str, ...], list[_Said]] = defaultdict(list)
        self.found: list[Again] = []

    def find(self) -> list[Again]:
        for first, again in find_same_sections(self.headings, self.titled, self.lines):
            self.found.append(Again(first, *again, is_section=True))
        self._read(self._outside(), None)
        return sorted(self.found, key=lambda again: again.line)

    def _outside(self) -> list[Node]:
        """Return the blocks that stand in no section that is said again."""
        taken = {line for again in self.found for line in range(again.line, again.end_line + 1)}
        return [node for node in self.nodes if node.line not in taken]

    # Paragraphs and lists

    def _read(self, nodes: Sequence[Node], around: _Scope | None) -> None:
        """Read blocks that stand beside each other, in an entry where there is a scope around them."""
        for above, node, below in zip([None, *nodes], nodes, [*nodes[1:], None], strict=False):
            if isinstance(node, ItemList):
                self._list(node, above, around or self._scope(node.line - 1))
            elif isinstance(node, Paragraph):
                self._paragraph(node, above, below, around or self._scope(node.line))

    def _paragraph(self, node: Paragraph, above: Node | None, below: Node | None, scope: _Scope) -> None:
        text = node.words.text
        count = len(_WORD.findall(text))
        is_lead = text.endswith(":") or isinstance(below, Fence)
        if count < _LEAST_OF_PARAGRAPH or is_lead or self.lines[node.line - 1].startswith(">"):
            return
        first = self._before(("", *text.split()), _Said(scope, node.line, node.end_line))
        if first is not None:
            is_movable = not (isinstance(above, ItemList) and isinstance(below, ItemList | Fence))
            lines = first.line, first.end_line
            self.found.append(Again(lines, node.line, node.end_line, is_movable=is_movable))

    def _list(self, node: ItemList, above: Node | None, scope: _Scope) -> None:
        pairs = self._entries(node, scope)
        is_whole = all(first is not None for _, first in pairs)
        if not is_whole or self._word_count(node) < (_LEAST_OF_LIST if len(pairs) > 1 else _LEAST_OF_PARAGRAPH):
            pairs = [(said, first if first and self._counts(node, said, first) else None) for said, first in pairs]
            is_whole = False
        for run in _runs(pairs, is_whole=is_whole):
            self._take(run, node, above)
        for item, (_, first) in zip(node.items, pairs, strict=True):
            if first is None:
                self._read(item.children, _Scope(scope.owner, (*scope.path, -item.line)))

    def _entries(self, node: ItemList, scope: _Scope) -> list[tuple[_Said, _Said | None]]:
        """Return each entry with where it has been said before."""
        opener = 0
        pairs: list[tuple[_Said, _Said | None]] = []
        for item in node.items:
            said = _Said(scope, item.line, item.end_line, (node.line, opener), self._is_symbol(item))
            is_label = _is_bare_label(item)
            pairs.append(
                (said, None if is_label else self._before(words_of(self.lines[item.line - 1 : item.end_line]), said))
            )
            opener = item.line if said.is_symbol or is_label else opener
        return pairs

    def _take(self, run: Sequence[tuple[_Said, _Said]], node: ItemList, above: Node | None) -> None:
        is_whole = len(run) == len(node.items)
        lead = above if is_whole and isinstance(above, Paragraph) and _is_lead(above) else None
        self.found.append(
            Again(
                (min(first.line for _, first in run), max(first.end_line for _, first in run)),
                run[0][0].line,
                run[-1][0].end_line,
                entries=len(run),
                is_whole=is_whole,
                lead=lead,
            )
        )

    def _counts(self, node: ItemList, said: _Said, first: _Said) -> bool:
        """Say whether an entry without the rest of its list may be a repetition.

        A step may come again among steps, and a list that has an entry of another one would not be complete without.
        """
        words = self._word_count(said)
        if node.is_numbered or not said.is_listed_with(first):
            return words >= _LEAST_OF_PARAGRAPH and said.is_symbol
        return words >= _LEAST_OF_ENTRY

    def _word_count(self, said: _Said | ItemList) -> int:
        return sum(len(_WORD.findall(line)) for line in self.lines[said.line - 1 : said.end_line])

    def _is_symbol(self, item: Item) -> bool:
        match = _FIRST_NAME.match(item.words.text) if item.words is not None else None
        if match is None:
            return False
        # A class's attributes are no symbols; their class is.
        return match["name"] in self.symbols or match["name"].rpartition(".")[0] in self.symbols

    # What is the same

    def _before(self, key: tuple[str, ...], said: _Said) -> _Said | None:
        """Return where the same has been said before; where it has not, note it."""
        scope = said.scope
        noted = self.said[(*key, scope.owner, *(() if scope.owner else map(str, scope.path)))]
        first = next((one for one in noted if self._is_same(one, said)), None)
        if first is None:
            noted.append(said)
        return first

    def _is_same(self, first: _Said, again: _Said) -> bool:
        """Say whether the same words say the same in both places."""
        is_one_list = again.is_listed_with(first)
        if is_one_list and again.is_symbol:
            return True
        claims = self._claims(again)
        if first.scope.owner != again.scope.owner or self._claims(first) != claims:
            return False
        if is_one_list:
            return first.group[1] == again.group[1]
        if again.scope.owner:
            return _is_beside(first.scope.path, again.scope.path)
        is_adrift = any(kind in _ADRIFT and not owner for kind, owner, *_ in claims)
        return first.scope.path == again.scope.path and (again.is_symbol or not is_adrift)

    def _claims(self, said: _Said) -> set[tuple[str, ...]]:
        lines = range(said.line, said.end_line + 1)
        return {_gist(claim) for line in lines for claim in self._claims_at.get(line, ())}

    @cached_property
    def _claims_at(self) -> dict[int, list[Claim]]:
        found: defaultdict[int, list[Claim]] = defaultdict(list)
        for claim in self.paper.claims:
            if not isinstance(claim, ParameterListClaim | ProseClaim):
                found[claim.line].append(claim)
        return found

    def _scope(self, line: int) -> _Scope:
        """Return what a block is about that begins on or right under a line."""
        owners = self.paper.parts.owners
        owner = owners[min(max(line, 1), len(owners)) - 1]
        path: list[int] = []
        level = 99
        for heading in reversed(self.headings):
            if heading.line > line or heading.level >= level:
                continue
            level = heading.level
            if owner and self.titled.get(heading.line) == owner:
                break
            if not owner or not role_of_title(heading.words.text):
                path.append(heading.line)
        return _Scope(owner, tuple(reversed(path)))


def _gist(claim: Claim) -> tuple[str, ...]:
    more = [str(getattr(claim, name, "")) for name in ("name", "subject", "role", "type")]
    return (type(claim).__name__, claim.owner, *more)


def _is_beside(first: tuple[int, ...], again: tuple[int, ...]) -> bool:
    """Say whether one of two places stands around the other: two ways to call a function stand beside each other."""
    if any(line < 0 for line in (*first, *again)):
        return first == again  # what is nested is about its entry
    length = min(len(first), len(again))
    return first[:length] == again[:length]


def _is_bare_label(item: Item) -> bool:
    """Say whether an entry is a title with nothing in it."""
    if item.words is None or item.children:
        return False
    label = read_label(item.words)
    return label is not None and label.end >= len(item.words.text)


def _is_lead(paragraph: Paragraph) -> bool:
    """Say whether words lead to what stands under them."""
    return paragraph.words.text.rstrip("*_").endswith(":")


def _runs(pairs: Sequence[tuple[_Said, _Said | None]], *, is_whole: bool) -> Iterator[list[tuple[_Said, _Said]]]:
    """Yield the entries that come again, together where they stand together in both places."""
    run: list[tuple[_Said, _Said]] = []
    for said, first in pairs:
        follows = bool(run) and first is not None and (is_whole or first.line > run[-1][1].line)
        if run and not follows:
            yield run
            run = []
        if first is not None:
            run.append((said, first))
    if run:
        yield run
