"""From the facts of a source to the sections in which its document is written.

A section is the module's overview, a function, a class, or some of them that stand beside each other; a class that is
too large is split by its members. Of each the part of the source and the answer fit the room that there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reflexion_core.plans import PlannedSection
from reflexion_core.skeleton import skeleton_section
from reflexion_core.source.excerpts import SourceParts, public_constants, public_members
from reflexion_core.source.fact_sheet import public_top_level
from reflexion_core.source.facts import ClassFact, FunctionFact

_ANSWER_SHARE = 0.75
"""How much of the room for an answer a section is planned to take: models differ in how much they say."""
_PROSE = 1.25
"""How much longer a model's part is than what code writes from the facts alone."""
_EXAMPLE_TOKENS = 90
"""An example of a function or class of the top level."""
_FRAME_TOKENS = 16
"""What stands around a symbol's lines in a prompt, and is not in their count."""
_CONSTANT_TOKENS = 24
"""A constant's row in a table, besides its source."""
_MOST_NAMES = 3
"""In a title; more are counted."""
_OVERVIEW, _CONSTANTS = "overview", "constants"


@dataclass(frozen=True)
class _Unit:
    """What a section holds all of or nothing."""

    symbols: tuple[str, ...]
    group: str
    """What it may stand in one section with: units of the same group."""
    reading: int
    writing: int

    @property
    def is_overview(self) -> bool:
        return self.group == _OVERVIEW


def plan_sections(parts: SourceParts) -> tuple[PlannedSection, ...]:
    """Return the sections in the order of the source; every public symbol is in exactly one.

    Args:
        parts: Cuts the source, and knows the room.
    """
    planner = _Planner(parts)
    return tuple(planner.section(number, units) for number, units in enumerate(planner.groups(), start=1))


class _Planner:
    def __init__(self, parts: SourceParts) -> None:
        self._parts = parts
        self._most_reading = parts.room.source
        self._most_writing = int(parts.room.answer * _ANSWER_SHARE)

    def groups(self) -> Iterator[list[_Unit]]:
        """Yield the units of each section: neighbours, as many as fit."""
        group: list[_Unit] = []
        for unit in self._units():
            if group and not self._goes_with(group, unit):
                yield group
                group = []
            group.append(unit)
        if group:
            yield group

    def section(self, number: int, units: Sequence[_Unit]) -> PlannedSection:
        symbols = tuple(name for unit in units for name in unit.symbols)
        is_overview = units[0].is_overview
        excerpt = self._parts.excerpt(symbols, is_overview=is_overview)
        first, last = self._parts.span(symbols, is_overview=is_overview)
        return PlannedSection(
            number=number,
            title=_OVERVIEW if is_overview else _title(symbols, is_list=units[0].group == _CONSTANTS),
            symbols=symbols,
            is_overview=is_overview,
            line=first,
            end_line=last,
            tokens=sum(unit.reading + unit.writing for unit in units),
            shortened=excerpt.shortened,
        )

    def _goes_with(self, group: Sequence[_Unit], unit: _Unit) -> bool:
        last = group[-1].group
        is_list = unit.group == _CONSTANTS and last == _OVERVIEW
        # What is left of a class that was split goes with what comes after it; a class is not begun in passing.
        is_of_group = is_list or unit.group in ({last} if last in (_OVERVIEW, _CONSTANTS) else {last, ""})
        reading = sum(item.reading for item in group) + unit.reading
        writing = sum(item.writing for item in group) + unit.writing
        return is_of_group and reading <= self._most_reading and writing <= self._most_writing

    def _units(self) -> Iterator[_Unit]:
        yield self._overview()
        for constant in public_constants(self._parts.facts):
            reading = self._reading((constant.name,))
            yield _Unit((constant.name,), _CONSTANTS, reading, self._count(constant.value or "") + _CONSTANT_TOKENS)
        for symbol in public_top_level(self._parts.facts):
            yield from self._of_symbol(symbol)

    def _overview(self) -> _Unit:
        reading = self._parts.reading((), is_overview=True) + _FRAME_TOKENS
        return _Unit((), _OVERVIEW, reading, self._most_writing // 4)

    def _of_symbol(self, symbol: FunctionFact | ClassFact) -> Iterator[_Unit]:
        names = tuple(_with_members(symbol))
        reading, writing = self._reading(names), sum(self._writing(name) for name in names)
        fits = reading <= self._most_reading and writing <= self._most_writing
        if fits or len(names) == 1:
            yield _Unit(names, "", reading, writing)
            return
        for name in names:
            yield _Unit((name,), symbol.qualname, self._reading((name,)), self._writing(name))

    def _reading(self, symbols: tuple[str, ...]) -> int:
        return self._parts.reading(symbols) + _FRAME_TOKENS * len(symbols)

    def _writing(self, name: str) -> int:
        written = self._count(skeleton_section(self._parts.facts, name, has_members=False))
        return int(written * _PROSE) + (0 if "." in name else _EXAMPLE_TOKENS)

    def _count(self, text: str) -> int:
        return self._parts.count(text)


def _with_members(symbol: FunctionFact | ClassFact) -> Iterator[str]:
    """Yield a symbol and what gets a part of its own below it, in the order of the source."""
    yield symbol.qualname
    if isinstance(symbol, ClassFact):
        for member in public_members(symbol):
            yield from _with_members(member)


def _title(symbols: Sequence[str], *, is_list: bool) -> str:
    if is_list:
        return f"{_CONSTANTS}: {_listed(symbols)}"
    return _listed([name for name in symbols if name.rpartition(".")[0] not in symbols])


def _listed(names: Sequence[str]) -> str:
    if len(names) <= _MOST_NAMES:
        return ", ".join(names)
    return f"{names[0]} to {names[-1]} ({len(names)})"
