"""Fixtures: a browser, servers of the dashboard, and visitors of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.chromium import ARGUMENTS, find_chromium
from tests.browser.network import Network
from tests.browser.screen import Screen, Visitor, new_context
from tests.browser.scripts import write_script
from tests.browser.server import DashboardServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

StartServer = Callable[..., DashboardServer]
"""Takes settings and returns a server that has been started, and is ended after the test."""
Visit = Callable[..., Visitor]
"""Takes a server and returns a visitor, who must have had no complaints when the test ends."""


def _cannot(reason: str) -> None:
    message = f"THE BROWSER TESTS DID NOT RUN: {reason}"
    if os.environ.get("TEST_REQUIRE_BROWSER") == "1":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


# Not for the whole session: while Playwright runs, no other test can use `asyncio.run`.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _cannot("Playwright is not installed")
    program = find_chromium()
    if program is None:
        _cannot("no Chromium was found; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="package")
def light_context(browser: Browser) -> BrowserContext:
    """One user's browser for all tests: what it has fetched once it need not fetch again."""
    return new_context(browser)


def _scripted(script: Path) -> dict[str, str]:
    """Return the settings by which one script plays all roles."""
    return {f"MODEL_REGISTRY__{role}": f"scripted:{script}" for role in ("GENERATOR", "CRITIC", "ADJUDICATOR")}


@pytest.fixture(scope="package")
def _shared_server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DashboardServer]:
    folder = tmp_path_factory.mktemp("shared")
    server = DashboardServer(folder, **_scripted(folder / "script.json"))
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in server.log


@pytest.fixture
def server(_shared_server: DashboardServer) -> Iterator[DashboardServer]:
    """A server that all tests share which do nothing to the server itself; its models answer by `script`."""
    write_script(_shared_server.folder / "script.json")
    yield _shared_server
    if _shared_server.has_live_runs:  # they would hold the next test's model
        _shared_server.kill()
        _shared_server.start()


@pytest.fixture
def script(server: DashboardServer) -> Path:
    """The script that all roles of the shared server answer by; a test may write it anew at any time."""
    return server.folder / "script.json"


@pytest.fixture
def start_server(browser: Browser, tmp_path: Path) -> Iterator[StartServer]:
    started: list[DashboardServer] = []

    def start(**variables: str) -> DashboardServer:
        write_script(tmp_path / "script.json")
        server = DashboardServer(tmp_path, **(_scripted(tmp_path / "script.json") | variables))
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.kill()
        assert "Traceback" not in server.log


@pytest.fixture
def own_server(start_server: StartServer) -> DashboardServer:
    """A server that was started just now for this test alone."""
    return start_server()


@pytest.fixture
def visit(browser: Browser, light_context: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Visit]:
    visitors: list[Visitor] = []
    dark_contexts: list[BrowserContext] = []

    def make(server: DashboardServer | Network, *, is_dark: bool = False) -> Visitor:
        name = request.node.name.removeprefix("test_") + str(len(visitors) or "")
        if is_dark:
            dark_contexts.append(new_context(browser, is_dark=True))
        context = dark_contexts[-1] if is_dark else light_context
        visitors.append(Visitor(context, server.address, name))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.leave()
    for context in dark_contexts:
        context.close()
    for visitor in visitors:
        visitor.check()


@pytest.fixture
def visitor(server: DashboardServer, visit: Visit) -> Visitor:
    return visit(server)


@pytest.fixture
def screen(visitor: Visitor) -> Screen:
    return visitor.open()
