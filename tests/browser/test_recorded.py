"""Runs of the embedded model: recorded ones gone through from their curve to their report, and one that is live."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reflexion_core.progress import Progress
from reflexion_core.providers.embedded import EmbeddedOptions, EmbeddedProvider
from reflexion_core.records import RunState
from reflexion_core.verification import Verifier
from tests.browser.conftest import StartServer, Visit
from tests.browser.screen import Screen
from tests.browser.server import DashboardServer
from tests.browser.test_history import OPEN, click_row, settle
from tests.recorded_runs import RECORDED, recorded_events, store_recorded

pytestmark = pytest.mark.browser

SMALL = b'''"""Coins."""


def cents(euros: float) -> int:
    """Return an amount in cents, rounded to whole ones."""
    if euros < 0:
        raise ValueError("euros must not be negative")
    return round(euros * 100)
'''
MODEL_SECONDS = 300.0


def plain(message: str) -> str:
    """Return a message as a page shows it, without the marks of code."""
    return message.replace("`", "")


def store(server: DashboardServer, name: str) -> tuple[str, Progress]:
    with server.open_store() as opened:
        return store_recorded(opened, name), Progress.of(recorded_events(name))


def open_tab(screen: Screen, name: str) -> None:
    screen.page.get_by_role("tab", name=name).click()


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_run_is_gone_through_from_its_curve_to_its_report(
    server: DashboardServer, visit: Visit, tmp_path: Path, name: str
) -> None:
    run_id, progress = store(server, name)
    assert progress.document is not None
    screen = visit(server).open(f"/?run={run_id}")
    screen.see(f"{name}.py")
    screen.until(lambda: len(screen.rounds()) >= len(progress.rounds))
    title = progress.document.text.split("\n")[0].lstrip("# ")
    screen.until(lambda: plain(title) in screen.page.locator(".reflexion-document").inner_text())
    screen.shot("document")

    screen.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    screen.page.get_by_role("radio", name="Round 1").click()
    draft = screen.page.locator(".st-key-opened_draft")
    screen.until(lambda: draft.count() and len(draft.inner_text()) > 100)
    screen.shot("round-1")

    open_tab(screen, "Facts")
    for change in progress.document.settled:
        screen.see(plain(change.message))
    screen.shot("facts")

    open_tab(screen, "Against the source")
    assert progress.source is not None
    found = len(
        Verifier(progress.source).verify(progress.document.text).findings
    )  # checks are newer than the recording
    wrong = screen.page.locator(".verify .chip[data-kind=w]")
    screen.until(lambda: wrong.count() and wrong.inner_text().endswith(f" {found} wrong"))
    screen.shot("against-the-source")

    open_tab(screen, "Compare drafts")
    screen.until(lambda: screen.page.locator(".diff th.title b").count() == 2)
    screen.page.get_by_role("heading", name="Facts gained").wait_for()
    screen.shot("compare")

    open_tab(screen, "What if")
    screen.page.get_by_role("slider", name="Quality bar").locator("visible=true").first.wait_for()
    screen.shot("what-if")

    open_tab(screen, "Go on")
    screen.page.get_by_role("button", name="Go on", exact=True).wait_for()
    screen.shot("go-on")

    with screen.page.expect_download() as download:
        open_tab(screen, "Document")
        screen.press("Report")
    file = tmp_path / "report.html"
    download.value.save_as(file)
    assert progress.rounds[0].draft.split("\n")[0].lstrip("# ") in file.read_text(encoding="utf-8")


def test_a_recorded_run_is_found_in_history_and_opened(server: DashboardServer, visit: Visit) -> None:
    name = RECORDED[0]
    store(server, name)
    screen = visit(server).open(f"/history?find={name}")
    screen.see(re.compile(r"^[1-9]\d* runs?$"))
    settle(screen)
    screen.shot("found")
    click_row(screen, 0, OPEN)
    screen.page.locator(".rx-head h1", has_text=f"{name}.py").wait_for()


@pytest.mark.model
@pytest.mark.timeout(600)
def test_a_live_run_of_the_embedded_model_goes_from_upload_to_document(start_server: StartServer, visit: Visit) -> None:
    if not EmbeddedProvider(EmbeddedOptions()).status().is_ready:
        pytest.skip("NO EMBEDDED MODEL")
    roles = {f"MODEL_REGISTRY__{role}": "embedded" for role in ("GENERATOR", "CRITIC", "ADJUDICATOR")}
    server = start_server(POLICY="grounded", MAX_ATTEMPTS="1", **roles)
    screen = visit(server).open()
    screen.see("Adjudicator model")
    screen.start(("coins.py", SMALL))
    screen.until(lambda: len(screen.live_text) > 100, MODEL_SECONDS)
    screen.shot("writing")
    screen.see(re.compile("^(Approved|Stopped after|Below the bar)"), seconds=MODEL_SECONDS)
    with server.open_store() as opened:
        progress = opened.progress(screen.run_id)
    assert progress is not None
    assert progress.state is RunState.FINISHED
    assert progress.document is not None
    assert progress.document.report is not None
    assert [finding.message for finding in progress.document.report.findings if finding.severity == "high"] == []
    screen.until(lambda: "cents" in screen.page.locator(".reflexion-document").inner_text())
    screen.shot("document")
