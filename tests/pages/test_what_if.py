"""Another bar over a run that has ended, on its page."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.browser.scripts import FIRST, GOOD_SOURCE, LONG, write_script
from tests.pages.conftest import OpenPage
from tests.pages.looking import plain, progress_of, start, wait_for_end, wait_until, words

GOOD = ("shapes.py", GOOD_SOURCE)


def open_what_if(open_page: OpenPage, run_id: str) -> AppTest:
    page = open_page(run=run_id)
    page.session_state["results"] = "What if"
    page.run()
    assert not page.exception
    return page


def test_moving_the_bar_tells_where_the_run_would_have_stopped(open_page: OpenPage) -> None:
    run_id = start(open_page(), GOOD)
    wait_for_end(run_id)
    page = open_what_if(open_page, run_id)
    assert "would have stopped after round 2: score 98.0 reaches the bar of 95." in words(page)
    page.slider(key=f"what_if_bar_{run_id}").set_value(60).run()
    assert "would have stopped after round 1: score 70.0 reaches the bar of 60." in words(page)
    page.slider(key=f"what_if_bar_{run_id}").set_value(99).run()
    assert "this run cannot say: it would have gone on to round 3" in words(page)
    assert "▸ above 98" in words(page)


def test_other_attempts_are_decided_again_as_well(open_page: OpenPage) -> None:
    run_id = start(open_page(), GOOD)
    wait_for_end(run_id)
    page = open_what_if(open_page, run_id)
    page.slider(key=f"what_if_attempts_{run_id}").set_value(1).run()
    assert "would have stopped after round 1: score 70.0 after 1 attempt; the bar is 95." in words(page)


def test_a_run_that_was_stopped_before_its_first_decision_says_so(open_page: OpenPage, script: Path) -> None:
    write_script(script, drafts=[FIRST, LONG], judging=30.0)
    page = open_page()
    run_id = start(page, GOOD)
    wait_until(lambda: progress_of(run_id).rounds)
    page.run()
    page.button(key="stop").click().run()
    wait_for_end(run_id)
    page = open_what_if(open_page, run_id)
    assert "No round of this run came to a decision" in plain("".join(info.value for info in page.info))
