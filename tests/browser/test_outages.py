"""What goes wrong between a reader and a run: the network, the laptop's lid, the server's end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import Visit
from tests.browser.network import Network
from tests.browser.screen import Screen
from tests.browser.scripts import FIRST, GOOD_SOURCE, LONG, LOW, SECOND, write_script
from tests.browser.server import DashboardServer

pytestmark = pytest.mark.browser

PULLED_SECONDS = 20
PACE = 0.05


@pytest.fixture
def network(server: DashboardServer) -> Iterator[Network]:
    made = Network(server.address)
    yield made
    made.close()


def start_long_run(server: DashboardServer, screen: Screen) -> None:
    write_script(server.folder / "script.json", drafts=[LONG], writing=PACE)
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.until(lambda: len(screen.live_text) > 20)


def test_a_run_goes_on_while_the_network_is_pulled_and_the_page_catches_up(
    server: DashboardServer, network: Network, visit: Visit
) -> None:
    visitor = visit(network)
    screen = visitor.open()
    start_long_run(server, screen)
    seen = len(screen.live_text)
    network.pull()
    screen.page.wait_for_timeout(PULLED_SECONDS * 1000)
    assert len(screen.live_text) < seen + 2000
    network.put_back()
    # While it was pulled the model wrote on: far more than could have come since.
    screen.until(lambda: len(screen.live_text) > seen + PULLED_SECONDS / PACE, seconds=40)
    screen.press("Stop")
    screen.see("Stopped by you.")
    screen.shot("after-the-network-came-back")
    visitor.complaints.clear()  # the browser says of each request that it failed


def test_a_tab_that_was_suspended_catches_up(server: DashboardServer, visit: Visit) -> None:
    screen = visit(server).open()
    start_long_run(server, screen)
    seen = len(screen.live_text)
    lid = screen.page.context.new_cdp_session(screen.page)
    lid.send("Page.setWebLifecycleState", {"state": "frozen"})
    with server.open_store() as store:
        before = store.progress(screen.run_id)
        assert before is not None
    visit(server).open("/history").page.wait_for_timeout(5000)
    lid.send("Page.setWebLifecycleState", {"state": "active"})
    screen.until(lambda: len(screen.live_text) > seen + 100)
    screen.press("Stop")
    screen.see("Stopped by you.")


def test_a_run_that_a_restart_cut_off_is_resumed_by_a_button(own_server: DashboardServer, visit: Visit) -> None:
    server, screen = own_server, visit(own_server).open()
    write_script(server.folder / "script.json", drafts=[FIRST, LONG], verdicts=[LOW], writing=0.02)
    run_id = screen.start(("shapes.py", GOOD_SOURCE))
    screen.see("Round 2 · Generator · writing")
    screen.page.close()
    server.stop()
    write_script(server.folder / "script.json", drafts=[FIRST, SECOND])
    server.start()

    again = visit(server).open(f"/?run={run_id}")
    again.press("Resume")
    again.see("Approved: score 98.0 reaches the bar of 95.")
    again.until(lambda: len(again.rounds()) == 2)
    again.shot("resumed")
