"""Links that are opened before anything else, and the way from the history to a run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reflexion_core.settings import shipped_folder
from tests.browser.conftest import Visit
from tests.browser.screen import Screen, Visitor
from tests.browser.server import DashboardServer

pytestmark = pytest.mark.browser

CHART = "[data-testid=stVegaLiteChart] :is(svg, canvas)"


def hurry_demo(script: Path) -> None:
    """Take the demo that ships, at a pace that a test can wait for."""
    demo = json.loads((shipped_folder() / "config" / "demo.json").read_text("utf-8"))
    for reply in demo["replies"]:
        reply["seconds_between"] = 0.0
        reply["seconds_before"] = 1.5 if reply["role"] == "critic" else 0.0
    script.write_text(json.dumps(demo), encoding="utf-8")


def start_example(screen: Screen) -> str:
    screen.choose("Or an example", "compound_interest.py")
    screen.press("Start")
    screen.page.locator(".rx-head").wait_for()
    screen.until(lambda: "run=" in screen.page.url)
    return screen.run_id


def test_an_example_runs_to_its_end_and_its_link_opens_on_a_fresh_server(own_server: DashboardServer, visit: Visit):
    server, screen = own_server, visit(own_server).open()
    hurry_demo(server.folder / "script.json")
    run_id = start_example(screen)
    screen.until(lambda: len(screen.rounds()) == 2)
    assert "revise: below the bar" in screen.rounds()[0]
    screen.page.locator(CHART).first.wait_for()
    screen.shot("second-round")
    screen.see("✓ approved")
    screen.until(lambda: len(screen.rounds()) == 3 and "approved" in screen.rounds()[-1])
    screen.page.locator(".reflexion-document table").first.wait_for()
    screen.page.locator(CHART).first.wait_for()
    screen.shot("finished")

    screen.page.close()
    server.stop()
    server.start()
    again = visit(server).open(f"/?run={run_id}")
    again.see("✓ approved")
    again.until(lambda: len(again.rounds()) == 3)
    again.page.locator(".reflexion-document table").first.wait_for()


def test_the_history_is_there_as_the_first_request(own_server: DashboardServer, visit: Visit):
    screen = visit(own_server).open("/history")
    screen.see("No runs yet.")
    assert screen.page.get_by_role("link", name="Models").count() == 1
    screen.shot("empty")


def test_the_models_are_there_as_the_first_request(own_server: DashboardServer, visit: Visit):
    screen = visit(own_server).open("/models")
    screen.see("Roles")
    screen.see("Providers")
    screen.shot("models")


def test_a_link_to_no_run_says_so_and_leads_on(visitor: Visitor):
    screen = visitor.open("/?run=0123456789abcdef")
    screen.see("this run is not known here")
    screen.page.locator("[data-testid=stMain] a", has_text="History").wait_for()
    screen.shot("unknown")
    other = visitor.open("/?run=../../etc/passwd")
    other.see("this run is not known here")


def test_the_button_of_a_row_of_the_history_opens_its_run(screen: Screen):
    screen.start(("shapes.py", b"def f(): ...\n"))
    screen.see("✓ approved")
    run_id = screen.run_id
    screen.follow("History")
    table = screen.page.locator("[data-testid=stDataFrame]")
    table.wait_for()
    screen.until(lambda: "shapes.py" in table.inner_text() or table.locator("canvas").count())
    screen.shot("history")
    place = table.bounding_box()
    assert place is not None
    screen.page.mouse.click(place["x"] + 68, place["y"] + 52)
    screen.see("✓ approved")
    screen.until(lambda: "run=" in screen.page.url)
    assert screen.run_id == run_id
