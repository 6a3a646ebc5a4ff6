"""The whole way to a document by keyboard alone."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from tests.browser.server import DashboardServer

pytestmark = pytest.mark.browser

PATIENCE = 90.0
_MOST_STEPS = 60
_FOCUSED = """() => {
    let it = document.activeElement;
    while (it?.shadowRoot?.activeElement) it = it.shadowRoot.activeElement;
    const look = getComputedStyle(it), is_seen = look.outlineStyle !== 'none' || look.boxShadow !== 'none';
    return {name: it.getAttribute('aria-label') || it.innerText || '', is_seen, tag: it.tagName};
}"""


def tab_to(screen: Screen, name: str) -> None:
    """Go forward by Tab until something of that name has the focus, which must then be seen."""
    passed = []
    for _ in range(_MOST_STEPS):
        screen.page.keyboard.press("Tab")
        focused = screen.page.evaluate(_FOCUSED)
        passed.append(focused["name"].strip())
        if re.search(rf"(^|\n){re.escape(name)}$", passed[-1]):
            assert focused["is_seen"], f"nothing shows that {name!r} has the focus"
            return
    pytest.fail(f"{name!r} is not reached by Tab; these are: {passed}")


def test_a_new_user_comes_to_a_document_by_tab_and_enter_alone(own_server: DashboardServer, visit: Visit):
    screen = visit(own_server).open()
    screen.see("Adjudicator model", seconds=PATIENCE)
    tab_to(screen, "Try it with an example")
    screen.page.keyboard.press("Enter")
    screen.see("is chosen", seconds=PATIENCE)
    screen.page.get_by_role("button", name="Start", exact=True, disabled=False).wait_for()
    screen.shot("chosen")
    tab_to(screen, "Start")
    screen.page.keyboard.press("Enter")
    screen.page.locator(".reflexion-document h1").wait_for(timeout=PATIENCE * 1000)
    screen.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    tab_to(screen, "Document")
    screen.page.keyboard.press("ArrowRight")
    screen.page.keyboard.press("Enter")
    screen.page.get_by_role("tab", name="Facts", selected=True).wait_for()
    screen.page.keyboard.press("ArrowLeft")
    screen.page.keyboard.press("Enter")
    screen.page.get_by_role("tab", name="Document", selected=True).wait_for()
    screen.page.get_by_role("button", name="Download", exact=True).wait_for()
    screen.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    tab_to(screen, "Download")
    with screen.page.expect_download() as download:
        screen.page.keyboard.press("Enter")
    assert download.value.suggested_filename == "compound_interest.md"
    screen.shot("taken-home")
