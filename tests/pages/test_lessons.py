"""Lessons on the pages: kept ones in Settings, given ones on a run's page."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.holder import forget_server_state, server_state
from reflexion_core.lesson_records import Lesson
from reflexion_core.storage.store import RunStore
from tests.browser.scripts import GOOD_SOURCE, write_script
from tests.learning.runs import LEFT_OUT, WRONG_DEFAULT, mended_run, save_run
from tests.pages.conftest import OpenPage
from tests.pages.looking import start, wait_for_end, words
from tests.running import verdict
from tests.test_cli_lessons import WRONG


def store() -> RunStore:
    return server_state().runs.store


def kept() -> list[Lesson]:
    return store().lessons.lessons()


def learn(project: str = "") -> None:
    save_run(store(), mended_run(LEFT_OUT, repaired=[WRONG_DEFAULT], project=project))


def press(page: AppTest, key: str) -> None:
    page.button(key=key).click().run()
    assert not page.exception


def test_without_lessons_that_is_said(open_page: OpenPage) -> None:
    assert "No run has left a lesson yet." in words(open_page("settings"))


def test_every_lesson_is_listed_with_what_helped(open_page: OpenPage) -> None:
    learn()
    said = words(open_page("settings"))
    assert "Copy every default exactly as it stands in the signature." in said
    assert "repaired by code in 1 run" in said
    assert "exceptions, left out" in said


def test_lessons_of_one_project_can_be_listed(open_page: OpenPage) -> None:
    learn("shop")
    learn("bank")
    page = open_page("settings")
    page.selectbox(key="lessons_project").select("shop").run()
    said = words(page)
    assert "<td>shop</td>" in said
    assert "<td>bank</td>" not in said


def test_a_lesson_can_be_changed_switched_off_and_deleted(open_page: OpenPage) -> None:
    learn()
    first, second = kept()
    page = open_page("settings")
    assert page.button(key=f"lesson_save_{first.id}").disabled
    page.text_area(key=f"lesson_text_{first.id}").input("Look at <b>every</b> default.").run()
    press(page, f"lesson_save_{first.id}")
    assert kept()[0].text == "Look at <b>every</b> default."
    assert "Look at &lt;b&gt;every&lt;/b&gt; default." in words(page)
    press(page, f"lesson_switch_{first.id}")
    assert not kept()[0].is_on
    press(page, f"lesson_delete_{first.id}")
    assert [lesson.id for lesson in kept()] == [second.id]


def test_a_click_on_a_lesson_that_went_meanwhile_reaches_no_other(open_page: OpenPage) -> None:
    learn()
    gone, other = kept()
    page = open_page("settings")
    store().lessons.delete(gone.id)
    press(page, f"lesson_delete_{gone.id}")
    assert kept() == [other]


@pytest.fixture
def _learning(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_script(script, drafts=[WRONG], verdicts=[verdict(100)])
    monkeypatch.setenv("REFLEXION_POLICY", "grounded")
    monkeypatch.setenv("REFLEXION_RUN_EXAMPLES", "false")
    monkeypatch.setenv("REFLEXION_LESSONS", "true")
    forget_server_state()


@pytest.mark.usefixtures("_learning")
def test_a_run_says_which_lessons_it_was_given_and_why(open_page: OpenPage) -> None:
    first = start(open_page(), ("boxes.py", GOOD_SOURCE))
    wait_for_end(first)
    assert "No lesson of earlier runs fits this source." in words(open_page(run=first))
    second = start(open_page(), ("boxes.py", GOOD_SOURCE))
    wait_for_end(second)
    said = words(open_page(run=second))
    assert "The generator is told 1 lesson of earlier runs." in said
    assert "Copy every default exactly as it stands in the signature." in said
    assert "<code>area</code> has defaults, as what it was learnt from" in said


def test_a_run_without_the_setting_says_nothing_of_lessons(open_page: OpenPage) -> None:
    run_id = start(open_page(), ("boxes.py", GOOD_SOURCE))
    wait_for_end(run_id)
    assert "of earlier runs." not in words(open_page(run=run_id))
