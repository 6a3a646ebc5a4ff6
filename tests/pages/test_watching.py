"""A run that is watched: the text as it comes, and what the page says beside it."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.browser.scripts import FIRST, GOOD_SOURCE, LONG, LOW, write_script
from tests.pages.conftest import OpenPage
from tests.pages.looking import drawn, progress_of, start, wait_for_end, wait_until, words

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


def finished_run(open_page: OpenPage) -> str:
    run_id = start(open_page(), GOOD)
    wait_for_end(run_id)
    return run_id


def test_no_round_is_open_until_one_is_chosen(open_page: OpenPage):
    page = open_page(run=finished_run(open_page))
    assert "Critic's own numbers" not in words(page)


def test_a_round_that_is_chosen_is_shown_with_its_draft_verdict_and_fix_and_in_the_address(open_page: OpenPage):
    run_id = finished_run(open_page)
    page = open_page(run=run_id)
    page.segmented_control(key=f"round_{run_id}").set_value(1).run()
    assert not page.exception
    said = words(page)
    assert "technical accuracy 60, completeness 80" in said
    assert "one take is not enough" in said
    assert "Shapes, take 1." in said
    assert page.query_params["round"] in ("1", ["1"])
    page.segmented_control(key=f"round_{run_id}").set_value(2).run()
    assert "Shapes, take 2." in words(page)
    assert "Shapes, take 1." not in words(page)


def test_a_link_opens_the_round_that_it_names(open_page: OpenPage):
    page = open_page(run=finished_run(open_page), round="2")
    assert "technical accuracy 97, completeness 99" in words(page)


def test_a_link_to_a_round_that_is_not_there_opens_none(open_page: OpenPage):
    page = open_page(run=finished_run(open_page), round="7")
    assert "Critic's own numbers" not in words(page)
    assert "round" not in page.query_params


def test_a_round_of_a_live_run_can_be_opened_while_the_next_is_written(open_page: OpenPage, script: Path):
    write_script(script, drafts=[FIRST, LONG], verdicts=[LOW], writing=0.02)
    run_id = start(open_page(), GOOD)
    wait_until(lambda: progress_of(run_id).current_round == 2)
    page = open_page(run=run_id, round="1")
    assert "Shapes, take 1." in words(page)
    assert "Round 1 · found so far" in words(page)
    assert "one take is not enough" in words(page)


def test_a_draft_that_no_one_has_scored_yet_has_its_page(open_page: OpenPage, script: Path):
    write_script(script, judging=60.0)
    run_id = start(open_page(), GOOD)
    wait_until(lambda: progress_of(run_id).rounds)
    page = open_page(run=run_id)
    assert "Round 1 · found so far" in words(page)
    assert "The critic has not answered yet." in words(page)


def test_the_time_left_is_told_while_a_run_lives(open_page: OpenPage, script: Path):
    page, _ = watch(open_page, script)
    assert "time left: not known, not every model has been measured yet" in words(page)
    page.button(key="stop").click().run()
    assert "time left" not in words(page)


def test_a_second_run_of_a_file_ends_with_its_forecast_beside_what_it_took(open_page: OpenPage):
    first = finished_run(open_page)
    assert "Forecast" not in words(open_page(run=first))
    second = finished_run(open_page)
    assert progress_of(second).forecast is not None
    assert [line.value for line in open_page(run=second).caption if line.value.startswith("Forecast 0:")]
