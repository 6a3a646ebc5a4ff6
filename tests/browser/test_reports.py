"""Several files followed in one table, and reports that are opened far from the server that made them."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from reflexion_core.settings import shipped_folder
from tests.browser.conftest import StartServer, Visit
from tests.browser.screen import Screen
from tests.browser.scripts import FINAL, FIRST, GOOD_SOURCE, HIGH, LONG, draft, write_script
from tests.browser.server import DashboardServer
from tests.running import issue, verdict

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = pytest.mark.browser

FILES = [(name, GOOD_SOURCE) for name in ("shapes.py", "boxes.py", "rooms.py")]
PACE = 0.05
PATIENCE = 60.0
"""Seconds for what waits for models that write, or for a page that is loaded for the first time."""
MARK = "document.title = 'owned'"
HOSTILE = f"""\
# shapes

![remote](http://evil.example/pixel.png) <img src="http://evil.example/tag.png" onerror="{MARK}">

</style></pre><script>{MARK}</script><iframe src="http://evil.example/frame"></iframe>

[away](http://evil.example/away) [run](javascript:{MARK.replace(" ", "%20")})

## `area(width, height=2.0)`

Return the area of a rectangle.

- `width` (`float`): how wide it is
- `height` (`float`): how high it is, `3.0` by default
"""
HOSTILE_NAME = "a_<b onclick=alert(1)>.py"


def row(screen: Screen, name: str) -> Locator:
    return screen.page.locator(".batch tbody tr", has=screen.page.get_by_role("link", name=name, exact=True))


def words(screen: Screen, name: str) -> str:
    return " ".join(row(screen, name).inner_text().split())


def focused(screen: Screen) -> str:
    """Return what has the focus, also inside a component."""
    found: str = screen.page.evaluate(
        "() => { let e = document.activeElement; while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;"
        " return e?.getAttribute('aria-label') ?? e?.textContent ?? ''; }"
    )
    return found


def test_three_files_are_followed_stopped_started_again_and_taken_home(screen: Screen, script: Path):
    write_script(script, drafts=[FIRST + LONG], writing=PACE)
    screen.see("Adjudicator model", seconds=PATIENCE)
    first = screen.start(*FILES)
    screen.until(lambda: "round 1 of 4 · generator" in words(screen, "shapes.py"), PATIENCE)
    assert "waiting 1 before it" in words(screen, "boxes.py")
    assert "waiting 2 before it" in words(screen, "rooms.py")
    assert row(screen, "shapes.py").get_by_role("link").get_attribute("aria-current") == "true"
    screen.see("0 of 3 ended")
    screen.shot("started")

    # The table is drawn anew every second: neither the focus nor the place of anything may go.
    stop = row(screen, "rooms.py").get_by_role("button")
    stop.focus()
    before = row(screen, "rooms.py").bounding_box()
    seen = len(screen.live_text)
    screen.until(lambda: len(screen.live_text) > seen + 60, PATIENCE)
    assert focused(screen) == "Stop: rooms.py"
    assert row(screen, "rooms.py").bounding_box() == before
    screen.page.keyboard.press("Enter")
    screen.until(lambda: "stopped by you" in words(screen, "rooms.py"), PATIENCE)
    screen.see("1 of 3 ended: 1 stopped")

    row(screen, "boxes.py").get_by_role("link").focus()
    screen.page.keyboard.press("Enter")
    screen.page.wait_for_url(lambda url: f"run={first}" not in url)
    screen.see("Waiting, 1 before it. Runs that use the same model take turns.")
    assert "boxes.py" in screen.page.locator(".rx-head h1").inner_text()
    screen.shot("other-opened")
    screen.page.go_back()
    screen.page.wait_for_url(re.compile(f"run={first}"))
    screen.until(lambda: "shapes.py" in screen.page.locator(".rx-head h1").inner_text(), PATIENCE)

    screen.press("Stop all")
    screen.see("3 of 3 ended: 3 stopped", seconds=PATIENCE)
    screen.see("Stopped by you. Everything up to the stop is kept.")
    screen.shot("all-stopped")

    write_script(script, drafts=[FIRST, draft(2)], writing=0.001)
    screen.press("Start all again")
    screen.see("3 of 3 ended: 3 approved", seconds=PATIENCE)
    # What stands around the table follows when the last run has ended.
    screen.until(screen.page.get_by_role("button", name="Stop all").is_disabled, PATIENCE)
    screen.until(lambda: screen.page.locator(".st-key-running_now a").count() == 0, PATIENCE)
    assert screen.run_id != first
    assert words(screen, "rooms.py") == "rooms.py ✓ approved 98.0 2 of 4 2 approved"
    screen.page.locator(".reflexion-document h1").wait_for()
    screen.shot("all-approved")
    with screen.page.expect_download() as download:
        screen.press("Download all")
    with zipfile.ZipFile(download.value.path()) as archive:
        assert sorted(archive.namelist()) == sorted(
            f"{stem}{ending}"
            for stem in ("shapes", "boxes", "rooms")
            for ending in (".md", ".report.html", ".report.json")
        )
        assert archive.read("boxes.md").decode() == FINAL
        assert json.loads(archive.read("rooms.report.json"))["state"] == "finished"


def test_the_archive_can_be_taken_while_the_table_is_drawn_anew(screen: Screen, script: Path):
    write_script(script, drafts=[LONG], writing=PACE)
    screen.see("Adjudicator model", seconds=PATIENCE)
    screen.start(*FILES[:2])
    screen.until(lambda: len(screen.live_text) > 200, PATIENCE)
    with screen.page.expect_download() as download:
        screen.press("Download all")
    with zipfile.ZipFile(download.value.path()) as archive:
        assert "running" in archive.read("shapes.report.html").decode()


def test_the_table_in_the_dark(server: DashboardServer, visit: Visit, script: Path):
    write_script(script, drafts=[LONG], writing=PACE)
    screen = visit(server, is_dark=True).open()
    screen.see("Adjudicator model", seconds=PATIENCE)
    screen.start(*FILES)
    screen.until(lambda: len(screen.live_text) > 100, PATIENCE)
    row(screen, "rooms.py").get_by_role("button").click()
    screen.until(lambda: "stopped by you" in words(screen, "rooms.py"), PATIENCE)
    screen.shot("started")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report_opened_from_a_file_asks_the_network_for_nothing_and_runs_nothing(
    start_server: StartServer, visit: Visit, browser: Browser, tmp_path: Path, scheme: str
):
    server = start_server(POLICY="grounded")
    lie = issue("Return the area", problem=f"<script>{MARK}</script>", suggestion="![x](http://evil.example/s.png)")
    write_script(
        tmp_path / "script.json",
        drafts=[HOSTILE],
        verdicts=[verdict(60, issues=[lie, issue("nowhere")]), HIGH],
        final=HOSTILE,
    )
    visitor = visit(server)
    screen = visitor.open()
    screen.see("Adjudicator model", seconds=PATIENCE)
    screen.start((HOSTILE_NAME, GOOD_SOURCE))
    screen.page.locator(".reflexion-document h1").wait_for(timeout=PATIENCE * 1000)
    with screen.page.expect_download() as download:
        screen.press("Report")
    assert download.value.suggested_filename == "a__b_onclick_alert_1.report.html"
    file = tmp_path / "report.html"
    download.value.save_as(file)
    screen.shot("taken")
    visitor.leave()
    server.kill()

    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    asked: list[str] = []
    complaints: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.goto(file.as_uri())
    assert page.title() == f"{HOSTILE_NAME} · Reflexion report"
    assert page.locator("h1").first.inner_text() == HOSTILE_NAME
    assert page.locator("script, iframe, img, link, form, a[href]:not([href^='#'])").count() == 0
    assert "[image: remote · http://evil.example/pixel.png]" in page.locator(".reflexion-document").inner_text()
    page.get_by_role("link", name="1", exact=True).click()
    assert page.url.endswith("#round-1")
    page.get_by_text("The draft", exact=False).last.click()
    page.locator("svg.curve text", has_text="bar 95").first.select_text()
    assert page.evaluate("() => getSelection().toString()") == "bar 95"
    page.evaluate("() => getSelection().removeAllRanges()")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1280, "height": 900})
    shots = shipped_folder() / ".artifacts" / "screenshots" / f"report_opened_from_a_file_{scheme}"
    page.screenshot(path=shots / "01-report.png", full_page=True)
    context.close()
    assert asked == [file.as_uri()]
    assert complaints == []
