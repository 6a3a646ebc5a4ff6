"""The History page."""

from __future__ import annotations

import pytest

from reflexion_core.dashboard import history_table
from reflexion_core.dashboard.holder import server_state
from reflexion_core.events import RunQueued
from reflexion_core.storage.store import new_run_id
from tests.pages.conftest import OpenPage
from tests.pages.looking import plain, run_parameter, words
from tests.running import run_options, source


def enter_runs(count: int) -> list[str]:
    """Enter runs into the store and return their names, the newest first."""
    ids = [new_run_id() for _ in range(count)]
    for number, run_id in enumerate(ids):
        queued = RunQueued(source=source(name=f"module_{number}.py"), options=run_options())
        server_state().runs.store.create(run_id, queued)
    return ids[::-1]


def test_without_runs_the_page_says_how_to_begin(open_page: OpenPage):
    page = open_page("history")
    assert [title.value for title in page.title] == ["History"]
    assert "No runs yet." in plain(page.info[0].value)
    assert not page.dataframe


def test_runs_are_listed_the_newest_first(open_page: OpenPage):
    enter_runs(3)
    frame = open_page("history").dataframe[0].value
    assert frame["File"].tolist() == ["module_2.py", "module_1.py", "module_0.py"]


def test_choosing_a_row_opens_its_run(open_page: OpenPage):
    ids = enter_runs(3)
    page = open_page("history")
    page.session_state["history"] = {"selection": {"rows": [1], "columns": [], "cells": []}}
    page.run()
    assert run_parameter(page) == ids[1]
    assert "module_1.py" in words(page)


def test_many_runs_come_in_pages(open_page: OpenPage):
    enter_runs(history_table.PAGE_ROWS + 1)
    page = open_page("history")
    assert len(page.dataframe[0].value) == history_table.PAGE_ROWS
    assert page.session_state["history_page"] == 1


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
