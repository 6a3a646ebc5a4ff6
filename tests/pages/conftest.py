"""Fixtures: the dashboard's pages without a browser, over a state of their own for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.holder import forget_server_state, server_state
from reflexion_core.errors import ReflexionError
from reflexion_core.settings import shipped_folder
from tests.browser.scripts import write_script
from tests.pages.looking import wait_until

OpenPage = Callable[..., AppTest]
"""Takes a page's name and query parameters, and returns the page as it is first shown."""

_ROLES = ("GENERATOR", "CRITIC", "ADJUDICATOR")
_NOBODY = "http://127.0.0.1:9"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The script that all roles answer by."""
    path = tmp_path / "script.json"
    write_script(path)
    return path


@pytest.fixture(autouse=True)
def _own_state(data_folder: Path, script: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for role in _ROLES:
        monkeypatch.setenv(f"REFLEXION_MODEL_REGISTRY__{role}", f"scripted:{script}")
    monkeypatch.setenv("REFLEXION_POLICY", "model")
    monkeypatch.setenv("REFLEXION_PROVIDERS__OLLAMA__HOST", _NOBODY)
    forget_server_state()
    yield
    _end_runs()
    forget_server_state()


def _end_runs() -> None:
    try:
        runs = server_state().runs
    except ReflexionError:
        return
    for view in reversed(runs.live()):
        runs.stop(view.id)
    wait_until(lambda: not runs.live())


@pytest.fixture
def open_page() -> OpenPage:
    def show(name: str = "review", **parameters: str) -> AppTest:
        page = AppTest.from_file(shipped_folder() / "reflexion_core" / "dashboard" / "main.py", default_timeout=30)
        for key, value in parameters.items():
            page.query_params[key] = value
        if name != "review":
            page.run()
            page.switch_page(str(shipped_folder() / "pages" / f"{name}.py"))
        page.run()
        assert not page.exception
        return page

    return show
