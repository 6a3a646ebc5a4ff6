"""The page of a run that is worked section by section."""

from __future__ import annotations

from reflexion_core.dashboard.holder import server_state
from reflexion_core.events import RunCancelled, SectionStarted
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import new_run_id
from tests.pages.conftest import OpenPage
from tests.pages.looking import words
from tests.running import QUEUED, STARTED
from tests.test_plans import DONE, MADE


def test_the_page_shows_the_plan_and_why_there_is_one(open_page: OpenPage) -> None:
    run_id = new_run_id()
    record = Recorder(server_state().runs.store, run_id)
    for event in (QUEUED, STARTED, MADE, SectionStarted(number=2), DONE, RunCancelled()):
        record(event)
    page = open_page(run=run_id)
    assert not page.exception
    said = words(page)
    assert "Plan · 1 of 3 sections done" in said
    assert "This source is too large." in said
    assert "plan and solve" in said
