"""A server that dies in the middle of a run."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Visit
from tests.browser.scripts import FIRST, GOOD_SOURCE, LONG, LOW, write_script
from tests.browser.server import DashboardServer

pytestmark = pytest.mark.browser


def test_a_killed_server_keeps_the_finished_rounds_and_marks_the_run(own_server: DashboardServer, visit: Visit):
    server, screen = own_server, visit(own_server).open()
    write_script(server.folder / "script.json", drafts=[FIRST, LONG], verdicts=[LOW], writing=0.02)
    run_id = screen.start(("shapes.py", GOOD_SOURCE))
    screen.see("Round 2 · Generator · writing")
    screen.until(lambda: len(screen.live_text) > 100)
    screen.page.close()
    server.kill()
    server.start()

    again = visit(server).open(f"/?run={run_id}")
    again.see("Interrupted: the program ended before the run did.")
    again.until(lambda: len(again.rounds()) == 1)
    assert "70.0" in again.rounds()[0]
    again.page.locator(".reflexion-document h1").wait_for()
    again.shot("interrupted")
    again.follow("History")
    again.see(re.compile("By keyboard: arrows move in the table"))
