"""From the facts of a source to sections: every public symbol is in one of them, and each fits."""

from __future__ import annotations

from collections import Counter
from textwrap import indent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflexion_core.plans import PlannedSection
from reflexion_core.records import Source
from reflexion_core.source.excerpts import SectionRoom, SourceParts, public_constants
from reflexion_core.source.read_facts import read_facts
from reflexion_core.source.reading import read_source_file
from reflexion_core.source.symbols import public_symbols
from reflexion_core.strategies._section_plan import plan_sections
from tests.large_sources import large_source, small_source
from tests.library import FOLDER

ROOM = SectionRoom(source=700, outline=200, answer=600)


def count(text: str) -> int:
    return len(text) // 4


def cut(of: Source, room: SectionRoom = ROOM) -> SourceParts:
    return SourceParts(of, read_facts(of), room, count)


def plan(text: str, room: SectionRoom = ROOM) -> tuple[PlannedSection, ...]:
    return plan_sections(cut(small_source(text), room))


def function(name: str, lines: int) -> str:
    body = "\n".join(f"    value = value + {number}  # step {number} of {name}" for number in range(lines))
    return f'def {name}(value: int = 1) -> int:\n    """Count."""\n{body}\n    return value\n\n\n'


def test_the_first_section_is_the_overview_with_the_constants() -> None:
    first = plan('"""Shapes."""\n\nLIMIT = 3\n\n\n' + function("area", 1))[0]
    assert (first.title, first.is_overview, first.symbols) == ("overview", True, ("LIMIT",))


def test_small_neighbours_share_a_section() -> None:
    assert [item.symbols for item in plan(function("one", 2) + function("two", 2))[1:]] == [("one", "two")]


def test_what_does_not_fit_beside_its_neighbour_gets_a_section_of_its_own() -> None:
    sections = plan(function("one", 40) + function("two", 40))
    assert [item.symbols for item in sections[1:]] == [("one",), ("two",)]


def methods(count_: int) -> str:
    steps = [function(f"step_{number}", 12).strip().replace("(value", "(self, value") for number in range(count_)]
    return "".join(indent(f"{step}\n\n", "    ") for step in steps)


def test_a_class_that_fits_is_not_split() -> None:
    [_, only] = plan(f"class Box:\n{methods(1)}")
    assert only.symbols == ("Box", "Box.step_0")


def test_a_class_that_is_too_large_is_split_by_its_members() -> None:
    sections = plan(f"class Box:\n{methods(8)}")[1:]
    assert len(sections) > 1
    assert [name for item in sections for name in item.symbols] == ["Box", *(f"Box.step_{n}" for n in range(8))]


def test_a_title_of_many_symbols_counts_them() -> None:
    [_, only] = plan("".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(4)), SectionRoom(9000, 100, 9000))
    assert only.title == "f0 to f3 (4)"


def test_a_function_larger_than_the_room_is_planned_with_its_head_and_said_to_be_cut() -> None:
    [_, only] = plan(function("huge", 400))
    assert (only.symbols, only.shortened) == (("huge",), ("huge",))


def test_many_constants_take_more_sections_than_the_overview() -> None:
    sections = plan("\n".join(f"LIMIT_{number} = {number}" for number in range(120)))
    assert len(sections) > 1
    assert not any(item.is_overview for item in sections[1:])
    assert sections[1].title.startswith("constants: ")


def check(of: Source, room: SectionRoom) -> None:
    """Assert that every public symbol is in exactly one section, and that each section fits."""
    parts = cut(of, room)
    sections = plan_sections(parts)
    names = Counter(name for item in sections for name in item.symbols)
    wanted = {*public_symbols(of), *(constant.name for constant in public_constants(parts.facts))}
    known = {name for name in wanted if parts.facts.symbol(name) is not None}
    assert known <= names.keys(), sorted(known - names.keys())
    assert set(names.values()) <= {1}, [name for name, times in names.items() if times > 1]
    assert [item.number for item in sections] == list(range(1, len(sections) + 1))
    for item in sections:
        excerpt = parts.excerpt(item.symbols, is_overview=item.is_overview)
        assert count(excerpt.text) + count(excerpt.facts) <= room.source + 1, item.title
        assert count(excerpt.outline) <= room.outline, item.title


names = st.sampled_from(["alpha", "beta", "gamma", "delta", "_hidden", "LIMIT", "epsilon", "zeta"])
functions = st.builds(function, names, st.integers(0, 90))
constants = st.builds(lambda name, size: f"{name} = {list(range(size))}\n\n", names, st.integers(0, 60))
decorated = st.builds(lambda text: f"@print\n{text}", functions)
classes = st.builds(
    lambda name, count_: f"class {name.title()}:\n    size = 1\n\n{methods(count_)}\n\n", names, st.integers(0, 12)
)
modules = st.lists(st.one_of(functions, constants, decorated, classes), min_size=1, max_size=12).map("".join)


@settings(deadline=None, max_examples=20)
@given(modules, st.integers(300, 2000), st.integers(60, 400), st.integers(200, 1500))
def test_every_public_symbol_is_in_exactly_one_section_and_each_fits(
    text: str, source: int, outline: int, answer: int
) -> None:
    check(small_source(text), SectionRoom(source, outline, answer))


def test_the_sections_of_a_module_of_3000_lines_hold_it_all() -> None:
    check(large_source(), SectionRoom(2600, 800, 1400))


@pytest.mark.parametrize("name", ["argparse.py", "textwrap.py", "enum.py"])
def test_modules_of_the_standard_library_are_planned_whole(name: str) -> None:
    check(read_source_file(FOLDER / name, max_bytes=10_000_000), SectionRoom(2000, 500, 1200))
