"""Parts of a source that is too large to be read at once: some symbols' own lines, and the signatures of the rest."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from reflexion_core.records import Source
from reflexion_core.source.fact_sheet import public_top_level, section_facts
from reflexion_core.source.facts import ClassFact, ConstantFact, FunctionFact, ModuleFacts, Symbol
from reflexion_core.source.flat_code import flat_signature
from reflexion_core.source.parsing import parse_module
from reflexion_core.source.statements import DEFINITIONS

CountTokens = Callable[[str], int]


@dataclass(frozen=True)
class SectionRoom:
    """How much of a model's window the parts of a section's prompt may take, in tokens."""

    source: int
    """For its part of the source and the facts about that."""
    outline: int
    """For the signatures of the rest."""
    answer: int
    """For what is written about it."""


@dataclass(frozen=True)
class Excerpt:
    """What a model reads of a source that its window does not hold."""

    source: Source
    """The whole."""
    text: str
    """Lines of the source, each run of them below a comment that says which they are."""
    facts: str
    """What code knows of the symbols in these lines."""
    outline: str = ""
    """The signatures of other symbols, one a line."""
    shortened: tuple[str, ...] = ()
    """Symbols of which only the first lines are there."""

    def forms(self) -> Iterator[Excerpt]:
        """Yield it as it is, then ever shorter: the outline goes first, then the lines from the end; facts stay."""
        yield self
        lines = self.outline.splitlines()
        while lines:
            lines = lines[: len(lines) // 2]
            yield replace(self, outline="\n".join(lines))
        rows = self.text.splitlines()
        while len(rows) > 1:
            rows = rows[: len(rows) // 2]
            yield replace(self, outline="", text="\n".join([*rows, "# ... the rest is left out"]))


Reading = Source | Excerpt
"""What a model is shown of a source: all of it, or a part."""


class SourceParts:
    """Cuts a source into what fits a model's window.

    Args:
        source: The source.
        facts: What it says.
        room: What fits.
        count: Counts the tokens of a text.
    """

    def __init__(self, source: Source, facts: ModuleFacts, room: SectionRoom, count: CountTokens) -> None:
        self.source = source
        self.facts = facts
        self.room = room
        self.count = count
        self._lines = source.text.split("\n")
        self._excerpts: dict[tuple[str, ...], Excerpt] = {}

    def excerpt(self, symbols: Sequence[str], *, is_overview: bool = False) -> Excerpt:
        """Return the part of some symbols, cut to the room: of a symbol that is too long the head is left.

        Args:
            symbols: Their qualified names, in the order of the source.
            is_overview: Whether the module's docstring belongs to it.
        """
        key = (*symbols, "") if is_overview else tuple(symbols)
        if key not in self._excerpts:
            self._excerpts[key] = self._cut(symbols, is_overview=is_overview)
        return self._excerpts[key]

    def excerpt_of(self, owner: str) -> Excerpt:
        """Return the part of one symbol; of what is none of the module's, its beginning."""
        is_known = self.facts.symbol(owner) is not None
        return self.excerpt((owner,) if is_known else (), is_overview=not is_known)

    def span(self, symbols: Sequence[str], *, is_overview: bool = False) -> tuple[int, int]:
        """Return the first and the last line of some symbols' own lines."""
        ranges = self._ranges(symbols, is_overview=is_overview)
        return (min(lines.start for lines in ranges), max(lines.stop - 1 for lines in ranges)) if ranges else (1, 1)

    def reading(self, symbols: Sequence[str], *, is_overview: bool = False) -> int:
        """Return how many tokens some symbols' own lines have, with the facts about them."""
        text = self._text(self._ranges(symbols, is_overview=is_overview))
        return self.count(text) + self.count(section_facts(self.facts, symbols))

    def _cut(self, symbols: Sequence[str], *, is_overview: bool) -> Excerpt:
        text = self._text(self._ranges(symbols, is_overview=is_overview))
        facts, _ = self._fit(section_facts(self.facts, symbols), self.room.source // 2, "- and more of the kind")
        left = self.room.source - self.count(facts)
        shown, is_whole = self._fit(text, left, "# ... the rest is left out")
        outline = self._outline(symbols, shown)
        return Excerpt(self.source, shown, facts, outline, () if is_whole else tuple(symbols[-1:]))

    def _fit(self, text: str, room: int, ending: str) -> tuple[str, bool]:
        """Return as many first lines of a text as there is room for, and whether these are all."""
        if self.count(text) <= room:
            return text, True
        lines = text.split("\n")
        low, high = 0, len(lines)
        while low < high:
            middle = (low + high + 1) // 2
            fits = self.count("\n".join([*lines[:middle], ending])) <= room
            low, high = (middle, high) if fits else (low, middle - 1)
        return "\n".join([*lines[:low], ending]), False

    def _ranges(self, symbols: Sequence[str], *, is_overview: bool) -> list[range]:
        """Return the lines of some symbols, those of neighbours in one; of a class alone, its members' left out."""
        found: list[range] = []
        if is_overview and self.facts.docstring is not None:
            found.append(range(self.facts.docstring.line, self.facts.docstring.end_line + 1))
        for name in symbols:
            symbol, holder = self.facts.symbol(name), self.facts.class_(name.rpartition(".")[0])
            if holder is not None and holder.qualname not in symbols:
                found.append(range(holder.line, holder.line + 1))
            if symbol is not None:
                found += self._own_ranges(symbol, with_members=self._has_members(name, symbols))
        return _merged(found)

    def _has_members(self, name: str, symbols: Sequence[str]) -> bool:
        """Whether a class's members stand beside it, or it has none."""
        kind = self.facts.class_(name)
        return kind is None or not public_members(kind) or any(other.startswith(f"{name}.") for other in symbols)

    def _own_ranges(self, symbol: Symbol, *, with_members: bool) -> Iterator[range]:
        whole = range(self._first_lines.get(symbol.line, symbol.line), symbol.end_line + 1)
        if isinstance(symbol, FunctionFact):
            yield whole
            for other in (symbol.setter, symbol.deleter, *symbol.alternatives):
                if other is not None:
                    yield range(self._first_lines.get(other.line, other.line), other.end_line + 1)
        elif isinstance(symbol, ClassFact) and not with_members:
            yield from self._without_methods(symbol, whole)
        else:
            yield whole

    def _without_methods(self, kind: ClassFact, whole: range) -> Iterator[range]:
        """Yield a class's lines without its methods and inner classes; what makes it stays."""
        inner: list[FunctionFact | ClassFact] = [*kind.methods, *kind.classes]
        others = [item for item in inner if not _is_maker(item) and item.line in whole]
        taken = {line for item in others for lines in self._own_ranges(item, with_members=True) for line in lines}
        start = None
        for line in (*whole, whole.stop):
            is_kept = line in whole and line not in taken
            if is_kept and start is None:
                start = line
            elif not is_kept and start is not None:
                yield range(start, line)
                start = None

    @cached_property
    def _first_lines(self) -> dict[int, int]:
        """The line of each definition, and that of its first decorator."""
        module = parse_module(self.source.name, self.source.text)
        nodes = [node for node in ast.walk(module) if isinstance(node, DEFINITIONS)]
        return {
            node.lineno: min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) for node in nodes
        }

    def _text(self, ranges: Sequence[range]) -> str:
        """Return lines of the source, each run of them below a comment that says which they are."""
        return "\n\n".join(
            f"# Lines {lines.start} to {lines.stop - 1}\n" + "\n".join(self._lines[lines.start - 1 : lines.stop - 1])
            for lines in ranges
        )

    def _outline(self, symbols: Sequence[str], text: str) -> str:
        """Return the signatures of other symbols: first those that the text names, then the nearest ones."""
        words, here = set(re.findall(r"\w+", text)), self.span(symbols)[0]
        left = [item for item in self._entries if item.name not in symbols]
        ordered = sorted(left, key=lambda item: (item.name not in words, abs(item.line - here)))
        taken: list[_Entry] = []
        room = self.room.outline - self.count(_more(len(left)))
        for entry in ordered:
            if entry.tokens <= room:
                taken.append(entry)
                room -= entry.tokens
        lines = [item.text for item in sorted(taken, key=lambda item: item.line)]
        if len(taken) < len(left):
            lines.append(_more(len(left) - len(taken)))
        return "\n".join(lines) if taken else ""

    @cached_property
    def _entries(self) -> list[_Entry]:
        return [self._entry(symbol) for symbol in public_top_level(self.facts)]

    def _entry(self, symbol: FunctionFact | ClassFact) -> _Entry:
        text = f"- `{flat_signature(symbol)}`"
        if isinstance(symbol, ClassFact):
            members = ", ".join(f"`{member.name}`" for member in public_members(symbol))
            text = f"- class `{flat_signature(symbol)}`{f' with {members}' if members else ''}"
        return _Entry(symbol.qualname, symbol.line, text, self.count(f"{text}\n") + 1)


