"""The Review page: its form, a run that is followed, a run that has ended."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.first_look import FIRST_EXAMPLE
from reflexion_core.dashboard.holder import server_state
from reflexion_core.providers.base import ProviderStatus
from reflexion_core.providers.embedded import EmbeddedOptions, EmbeddedProvider
from reflexion_core.records import RunState
from reflexion_core.settings import shipped_folder
from reflexion_core.source.reading import read_source_file
from tests.browser.scripts import FINAL, FIRST, GOOD_SOURCE, LONG, LOW, write_script
from tests.pages.conftest import OpenPage
from tests.pages.looking import (
    drawn,
    plain,
    progress_of,
    run_parameter,
    start,
    start_button,
    wait_for_end,
    wait_until,
    words,
)

GOOD = ("shapes.py", GOOD_SOURCE)


def test_the_form_begins_with_the_defaults_of_the_settings(open_page: OpenPage):
    page = open_page()
    assert [title.value for title in page.title] == ["Review"]
    assert (page.slider(key="bar").value, page.slider(key="attempts").value) == (95, 4)
    assert (page.slider(key="bar").min, page.slider(key="bar").max) == (0, 100)
    assert (page.slider(key="attempts").min, page.slider(key="attempts").max) == (1, 10)


def test_every_example_can_be_picked(open_page: OpenPage):
    page = open_page()
    shipped = sorted(path.name for path in (shipped_folder() / "examples").glob("*.py"))
    assert page.selectbox(key="example").options == ["none", *shipped]


def test_without_a_source_there_is_nothing_to_start(open_page: OpenPage):
    page = open_page()
    assert start_button(page).disabled
    page.selectbox(key="example").select("streams.py").run()
    assert not start_button(page).disabled


def test_a_new_user_comes_to_a_finished_document_in_two_clicks(open_page: OpenPage):
    page = open_page()
    page.button(key="try").click().run()
    assert "Press Start below" in words(page).replace("*", "")
    start_button(page).click().run()
    run_id = run_parameter(page)
    wait_for_end(run_id)
    shown = open_page(run=run_id)
    assert progress_of(run_id).source == read_source_file(
        shipped_folder() / "examples" / FIRST_EXAMPLE, max_bytes=100_000
    )
    assert "reflexion-document" in words(shown)


def test_who_has_runs_is_not_offered_an_example_any_more(open_page: OpenPage):
    wait_for_end(start(open_page(), GOOD))
    assert "New here?" not in words(open_page())


def test_a_model_that_is_not_installed_says_so(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REFLEXION_MODEL_REGISTRY__CRITIC", "mine:7b")
    page = open_page()
    assert "ollama:mine:7b (not installed)" in page.selectbox(key="model_critic").options


def test_without_a_server_the_notice_says_that_the_small_model_plays_all_roles(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
):
    for role in ("GENERATOR", "CRITIC", "ADJUDICATOR"):
        monkeypatch.delenv(f"REFLEXION_MODEL_REGISTRY__{role}")
    page = open_page()
    if not server_state().runs.pool["embedded"].status().is_ready:
        pytest.skip("the embedded model is not installed")
    assert "plays all three roles" in plain(page.info[0].value)
    assert page.selectbox(key="model_generator").value.startswith("embedded:")


class NotInstalled(EmbeddedProvider):
    """The embedded provider on a machine that has no model for it."""

    def status(self) -> ProviderStatus:
        return ProviderStatus(is_ready=False, place="this process", problem="xllamacpp is not installed", hint="get it")


@pytest.fixture
def _without_model(monkeypatch: pytest.MonkeyPatch) -> None:
    for role in ("GENERATOR", "CRITIC", "ADJUDICATOR"):
        monkeypatch.delenv(f"REFLEXION_MODEL_REGISTRY__{role}")
    server_state().runs.pool.add(NotInstalled(EmbeddedOptions()))


@pytest.mark.usefixtures("_without_model")
def test_without_any_model_the_reasons_are_said_and_the_facts_alone_are_offered(open_page: OpenPage):
    page = open_page()
    said = words(page)
    assert "No model answers" in said
    assert "- ollama: " in said
    assert "- embedded: xllamacpp is not installed (get it)" in said
    assert "How to get a model" in said
    assert [button.label for button in page.button] == ["Try it with an example", "Write from the facts alone"]
    assert page.button(key="facts_alone").disabled


@pytest.mark.usefixtures("_without_model")
def test_without_any_model_a_new_user_comes_to_a_document_in_two_clicks_too(open_page: OpenPage):
    page = open_page()
    page.button(key="try").click().run()
    assert "Press Write from the facts alone" in words(page).replace("*", "")
    page.button(key="facts_alone").click().run()
    assert not page.exception
    assert drawn(page)["name"] == "compound_interest.md"


@pytest.mark.usefixtures("_without_model")
def test_the_document_from_facts_alone_is_shown_with_its_checks(open_page: OpenPage):
    page = open_page()
    page.file_uploader[0].upload(*GOOD).run()
    page.button(key="facts_alone").click().run()
    assert not page.exception
    data = drawn(page)
    assert data["name"] == "shapes.md"
    assert "def area(width: float, height: float = 2.0) -> float" in data["text"]
    assert {mark["o"] for mark in data["marks"] if mark["check"] != "examples"} == {"r"}
    assert "without a model" in words(page)


@pytest.mark.usefixtures("_without_model")
def test_several_files_give_several_documents_from_facts_alone(open_page: OpenPage):
    page = open_page()
    for name in ("shapes.py", "boxes.py"):
        page.file_uploader[0].upload(name, GOOD_SOURCE)
    page.run()
    page.button(key="facts_alone").click().run()
    assert drawn(page)["name"] == "shapes.md"
    assert "boxes.md" in words(page)


def test_what_is_chosen_is_what_the_run_gets(open_page: OpenPage):
    page = open_page()
    page.slider(key="bar").set_value(40)
    page.slider(key="attempts").set_value(2)
    next(box for box in page.selectbox if box.label == "Strategy").select("single_pass")
    options = progress_of(start(page, GOOD)).options
    assert options is not None
    assert (options.quality_score_bar, options.max_attempts, options.strategy) == (40, 2, "single_pass")


def test_a_start_leads_to_the_run_and_several_files_to_several_runs(open_page: OpenPage):
    page = open_page()
    run_id = start(page, GOOD, ("boxes.py", GOOD_SOURCE))
    assert server_state().runs.store.count() == 2
    assert progress_of(run_id).source is not None
    wait_for_end(run_id)
    page.run()
    assert [row["name"] for row in drawn(page)["rows"]] == ["shapes.py", "boxes.py"]


def test_a_second_click_on_start_starts_nothing(open_page: OpenPage):
    page = open_page()
    start(page, GOOD)
    page.run()
    assert server_state().runs.store.count() == 1


def test_a_bad_file_is_explained_and_the_good_one_starts(open_page: OpenPage):
    page = open_page()
    page.file_uploader[0].upload("slip.py", b"def f(:\n")
    page.file_uploader[0].upload("twice.py", GOOD_SOURCE)
    page.file_uploader[0].upload("twice.py", GOOD_SOURCE)
    page.run()
    said = words(page)
    assert "slip.py, line 1, column 7: is not valid Python" in said
    assert "twice.py: is there twice" in said
    source = progress_of(start(page)).source
    assert source is not None
    assert source.name == "twice.py"


def test_more_files_than_allowed_are_named(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REFLEXION_LIMITS__FILES", "1")
    page = open_page()
    for name in ("one.py", "two.py"):
        page.file_uploader[0].upload(name, GOOD_SOURCE)
    page.run()
    assert "two.py: is file number 2, and at most 1 are taken at once" in plain(page.error[0].value)


def test_a_live_run_can_be_stopped(open_page: OpenPage, script: Path):
    write_script(script, drafts=[LONG], writing=0.05)
    page = open_page()
    run_id = start(page, GOOD)
    wait_until(lambda: progress_of(run_id).live_text)
    page.run()
    assert "generator is writing" in words(page)
    page.button(key="stop").click().run()
    assert progress_of(run_id).state is RunState.CANCELLED
    assert "Stopped by you." in words(page)
    assert [button.label for button in page.button if button.label == "Stop"] == []


def test_a_run_that_was_stopped_in_its_first_draft_shows_what_it_had(open_page: OpenPage, script: Path):
    write_script(script, drafts=[LONG], writing=0.05)
    page = open_page()
    run_id = start(page, GOOD)
    wait_until(lambda: "Shapes" in progress_of(run_id).live_text)
    page.run()
    page.button(key="stop").click().run()
    assert "# shapes" in words(page)
    assert "This run has no draft." in words(page)


def test_a_waiting_run_says_its_place(open_page: OpenPage, script: Path):
    write_script(script, drafts=[LONG], writing=0.05)
    page = open_page()
    start(page, GOOD, ("boxes.py", GOOD_SOURCE))
    waiting = next(view.id for view in server_state().runs.live() if view.ahead)
    assert "Waiting, 1 before it." in words(open_page(run=waiting))


def test_a_finished_run_can_be_taken_home(open_page: OpenPage):
    page = open_page()
    run_id = start(page, GOOD)
    wait_for_end(run_id)
    again = open_page(run=run_id)
    assert "Approved: score 98.0 reaches the bar of 95." in plain(again.success[0].value)
    assert [button.proto.label for button in again.get("download_button")] == [
        *("Download", "Report", "Report as JSON")
    ]


def open_against(open_page: OpenPage, run_id: str) -> AppTest:
    page = open_page(run=run_id)
    page.session_state["results"] = "Against the source"
    return page.run()


def test_a_draft_is_shown_with_its_verdicts_and_the_problems_that_the_critic_named(open_page: OpenPage):
    run_id = start(open_page(), GOOD)
    wait_for_end(run_id)
    page = open_against(open_page, run_id)
    assert drawn(page)["text"] == FINAL
    page.selectbox(key=f"against_{run_id}").select("Round 1 · 70.0").run()
    data = drawn(page)
    assert data["text"] == FIRST
    assert data["readonly"]
    assert {mark["o"] for mark in data["marks"]} == {"r", "c"}
    assert [mark["words"] for mark in data["marks"] if mark["o"] == "c"] == ["one take is not enough"]


def test_a_draft_can_be_taken_to_verify(open_page: OpenPage):
    run_id = start(open_page(), GOOD)
    wait_for_end(run_id)
    page = open_against(open_page, run_id)
    page.button(key="to_verify").click().run()
    assert not page.exception
    assert drawn(page)["text"] == FINAL
    assert "readonly" not in drawn(page)


def test_a_run_below_the_bar_is_a_warning_with_its_reason(open_page: OpenPage, script: Path):
    write_script(script, drafts=[FIRST], verdicts=[LOW])
    page = open_page()
    page.slider(key="attempts").set_value(1)
    run_id = start(page, GOOD)
    wait_for_end(run_id)
    assert "Finished below the bar: score 70.0 after 1 attempt; the bar is 95." in plain(
        open_page(run=run_id).warning[0].value
    )


def test_a_failed_run_shows_the_message_and_the_hint_of_its_failure(open_page: OpenPage, script: Path):
    page = open_page()
    script.unlink()
    run_id = start(page, GOOD)
    wait_for_end(run_id)
    said = open_page(run=run_id).error[0].value
    assert "is not on the disk" in said
    assert "name a JSON file with a script" in said


@pytest.mark.parametrize("name", ["0123456789abcdef", "x", "../../etc/passwd"])
def test_a_link_to_no_run_says_so(open_page: OpenPage, name: str):
    page = open_page(run=name)
    assert "this run is not known here" in plain(page.error[0].value)
    assert not page.title
