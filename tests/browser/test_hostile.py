"""Text that wants more than to be read: nothing of it leaves the server, nothing runs, all of it is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.screen import Screen
from tests.browser.scripts import GOOD_SOURCE, write_script
from tests.running import issue, verdict

pytestmark = pytest.mark.browser

MARK = "document.title = 'owned'"
HOSTILE = f"""\
# shapes

![remote](http://evil.example/pixel.png) and <img src="http://evil.example/tag.png" onerror="{MARK}">

<script>{MARK}</script><iframe src="http://evil.example/frame"></iframe>
<style>@import url(http://evil.example/style.css);</style>

[click me](javascript:{MARK.replace(" ", "%20")}) and [away](http://evil.example/away)

:green-badge[x] :material/home: $x$ and $$y$$ and :smile:

## `area(width, height=2.0)`

Return the area.
"""
NAME = "a_**bold**_[x](javascript:alert(1))_$x$_:red[y]_<b>.py"


def test_a_hostile_draft_is_shown_as_text_in_every_view(screen: Screen, script: Path):
    fix = f"Use ![x](http://evil.example/fix.png) <script>{MARK}</script> :red[z]"
    low = verdict(10, fix=fix, issues=[issue(problem=fix)])
    write_script(
        script, drafts=[HOSTILE, HOSTILE + "\nMore.\n"], verdicts=[low, verdict(99)], final=HOSTILE + "\nThe end.\n"
    )
    screen.start((NAME, GOOD_SOURCE))
    screen.see("✓ approved")
    document = screen.page.locator(".reflexion-document")
    document.wait_for()
    for text in ("[image: remote · http://evil.example/pixel.png]", ":green-badge[x]", "$x$", "<script>"):
        assert text in document.inner_text()
    assert document.locator("img, script, iframe, style, svg").count() == 0
    assert document.locator("a").all_inner_texts() == ["away"]
    assert NAME in screen.page.locator(".rx-head").inner_text()
    assert screen.page.locator("[data-testid=stMain] :is(.katex, .stMarkdownBadge)").count() == 0
    screen.shot("rendered")

    screen.page.get_by_text("Text", exact=True).click()
    code = screen.page.locator("[data-testid=stCode]").first
    code.wait_for()
    assert "<iframe src=" in code.inner_text()

    screen.page.get_by_role("tab", name="Compare drafts").click()
    screen.see("Next change")
    screen.shot("compared")
    assert screen.page.title() == "Reflexion"


def test_a_hostile_file_name_is_text_on_the_form_and_in_messages(screen: Screen):
    screen.upload((NAME, GOOD_SOURCE))
    screen.see(f"{NAME} · 6 lines")
    screen.upload((f"bad_{NAME}", b"def f(:\n"))
    screen.see(f"bad_{NAME}, line 1, column 7")
    assert screen.page.locator("[data-testid=stMain] a[href^=javascript]").count() == 0
    screen.shot("form")
