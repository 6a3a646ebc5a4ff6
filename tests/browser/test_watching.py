"""A run that is watched: its text as it comes, its stations, its findings, and its rounds opened from the curve."""

from __future__ import annotations

import statistics
import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.browser.conftest import StartServer, Visit
from tests.browser.screen import Screen, Visitor
from tests.browser.scripts import FIRST, GOOD_SOURCE, LONG, SECOND, write_script
from tests.browser.server import DashboardServer
from tests.browser.test_hostile import HOSTILE

pytestmark = pytest.mark.browser

PACE = 0.05
SLOWEST = 60.0
"""Seconds for what takes a few, also on a machine that does much else."""
BOX = ".live .rx-text"
OBSERVE = """box => {
    box.steps = [];
    box.shrunk = false;
    let before = box.textContent.length;
    new MutationObserver(() => {
        const now = box.textContent.length;
        if (now < before) box.shrunk = true;
        if (now > before) box.steps.push(performance.now());
        before = now;
    }).observe(box, { childList: true, characterData: true, subtree: true });
}"""


def written(screen: Screen) -> str:
    text: str = screen.page.locator(BOX).evaluate("box => box.textContent")
    return text


def watch(screen: Screen, script: Path) -> Screen:
    """Start a run whose model writes for minutes, and wait for its first words."""
    write_script(script, drafts=[LONG], writing=PACE)
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.page.locator(BOX).wait_for(timeout=SLOWEST * 1000)
    screen.until(lambda: len(written(screen)) > 20, SLOWEST)
    return screen


def lit(screen: Screen) -> list[str]:
    return screen.page.locator(".rx-node.rx-on b").all_inner_texts()


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_the_text_grows_smoothly_in_one_box(server: DashboardServer, visit: Visit, script: Path, is_dark: bool):
    screen = watch(visit(server, is_dark=is_dark).open(), script)
    box = screen.page.locator(BOX)
    box.evaluate(OBSERVE)
    screen.until(lambda: box.evaluate("box => box.steps.length") > 40, SLOWEST)
    steps: list[float] = box.evaluate("box => box.steps")  # undefined in a box that was made anew
    gaps = [after - before for before, after in pairwise(steps)]
    # By polling alone no step would be shorter than a second; on a busy machine some are longer all the same.
    assert statistics.quantiles(gaps, n=4)[0] < 500
    assert not box.evaluate("box => box.shrunk")
    assert LONG.startswith(written(screen))
    assert screen.page.locator(".live .note").is_hidden()
    assert lit(screen) == ["● ✎ Generator"]
    screen.see("Round 1 · Generator · writing")
    screen.shot("writing")
    screen.press("Stop")
    screen.see("Stopped by you.")


def test_the_box_follows_the_text_for_a_reader_who_is_at_its_end_alone(screen: Screen, script: Path):
    box = watch(screen, script).page.locator(BOX)
    screen.until(lambda: box.evaluate("box => box.scrollHeight > box.clientHeight + 100"), SLOWEST)
    gap = "box => box.scrollHeight - box.scrollTop - box.clientHeight"
    screen.until(lambda: box.evaluate(gap) <= 24)
    box.evaluate("box => { box.scrollTop = 30; }")
    newest = screen.page.get_by_role("button", name="Newest text")
    newest.wait_for()
    seen = len(written(screen))
    screen.until(lambda: len(written(screen)) > seen + 100, SLOWEST)
    assert box.evaluate("box => box.scrollTop") == 30
    screen.shot("scrolled-up", is_whole=False)
    newest.press("Enter")
    seen = len(written(screen))
    screen.until(lambda: len(written(screen)) > seen + 100, SLOWEST)
    assert box.evaluate(gap) <= 24
    assert newest.is_hidden()
    screen.press("Stop")
    screen.see("Stopped by you.")


