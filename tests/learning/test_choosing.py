"""Which lessons a source is offered, and why."""

from __future__ import annotations

from pathlib import Path

from reflexion_core.learning.choosing import choose_lessons
from reflexion_core.learning.project import common_project
from reflexion_core.lesson_records import Lesson
from reflexion_core.source.read_facts import read_facts
from tests.learning.runs import lesson
from tests.running import source

FACTS = read_facts(source())
"""`area` has a default and raises with a filled message; `Box.volume` has neither."""


def chosen(*lessons: Lesson) -> list[int]:
    return [given.id for given in choose_lessons(lessons, FACTS)]


def test_a_lesson_from_what_resembles_the_source_is_chosen_with_the_reason() -> None:
    (given,) = choose_lessons([lesson(1, "defaults", "keyword_only", repaired=3, revised=2)], FACTS)
    assert given.reason == "`area` has defaults, as what it was learnt from"
    assert (given.text, given.times) == ("text 1", 5)


def test_a_lesson_from_what_is_not_in_the_source_is_not_chosen() -> None:
    assert chosen(lesson(1, "generator"), lesson(2, "keyword_only", "any_keyword", "defaults")) == []


def test_one_symbol_must_have_the_traits_and_not_two_together() -> None:
    assert chosen(lesson(1, "defaults", "method", "generator", "property")) == []
    assert chosen(lesson(1, "defaults", "filled_message")) == [1]


def test_a_lesson_without_traits_goes_for_every_document() -> None:
    (given,) = choose_lessons([lesson(1, check="leftovers")], read_facts(source("x = 1\n")))
    assert given.reason == "it goes for every document"


def test_the_better_it_fits_the_sooner_it_comes_then_the_more_often_it_was_learnt() -> None:
    everywhere = lesson(1, check="leftovers", repaired=90)
    half = lesson(2, "defaults", "generator", check="types", repaired=50)
    whole = lesson(3, "defaults", check="defaults", repaired=1)
    often = lesson(4, "raises", check="exceptions", repaired=7)
    assert chosen(everywhere, half, whole, often) == [4, 3, 1]


def test_there_are_three_at_most_and_one_of_a_kind() -> None:
    kinds = ("defaults", "exceptions", "types", "signature", "names")
    many = [lesson(number, "defaults", check=kind, text=kind) for number, kind in enumerate(kinds, 1)]
    assert chosen(*many) == [1, 2, 3]
    assert chosen(lesson(1, "defaults"), lesson(2, "defaults", "raises")) == [1]


def test_the_same_text_is_told_once() -> None:
    assert chosen(lesson(1, "defaults", text="same"), lesson(2, "defaults", check="types", text="same")) == [1]


def test_a_lesson_that_is_switched_off_is_not_chosen() -> None:
    assert chosen(lesson(1, "defaults", is_on=False)) == []


def test_a_trait_that_is_not_known_any_more_only_fits_less() -> None:
    assert chosen(lesson(1, "former_trait")) == []
    assert chosen(lesson(1, "former_trait", "defaults")) == [1]


def test_a_project_is_the_innermost_folder_that_holds_all_files(tmp_path: Path) -> None:
    first, second = tmp_path / "shop" / "a.py", tmp_path / "shop" / "parts" / "b.py"
    assert common_project([first]) == "shop"
    assert common_project([first, second]) == "shop"
    assert common_project([second]) == "parts"


def test_without_a_folder_that_has_a_name_the_project_is_the_default() -> None:
    assert common_project([]) == "default"
    assert common_project([Path("/a.py")]) == "default"


def test_a_folders_name_is_made_fit_to_be_a_project() -> None:
    assert common_project([Path("/a\nb") / "x.py"]) == "ab"
    assert common_project([Path("/") / ("n" * 200) / "x.py"]) == "n" * 80
