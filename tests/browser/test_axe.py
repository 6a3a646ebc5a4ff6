"""Every page, every tab and the report as a program sees them that looks for what keeps people from using them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import shown
from tests.browser.axe import grave_faults
from tests.browser.conftest import StartServer, Visit
from tests.browser.screen import Screen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PATIENCE = 90.0
_STILL = """() => ![...document.querySelectorAll('[data-testid=stApp] *')].some(
    it => it.dataset.stale === 'true' || it.getAnimations().some(each => each.playState === 'running'))"""


class Finder:
    """Collects the faults of all places, so that one test tells all of them."""

    def __init__(self) -> None:
        self.faults: dict[str, list[str]] = {}

    def look(self, place: str, page: Page) -> None:
        found = sorted(set(grave_faults(page)))
        if found:
            self.faults[place] = found

    def look_at(self, place: str, screen: Screen, selector: str) -> None:
        """Look as soon as something is there and nothing fades any more."""
        screen.page.locator(selector).locator("visible=true").first.wait_for(timeout=PATIENCE * 1000)
        screen.page.wait_for_timeout(500)
        screen.page.wait_for_function(_STILL)
        self.look(place, screen.page)
        screen.shot(place.replace(" ", "-"))


def look_at_form(find: Finder, screen: Screen) -> None:
    screen.see("Adjudicator model", seconds=PATIENCE)
    find.look_at("form", screen, ".st-key-try")
    screen.page.get_by_text("More settings").click()
    find.look_at("settings of a run", screen, "text=How rounds go")


def look_at_run(find: Finder, screen: Screen) -> None:
    screen.start(shown.source())
    find.look_at("live run", screen, ".st-key-found .rx-table")
    find.look_at("document", screen, ".reflexion-document")
    tabs = {
        "Facts": ".rx-table",
        "Against the source": ".verify .line[data-sign]",
        "Compare drafts": "tr.changed",
        "What if": "text=With every bar",
        "Go on": "textarea",
    }
    for name, selector in tabs.items():
        screen.page.get_by_role("tab", name=name).click()
        find.look_at(name, screen, selector)
    screen.page.get_by_role("radio", name="Round 1").click()
    find.look_at("round", screen, ".st-key-opened_draft .reflexion-document")


def look_at_report(find: Finder, screen: Screen, browser: Browser, file: Path, scheme: str) -> None:
    screen.page.get_by_role("tab", name="Document").click()
    with screen.page.expect_download() as download:
        screen.press("Report")
    download.value.save_as(file)
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(file.as_uri())
    find.look("report", page)
    context.close()


def look_elsewhere(find: Finder, screen: Screen) -> None:
    screen.follow("History")
    find.look_at("history", screen, "[data-testid=stDataFrame] canvas")
    screen.page.goto(f"{screen.page.url.partition('?')[0]}?file={shown.SHOWN}")
    find.look_at("trend", screen, "[data-testid=stVegaLiteChart] :is(svg, canvas)")
    screen.follow("Verify")
    find.look_at("verify form", screen, ".st-key-try")
    screen.press("Try it with an example")
    find.look_at("verify", screen, ".verify mark.w")
    screen.page.get_by_role("button", name="Show", exact=True).first.click()
    find.look_at("verify a claim", screen, ".verify .card button")
    for name, selector in {
        "Exam": "text=Who sits the exam",
        "Models": "text=Providers",
        "Settings": ".rx-table",
    }.items():
        screen.follow(name)
        find.look_at(name, screen, selector)


def look_at_several(find: Finder, screen: Screen) -> None:
    screen.see("Adjudicator model", seconds=PATIENCE)
    name, data = shown.source()
    screen.start((name, data), ("other.py", data))
    find.look_at("several runs", screen, ".batch tbody tr")


def opened(start_server: StartServer, visit: Visit, scheme: str, script: Path) -> Screen:
    """Open the dashboard of a new user whose models take their time."""
    server = start_server(POLICY="grounded", REVISE="whole", ASK_CRITIC="always")
    shown.write_shown(script, writing=0.002, judging=6.0)
    return visit(server, is_dark=scheme == "dark").open()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_tab_of_a_run_and_no_report_has_a_grave_fault(
    start_server: StartServer, visit: Visit, browser: Browser, tmp_path: Path, scheme: str
):
    screen = opened(start_server, visit, scheme, tmp_path / "script.json")
    find = Finder()
    look_at_form(find, screen)
    look_at_run(find, screen)
    look_at_report(find, screen, browser, tmp_path / "report.html", scheme)
    assert find.faults == {}


@pytest.mark.timeout(900)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_other_page_has_a_grave_fault(start_server: StartServer, visit: Visit, tmp_path: Path, scheme: str):
    screen = opened(start_server, visit, scheme, tmp_path / "script.json")
    find = Finder()
    look_at_several(find, screen)
    look_elsewhere(find, screen)
    assert find.faults == {}
