"""Tuning in a real browser: the panel, presets that are shared as files, the bar over a finished run, Settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from tests.browser.scripts import GOOD_SOURCE
from tests.browser.server import DashboardServer
from tests.browser.test_look import check_structure

pytestmark = pytest.mark.browser


def unfold(screen: Screen) -> None:
    screen.page.get_by_text("More settings").click()
    screen.page.get_by_text("How rounds go").wait_for()


def slide(screen: Screen, label: str, key: str, times: int) -> None:
    """Move a slider by the keyboard."""
    thumb = screen.page.get_by_role("slider", name=label)
    thumb.focus()
    for _ in range(times):
        thumb.press(key)


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_settings_are_tuned_saved_shared_and_taken_in(
    server: DashboardServer, visit: Visit, tmp_path: Path, is_dark: bool
):
    visitor = visit(server, is_dark=is_dark)
    screen = visitor.open()
    screen.see("Adjudicator model")
    screen.shot("panel")
    unfold(screen)
    screen.page.get_by_role("spinbutton", name="Calls").fill("9")
    screen.page.get_by_role("spinbutton", name="Calls").press("Enter")
    slide(screen, "Quality bar", "ArrowLeft", 10)
    screen.until(lambda: screen.value("Quality bar") == "90")
    screen.see("More settings · 2 not as on this server")
    screen.page.get_by_role("button", name="As on this server", disabled=False).wait_for()
    check_structure(screen)
    screen.shot("unfolded")

    screen.press("Save or share")
    name = screen.page.get_by_role("textbox", name="Save these settings as")
    name.fill("few calls")
    name.press("Enter")
    screen.press("Save")
    screen.see("Saved as “few calls”.")
    check_structure(screen)
    screen.shot("saved", is_whole=False)
    with screen.page.expect_download() as download:
        screen.press("Download as a file")
    assert download.value.suggested_filename == "few calls.json"
    shared = json.loads(download.value.path().read_text("utf-8"))
    assert (shared["quality_score_bar"], shared["budget"]["calls"]) == (90, 9)

    (tmp_path / "from a friend.json").write_text(json.dumps({"max_attempts": 2, "language": "Welsh"}))
    other = visitor.open()
    other.see("Adjudicator model")
    other.press("Save or share")
    upload = other.page.locator(".st-key-preset_file input[type=file]")
    upload.set_input_files(tmp_path / "from a friend.json")
    other.see("Filled in from from a friend.json: 2 settings")
    other.page.keyboard.press("Escape")
    other.until(lambda: other.value("Attempts") == "2")
    other.choose("Preset", "few calls")
    other.until(lambda: other.value("Quality bar") == "90")
    other.shot("chosen")
    unfold(other)
    other.page.get_by_role("button", name="As on this server", disabled=False).wait_for()
    other.press("As on this server")
    other.until(lambda: other.value("Quality bar") == "95")
    other.see("Changed since then: quality bar, calls.")


def test_a_file_that_is_wrong_is_refused_on_the_screen(screen: Screen, tmp_path: Path):
    (tmp_path / "wrong.json").write_text('{"max_atempts": 2}')
    screen.see("Adjudicator model")
    screen.press("Save or share")
    screen.page.locator(".st-key-preset_file input[type=file]").set_input_files(tmp_path / "wrong.json")
    screen.see("wrong.json: unknown key 'max_atempts'")
    screen.see("did you mean 'max_attempts'?")
    screen.shot("refused", is_whole=False)


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_the_bar_is_moved_over_a_finished_run(server: DashboardServer, visit: Visit, is_dark: bool):
    screen = visit(server, is_dark=is_dark).open()
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.see("Approved: score 98.0 reaches the bar of 95.")
    screen.page.get_by_role("tab", name="What if").click()
    screen.see("approved in round 2")
    slide(screen, "Quality bar", "PageDown", 4)
    screen.until(lambda: "approved in round 1" in screen.text)
    screen.see("1 round less")
    screen.see("▸ up to 70")
    screen.page.locator("[data-testid=stVegaLiteChart] :is(svg, canvas)").nth(1).wait_for()
    check_structure(screen)
    screen.shot("what-if")


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_settings_and_prompts_are_shown(server: DashboardServer, visit: Visit, is_dark: bool):
    screen = visit(server, is_dark=is_dark).open("/settings")
    screen.see("Prompts in use")
    screen.see("REFLEXION_MODEL_REGISTRY__CRITIC")
    check_structure(screen)
    screen.shot("settings")
    screen.choose("Prompt", "critic/review")
    screen.see("Answer with one JSON object of this form")
