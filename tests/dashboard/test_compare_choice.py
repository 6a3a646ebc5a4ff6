"""Which two texts are compared."""

from __future__ import annotations

import pytest

from reflexion_core.dashboard.compare_choice import Choice, read_choice, step_pair, write_choice
from reflexion_core.dashboard.run_texts import RunText, list_texts
from reflexion_core.progress import Progress
from reflexion_core.records import FinalDocument, Repair
from tests.findings import checked_round, finding

OWN, OTHER = "0" * 16, "1" * 16


def texts(*keys: str) -> list[RunText]:
    return [RunText(key, key, "") for key in keys]


THREE = texts("1w", "1", "2", "3w", "3", "adjudicator", "final")


def step(left: str, right: str, by: int) -> tuple[str, str] | None:
    found = step_pair(THREE, THREE, (left, right), by)
    return found and (found[0].key, found[1].key)


@pytest.mark.parametrize("choice", [Choice(OWN, "2w"), Choice(OTHER, "final")])
def test_a_choice_comes_back_from_its_link(choice: Choice):
    assert read_choice(write_choice(choice, OWN), OWN) == choice


@pytest.mark.parametrize("address", ["", "7", "x.y", "../1", f"{OTHER[1:]}.1"])
def test_what_names_no_run_is_a_text_of_the_own_one(address: str):
    assert read_choice(address, OWN) == Choice(OWN, address)


def test_texts_have_keys_in_the_order_in_which_they_came_to_be():
    repaired = checked_round(1).model_copy(
        update={"written": "w", "repairs": (Repair(finding=finding(), before="1", after="2"),)}
    )
    document = FinalDocument(text="f", origin="draft", round_number=1)
    progress = Progress(rounds=[repaired, checked_round(2)], adjudicated="a", document=document)
    found = list_texts(progress)
    assert [text.key for text in found] == ["1w", "1", "2", "adjudicator", "final"]
    assert [text.about for text in found[:3]] == ["before repair", "1 statement mended by code", ""]


def test_a_step_and_the_next_go_forward_and_back_by_one():
    assert step("1", "2", 1) == ("2", "3")
    assert step("3", "adjudicator", 1) == ("adjudicator", "final")
    assert step("2", "3", -1) == ("1", "2")


def test_there_is_nothing_before_the_first_and_nothing_behind_the_last():
    assert step("1", "2", -1) is None
    assert step("adjudicator", "final", 1) is None
    assert step_pair(THREE[1:2], THREE[1:2], ("1", "1"), 1) is None


def test_from_far_apart_it_goes_forward_to_the_first_step_and_back_to_the_last():
    assert step("1", "final", 1) == ("1", "2")
    assert step("1", "final", -1) == ("adjudicator", "final")
    assert step("final", "1", -1) == ("adjudicator", "final")


def test_a_draft_as_written_stands_at_its_round():
    assert step("3w", "3", 1) == ("3", "adjudicator")
    assert step("3w", "3", -1) == ("2", "3")
    assert step("1w", "2", 1) == ("1", "2")


def test_a_text_beside_itself_goes_to_the_steps_around_it():
    assert step("2", "2", 1) == ("2", "3")
    assert step("2", "2", -1) == ("1", "2")
    assert step("final", "final", 1) is None


def test_of_two_runs_both_sides_go_on_until_neither_can():
    others = texts("1", "2")
    found = step_pair(THREE, others, ("2", "1"), 1)
    assert found is not None
    assert [text.key for text in found] == ["3", "2"]
    found = step_pair(THREE, others, ("3", "2"), 1)
    assert found is not None
    assert [text.key for text in found] == ["adjudicator", "2"]
    assert step_pair(THREE, others, ("final", "2"), 1) is None
