"""Finding, opening and deleting runs among 10,000."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.browser.conftest import StartServer, Visit
from tests.browser.screen import Screen
from tests.browser.server import DashboardServer
from tests.browser.test_look import check_structure
from tests.many_runs import fill_with_runs

pytestmark = pytest.mark.browser

RUNS = 10_000
CHOICE, OPEN, ROW, HEAD = 20, 68, 35, 52
"""Where the first row's box and its button are in the table, and how high rows and head are, in pixels."""


@pytest.fixture
def full_server(start_server: StartServer, tmp_path: Path) -> DashboardServer:
    """A server with 10,000 stored runs."""
    fill_with_runs(f"sqlite:///{tmp_path / 'data' / 'runs.db'}", RUNS)
    return start_server()


def click_row(screen: Screen, row: int, place: int) -> None:
    """Click into a row of the table, the first being 0; it is drawn, so that only its place is known."""
    table = screen.page.locator("[data-testid=stDataFrame]")
    table.locator("canvas").first.wait_for()
    box = table.bounding_box()
    assert box is not None
    screen.page.mouse.click(box["x"] + place, box["y"] + HEAD + row * ROW)


def is_enabled(screen: Screen, button: str) -> bool:
    # Not by its role: lists have buttons of their own that are called “Open”.
    return screen.page.get_by_test_id("stBaseButton-secondary").filter(has_text=button).is_enabled()


def settle(screen: Screen) -> None:
    """Wait until the table and the chart, where there is one, are drawn."""
    screen.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    screen.page.locator("[data-testid=stDataFrame] canvas").first.wait_for()
    for chart in screen.page.locator("[data-testid=stVegaLiteChart]").all():
        chart.locator(":is(svg, canvas)").first.wait_for()
    screen.page.wait_for_timeout(300)  # fonts and the canvas


def test_runs_are_found_among_ten_thousand_and_the_address_says_how(full_server: DashboardServer, visit: Visit):
    visitor = visit(full_server)
    screen = visitor.open("/history")
    screen.see("1 to 25 of 10,000 runs")
    settle(screen)
    check_structure(screen)
    screen.shot("all")

    screen.page.get_by_label("File name contains").fill("latency")
    found = screen.see(re.compile(r"1 to 25 of 1,\d\d\d runs")).inner_text()
    screen.page.get_by_role("button", name="Page 3").click()
    screen.see(found.replace("1 to 25", "51 to 75"))
    assert screen.page.url.endswith("/history?find=latency&page=3")
    screen.page.get_by_role("spinbutton", name="Score from").fill("60")
    screen.page.keyboard.press("Enter")
    screen.until(lambda: "low=60" in screen.page.url and "page=" not in screen.page.url)
    fewer = screen.see(re.compile(r"1 to 25 of \d+ runs")).inner_text()
    other = visitor.open(screen.page.url.removeprefix(full_server.address))
    other.see(fewer)
    settle(other)
    other.shot("shared")
    other.page.close()

    nothing = visitor.open("/history?model=ollama:gone")
    nothing.see("No run is like that.")
    check_structure(nothing)
    nothing.shot("nothing")
    nothing.page.get_by_test_id("stMain").get_by_role("button", name="Clear filters").last.click()
    nothing.see("1 to 25 of 10,000 runs")


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_the_trend_of_a_file_is_drawn(full_server: DashboardServer, visit: Visit, is_dark: bool):
    every = {"file": "latency.py", "state": ["approved", "below the bar", "failed"], "high": 99}
    screen = visit(full_server, is_dark=is_dark).open(f"/history?{urlencode(every, doseq=True)}")
    screen.see("All files")
    settle(screen)
    check_structure(screen)
    screen.shot("trend")


def test_chosen_runs_are_deleted_after_a_word_of_warning(full_server: DashboardServer, visit: Visit):
    screen = visit(full_server).open("/history?find=shapes")
    screen.see("Clear filters")
    click_row(screen, 0, CHOICE)
    screen.until(lambda: is_enabled(screen, "Open"))
    click_row(screen, 1, CHOICE)
    screen.until(lambda: not is_enabled(screen, "Open"))
    screen.shot("chosen", is_whole=False)
    screen.page.get_by_role("button", name="Delete …").click()
    screen.see("This cannot be undone.")
    screen.page.wait_for_timeout(500)  # the window slides in
    screen.shot("warning", is_whole=False)
    screen.press("Delete 2 runs")
    screen.see("2 runs deleted")
    screen.shot("deleted", is_whole=False)
    assert not is_enabled(screen, "Delete …")
    with full_server.open_store() as store:
        assert store.count() == RUNS - 2


def test_a_run_is_opened_by_its_button_and_chosen_by_keyboard(full_server: DashboardServer, visit: Visit):
    screen = visit(full_server).open("/history")
    screen.see("1 to 25 of 10,000 runs")
    click_row(screen, 0, OPEN + 150)
    screen.page.keyboard.press("ArrowDown")
    screen.page.keyboard.press("Shift+Space")
    screen.until(lambda: is_enabled(screen, "Delete …"))
    click_row(screen, 2, OPEN)
    screen.page.wait_for_url(re.compile(r"/\?run="))
    assert screen.run_id == f"{2:016x}"
