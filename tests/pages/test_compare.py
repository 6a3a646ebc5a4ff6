"""Comparing the texts of runs on the Review page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.holder import server_state
from tests.browser.scripts import FIRST, GOOD_SOURCE, SECOND, draft, write_script
from tests.pages.conftest import OpenPage
from tests.pages.looking import drawn, plain, start, wait_for_end, wait_until

GOOD = ("shapes.py", GOOD_SOURCE)
WRONG = draft(1).replace("`2.0` by default", "`3.0` by default")


@pytest.fixture
def finish_run(open_page: OpenPage) -> Callable[..., str]:
    def finish(name: str = "shapes.py", source: bytes = GOOD_SOURCE) -> str:
        run_id = start(open_page(), (name, source))
        wait_for_end(run_id)
        return run_id

    return finish


def titles(page: AppTest) -> list[str]:
    return [title for title, _ in drawn(page)["titles"]]


def counts(page: AppTest) -> dict[str, int]:
    return {card["title"]: len(card["entries"]) for card in drawn(page)["cards"]}


def address(page: AppTest, name: str) -> str:
    value = page.query_params[name]
    return value if isinstance(value, str) else value[0]


def test_the_first_and_the_last_text_are_compared_unless_others_are_chosen(open_page: OpenPage, finish_run):
    run_id = finish_run()
    page = open_page(run=run_id)
    page.session_state["results"] = "Compare drafts"
    page.run()
    names = ["Round 1 · 70.0", "Round 2 · 98.0 ◆ best", "Adjudicator", "Final document"]
    assert page.selectbox(key=f"left_{run_id}").options == names
    assert titles(page) == [names[0], names[-1]]
    assert len([box for box in page.selectbox if box.label.startswith("Run on")]) == 0


def test_a_link_to_a_pair_opens_it(open_page: OpenPage, finish_run):
    page = open_page(run=finish_run(), left="1", right="2")
    assert titles(page) == ["Round 1 · 70.0", "Round 2 · 98.0 ◆ best"]
    assert not page.warning
    assert drawn(page)["steps"] == ["", "Round 2 · 98.0 ◆ best beside Adjudicator"]


def test_what_is_chosen_stands_in_the_address_with_the_other_side(open_page: OpenPage, finish_run):
    run_id = finish_run()
    page = open_page(run=run_id, left="2", right="final")
    page.selectbox(key=f"left_{run_id}").select("adjudicator").run()
    assert titles(page) == ["Adjudicator", "Final document"]
    assert (address(page, "left"), address(page, "right")) == ("adjudicator", "final")


def test_other_results_than_the_comparison_are_shown_without_it(open_page: OpenPage, finish_run):
    page = open_page(run=finish_run(), left="1", right="2")
    page.session_state["results"] = "Document"
    page.run()
    assert not page.get("bidi_component")


def test_facts_are_compared_whatever_decided_in_the_run(open_page: OpenPage, finish_run, script: Path):
    write_script(script, drafts=[WRONG, SECOND], final=WRONG)
    run_id = finish_run()
    assert counts(open_page(run=run_id, left="1", right="2"))["Facts gained"] == 1
    assert counts(open_page(run=run_id, left="2", right="final"))["Facts lost"] == 1
    assert counts(open_page(run=run_id, left="1", right="final"))["Still wrong"] == 1


def test_an_example_counts_once_it_has_been_run(open_page: OpenPage, finish_run, script: Path):
    if server_state().desks.examples is None:
        pytest.skip("NO SANDBOX: examples are not run here")
    example = "\n```python\nfrom shapes import area\n\nprint(area(3.0))  # prints {}\n```\n"
    write_script(script, drafts=[FIRST + example.format("7.0"), FIRST + example.format("6.0")])
    page = open_page(run=finish_run(), left="1", right="2")
    assert counts(page)["Facts gained"] == 0
    assert "examples are being run" in drawn(page)["facts_note"]
    wait_until(lambda: counts(page.run())["Facts gained"] == 1, seconds=60)
    assert drawn(page)["facts_note"] == ""


def test_rendered_documents_are_shown_where_the_address_says_so(open_page: OpenPage, finish_run):
    run_id = finish_run()
    assert drawn(open_page(run=run_id, left="1", right="2"))["view"] == "text"
    data = drawn(open_page(run=run_id, left="1", right="2", view="rendered"))
    assert data["view"] == "rendered"
    assert [row[0] for row in data["rows"]][:2] == ["equal", "changed"]


def test_a_run_is_compared_with_another_one_of_its_file(open_page: OpenPage, finish_run):
    first, second = finish_run(), finish_run()
    finish_run("boxes.py")
    page = open_page(run=second, left=f"{first}.1", right="final")
    assert titles(page) == ["Round 1 · 70.0", "Final document"]
    assert drawn(page)["titles"][0][1].startswith("run of 20")
    choices = page.selectbox(key=f"right_run_{second}")
    assert [label.startswith("this run") for label in choices.options] == [True, False]
    choices.select(first).run()
    assert address(page, "right") == f"{first}.final"


def test_a_file_that_changed_between_two_runs_is_said_to_have(open_page: OpenPage, finish_run):
    first, second = finish_run(), finish_run(source=GOOD_SOURCE + b"\n# A comment.\n")
    page = open_page(run=second, left=f"{first}.final", right="final")
    assert "The file has changed between the two runs" in drawn(page)["facts_note"]
    assert counts(page)["Facts lost"] == 0


@pytest.mark.parametrize("left", ["7", "../1", "0123456789abcdef.1", "0123456789abcdef."])
def test_a_link_to_no_text_says_so_and_shows_the_usual_one(open_page: OpenPage, finish_run, left: str):
    page = open_page(run=finish_run(), left=left, right="2")
    assert "this link names on the left is not" in plain(page.warning[0].value)
    assert titles(page) == ["Round 1 · 70.0", "Round 2 · 98.0 ◆ best"]


def test_a_run_of_another_file_is_not_compared(open_page: OpenPage, finish_run):
    other, own = finish_run("boxes.py"), finish_run()
    page = open_page(run=own, left=f"{other}.1", right="2")
    assert "is of another file" in plain(page.warning[0].value)
