"""A run that is watched: the text as it comes, and what the page says beside it."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.browser.scripts import GOOD_SOURCE, LONG, write_script
from tests.pages.conftest import OpenPage
from tests.pages.looking import drawn, progress_of, start, wait_until

GOOD = ("shapes.py", GOOD_SOURCE)


def watch(open_page: OpenPage, script: Path) -> tuple[AppTest, str]:
    """Return the page of a run whose generator writes for minutes, and the run."""
    write_script(script, drafts=[LONG], writing=0.05)
    page = open_page()
    run_id = start(page, GOOD)
    wait_until(lambda: len(progress_of(run_id).live_text) > 20)
    return page.run(), run_id


def test_until_the_browser_hears_the_stream_the_page_sends_the_text(open_page: OpenPage, script: Path):
    page, run_id = watch(open_page, script)
    assert drawn(page)["url"] == f"/watch/{run_id}"
    assert drawn(page)["piece"]["text"].startswith("# shapes")
    assert drawn(page)["piece"]["title"] == "Round 1 · Generator · writing"


def test_once_the_browser_hears_the_stream_the_page_sends_no_text(open_page: OpenPage, script: Path):
    page, run_id = watch(open_page, script)
    page.session_state[f"live_{run_id}"] = {"streaming": True}
    assert drawn(page.run()) == {"url": f"/watch/{run_id}", "piece": None}
