"""What a user sees when something outside is not as it should be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.conftest import StartServer, Visit
from tests.browser.scripts import GOOD_SOURCE
from tests.browser.server import DashboardServer

pytestmark = pytest.mark.browser

ROLES = ("GENERATOR", "CRITIC", "ADJUDICATOR")
OLLAMA_ROLES = {f"MODEL_REGISTRY__{role}": "ollama:mine:7b" for role in ROLES}


def test_a_server_that_is_not_there_ends_the_run_with_a_hint(start_server: StartServer, visit: Visit):
    server = start_server(**OLLAMA_ROLES, PROVIDERS__OLLAMA__HOST="http://127.0.0.1:9")
    screen = visit(server).open()
    screen.until(lambda: screen.value("Generator model") == "ollama:mine:7b (not installed)")
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.see(re.compile("no Ollama server answers on .*127.0.0.1:9"))
    screen.see("ollama serve")
    assert "failed" in screen.badge
    assert "Traceback" not in screen.text
    screen.shot("no-server")


def test_a_script_that_is_not_there_ends_the_run_with_a_hint(start_server: StartServer, visit: Visit):
    server = start_server(**{f"MODEL_REGISTRY__{role}": "scripted:/nowhere/script.json" for role in ROLES})
    screen = visit(server).open()
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.see("'/nowhere/script.json' is not on the disk")
    screen.see("This run has no draft.")


def test_a_configuration_that_breaks_later_is_shown_with_its_place_and_mended_without_a_restart(
    start_server: StartServer, tmp_path: Path, visit: Visit
):
    config = tmp_path / "mine.json"
    config.write_text('{"quality_score_bar": 90}')
    server: DashboardServer = start_server(CONFIG=str(config))
    config.write_text('{"quality_score_bar": 90, "max_attempt": 3}')
    screen = visit(server).open()
    screen.see(f"{config}: unknown key 'max_attempt'")
    screen.see("did you mean 'max_attempts'?")
    screen.shot("unknown-key")
    config.write_text('{"quality_score_bar": 90,}')
    screen.page.reload()
    screen.see(f"{config}, line 1, column")
    config.write_text('{"quality_score_bar": 80}')
    screen.page.reload()
    screen.see("Or an example")
    screen.until(lambda: screen.value("Quality bar") == "80")
