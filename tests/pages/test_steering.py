"""The reviewer's last word: a run goes on, a draft is changed by hand, a document is accepted."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.holder import server_state
from reflexion_core.progress import Progress
from reflexion_core.records import StopReason
from tests.browser.scripts import GOOD_SOURCE, LONG, LOW, write_script
from tests.pages.conftest import OpenPage
from tests.pages.looking import progress_of, start, wait_for_end, wait_until, words

GOOD = ("shapes.py", GOOD_SOURCE)


def ended(open_page: OpenPage, script: Path) -> tuple[AppTest, str]:
    """Return the page of a run that stopped below the bar after two rounds, and the run."""
    write_script(script, verdicts=(LOW,))
    page = open_page()
    page.slider(key="attempts").set_value(2)
    run_id = start(page, GOOD)
    wait_for_end(run_id)
    return open_tab(page, "Go on"), run_id


def open_tab(page: AppTest, name: str) -> AppTest:
    page.session_state["results"] = name
    page.run()
    assert not page.exception
    return page


def on_the_desk(open_page: OpenPage, page: AppTest) -> AppTest:
    """Return the page on which the run's text is changed by hand."""
    open_tab(page, "Against the source").button(key="to_verify").click().run()
    [desk_id] = server_state().desks._desks
    return open_page("verify", desk=desk_id)


def test_a_run_goes_on_with_more_attempts_and_a_request(open_page: OpenPage, script: Path) -> None:
    page, run_id = ended(open_page, script)
    page.text_area(key=f"fix_{run_id}").set_value("Say how high a shape may be.")
    page.slider(key=f"more_{run_id}").set_value(2)
    page.button(key=f"go_on_{run_id}").click().run()
    progress = wait_for_end(run_id)
    assert len(progress.rounds) > 2
    assert progress.options is not None
    assert progress.options.max_attempts == 4
    assert progress.continuation is not None
    assert progress.continuation.fix == "Say how high a shape may be."


def test_a_lower_bar_ends_a_run_as_approved(open_page: OpenPage, script: Path) -> None:
    page, run_id = ended(open_page, script)
    page.slider(key=f"bar_{run_id}").set_value(50)
    page.button(key=f"go_on_{run_id}").click().run()
    assert wait_for_end(run_id).reason is StopReason.APPROVED


def test_a_document_is_accepted_with_the_reviewers_name(open_page: OpenPage, script: Path) -> None:
    page, run_id = ended(open_page, script)
    open_tab(page, "Document").text_input(key="reviewer").set_value("Ada").run()
    page.button(key=f"accept_{run_id}").click().run()
    assert _accepted_by(wait_for_end(run_id)) == "Ada"
    page.run()
    assert "Accepted by Ada" in words(page)


def test_a_text_changed_by_hand_is_judged_as_the_next_round(open_page: OpenPage, script: Path) -> None:
    page, run_id = ended(open_page, script)
    desk_page = on_the_desk(open_page, page)
    [desk] = server_state().desks._desks.values()
    desk.document = "# shapes\n\nBy hand.\n"
    desk_page.button(key="judge").click().run()
    progress = wait_for_end(run_id)
    assert (progress.rounds[2].draft, progress.rounds[2].author) == ("# shapes\n\nBy hand.\n", "person")


def test_a_text_changed_by_hand_is_accepted_as_it_is(open_page: OpenPage, script: Path) -> None:
    page, run_id = ended(open_page, script)
    desk_page = on_the_desk(open_page, page)
    [desk] = server_state().desks._desks.values()
    desk.document = "# shapes\n\nBy hand.\n"
    desk_page.button(key="accept_text").click().run()
    progress = wait_for_end(run_id)
    assert progress.document is not None
    assert (progress.document.text, progress.document.origin) == ("# shapes\n\nBy hand.\n", "person")
    assert _accepted_by(progress) == ""


def _accepted_by(progress: Progress) -> str:
    assert progress.acceptance is not None
    return progress.acceptance.by


def test_a_run_that_was_stopped_goes_on_where_it_stood(open_page: OpenPage, script: Path) -> None:
    write_script(script, drafts=(LONG,), writing=0.05)
    page = open_page()
    run_id = start(page, GOOD)
    wait_until(lambda: progress_of(run_id).live_text)
    page.run()
    page.button(key="stop").click().run()
    wait_for_end(run_id)
    write_script(script)
    page.run()
    page.button(key="resume").click().run()
    assert wait_for_end(run_id).reason is StopReason.APPROVED