def test_hostile_text_is_text_also_while_it_is_written(screen: Screen, script: Path):
    write_script(script, drafts=[f"{HOSTILE}\n{LONG}"], writing=PACE)
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.until(lambda: "</style>" in screen.live_text, SLOWEST)
    inside = screen.page.locator(BOX).evaluate("box => [...box.querySelectorAll('*')].map(it => it.tagName)")
    assert set(inside) == {"DIV"}
    assert "<script>" in written(screen)
    screen.press("Stop")
    screen.see("Stopped by you.")


def test_without_the_stream_the_text_comes_by_polling_and_then_by_the_stream_again(
    screen: Screen, visitor: Visitor, script: Path
):
    screen.page.route("**/watch/**", lambda route: route.abort())
    watch(screen, script)
    screen.see("updated once a second", seconds=SLOWEST)
    seen = len(written(screen))
    screen.until(lambda: len(written(screen)) > seen + 40, SLOWEST)
    assert LONG.startswith(written(screen))
    screen.shot("polled")

    screen.page.unroute("**/watch/**")
    screen.until(lambda: screen.page.locator(".live .note").is_hidden(), SLOWEST)
    seen = len(written(screen))
    screen.until(lambda: len(written(screen)) > seen + 40, SLOWEST)
    assert LONG.startswith(written(screen))
    visitor.complaints[:] = [text for text in visitor.complaints if "/watch/" not in text]
    screen.press("Stop")
    screen.see("Stopped by you.")


def test_what_is_found_in_a_draft_is_shown_while_the_critic_still_reads(start_server: StartServer, visit: Visit):
    server = start_server(POLICY="grounded", ASK_CRITIC="always")
    wrong = FIRST.replace("`2.0` by default", "`3.0` by default").replace("how wide it is", "by default `1.0`")
    write_script(server.folder / "script.json", drafts=[wrong, SECOND], judging=SLOWEST)
    screen = visit(server).open()
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.until(lambda: lit(screen) == ["● ☰ Critic"], SLOWEST)
    found = screen.page.locator(".st-key-found")
    screen.until(lambda: "repaired" in found.inner_text(), SLOWEST)
    assert "Round 1 · found so far" in found.inner_text()
    assert "The critic has not answered yet." in found.inner_text()
    screen.shot("critic-reads")
    screen.press("Stop")
    screen.see("Stopped by you.")


def test_a_round_is_opened_by_keyboard_by_link_and_on_the_curve(screen: Screen):
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.see("✓ approved", seconds=SLOWEST)
    choice = screen.page.get_by_role("radio", name="Round 1")
    choice.focus()
    choice.press("Space")
    draft = screen.page.locator(".st-key-opened_draft")
    screen.until(lambda: draft.count() and "Shapes, take 1." in draft.inner_text())
    screen.see("one take is not enough")
    assert "round=1" in screen.page.url
    screen.shot("opened")

    screen.page.reload()
    screen.until(lambda: draft.count() and "Shapes, take 1." in draft.inner_text(), SLOWEST)
    chart = screen.page.locator("[data-testid=stVegaLiteChart] :is(svg, canvas)").first
    chart.wait_for()
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    # Four attempts have four places on the axis; the nearest of the two points there are is the second.
    place = (box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.3)
    screen.page.mouse.move(*place)
    screen.see("score 98.0 reaches the bar of 95")
    screen.shot("hovered", is_whole=False)
    screen.page.mouse.click(*place)
    screen.until(lambda: draft.count() and "Shapes, take 2." in draft.inner_text())
    assert "round=2" in screen.page.url


def test_a_server_ends_at_once_while_a_run_is_watched(own_server: DashboardServer, visit: Visit):
    visitor = visit(own_server)
    screen = watch(visitor.open(), own_server.folder / "script.json")
    began = time.monotonic()
    own_server.stop()
    assert time.monotonic() - began < 8, "it waited for the stream"
    screen.page.close()
    visitor.complaints.clear()  # of a server that is gone
