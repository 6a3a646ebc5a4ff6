"""Several files on the Review page: their table, and what can be done with all of them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.holder import server_state
from reflexion_core.dashboard.run_companions import _pack
from reflexion_core.records import RunState
from tests.browser.scripts import FINAL, GOOD_SOURCE, LONG, write_script
from tests.pages.conftest import OpenPage
from tests.pages.looking import drawn, progress_of, run_parameter, start, wait_for_end, wait_until

FILES = [(name, GOOD_SOURCE) for name in ("shapes.py", "boxes.py", "rooms.py")]


def rows(page: AppTest) -> list[dict[str, Any]]:
    """Return the table as the browser gets it."""
    found: list[dict[str, Any]] = drawn(page)["rows"]
    return found


def together(page: AppTest) -> list[str]:
    value = page.query_params["with"]
    return (value if isinstance(value, str) else value[0]).split(",")


def start_slow(open_page: OpenPage, script: Path) -> AppTest:
    """Start three runs of which the first writes for minutes."""
    write_script(script, drafts=[LONG], writing=0.05)
    page = open_page()
    first = start(page, *FILES)
    wait_until(lambda: progress_of(first).live_text)
    return page.run()


def test_a_start_of_several_files_shows_them_in_a_table(open_page: OpenPage, script: Path):
    page = start_slow(open_page, script)
    assert [row["name"] for row in rows(page)] == ["shapes.py", "boxes.py", "rooms.py"]
    assert [row["state"] for row in rows(page)] == ["running", "waiting", "waiting"]
    assert drawn(page)["open"] == run_parameter(page)
    assert drawn(page)["summary"] == "0 of 3 ended"
    assert not page.button(key="stop_all").disabled
    assert page.button(key="start_all").disabled


def test_one_file_has_no_table(open_page: OpenPage):
    page = open_page()
    start(page, FILES[0])
    assert "stop_all" not in [button.key for button in page.button]


def test_all_are_stopped_and_none_begins_meanwhile(open_page: OpenPage, script: Path):
    page = start_slow(open_page, script)
    page.button(key="stop_all").click().run()
    states = [progress_of(run_id) for run_id in together(page)]
    assert [item.state for item in states] == [RunState.CANCELLED] * 3
    assert [item.started_at is None for item in states] == [False, True, True]
    assert [row["end"] for row in rows(page)] == ["stopped by you"] * 3
    assert page.button(key="stop_all").disabled


def test_what_was_stopped_is_started_again_in_its_place_and_the_old_runs_are_kept(open_page: OpenPage, script: Path):
    page = start_slow(open_page, script)
    page.button(key="stop_all").click().run()
    old = together(page)
    write_script(script)
    page.button(key="start_all").click().run()
    new = together(page)
    assert not set(old) & set(new)
    assert run_parameter(page) == new[0]
    for run_id in new:
        assert wait_for_end(run_id).is_approved
    page.run()
    assert [row["name"] for row in rows(page)] == ["shapes.py", "boxes.py", "rooms.py"]
    assert drawn(page)["summary"] == "3 of 3 ended: 3 approved"
    assert [progress_of(run_id).state for run_id in old] == [RunState.CANCELLED] * 3
    assert server_state().runs.store.count() == 6


def test_what_has_finished_is_not_started_again(open_page: OpenPage, script: Path):
    write_script(script)
    page = open_page()
    finished = start(page, *FILES[:2])
    other = together(page)[1]
    wait_for_end(finished)
    wait_for_end(other)
    write_script(script, drafts=[LONG], writing=0.05)
    stopped = start(open_page(), FILES[2])
    wait_until(lambda: progress_of(stopped).live_text)
    server_state().runs.stop(stopped)
    wait_for_end(stopped)
    again = open_page(run=finished, **{"with": f"{finished},{stopped}"})
    again.button(key="start_all").click().run()
    assert together(again)[0] == finished
    assert together(again)[1] != stopped
    assert run_parameter(again) == finished
    assert server_state().runs.store.count() == 4


def test_a_run_that_was_deleted_is_counted(open_page: OpenPage):
    page = open_page()
    first = start(page, *FILES)
    for run_id in together(page):
        wait_for_end(run_id)
    second = together(page)[1]
    server_state().runs.store.delete([second])
    again = open_page(run=first, **{"with": ",".join(together(page))})
    assert [row["name"] for row in rows(again)] == ["shapes.py", "rooms.py"]
    assert drawn(again)["summary"] == "2 of 2 ended: 2 approved; 1 is not stored any more"


def test_the_archive_holds_every_run_as_it_stands(open_page: OpenPage):
    page = open_page()
    start(page, *FILES)
    for run_id in together(page):
        wait_for_end(run_id)
    archive = zipfile.ZipFile(io.BytesIO(_pack(server_state(), together(page))))
    assert len(archive.namelist()) == 9
    assert archive.read("rooms.md").decode() == FINAL
