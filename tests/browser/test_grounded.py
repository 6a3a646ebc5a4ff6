"""A whole run in which facts decide, as a user sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reflexion_core.settings import shipped_folder
from tests.browser.conftest import StartServer, Visit
from tests.browser.test_verify import marked

pytestmark = pytest.mark.browser


def write_demo(path: Path) -> None:
    """Write the demo's script without its pauses."""
    demo = json.loads((shipped_folder() / "config" / "demo.json").read_text("utf-8"))
    replies = [{"role": reply["role"], "text": reply["text"]} for reply in demo["replies"]]
    path.write_text(json.dumps({"replies": replies}), encoding="utf-8")


def test_a_grounded_run_shows_its_repairs_and_ends_without_a_finding(
    start_server: StartServer, visit: Visit, tmp_path: Path
):
    server = start_server(POLICY="grounded")
    write_demo(tmp_path / "script.json")
    screen = visit(server).open()
    screen.see("Adjudicator model")
    screen.choose("Or an example", "compound_interest.py")
    screen.see("compound_interest.py · 20 lines")
    screen.press("Start")
    screen.see("✓ approved", seconds=60)
    with server.open_store() as store:
        progress = store.progress(screen.run_id)
    assert progress is not None
    assert progress.document is not None
    assert progress.document.report is not None
    assert progress.document.report.findings == ()
    assert progress.rounds[0].repairs

    screen.page.get_by_role("tab", name="Facts").click()
    for repair in progress.rounds[0].repairs:
        screen.see(repair.finding.message.replace("`", ""))
    screen.shot("facts")

    screen.page.get_by_role("tab", name="Against the source").click()
    chip = screen.page.locator(".verify .chip[data-kind=w]")
    screen.until(lambda: "2 examples run" in screen.page.locator(".verify .status").inner_text())
    assert chip.inner_text() == "✓ 0 wrong"
    # A list at the lower edge of the window moves when it is clicked, and stays closed.
    screen.page.set_viewport_size({"width": 1280, "height": 1800})
    screen.choose("Text", "Round 1 as written")
    screen.until(lambda: "1" in marked(screen, "w"))
    chip.click()
    decisive = screen.page.locator(".verify .source .decides")
    screen.until(lambda: "periods: int = 12" in decisive.first.inner_text())
    screen.shot("against-the-source")
