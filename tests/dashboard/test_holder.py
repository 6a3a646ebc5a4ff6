"""What lives as long as the server does."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import streamlit as st

from reflexion_core import dashboard
from reflexion_core.dashboard import holder
from reflexion_core.dashboard.holder import forget_server_state, server_state
from reflexion_core.errors import SettingsError, StorageError
from reflexion_core.events import RunQueued
from reflexion_core.records import RunState
from reflexion_core.storage.store import RunStore
from tests.running import run_options, source


@pytest.fixture(autouse=True)
def _fresh(data_folder: Path) -> Iterator[None]:
    forget_server_state()
    yield
    forget_server_state()


def test_every_call_gives_the_same_state():
    assert server_state() is server_state()


def test_the_state_survives_cleared_caches():
    before = server_state()
    st.cache_resource.clear()
    st.cache_data.clear()
    assert server_state() is before


def test_the_state_survives_a_module_that_is_loaded_anew(monkeypatch: pytest.MonkeyPatch):
    before = server_state()
    monkeypatch.setattr(dashboard, "holder", holder)
    monkeypatch.delitem(sys.modules, holder.__name__)
    anew = importlib.import_module(holder.__name__)
    assert anew is not holder
    assert anew.server_state() is before


def test_pages_that_open_at_once_share_one_state():
    with ThreadPoolExecutor(8) as threads:
        states = list(threads.map(lambda _: server_state(), range(8)))
    assert len({id(state) for state in states}) == 1


def test_a_wrong_setting_is_an_error_until_it_is_mended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REFLEXION_QUALITY_SCORE_BAR", "high")
    for _ in range(2):
        with pytest.raises(SettingsError, match="quality_score_bar"):
            server_state()
    monkeypatch.setenv("REFLEXION_QUALITY_SCORE_BAR", "80")
    assert server_state().loaded.settings.quality_score_bar == 80


def test_a_database_that_cannot_be_opened_is_an_error_until_it_can(data_folder: Path, tmp_path: Path):
    data_folder.parent.mkdir(exist_ok=True)
    data_folder.write_text("in the way")
    with pytest.raises(StorageError):
        server_state()
    data_folder.unlink()
    assert server_state().runs.store.count() == 0


def test_a_forgotten_state_is_made_anew():
    before = server_state()
    forget_server_state()
    assert server_state() is not before


def test_a_run_of_a_server_that_is_gone_is_shown_as_interrupted(data_folder: Path):
    dead = RunStore(f"sqlite:///{data_folder / 'runs.db'}", data_folder / "owners")
    dead.create("0123456789abcdef", RunQueued(source=source(), options=run_options()))
    dead.close()
    view = server_state().runs.view("0123456789abcdef")
    assert view is not None
    assert view.progress.state is RunState.INTERRUPTED
