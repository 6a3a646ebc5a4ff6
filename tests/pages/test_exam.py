"""The Exam page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.exam_background import BackgroundExam
from reflexion_core.dashboard.holder import server_state
from tests.exam.classroom import MODULE
from tests.pages.conftest import OpenPage
from tests.pages.looking import wait_until, words
from tests.running import verdict


@pytest.fixture(autouse=True)
def _without_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLEXION_RUN_EXAMPLES", "false")


@pytest.fixture
def page(open_page: OpenPage) -> Iterator[AppTest]:
    """The page with one small source and one style."""
    shown = open_page("exam")
    shown.multiselect(key="exam_examples").set_value([])
    shown.multiselect(key="exam_styles").set_value(["tables"])
    shown.file_uploader[0].upload("parcels.py", MODULE.encode())
    shown.run()
    yield shown
    server_state().exam_desk.stop()
    wait_until(lambda: server_state().exam_desk.exam is None or not held().view.is_live)


def held() -> BackgroundExam:
    exam = server_state().exam_desk.exam
    assert exam is not None
    return exam


def press(page: AppTest, label: str) -> None:
    next(button for button in page.button if button.label == label).click().run()
    assert not page.exception


def finish(page: AppTest) -> str:
    press(page, "Start")
    wait_until(lambda: not held().view.is_live, seconds=60)
    page.run()
    assert not page.exception
    return words(page)


def test_before_an_exam_the_page_asks_what_to_examine_and_shows_no_table(open_page: OpenPage):
    page = open_page("exam")
    assert [title.value for title in page.title] == ["Exam"]
    assert len(page.multiselect(key="exam_examples").value) == 10
    assert "Kind of fault" not in words(page)


def test_without_a_source_nothing_can_be_started(page: AppTest):
    page.file_uploader[0].set_value([]).run()
    assert next(button for button in page.button if button.label == "Start").disabled


def test_the_checks_sit_and_each_kind_has_a_row(page: AppTest):
    said = finish(page)
    assert "of the planted faults found" in said
    for kind in ("wrong default", "renamed parameter", "leftover chatter"):
        assert f"<td>{kind}</td>" in said
    assert "None in 1 true documents." in said


def test_missed_faults_open_with_the_lines_of_their_document(page: AppTest, script: Path):
    script.write_text(json.dumps({"replies": [{"role": "critic", "text": verdict(100)}]}), encoding="utf-8")
    page.selectbox(key="exam_examinee").set_value(f"scripted:{script}").run()
    said = finish(page)
    labels = [expander.label for expander in page.expander]
    assert "wrong default: 1 missed" in labels
    assert "0.0%" in said
    assert '<pre><span class="rx-mute">' in said


def test_an_exam_is_there_again_after_a_refresh_and_in_a_second_tab(page: AppTest, open_page: OpenPage):
    finish(page)
    assert "of the planted faults found" in words(open_page("exam"))


def test_a_running_exam_is_followed_and_can_be_stopped(page: AppTest, script: Path):
    slow = {"role": "critic", "text": verdict(100), "seconds_before": 0.5}
    script.write_text(json.dumps({"replies": [slow]}), encoding="utf-8")
    page.selectbox(key="exam_examinee").set_value(f"scripted:{script}").run()
    press(page, "Start")
    wait_until(lambda: (report := held().view.report) is not None and report.judged >= 2)
    assert "Kind of fault" in words(page.run())
    assert next(button for button in page.button if button.label == "Start").disabled
    press(page, "Stop")
    wait_until(lambda: not held().view.is_live)
    assert "Partial figures, after " in words(page.run())


def test_a_model_that_does_not_answer_is_explained(page: AppTest, script: Path):
    page.selectbox(key="exam_examinee").set_value(f"scripted:{script}").run()
    script.unlink()
    finish(page)
    assert any("script.json" in error.value for error in page.error)
