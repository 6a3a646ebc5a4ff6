"""Two texts side by side, as a reader goes through them: by hand, by key, by link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from tests.browser.scripts import GOOD_SOURCE, HIGH, LOW, write_script
from tests.browser.server import DashboardServer
from tests.browser.test_hostile import HOSTILE

pytestmark = pytest.mark.browser

HEAD = """\
# shapes

Shapes of all kinds, {take}.

## `area(width: float, height: float = 2.0) -> float`

Return the area of a rectangle.

| Parameter | Type | Default | Meaning |
|---|---|---|---|
| `width` | `float` | required | how wide it is |
| `height` | `float` | `{default}` | how high it is |

"""
REST = "".join(f"Sentence number {number} says nothing new about shapes.\n\n" for number in range(12))
EXAMPLE = "```python\nfrom shapes import area\n\nprint(area(3.0))  # prints {printed}\n```\n"
RAISES = "**Raises** `ValueError`: if `width` is negative.\n\n"

FIRST = HEAD.format(take="take 1", default="3.0") + RAISES + REST + EXAMPLE.format(printed="7.0")
SECOND = HEAD.format(take="take 2", default="2.0") + RAISES + REST + EXAMPLE.format(printed="7.0")
THIRD = HEAD.format(take="take 3", default="2.0") + RAISES + REST + EXAMPLE.format(printed="6.0")
FINAL = HEAD.format(take="the last", default="2.0") + REST + EXAMPLE.format(printed="6.0")


def finish_run(screen: Screen, script: Path, name: str = "shapes.py") -> str:
    write_script(script, drafts=[FIRST, SECOND, THIRD], verdicts=[LOW, LOW, HIGH], final=FINAL)
    screen.see("Upload Python files or pick an example")
    run_id = screen.start((name, GOOD_SOURCE))
    screen.see("✓ approved")
    return run_id


def card(screen: Screen, title: str) -> str:
    found = screen.page.locator(".diff .card").filter(has=screen.page.get_by_role("heading", name=title))
    return found.inner_text() if found.count() else ""


def titles(screen: Screen) -> list[str]:
    return screen.page.locator(".diff th.title b").all_inner_texts()


def status(screen: Screen) -> str:
    return screen.page.locator(".diff .status").inner_text()


def visible_top(screen: Screen) -> float:
    top: float = screen.page.locator(".diff .region").evaluate("it => it.scrollTop")
    return top


def open_pair(screen: Screen, left: str, right: str) -> None:
    screen.page.goto(f"{screen.page.url.partition('?')[0]}?run={screen.run_id}&left={left}&right={right}")
    screen.page.locator(".diff .title b").locator("visible=true").first.wait_for()


def test_a_pair_is_chosen_walked_through_by_key_and_kept_by_its_address(screen: Screen, script: Path):
    finish_run(screen, script)
    screen.page.get_by_role("tab", name="Compare drafts").click()
    screen.until(lambda: titles(screen) == ["Round 1 · 70.0", "Final document"])
    screen.until(lambda: "✓ 2" in card(screen, "Facts gained"))
    assert "area.height default · was wrong" in card(screen, "Facts gained")
    assert "what example 1 gives · was wrong" in card(screen, "Facts gained")
    assert "nothing that was right is gone" in card(screen, "Facts lost")
    assert "nothing is wrong in both" in card(screen, "Still wrong")
    assert "ValueError" in card(screen, "Wrong, and taken out")
    screen.shot("first-and-last")

    # A list at the lower edge of the window moves when it is clicked, and stays closed.
    screen.page.set_viewport_size({"width": 1280, "height": 2200})
    screen.choose("Right", "Round 2 · 70.0")
    screen.until(lambda: titles(screen)[1] == "Round 2 · 70.0")
    screen.until(lambda: "left=1&right=2" in screen.page.url)
    screen.until(lambda: "✕ 2" in card(screen, "Still wrong"))
    assert screen.page.locator(".diff del").all_inner_texts() == ["1", "3.0"]
    assert screen.page.locator(".diff ins").all_inner_texts() == ["2", "2.0"]
    screen.shot("words")

    screen.page.locator(".diff .region").focus()
    screen.page.keyboard.press("n")
    assert status(screen) == "change 1 of 2"
    screen.page.keyboard.press("n")
    assert status(screen) == "change 2 of 2"
    screen.page.keyboard.press("p")
    assert status(screen) == "change 1 of 2"

    screen.page.keyboard.press("j")
    screen.until(lambda: titles(screen) == ["Round 2 · 70.0", "Round 3 · 98.0 ◆ best"])
    screen.until(lambda: "left=2&right=3" in screen.page.url)
    screen.page.keyboard.press("j")
    screen.until(lambda: titles(screen)[1] == "Adjudicator" and "right=3" not in screen.page.url)
    screen.page.keyboard.press("k")
    screen.until(lambda: titles(screen)[1] == "Round 3 · 98.0 ◆ best" and "right=3" in screen.page.url)
    screen.until(lambda: "what example 1 gives" in card(screen, "Facts gained"))
    screen.shot("a-round-later")

    screen.page.reload()
    screen.until(lambda: titles(screen) == ["Round 2 · 70.0", "Round 3 · 98.0 ◆ best"])
    assert screen.page.get_by_role("tab", name="Compare drafts").get_attribute("aria-selected") == "true"

    screen.page.get_by_role("tab", name="Document").click()
    screen.until(lambda: "left=" not in screen.page.url)


def test_only_changes_everything_and_the_line_of_a_fact_can_be_shown(screen: Screen, script: Path):
    finish_run(screen, script)
    open_pair(screen, "1", "2")
    lines = screen.page.locator(".diff tbody tr:not(.fold)")
    shown = screen.page.locator(".diff .shown select")
    around = lines.count()
    shown.select_option("changes only")
    assert lines.count() == 2
    screen.shot("only-changes")
    shown.select_option("everything")
    assert lines.count() > around
    assert screen.page.locator(".diff .fold").count() == 0

    shown.select_option("changes only")
    screen.until(lambda: "✕ 2" in card(screen, "Still wrong"))
    screen.page.locator(".diff .card .line", has_text="line 43").click()
    here = screen.page.locator(".diff tr.here")
    assert "prints 7.0" in here.inner_text()
    screen.page.wait_for_timeout(100)
    top = here.evaluate("it => it.getBoundingClientRect().top - it.closest('.region').getBoundingClientRect().top")
    height = screen.page.locator(".diff .region").evaluate("it => it.clientHeight")
    assert 0 < top < height
    screen.shot("the-line-of-a-fact")


def test_rendered_documents_scroll_together_with_what_differs_marked(screen: Screen, script: Path):
    finish_run(screen, script)
    open_pair(screen, "1", "final")
    screen.press("Rendered")
    rows = screen.page.locator(".diff .blocks-row")
    rows.first.wait_for()
    assert "view=rendered" in screen.page.url
    changed = screen.page.locator(".diff .blocks-row.changed")
    assert changed.first.locator(".sign").all_inner_texts() == ["−", "+"]
    assert screen.page.locator(".diff tr.touched").count() == 2
    assert "ValueError" in screen.page.locator(".diff .blocks-row.removed").inner_text()
    screen.page.locator(".diff .shown select").select_option("everything")
    for row in rows.all():
        left, right = (row.locator(f".block.{side}").bounding_box() for side in ("left", "right"))
        assert left is not None
        assert right is not None
        assert left["y"] == right["y"]
    screen.shot("rendered")

    screen.page.get_by_role("tab", name="Compare drafts").focus()
    screen.page.keyboard.press("p")
    total = int(re.findall(r"\d+", status(screen))[1])
    assert status(screen) == f"change {total} of {total}"
    assert visible_top(screen) > 0
    screen.page.reload()
    rows.first.wait_for()
    assert screen.page.get_by_role("button", name="Rendered").get_attribute("aria-pressed") == "true"


def test_a_run_is_compared_with_another_run_of_the_same_file(
    server: DashboardServer, visit: Visit, screen: Screen, script: Path
):
    first = finish_run(screen, script)
    screen.page.goto(server.address)
    second = finish_run(screen, script)
    open_pair(screen, "3", f"{first}.1")
    screen.until(lambda: titles(screen) == ["Round 3 · 98.0 ◆ best", "Round 1 · 70.0"])
    screen.until(lambda: "✕ 2" in card(screen, "Facts lost"))
    assert "run of 20" in screen.page.locator(".diff th.right").inner_text()
    screen.page.keyboard.press("j")
    screen.until(lambda: titles(screen) == ["Adjudicator", "Round 2 · 70.0"])
    screen.until(lambda: f"right={first}.2" in screen.page.url)
    screen.shot("another-run")

    dark = visit(server, is_dark=True).open(f"/?run={second}&left={first}.1&right=3&view=rendered")
    dark.page.locator(".diff .blocks-row.changed").first.wait_for()
    dark.until(lambda: "✓ 2" in card(dark, "Facts gained"))
    dark.shot("another-run-dark-rendered")
    dark.press("Text")
    dark.page.locator(".diff tr.changed").first.wait_for()
    dark.shot("another-run-dark")


def test_hostile_drafts_beside_each_other_are_words_alone(screen: Screen, script: Path):
    write_script(script, drafts=[HOSTILE, HOSTILE + "\nMore.\n"], final=HOSTILE)
    screen.see("Upload Python files or pick an example")
    screen.start(("shapes.py", GOOD_SOURCE))
    screen.see("✓ approved")
    open_pair(screen, "1", "2&view=rendered")
    shown = screen.page.locator(".diff .blocks")
    shown.locator(".blocks-row.added").wait_for()
    screen.page.locator(".diff .shown select").select_option("everything")
    for text in ("[image: remote · http://evil.example/pixel.png]", ":green-badge[x]", "<script>", "$x$"):
        assert text in shown.inner_text()
    assert screen.page.locator(".diff :is(img, script, iframe, svg)").count() == 0
    assert shown.locator("a").all_inner_texts() == ["away", "away"]
    assert screen.page.title() == "Reflexion"
    screen.shot("rendered")