@dataclass(frozen=True)
class _Entry:
    """One line of an outline."""

    name: str
    line: int
    text: str
    tokens: int


def public_members(kind: ClassFact) -> list[FunctionFact | ClassFact]:
    """Return what a class has that gets a part of its own in a document, in the order of the source."""
    members: list[FunctionFact | ClassFact] = [
        method for method in kind.methods if method.is_public and not method.name.startswith("_")
    ]
    members += [inner for inner in kind.classes if inner.is_public]
    return sorted(members, key=lambda member: member.line)


def public_constants(facts: ModuleFacts) -> list[ConstantFact]:
    """Return the constants that a document of a module lists; a name that becomes a function or class is none."""
    found = [item for item in facts.constants if facts.is_exported(item.name) and item.name != "__all__"]
    return [item for item in found if facts.symbol(item.name) is item]


def _is_maker(symbol: FunctionFact | ClassFact) -> bool:
    return isinstance(symbol, FunctionFact) and symbol.name in {"__init__", "__new__", "__post_init__"}


def _merged(ranges: Sequence[range]) -> list[range]:
    """Return ranges in order, those that touch or overlap in one."""
    merged: list[range] = []
    for lines in sorted(ranges, key=lambda item: (item.start, item.stop)):
        if merged and lines.start <= merged[-1].stop:
            merged[-1] = range(merged[-1].start, max(merged[-1].stop, lines.stop))
        elif lines:
            merged.append(lines)
    return merged


def _more(count: int) -> str:
    return f"- and {count} more"
