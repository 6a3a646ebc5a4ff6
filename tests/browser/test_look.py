"""Every page as it is looked at: light, dark, and by a program that reads it aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from tests.browser.scripts import FIRST, GOOD_SOURCE, LONG, LOW, write_script
from tests.browser.server import DashboardServer

pytestmark = pytest.mark.browser

NAMELESS = """elements => elements
    .filter(it => it.checkVisibility() && !(it.innerText.trim() || it.ariaLabel || it.title || it.labels?.length
        || it.getAttribute('aria-labelledby') || it.querySelector('[aria-label], [title]')))
    .map(it => it.outerHTML.slice(0, 200))"""


def check_structure(screen: Screen) -> None:
    """Check what a reader needs who does not see the page."""
    heads = screen.page.locator("h1:not(.reflexion-document *)").all_inner_texts()
    assert len(heads) == 1, heads
    assert screen.page.locator("button, [role=button], a[href]").evaluate_all(NAMELESS) == []


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_every_page_has_one_heading_and_names_for_its_buttons(
    server: DashboardServer, visit: Visit, script: Path, is_dark: bool
):
    screen = visit(server, is_dark=is_dark).open()
    screen.see("Adjudicator model")
    background = screen.page.locator("[data-testid=stApp]").evaluate("it => getComputedStyle(it).backgroundColor")
    assert background == ("rgb(15, 20, 24)" if is_dark else "rgb(251, 251, 250)")
    check_structure(screen)
    screen.shot("form")

    write_script(script, drafts=[FIRST, LONG], verdicts=[LOW], writing=0.01)
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.see("Round 2 · Generator · writing")
    screen.page.locator("[data-testid=stVegaLiteChart] :is(svg, canvas)").first.wait_for()
    check_structure(screen)
    screen.shot("running")
    screen.press("Stop")
    screen.see("Stopped by you.")
    screen.page.get_by_role("button", name="Download", exact=True).wait_for()
    screen.page.locator("[data-testid=stVegaLiteChart] :is(svg, canvas)").first.wait_for()
    check_structure(screen)
    screen.shot("stopped")
    screen.page.get_by_role("tab", name="Compare drafts").click()
    screen.see("The texts are the same.")
    check_structure(screen)

    screen.page.get_by_role("tab", name="Against the source").click()
    screen.page.locator(".verify .line[data-sign]").first.wait_for()
    check_structure(screen)

    screen.follow("Verify")
    screen.see("Check a Markdown document against the Python files")
    check_structure(screen)
    screen.shot("verify-form")
    screen.press("Try it with an example")
    screen.page.locator(".verify mark.w").first.wait_for()
    check_structure(screen)
    screen.shot("verify")

    screen.follow("History")
    screen.page.locator("[data-testid=stDataFrame] canvas").first.wait_for(timeout=60_000)
    check_structure(screen)
    screen.shot("history")
    screen.follow("Models")
    screen.see("Providers")
    check_structure(screen)
    screen.shot("models")
