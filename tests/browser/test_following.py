"""A run belongs to the server and not to a tab: other tabs, other pages, a way back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.screen import FREE_SECONDS, Screen, Visitor
from tests.browser.scripts import GOOD_SOURCE, LONG, write_script

pytestmark = pytest.mark.browser

PACE = 0.05


@pytest.fixture
def watching(screen: Screen, script: Path) -> Screen:
    """A tab that shows a run whose model writes for minutes."""
    write_script(script, drafts=[LONG], writing=PACE)
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.until(lambda: len(screen.live_text) > 20)
    return screen


def test_a_second_tab_sees_the_same_run_and_can_stop_it(watching: Screen, visitor: Visitor):
    second = visitor.open(f"/?run={watching.run_id}")
    second.until(lambda: len(second.live_text) > 20)
    seen = len(second.live_text)
    watching.until(lambda: len(watching.live_text) > seen)
    second.press("Stop")
    second.see("Stopped by you.", seconds=FREE_SECONDS)
    watching.see("Stopped by you.", seconds=FREE_SECONDS + 1)
    watching.shot("first-tab")


def test_another_page_and_back_loses_nothing(watching: Screen):
    seen, run_id = len(watching.live_text), watching.run_id
    watching.follow("History")
    watching.see(re.compile("By keyboard: arrows move in the table"))
    watching.see("RUNNING NOW")
    watching.page.locator(".st-key-running_now a", has_text="shapes.py").click()
    watching.until(lambda: len(watching.live_text) > seen)
    assert watching.run_id == run_id
    watching.press("Stop")
    watching.see("Stopped by you.")


def test_the_back_button_returns_to_the_run(watching: Screen):
    run_id = watching.run_id
    watching.follow("Models")
    watching.see("Providers")
    watching.page.go_back()
    watching.until(lambda: len(watching.live_text) > 20)
    assert watching.run_id == run_id
    watching.press("Stop")
    watching.see("Stopped by you.")


def test_a_new_review_leaves_the_run_and_its_address(watching: Screen):
    watching.press("Stop")
    watching.see("Stopped by you.")
    watching.see("The last text that a model wrote in this run")
    assert "Shapes, take 1." in watching.live_text
    watching.shot("stopped-in-first-draft")
    watching.follow("New review")
    watching.see("Or an example")
    watching.until(lambda: not re.search(r"[?&]run=", watching.page.url))
    watching.page.reload()
    watching.see("Or an example")
