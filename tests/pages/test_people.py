"""The pages where several people use the server: own runs by default, others' by a shared link."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard import people
from reflexion_core.dashboard.background import BackgroundRuns
from reflexion_core.dashboard.holder import forget_server_state, server_state
from reflexion_core.dashboard.people import COOKIE, person_of_cookie
from tests.browser.scripts import GOOD_SOURCE, LONG, write_script
from tests.exam.classroom import MODULE
from tests.pages.conftest import OpenPage
from tests.pages.looking import drawn, start, wait_until, words
from tests.storage.test_people import save
from tests.storage.test_queries import finished

ADA, BOB = "a" * 43, "b" * 43
"""What the browsers of two people hold."""
GOOD = ("shapes.py", GOOD_SOURCE)
Become = Callable[[str], None]


@pytest.fixture(autouse=True)
def _open_server(_own_state: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLEXION_ACCESS", "open")
    forget_server_state()


@pytest.fixture
def become(monkeypatch: pytest.MonkeyPatch) -> Iterator[Become]:
    """Makes the pages that are drawn from now on those of another browser."""
    here = {COOKIE: ADA}
    monkeypatch.setattr(people, "read_cookies", lambda: here)
    yield lambda value: here.update({COOKIE: value})
    here[COOKIE] = ADA


def id_of(value: str) -> str:
    person = person_of_cookie({COOKIE: value})
    assert person is not None
    return person.id


def runs_of(value: str) -> BackgroundRuns:
    return server_state().runs.for_person(id_of(value))


def finish(open_page: OpenPage) -> str:
    run_id = start(open_page(), GOOD)
    wait_until(lambda: not server_state().runs.live())
    return run_id


def share(page: AppTest, run_id: str, *, is_on: bool) -> None:
    page.toggle(key=f"share_{run_id}").set_value(is_on).run()
    assert not page.exception


def test_a_link_to_anothers_run_leads_to_nothing(open_page: OpenPage, become: Become):
    run_id = finish(open_page)
    assert "approved" in words(open_page(run=run_id))
    become(BOB)
    said = words(open_page(run=run_id))
    assert "this run is not known here" in said
    assert "shapes.py" not in said


def test_a_shared_run_can_be_read_and_taken_home_but_not_changed(open_page: OpenPage, become: Become):
    run_id = finish(open_page)
    share(open_page(run=run_id), run_id, is_on=True)
    become(BOB)
    page = open_page(run=run_id)
    assert "Somebody shared this run with you" in words(page)
    assert "Download" in [button.proto.label for button in page.get("download_button")]
    assert not page.toggle
    assert f"accept_{run_id}" not in [button.key for button in page.button]
    page.session_state["results"] = "Go on"
    page.run()
    assert "Only the person who asked for this run" in words(page)
    assert f"go_on_{run_id}" not in [button.key for button in page.button]


def test_a_run_that_is_shared_no_more_is_gone_for_others(open_page: OpenPage, become: Become):
    run_id = finish(open_page)
    share(open_page(run=run_id), run_id, is_on=True)
    share(open_page(run=run_id), run_id, is_on=False)
    become(BOB)
    assert "this run is not known here" in words(open_page(run=run_id))


def test_a_live_run_that_is_shared_cannot_be_stopped_by_another(open_page: OpenPage, become: Become, script: Path):
    write_script(script, drafts=[LONG], writing=0.05)
    run_id = start(open_page(), GOOD)
    wait_until(lambda: runs_of(ADA).live()[0].progress.live_text)
    share(open_page(run=run_id), run_id, is_on=True)
    assert "stop" in [button.key for button in open_page(run=run_id).button]
    become(BOB)
    assert "stop" not in [button.key for button in open_page(run=run_id).button]


def test_the_sidebar_names_ones_own_runs_alone(open_page: OpenPage, become: Become, script: Path):
    write_script(script, drafts=[LONG], writing=0.05)
    start(open_page(), GOOD)
    assert "shapes.py" in words(open_page("models"))
    become(BOB)
    assert "shapes.py" not in words(open_page("models"))


def test_history_lists_ones_own_runs_alone(open_page: OpenPage, become: Become):
    for value, model in ((ADA, "mine"), (BOB, "theirs")):
        save(server_state().runs.store, id_of(value), *finished(70.0, is_approved=False), model=model)
    page = open_page("history")
    assert len(page.dataframe[0].value) == 1
    models = next(box for box in page.selectbox if box.label == "Model").options
    assert models == ["scripted:mine"]
    become("c" * 43)
    assert "No runs yet." in words(open_page("history"))


def test_the_table_of_runs_together_leaves_out_anothers(open_page: OpenPage, become: Become):
    own = finish(open_page)
    become(BOB)
    others = finish(open_page)
    page = open_page(run=others, **{"with": f"{others},{own}"})
    assert [row["id"] for row in drawn(page)["rows"]] == [others]


def test_another_persons_run_cannot_be_compared_with_unless_it_is_shared(open_page: OpenPage, become: Become):
    hidden = finish(open_page)
    become(BOB)
    own = finish(open_page)
    link = {"run": own, "left": f"{hidden}.1", "right": "2"}
    assert "is not here, or is of another file" in words(open_page(**link))
    runs_of(ADA).share(hidden, is_shared=True)
    assert "is not here, or is of another file" not in words(open_page(**link))


def test_a_waiting_run_says_its_place_in_the_line(open_page: OpenPage, become: Become, script: Path):
    write_script(script, drafts=[LONG], writing=0.05)
    start(open_page(), GOOD, ("boxes.py", GOOD_SOURCE))
    become(BOB)
    run_id = start(open_page(), GOOD)
    said = words(open_page(run=run_id))
    assert "Busy: 1 before you." in said
    assert "Everybody's first run comes before anybody's second" in said


def test_an_exam_on_ones_own_files_is_not_shown_to_others(open_page: OpenPage, become: Become):
    page = open_page("exam")
    page.multiselect(key="exam_examples").set_value([])
    page.multiselect(key="exam_styles").set_value(["tables"])
    page.file_uploader[0].upload("parcels.py", MODULE.encode())
    page.run()
    next(button for button in page.button if button.label == "Start").click().run()
    exam = server_state().exam_desk.for_person(id_of(ADA)).exam
    assert exam is not None
    wait_until(lambda: not exam.view.is_live, seconds=60)
    assert "Missed faults" in words(open_page("exam"))
    become(BOB)
    assert "Missed faults" not in words(open_page("exam"))


def test_a_browser_without_a_cookie_gets_no_page(open_page: OpenPage, become: Become):
    finish(open_page)
    become("")
    page = open_page("history")
    assert "This browser is not known yet" in words(page)
    assert not page.dataframe


@pytest.fixture
def _signing_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLEXION_ACCESS", "sign_in")
    forget_server_state()


@pytest.mark.usefixtures("_signing_in")
def test_who_has_not_signed_in_is_asked_to_and_sees_nothing_else(open_page: OpenPage):
    page = open_page(run="0123456789abcdef")
    said = words(page)
    assert "Sign in" in said
    assert "Open the link once more" in said
    assert [button.key for button in page.button] == ["sign_in"]


@pytest.mark.usefixtures("_signing_in")
def test_who_has_signed_in_has_their_name_beside_what_they_accept(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch):
    user = {"is_logged_in": True, "iss": "https://login.example.org", "sub": "17", "name": "Ada Lovelace"}
    monkeypatch.setattr(people, "read_sign_in", lambda: user)
    run_id = finish(open_page)
    page = open_page(run=run_id)
    assert "Ada Lovelace" in words(page)
    assert page.text_input(key="reviewer").value == "Ada Lovelace"
    user["sub"] = "18"
    assert "this run is not known here" in words(open_page(run=run_id))
