"""A review from the upload to the document, as one user does it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.screen import FREE_SECONDS, Screen
from tests.browser.scripts import FINAL, GOOD_SOURCE, LONG, write_script
from tests.browser.server import DashboardServer

pytestmark = pytest.mark.browser

PACE = 0.05
"""Seconds a word: as a small model writes."""


def stored_document(server: DashboardServer, run_id: str) -> str:
    with server.open_store() as store:
        progress = store.progress(run_id)
    assert progress is not None
    assert progress.document is not None
    return progress.document.text


def open_file(screen: Screen, name: str) -> None:
    """Open one of the files that were started together."""
    screen.page.locator(".batch").get_by_role("link", name=name).click()


def test_two_files_one_stopped_and_one_taken_home(screen: Screen, server: DashboardServer, script: Path):
    write_script(script, drafts=[LONG], writing=PACE)
    screen.see("Upload Python files or pick an example")
    screen.see("Adjudicator model")
    screen.shot("form")
    first = screen.start(("shapes.py", GOOD_SOURCE), ("boxes.py", GOOD_SOURCE))

    screen.until(lambda: len(screen.live_text) > 20)
    before = screen.live_text
    screen.until(lambda: len(screen.live_text) > len(before) + 20)
    assert screen.live_text.startswith(before.rstrip("▌ ")[:20])
    screen.see("generator is writing")
    screen.shot("writing")

    seen = len(screen.live_text)
    screen.page.reload()
    screen.until(lambda: len(screen.live_text) > seen)
    assert screen.run_id == first
    screen.shot("reloaded")

    open_file(screen, "boxes.py")
    screen.see("Waiting, 1 before it. Runs that use the same model take turns.")
    screen.shot("waiting")
    screen.until(lambda: screen.run_id != first)
    second = screen.run_id

    open_file(screen, "shapes.py")
    screen.see("generator is writing")
    write_script(script, writing=0.005, judging=0.3)
    screen.press("Stop")
    screen.see("Stopped by you. Everything up to the stop is kept.", seconds=FREE_SECONDS)
    assert "stopped" in screen.badge
    screen.shot("stopped")

    open_file(screen, "boxes.py")
    screen.see("✓ approved")
    screen.see("Approved: score 98.0 reaches the bar of 95.")
    screen.until(lambda: len(screen.rounds()) == 2)
    screen.page.locator(".reflexion-document h1").wait_for()
    screen.shot("finished")

    with screen.page.expect_download() as download:
        screen.press("Download")
    assert download.value.suggested_filename == "boxes.md"
    assert download.value.path().read_bytes() == stored_document(server, second).encode()

    screen.page.get_by_text("Text", exact=True).click()
    screen.until(lambda: screen.page.locator("[data-testid=stCode]").count())
    assert "- `width` (`float`)" in screen.page.locator("[data-testid=stCode]").first.inner_text()
    screen.shot("as-text")
    assert FINAL.strip() == stored_document(server, second).strip()

    screen.page.get_by_role("tab", name="Compare drafts").click()
    screen.see("Next change")
    marked = screen.page.locator("tr.changed")
    marked.first.wait_for()
    assert marked.locator("del").all_inner_texts() == ["1"]
    assert marked.locator("ins").all_inner_texts() == ["99"]
    screen.shot("compared")
