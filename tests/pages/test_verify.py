"""The Verify page: its form, and what it hands to the browser."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.holder import server_state
from reflexion_core.dashboard.verify_form import open_example
from tests.browser.scripts import FIRST, GOOD_SOURCE
from tests.pages.conftest import OpenPage
from tests.pages.looking import drawn, wait_until, words


def desk_parameter(page: AppTest) -> str:
    value = page.query_params["desk"]
    return value if isinstance(value, str) else value[0]


def put(page: AppTest, document: str, *sources: tuple[str, bytes]) -> AppTest:
    page.text_area(key="pasted_document").input(document)
    for name, data in sources:
        page.file_uploader(key="verify_sources").upload(name, data)
    return page.run()


def test_one_click_leads_to_a_document_with_faults(open_page: OpenPage):
    page = open_page("verify")
    page.button(key="try").click().run()
    marks = drawn(page)["marks"]
    assert sum(mark["o"] == "w" for mark in marks) >= 5
    assert sum("fix" in mark for mark in marks) >= 4
    assert [mark["missing"] for mark in marks if "missing" in mark] == ["years_to_double"]


def test_repairing_the_example_leaves_only_what_takes_judgement(open_page: OpenPage):
    state = server_state()
    desk = open_example(state)
    wait_until(lambda: not desk.checker.check(desk.document, desk.id).running)
    repaired = desk.checker.repair(desk.document, desk.id)
    wait_until(lambda: not desk.checker.check(repaired.text, desk.id).running)
    left = desk.checker.check(repaired.text, desk.id).verification.findings
    assert {finding.check for finding in left} == {"parameters", "coverage"}


def test_without_a_source_there_is_nothing_to_check(open_page: OpenPage):
    page = open_page("verify")
    put(page, FIRST)
    assert page.button(key="check").disabled
    put(page, FIRST, ("shapes.py", GOOD_SOURCE))
    assert not page.button(key="check").disabled


def test_a_pasted_document_and_an_uploaded_source_come_on_the_desk(open_page: OpenPage):
    page = open_page("verify")
    put(page, FIRST, ("shapes.py", GOOD_SOURCE)).button(key="check").click().run()
    data = drawn(page)
    assert data["text"] == FIRST
    assert [source["name"] for source in data["sources"]] == ["shapes.py"]
    assert {mark["o"] for mark in data["marks"]} == {"r"}
    assert server_state().desks.get(desk_parameter(page)) is not None


def test_a_pasted_source_has_the_name_that_is_given(open_page: OpenPage):
    page = open_page("verify")
    page.text_area(key="pasted_source").input(GOOD_SOURCE.decode()).run()
    page.text_input(key="source_name").input("shapes").run()
    put(page, FIRST).button(key="check").click().run()
    assert [source["name"] for source in drawn(page)["sources"]] == ["shapes.py"]


def test_a_source_that_is_no_python_is_explained_with_its_line(open_page: OpenPage):
    page = open_page("verify")
    put(page, FIRST, ("slip.py", b"x = 1\ndef f(:\n"))
    assert "slip.py, line 2, column 7: is not valid Python" in words(page)
    assert page.button(key="check").disabled


def test_an_empty_document_lists_every_public_symbol(open_page: OpenPage):
    page = open_page("verify")
    put(page, "", ("shapes.py", GOOD_SOURCE)).button(key="check").click().run()
    assert drawn(page)["missing"] == [{"source": 0, "name": "area", "line": 4}]


def test_a_document_can_be_written_from_the_source_alone(open_page: OpenPage):
    page = open_page("verify")
    put(page, "", ("shapes.py", GOOD_SOURCE)).button(key="write").click().run()
    data = drawn(page)
    assert "def area(width: float, height: float = 2.0) -> float" in data["text"]
    assert {mark["o"] for mark in data["marks"] if mark["check"] != "examples"} == {"r"}


def test_a_document_that_is_not_there_any_more_says_so(open_page: OpenPage):
    page = open_page("verify")
    page.query_params["desk"] = "0123456789abcdef"
    page.run()
    assert "not on the server any more" in page.warning[0].value
    assert page.button(key="try").label == "Try it with an example"


def test_the_example_of_a_file_can_be_picked_as_source(open_page: OpenPage):
    page = open_page("verify")
    page.selectbox(key="verify_example").select("streams.py").run()
    assert not page.button(key="check").disabled
