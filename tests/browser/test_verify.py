"""The Verify page: marks that follow the typing, the source lines that decide, repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from tests.browser.scripts import GOOD_SOURCE
from tests.browser.server import DashboardServer

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser

DOCUMENT = """\
# shapes

## `area(width: float, height: float = 2.0) -> float`

Return the area of a rectangle.

| Parameter | Type | Default |
| --- | --- | --- |
| `width` | `float` | required |
| `height` | `float` | `2.0` |

```python
from shapes import area

print(area(3.0))
# Output: 6.0
```
"""
MARK = "document.title = 'owned'"


def put(screen: Screen, document: str, *sources: tuple[str, bytes]) -> None:
    """Put a document and its sources on the desk."""
    inputs = screen.page.locator("[data-testid=stFileUploaderDropzoneInput]")
    write = screen.page.get_by_role("button", name="Write a document from the source alone")
    files = [{"name": name, "mimeType": "text/x-python", "buffer": data} for name, data in sources]
    inputs.nth(1).set_input_files(files)
    screen.until(write.is_enabled)
    inputs.nth(0).set_input_files([{"name": "shapes.md", "mimeType": "text/markdown", "buffer": document.encode()}])
    screen.until(write.is_disabled)
    screen.press("Check")
    screen.page.locator(".verify .chip[data-kind=r]").wait_for()


def box(screen: Screen) -> Locator:
    return screen.page.get_by_role("textbox", name="Document;")


def marked(screen: Screen, kind: str) -> list[str]:
    """Return the words that are marked `r`, `w` or `u`."""
    return screen.page.locator(f".verify mark.{kind}").all_inner_texts()


def select(screen: Screen, words: str) -> None:
    """Select the last place of some words in the document, as with the mouse."""
    box(screen).evaluate(
        """(it, words) => { const at = it.value.lastIndexOf(words); it.focus();
        it.setSelectionRange(at, at + words.length); }""",
        words,
    )


def put_cursor(screen: Screen, words: str) -> None:
    select(screen, words)
    screen.page.keyboard.press("ArrowRight")
    screen.page.keyboard.press("ArrowLeft")


def open_verify(visit: Visit, server: DashboardServer) -> Screen:
    screen = visit(server).open("/verify")
    screen.see("Try it with an example")
    return screen


def test_marks_follow_the_typing_and_a_repair_mends_what_is_wrong(visit: Visit, server: DashboardServer):
    screen = open_verify(visit, server)
    put(screen, DOCUMENT, ("shapes.py", GOOD_SOURCE))
    screen.until(lambda: "1 example run" in screen.page.locator(".verify .status").inner_text())
    assert marked(screen, "w") == []
    assert "2.0" in marked(screen, "r")

    select(screen, "2.0")
    screen.page.keyboard.type("25")
    screen.until(lambda: marked(screen, "w") == ["25"])
    assert box(screen).evaluate("it => [it.selectionStart, it.getRootNode().activeElement === it]") == [
        DOCUMENT.rindex("2.0") + 2,
        True,
    ]
    screen.page.keyboard.type(".5")
    screen.until(lambda: marked(screen, "w") == ["25.5"])

    put_cursor(screen, "5.5")
    card = screen.page.locator(".verify .card")
    screen.until(lambda: "the source has 2.0 (line 4)" in card.inner_text())
    decisive = screen.page.locator(".verify .source .decides")
    assert decisive.all_inner_texts() == ["def area(width: float, height: float = 2.0) -> float:"]
    screen.shot("wrong", is_whole=False)

    screen.press("Repair this")
    screen.until(lambda: marked(screen, "w") == [])
    assert box(screen).input_value() == DOCUMENT
    screen.page.keyboard.press("Control+z")
    screen.until(lambda: marked(screen, "w") == ["25.5"])


def test_a_wrong_output_is_found_by_running_the_example_in_the_background(visit: Visit, server: DashboardServer):
    screen = open_verify(visit, server)
    put(screen, DOCUMENT.replace("Output: 6.0", "Output: 7.0"), ("shapes.py", GOOD_SOURCE))
    screen.until(lambda: marked(screen, "w") == ["7.0"])
    screen.press("Repair all (1)")
    screen.until(lambda: marked(screen, "w") == [])
    assert box(screen).input_value() == DOCUMENT
    screen.see("1 repair made")


def test_an_edited_document_outlives_a_refresh_and_is_downloaded_as_it_stands(visit: Visit, server: DashboardServer):
    screen = open_verify(visit, server)
    put(screen, DOCUMENT, ("shapes.py", GOOD_SOURCE))
    select(screen, "Return the area of a rectangle.")
    screen.page.keyboard.type("Return an area 📐.")
    screen.see("checking…")
    screen.until(lambda: "checked in" in screen.page.locator(".verify .status").inner_text())
    screen.page.reload()
    box(screen).wait_for()
    changed = DOCUMENT.replace("Return the area of a rectangle.", "Return an area 📐.")
    screen.until(lambda: box(screen).input_value() == changed)
    assert "2.0" in marked(screen, "r")
    with screen.page.expect_download() as download:
        screen.press("Download")
    assert download.value.suggested_filename == "shapes.md"
    assert download.value.path().read_text("utf-8") == changed


def test_a_line_of_the_source_lists_the_claims_that_rest_on_it(visit: Visit, server: DashboardServer):
    screen = open_verify(visit, server)
    put(screen, DOCUMENT, ("shapes.py", GOOD_SOURCE))
    screen.page.locator(".verify .source .line").nth(3).click()
    card = screen.page.locator(".verify .card")
    screen.until(lambda: "line 4" in card.inner_text())
    assert card.get_by_role("button").count() >= 3
    screen.page.locator(".verify .source .line").nth(0).click()
    screen.see("No claim of the document rests on line 1.")


def test_what_the_document_leaves_out_is_listed(visit: Visit, server: DashboardServer):
    screen = open_verify(visit, server)
    source = GOOD_SOURCE + b"\n\ndef edge(length: float) -> float:\n    return length\n"
    put(screen, DOCUMENT, ("shapes.py", source))
    screen.page.locator(".verify .left-out").get_by_role("button", name="edge").click()
    decisive = screen.page.locator(".verify .source .decides")
    screen.until(lambda: "def edge(length: float) -> float:" in decisive.all_inner_texts())


def test_with_several_sources_the_one_that_decides_is_shown(visit: Visit, server: DashboardServer):
    screen = open_verify(visit, server)
    bodies = b'"""Bodies."""\n\n\ndef volume(edge: float = 1.0) -> float:\n    return edge**3\n'
    document = DOCUMENT + "\n## `volume(edge: float = 3.0) -> float`\n\nReturn the volume.\n"
    put(screen, document, ("shapes.py", GOOD_SOURCE), ("bodies.py", bodies))
    screen.until(lambda: marked(screen, "w"))
    screen.press("✕ 1 wrong")
    decisive = screen.page.locator(".verify .source .decides")
    screen.until(lambda: decisive.all_inner_texts() == ["def volume(edge: float = 1.0) -> float:"])


def test_a_hostile_document_and_source_are_shown_as_text(visit: Visit, server: DashboardServer):
    screen = open_verify(visit, server)
    evil = f'<img src="http://evil.example/x.png" onerror="{MARK}"><script>{MARK}</script>'
    source = GOOD_SOURCE + f"\n\ndef paint(by: str = {evil!r}) -> None:\n    raise ValueError({evil!r})\n".encode()
    document = DOCUMENT + f"\n## `paint(by)`\n\n{evil}\n\n- `by`: default `{evil}!`\n\nRaises `ValueError`: `{evil}?`\n"
    put(screen, document, ("shapes.py", source))
    screen.until(lambda: marked(screen, "w"))
    screen.page.locator(".verify .chip[data-kind=w]").click()
    screen.page.locator(".verify .decides").first.wait_for()
    assert screen.page.locator(".verify :is(img, script, iframe)").count() == 0
    assert screen.page.title() != "owned"
    assert evil in screen.page.locator(".verify .document .lines").inner_text()


def test_a_document_of_five_thousand_lines_can_be_edited(visit: Visit, server: DashboardServer):
    screen = open_verify(visit, server)
    lines = "\n".join(f"Line {number} says that `area` is enough." for number in range(5000))
    put(screen, f"{DOCUMENT}\n{lines}\n", ("shapes.py", GOOD_SOURCE))
    select(screen, "`2.0`")
    typing = """it => { const start = performance.now(); document.execCommand('insertText', false, '`9.0`');
        it.getBoundingClientRect(); return performance.now() - start; }"""
    pane = screen.page.locator(".verify .document .scroll")
    pane.evaluate("it => { it.scrollTop = 60; }")
    assert box(screen).evaluate(typing) < 1000
    screen.until(lambda: marked(screen, "w") == ["9.0"])
    assert pane.evaluate("it => it.scrollTop") == 60
