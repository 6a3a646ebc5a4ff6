"""Fixtures: a browser, servers of the dashboard, and visitors of them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import Screen, Visitor
from tests.browser.scripts import write_script
from tests.browser.server import DashboardServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

StartServer = Callable[..., DashboardServer]
"""Takes settings and returns a server that has been started, and is ended after the test."""
Visit = Callable[..., Visitor]
"""Takes a server and returns a visitor, who must have had no complaints when the test ends."""


def _cannot(reason: str) -> None:
    message = f"THE BROWSER TESTS DID NOT RUN: {reason}"
    if os.environ.get("REFLEXION_REQUIRE_BROWSER") == "1":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


# Not for the whole session: while Playwright runs, no other test can use `asyncio.run`.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _cannot("Playwright is not installed")
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        _cannot("no Chromium was found; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The script that all roles of a test's server answer by; a test may write it anew at any time."""
    path = tmp_path / "script.json"
    write_script(path)
    return path


@pytest.fixture
def start_server(browser: Browser, tmp_path: Path, script: Path) -> Iterator[StartServer]:
    started: list[DashboardServer] = []

    def start(**variables: str) -> DashboardServer:
        roles = {f"MODEL_REGISTRY__{role}": f"scripted:{script}" for role in ("GENERATOR", "CRITIC", "ADJUDICATOR")}
        server = DashboardServer(tmp_path, **(roles | variables))
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.stop()
        assert "Traceback" not in server.log


@pytest.fixture
def server(start_server: StartServer) -> DashboardServer:
    return start_server()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    visitors: list[Visitor] = []

    def make(server: DashboardServer, **choices: bool) -> Visitor:
        name = request.node.name.removeprefix("test_")
        visitors.append(Visitor(browser, server.address, name + str(len(visitors) or ""), **choices))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.context.close()
    for visitor in visitors:
        visitor.check()


@pytest.fixture
def visitor(server: DashboardServer, visit: Visit) -> Visitor:
    return visit(server)


@pytest.fixture
def screen(visitor: Visitor) -> Screen:
    return visitor.open()
