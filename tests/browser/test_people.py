"""Two people on one server, each with a browser of their own: own runs, a shared link, the waiting line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import StartServer
from tests.browser.screen import Screen, Visitor, new_context
from tests.browser.scripts import GOOD_SOURCE, LONG, write_script
from tests.browser.server import DashboardServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

PACE = 0.05
SLOWEST = 90.0
"""Seconds for what takes a few, also on a machine that does much else: two browsers are at work here."""
ADA, BOB = ("ada_shapes.py", GOOD_SOURCE), ("bob_shapes.py", GOOD_SOURCE)


@pytest.fixture
def server(start_server: StartServer) -> DashboardServer:
    return start_server(ACCESS="open")


@pytest.fixture
def people(browser: Browser, server: DashboardServer, request: pytest.FixtureRequest) -> Iterator[list[Visitor]]:
    """Two visitors whose browsers know nothing of each other; the second likes it dark."""
    contexts = [new_context(browser, is_dark=is_dark) for is_dark in (False, True)]
    for context in contexts:
        context.set_default_timeout(SLOWEST * 1000)
    name = request.node.name.removeprefix("test_")
    visitors = [Visitor(context, server.address, f"{name}{who}") for who, context in zip("ab", contexts, strict=True)]
    yield visitors
    for visitor, context in zip(visitors, contexts, strict=True):
        visitor.leave()
        context.close()
        visitor.check()


def rows(screen: Screen) -> str:
    """Return what the page says once it has said how many runs there are, or that there are none."""
    screen.see(re.compile(r"^(\d+ runs?|No runs yet\..*)$"), seconds=SLOWEST)
    return screen.text


def test_each_has_runs_of_their_own_and_a_shared_link_opens_one(people: list[Visitor]):
    ada, bob = (visitor.open() for visitor in people)
    run_id = ada.start(ADA)
    ada.see("✓ approved", seconds=SLOWEST)

    bob.page.goto(f"{people[1].address}/?run={run_id}")
    bob.see("this run is not known here", seconds=SLOWEST)
    assert "ada_shapes.py" not in bob.page.content()
    bob.shot("hidden")
    bob.page.goto(f"{people[1].address}/history")
    assert "No runs yet." in rows(bob)

    ada.page.get_by_text("Share by link").click()
    ada.until(lambda: ada.page.locator(f".st-key-share_{run_id} input").is_checked(), SLOWEST)
    ada.shot("shared")
    ada.page.goto(f"{people[0].address}/history")
    assert rows(ada).count("1 run") == 1

    def is_shown() -> int:
        bob.page.goto(f"{people[1].address}/?run={run_id}")
        bob.page.locator(".rx-head, [data-testid=stAlert]").first.wait_for()
        return bob.page.locator(".rx-head").count()

    bob.until(is_shown, SLOWEST)
    bob.see("Somebody shared this run with you", seconds=SLOWEST)
    assert bob.page.get_by_role("button", name="Accept", exact=True).count() == 0
    bob.shot("read-by-another")


def test_a_reload_and_a_new_tab_are_the_same_person(people: list[Visitor]):
    ada = people[0].open()
    run_id = ada.start(ADA)
    ada.page.reload()
    ada.page.locator(".rx-head").wait_for(timeout=SLOWEST * 1000)
    assert ada.run_id == run_id
    second = people[0].open(f"/?run={run_id}")
    second.page.locator(".rx-head").wait_for(timeout=SLOWEST * 1000)


def test_a_link_from_another_site_finds_the_same_person(people: list[Visitor], server: DashboardServer):
    ada = people[0].open()
    run_id = ada.start(ADA)
    # Another name of this machine is another site to a browser.
    away = server.address.replace("127.0.0.1", "localhost")
    ada.page.goto(f"{away}/_stcore/health")
    people[0].foreign.clear()
    ada.page.evaluate("address => { location.href = address }", f"{server.address}/?run={run_id}")
    ada.page.locator(".rx-head").wait_for(timeout=SLOWEST * 1000)
    people[0].foreign.clear()


def test_the_text_of_a_run_streams_to_its_person_and_to_nobody_who_has_its_address(
    people: list[Visitor], server: DashboardServer
):
    write_script(server.folder / "script.json", drafts=[LONG], writing=PACE)
    ada, bob = (visitor.open() for visitor in people)
    run_id = ada.start(ADA)
    ada.until(lambda: len(ada.live_text) > 20, SLOWEST)
    ada.until(lambda: ada.page.locator(".live .note").is_hidden(), SLOWEST)
    with ada.page.expect_request("**/watch/**", timeout=SLOWEST * 1000) as asked:
        ada.page.reload()
    assert "pass=" in asked.value.url
    answer = bob.page.request.get(f"{server.address}/watch/{run_id}")
    assert answer.status == 403
    ada.press("Stop")
    ada.see("Stopped by you.", seconds=SLOWEST)


def test_who_waits_sees_their_place_and_comes_before_anothers_second(people: list[Visitor], server: DashboardServer):
    write_script(server.folder / "script.json", drafts=[LONG], writing=PACE)
    ada, bob = (visitor.open() for visitor in people)
    ada.start(ADA, ("ada_boxes.py", GOOD_SOURCE), ("ada_cubes.py", GOOD_SOURCE))
    ada.until(lambda: len(ada.live_text) > 20, SLOWEST)
    bob.start(BOB)
    bob.see("Busy: 1 before you.", seconds=SLOWEST)
    assert "ada_" not in bob.page.content()
    bob.shot("waiting")
    ada.see("busy: 3 before you", seconds=SLOWEST)
    ada.shot("three-files")

    ada.press("Stop")
    bob.until(lambda: len(bob.live_text) > 20, SLOWEST)
    ada.see("busy: 2 before you", seconds=SLOWEST)
    bob.press("Stop")
    bob.see("Stopped by you.", seconds=SLOWEST)
    ada.press("Stop all")
    ada.see("3 of 3 ended", seconds=SLOWEST)
