"""Links that are opened before anything else, and the way from the history to a run."""

from __future__ import annotations

import pytest

from tests.browser.conftest import StartServer, Visit
from tests.browser.screen import Screen
from tests.browser.server import DashboardServer

pytestmark = pytest.mark.browser

DEMO = {f"MODEL_REGISTRY__{role}": "scripted:demo" for role in ("GENERATOR", "CRITIC", "ADJUDICATOR")}


def start_example(screen: Screen) -> str:
    screen.choose("Or an example", "compound_interest.py")
    screen.press("Start")
    screen.page.locator(".rx-head").wait_for()
    screen.until(lambda: "run=" in screen.page.url)
    return screen.run_id


def test_an_example_runs_to_its_end_and_its_link_opens_on_a_fresh_server(start_server: StartServer, visit: Visit):
    server = start_server(**DEMO)
    screen = visit(server).open()
    run_id = start_example(screen)
    screen.until(lambda: len(screen.rounds()) == 1 and "revise: below the bar" in screen.rounds()[0], seconds=30)
    screen.page.locator("[data-testid=stVegaLiteChart] svg, [data-testid=stVegaLiteChart] canvas").first.wait_for()
    screen.shot("second-round")
    screen.see("✓ approved", seconds=30)
    screen.until(lambda: len(screen.rounds()) == 3)
    assert "approved" in screen.rounds()[-1]
    screen.page.locator(".reflexion-document table").first.wait_for()
    screen.page.locator("[data-testid=stVegaLiteChart] svg, [data-testid=stVegaLiteChart] canvas").first.wait_for()
    screen.shot("finished")

    server.stop()
    server.start()
    again = visit(server).open(f"/?run={run_id}")
    again.see("✓ approved")
    again.until(lambda: len(again.rounds()) == 3)
    again.page.locator(".reflexion-document table").first.wait_for()


def test_the_history_is_there_as_the_first_request(server: DashboardServer, visit: Visit):
    screen = visit(server).open("/history")
    screen.see("No runs yet.")
    assert screen.page.get_by_role("link", name="Models").count() == 1
    screen.shot("empty")


def test_the_models_are_there_as_the_first_request(server: DashboardServer, visit: Visit):
    screen = visit(server).open("/models")
    screen.see("What each role uses") if False else screen.see("Roles")
    screen.see("Providers")
    screen.shot("models")


def test_a_link_to_no_run_says_so_and_leads_on(server: DashboardServer, visit: Visit):
    screen = visit(server).open("/?run=0123456789abcdef")
    screen.see("this run is not known here")
    other = visit(server).open("/?run=../../etc/passwd")
    other.see("this run is not known here")
    other.shot("unknown")


def test_a_row_of_the_history_opens_its_run(screen: Screen):
    screen.start(("shapes.py", b"def f(): ...\n"))
    screen.see("✓ approved")
    run_id = screen.run_id
    screen.follow("History")
    table = screen.page.locator("[data-testid=stDataFrame]")
    table.wait_for()
    screen.until(lambda: "shapes.py" in table.inner_text() or table.locator("canvas").count())
    screen.shot("history")
    table.locator("canvas").first.click(position={"x": 20, "y": 52})
    screen.see("✓ approved")
    screen.until(lambda: "run=" in screen.page.url)
    assert screen.run_id == run_id
