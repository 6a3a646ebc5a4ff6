"""The History page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from reflexion_core import events
from reflexion_core.dashboard.history_table import PAGE_ROWS, table_key
from reflexion_core.dashboard.holder import forget_server_state, server_state
from reflexion_core.storage.store import RunStore
from tests.many_runs import fill_with_runs
from tests.pages.conftest import OpenPage
from tests.pages.looking import plain, run_parameter, words
from tests.storage.test_queries import FAILED, finished, save


def store() -> RunStore:
    return server_state().runs.store


def enter_runs(count: int) -> list[str]:
    """Enter runs into the store and return their names, the newest first."""
    return [save(store(), events.RunCancelled(), name=f"module_{number}.py", day=number) for number in range(count)][
        ::-1
    ]


def files(page: AppTest) -> list[str]:
    names: list[str] = page.dataframe[0].value["File"].tolist()
    return names


def press(page: AppTest, label: str) -> None:
    next(button for button in page.button if button.label == label).click().run()
    assert not page.exception


def choose(page: AppTest, *rows: int) -> None:
    """Choose rows of the table that is shown."""
    key = table_key(store().summaries(limit=PAGE_ROWS))
    page.session_state[key] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    page.run()


def test_without_runs_the_page_says_how_to_begin(open_page: OpenPage):
    page = open_page("history")
    assert [title.value for title in page.title] == ["History"]
    assert "No runs yet." in plain(page.info[0].value)
    assert not page.dataframe


def test_runs_are_listed_the_newest_first(open_page: OpenPage):
    enter_runs(3)
    page = open_page("history")
    assert files(page) == ["module_2.py", "module_1.py", "module_0.py"]
    assert "3 runs" in words(page)


def test_a_chosen_run_is_opened(open_page: OpenPage):
    ids = enter_runs(3)
    page = open_page("history")
    choose(page, 1)
    press(page, "Open")
    assert run_parameter(page) == ids[1]
    assert "module_1.py" in words(page)


def test_nothing_can_be_done_before_a_run_is_chosen(open_page: OpenPage):
    enter_runs(2)
    page = open_page("history")
    assert [button.label for button in page.button if button.disabled] == ["Open", "Trend of this file", "Delete …"]
    choose(page, 0, 1)
    assert [button.label for button in page.button if button.disabled] == ["Open", "Trend of this file"]


def test_many_runs_come_in_pages(open_page: OpenPage):
    enter_runs(PAGE_ROWS + 1)
    page = open_page("history")
    assert len(files(page)) == PAGE_ROWS
    assert f"1 to {PAGE_ROWS} of {PAGE_ROWS + 1} runs" in words(page)


@pytest.mark.parametrize(("asked", "shown"), [("2", "module_0.py"), ("99", "module_0.py")])
def test_the_address_names_the_page_of_a_list(open_page: OpenPage, asked: str, shown: str):
    enter_runs(PAGE_ROWS + 1)
    assert files(open_page("history", page=asked)) == [shown]


@pytest.mark.parametrize("asked", ["0", "-1", "two", "²", ""])
def test_a_page_that_there_cannot_be_is_the_first(open_page: OpenPage, asked: str):
    enter_runs(PAGE_ROWS + 1)
    assert files(open_page("history", page=asked))[0] == f"module_{PAGE_ROWS}.py"


def test_each_filter_narrows_the_list(open_page: OpenPage):
    save(store(), *finished(97, is_approved=True), name="good.py", day=0, prompts=(("critic/review", 2),))
    save(store(), *finished(60, is_approved=False), name="poor.py", day=2)
    save(store(), *FAILED, name="none.py", day=4)
    page = open_page("history")
    page.text_input(key="find").set_value("OO").run()
    assert files(page) == ["poor.py", "good.py"]
    page.multiselect(key="state").set_value(["approved", "failed"]).run()
    assert files(page) == ["good.py"]
    press(page, "Clear filters")
    assert files(page) == ["none.py", "poor.py", "good.py"]
    page.number_input(key="low").set_value(50).run()
    page.number_input(key="high").set_value(90).run()
    assert files(page) == ["poor.py"]
    press(page, "Clear filters")
    page.selectbox(key="prompt").set_value("critic/review@2").run()
    assert files(page) == ["good.py"]
    press(page, "Clear filters")
    page.date_input(key="since").set_value(datetime(2026, 3, 2, tzinfo=UTC).date()).run()
    page.date_input(key="until").set_value(datetime(2026, 3, 3, tzinfo=UTC).date()).run()
    assert files(page) == ["poor.py"]
    press(page, "Clear filters")
    page.selectbox(key="sort").set_value("worst").run()
    assert files(page) == ["poor.py", "good.py", "none.py"]


def test_the_filters_of_an_address_are_those_of_the_page(open_page: OpenPage):
    save(store(), *finished(97, is_approved=True), name="good.py", prompts=(("critic/review", 2),))
    save(store(), *finished(60, is_approved=False), name="poor.py")
    shared = {"find": "OO", "state": "approved", "low": "50", "model": "scripted:test", "prompt": "critic/review@2"}
    page = open_page("history", **shared, since="2026-01-01", sort="best score first")
    assert files(page) == ["good.py"]
    assert page.text_input(key="find").value == "OO"
    assert page.multiselect(key="state").value == ["approved"]
    assert page.selectbox(key="model").value == "scripted:test"


def test_an_address_that_asks_for_what_is_not_there_any_more_shows_nothing_else_instead(open_page: OpenPage):
    enter_runs(1)
    for asked in ({"model": "ollama:gone"}, {"prompt": "critic/review@9"}, {"file": "gone.py"}):
        page = open_page("history", **asked)
        assert not page.dataframe
        assert "No run is like that." in words(page)
    press(page, "Clear filters")
    assert files(page) == ["module_0.py"]


def test_what_was_asked_for_last_can_be_asked_for_again(open_page: OpenPage):
    enter_runs(2)
    page = open_page("history")
    page.text_input(key="find").set_value("1").run()
    press(page, "Clear filters")
    assert len(files(page)) == 2
    press(page, "Filters as before")
    assert files(page) == ["module_1.py"]


def test_the_trend_of_a_file_shows_its_scores_and_what_changed(open_page: OpenPage):
    for day, score in enumerate((60, 70.5, 97)):
        save(store(), *finished(score, is_approved=score > 95), name="shapes.py", day=day)
    save(store(), *FAILED, name="my_shapes.py")
    page = open_page("history")
    choose(page, 0)
    press(page, "Trend of this file")
    said = words(page)
    assert "3 runs, 1 approved. First score 60.0, last 97.0, best 97.0." in said
    shown = page.dataframe[0].value
    assert shown["Score"].tolist() == [97, 70.5, 60]
    assert shown["Change"].tolist()[:2] == [26.5, 10.5]
    assert len(page.get("vega_lite_chart")) == 1
    press(page, "All files")
    assert len(files(page)) == 4


def test_a_file_whose_runs_have_no_score_has_its_trend_as_well(open_page: OpenPage):
    enter_runs(1)
    page = open_page("history", file="module_0.py")
    assert len(page.get("vega_lite_chart")) == 1


def test_a_file_whose_name_is_markup_is_shown_as_it_is_called(open_page: OpenPage):
    name = "<img src=x onerror=alert(1)>.py"
    save(store(), *finished(60, is_approved=False), name=name)
    page = open_page("history", file=name)
    assert not [html for html in page.get("html") if "<img" in html.proto.body]
    assert "&lt;img" in words(page)


def test_deleting_says_what_goes_and_then_does_it(open_page: OpenPage):
    kept, *_ = enter_runs(3)
    page = open_page("history")
    choose(page, 1, 2)
    press(page, "Delete …")
    assert "2 runs of module_1.py, module_0.py" in words(page)
    assert "This cannot be undone." in words(page)
    assert store().count() == 3
    press(page, "Delete 2 runs")
    assert [run.id for run in store().summaries()] == [kept]
    assert [toast.value for toast in page.toast] == ["2 runs deleted"]


def test_runs_that_are_kept_after_all_stay(open_page: OpenPage):
    enter_runs(1)
    page = open_page("history")
    choose(page, 0)
    press(page, "Delete …")
    press(page, "Keep")
    assert store().count() == 1


def test_a_live_run_cannot_be_deleted(open_page: OpenPage):
    save(store())
    page = open_page("history")
    choose(page, 0)
    press(page, "Delete …")
    assert "1 run is not at the end yet and will stay." in words(page)
    assert not [button for button in page.button if button.label.startswith("Delete 1")]


def test_runs_are_kept_as_long_as_the_setting_says(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch):
    now = datetime.now(UTC)
    save(store(), events.RunCancelled(at=now - timedelta(days=31)), name="old.py")
    save(store(), events.RunCancelled(at=now - timedelta(days=29)), name="young.py")
    assert len(files(open_page("history"))) == 2
    forget_server_state()
    monkeypatch.setenv("REFLEXION_STORAGE__KEEP_DAYS", "30")
    page = open_page("history")
    assert files(page) == ["young.py"]
    assert "Runs are deleted 30 days after their end" in words(page)
    due = page.dataframe[0].value["Deleted on"][0]
    assert due == now + timedelta(days=1)


def test_a_choice_never_comes_to_mean_other_runs(open_page: OpenPage, data_folder: Path):
    enter_runs(2)
    page = open_page("history")
    choose(page, 0)
    fill_with_runs(f"sqlite:///{data_folder / 'runs.db'}", 1)
    page.run()
    assert len(files(page)) == 3
    assert next(button for button in page.button if button.label == "Delete …").disabled


@pytest.mark.parametrize("name", ["history", "models", "review"])
def test_settings_that_are_wrong_are_shown_on_every_page(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, name: str
):
    monkeypatch.setenv("REFLEXION_MAX_ATTEMPTS", "eleven")
    page = open_page(name)
    assert "REFLEXION_MAX_ATTEMPTS" in plain(page.error[0].value)
    assert not page.title
    monkeypatch.setenv("REFLEXION_MAX_ATTEMPTS", "9")
    page.run()
    assert not page.error
    assert page.title
