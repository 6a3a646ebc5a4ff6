"""Runs outside any page: their queue, their stop, and where a page finds them."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from reflexion_core.dashboard.background import BackgroundRuns, RunView
from reflexion_core.errors import StorageError
from reflexion_core.events import RunContinued
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedProvider, ScriptedReply
from reflexion_core.records import FinalDocument, ModelRef, RunState
from reflexion_core.run_options import RoleOptions
from reflexion_core.runs import ProviderPool, RunRequest
from reflexion_core.storage.store import RunStore
from tests.running import PROMPTS, Script, run_options, source

QUICK, LATE, SLOW = "quick", "late", "slow"
SLOW_SECONDS = 60.0


def answer(request: ChatRequest) -> ScriptedReply:
    """Answer at once; a slow model first writes a word and then keeps silent, a late one waits a moment."""
    text = Script()(request)
    if request.model == LATE:
        return ScriptedReply(text=text, seconds_before=0.2)
    if request.model.startswith(SLOW):
        return ScriptedReply(text=text, seconds_between=SLOW_SECONDS)
    return ScriptedReply(text=text)


@pytest.fixture
def provider() -> ScriptedProvider:
    return ScriptedProvider(replies=answer)


@pytest.fixture
def runs(store: RunStore, provider: ScriptedProvider) -> Iterator[BackgroundRuns]:
    pool = ProviderPool({})
    pool.add(provider)
    made = BackgroundRuns(pool, PROMPTS, store)
    yield made
    for view in reversed(made.live()):
        made.stop(view.id)
    wait_until(lambda: not made.live())


def wait_until(is_so: Callable[[], object], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to be so"
        time.sleep(0.005)


def request(*models: str, name: str = "shapes.py") -> RunRequest:
    """Return a run with these models for generator, critic and adjudicator; one alone plays all."""
    roles = [RoleOptions(model=ModelRef(provider="scripted", name=model), temperature=0) for model in models]
    seats = roles if len(roles) == 3 else roles * 3
    options = run_options(generator=seats[0], critic=seats[1], adjudicator=seats[2])
    return RunRequest(source(name=name), options)


def see(runs: BackgroundRuns, run_id: str) -> RunView:
    view = runs.view(run_id)
    assert view is not None
    return view


def state(runs: BackgroundRuns, run_id: str) -> RunState:
    return see(runs, run_id).progress.state


def wait_for_text(runs: BackgroundRuns, run_id: str) -> None:
    wait_until(lambda: see(runs, run_id).progress.live_text)


def test_a_run_goes_to_its_end_without_anybody_looking(runs: BackgroundRuns):
    (run_id,) = runs.start([request(QUICK)])
    wait_until(lambda: not runs.live())
    assert state(runs, run_id) is RunState.FINISHED


def test_runs_on_one_model_wait_in_the_order_in_which_they_came(runs: BackgroundRuns):
    ids = runs.start([request(SLOW), request(SLOW), request(SLOW)])
    wait_for_text(runs, ids[0])
    assert [see(runs, run_id).ahead for run_id in ids] == [0, 1, 2]
    assert [state(runs, run_id) for run_id in ids] == [RunState.RUNNING, RunState.QUEUED, RunState.QUEUED]


def test_the_next_run_begins_when_the_one_before_it_has_ended(runs: BackgroundRuns):
    ids = runs.start([request(QUICK) for _ in range(4)])
    wait_until(lambda: not runs.live())
    ended = [see(runs, run_id).progress for run_id in ids]
    for before, after in pairwise(ended):
        assert before.ended_at is not None
        assert after.started_at is not None
        assert before.ended_at <= after.started_at


def test_runs_on_different_models_work_at_the_same_time(runs: BackgroundRuns):
    ids = runs.start([request("slow one"), request("slow two")])
    for run_id in ids:
        wait_for_text(runs, run_id)
    assert [state(runs, run_id) for run_id in ids] == [RunState.RUNNING] * 2


def test_one_model_in_common_is_enough_to_wait(runs: BackgroundRuns):
    first, second = runs.start(
        [request("slow one", "critic one", "shared"), request("slow two", "critic two", "shared")]
    )
    wait_for_text(runs, first)
    assert (state(runs, second), see(runs, second).ahead) == (RunState.QUEUED, 1)


def test_a_later_run_never_overtakes_one_that_waits_for_the_same_model(runs: BackgroundRuns):
    first, second, third = runs.start(
        [request("slow one"), request("slow one", QUICK, "slow two"), request("slow two")],
    )
    wait_for_text(runs, first)
    assert see(runs, third).ahead == 1
    assert state(runs, second) is state(runs, third) is RunState.QUEUED


def test_a_run_whose_model_is_free_does_not_wait_behind_others(runs: BackgroundRuns):
    *_, free = runs.start([request(SLOW), request(SLOW), request(QUICK)])
    wait_until(lambda: state(runs, free) is RunState.FINISHED)


def test_a_stopped_waiting_run_never_asks_a_model(runs: BackgroundRuns, provider: ScriptedProvider):
    working, waiting = runs.start([request(SLOW), request(SLOW)])
    wait_for_text(runs, working)
    asked = len(provider.requests)
    runs.stop(waiting)
    assert state(runs, waiting) is RunState.CANCELLED
    assert [view.id for view in runs.live()] == [working]
    assert len(provider.requests) == asked


def test_those_behind_a_stopped_waiting_run_move_up(runs: BackgroundRuns):
    working, waiting, last = runs.start([request(SLOW)] * 3)
    wait_for_text(runs, working)
    runs.stop(waiting)
    assert see(runs, last).ahead == 1


def test_stopping_the_waiting_run_that_was_in_the_way_lets_the_next_begin(runs: BackgroundRuns):
    _, between, last = runs.start([request("slow one"), request("slow one", QUICK, QUICK), request(QUICK)])
    runs.stop(between)
    wait_until(lambda: state(runs, last) is RunState.FINISHED)


def test_a_stop_ends_a_working_run_at_once_and_keeps_what_it_has(runs: BackgroundRuns):
    (run_id,) = runs.start([request(QUICK, SLOW, QUICK)])
    wait_until(lambda: see(runs, run_id).progress.rounds)
    asked_at = time.monotonic()
    runs.stop(run_id)
    wait_until(lambda: not runs.live(), seconds=1.0)
    assert time.monotonic() - asked_at < 1.0
    progress = see(runs, run_id).progress
    assert progress.state is RunState.CANCELLED
    assert [item.number for item in progress.rounds] == [1]


def test_a_stop_lets_the_next_run_begin(runs: BackgroundRuns):
    first, second = runs.start([request(SLOW), request(SLOW)])
    wait_for_text(runs, first)
    runs.stop(first)
    wait_for_text(runs, second)
    assert state(runs, second) is RunState.RUNNING


def test_a_stop_of_an_ended_or_unknown_run_does_nothing(runs: BackgroundRuns):
    (run_id,) = runs.start([request(QUICK)])
    wait_until(lambda: not runs.live())
    runs.stop(run_id)
    runs.stop("0" * 16)
    assert state(runs, run_id) is RunState.FINISHED


def test_a_run_is_seen_from_memory_while_it_lives_and_from_the_store_afterwards(runs: BackgroundRuns):
    (run_id,) = runs.start([request(SLOW)])
    wait_for_text(runs, run_id)
    assert see(runs, run_id).is_here
    runs.stop(run_id)
    wait_until(lambda: not runs.live())
    assert not see(runs, run_id).is_here


def test_another_process_sees_the_run_as_it_was_last_written(runs: BackgroundRuns, tmp_path: Path):
    (run_id,) = runs.start([request(QUICK, SLOW, QUICK)])
    wait_until(lambda: see(runs, run_id).progress.writing == "critic")
    other = RunStore(f"sqlite:///{tmp_path / 'runs.db'}", tmp_path / "owners")
    try:
        view = see(BackgroundRuns(ProviderPool({}), PROMPTS, other), run_id)
        assert (view.is_here, view.progress.state, len(view.progress.rounds)) == (False, RunState.RUNNING, 1)
    finally:
        other.close()


def test_an_unknown_run_is_none(runs: BackgroundRuns):
    assert runs.view("0" * 16) is None


def test_a_view_does_not_change_with_the_run(runs: BackgroundRuns):
    (run_id,) = runs.start([request(LATE, SLOW, QUICK)])
    before = see(runs, run_id)
    wait_until(lambda: see(runs, run_id).progress.writing == "critic")
    assert (before.progress.rounds, before.progress.totals) == ([], {})


def test_live_runs_are_listed_those_at_work_first(runs: BackgroundRuns):
    ids = runs.start([request("slow one"), request("slow one"), request("slow two")])
    wait_until(lambda: [view.id for view in runs.live()] == [ids[0], ids[2], ids[1]])
    assert [view.ahead for view in runs.live()] == [0, 0, 1]


def test_a_store_that_fails_does_not_end_the_run_and_is_named(runs: BackgroundRuns, tmp_path: Path):
    break_store(tmp_path)
    (run_id,) = runs.start([request(QUICK)])
    wait_until(lambda: not runs.live())
    view = see(runs, run_id)
    assert (view.progress.state, view.is_here) == (RunState.FINISHED, True)
    assert view.progress.document is not None
    assert "disk is full" in view.problem


def test_a_store_that_works_again_gets_everything(runs: BackgroundRuns, tmp_path: Path):
    break_store(tmp_path)
    (run_id,) = runs.start([request(QUICK, SLOW, QUICK)])
    wait_until(lambda: see(runs, run_id).progress.writing == "critic")
    assert see(runs, run_id).problem
    mend_store(tmp_path)
    runs.stop(run_id)
    wait_until(lambda: not runs.live())
    view = see(runs, run_id)
    assert (view.is_here, view.problem, len(view.progress.rounds)) == (False, "", 1)


def break_store(folder: Path) -> None:
    """Let the database refuse every new event."""
    with sqlite3.connect(folder / "runs.db") as database:
        database.execute(
            "CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
        )
    database.close()


def mend_store(folder: Path) -> None:
    with sqlite3.connect(folder / "runs.db") as database:
        database.execute("DROP TRIGGER full")
    database.close()


def go_on(runs: BackgroundRuns, run_id: str, **changes: Any) -> None:
    runs.go_on(run_id, RunContinued(options=run_options(max_attempts=6), **changes))


def test_a_run_that_has_ended_goes_on_under_its_own_name(runs: BackgroundRuns) -> None:
    [run_id] = runs.start([request(QUICK)])
    wait_until(lambda: not runs.live())
    go_on(runs, run_id, draft="# shapes\n\nBy hand.\n", by="Ada")
    wait_until(lambda: not runs.live())
    progress = runs.store.progress(run_id)
    assert progress is not None
    assert progress.state is RunState.FINISHED
    assert [item.author for item in progress.rounds][:2] == ["model", "person"]


def test_the_time_of_a_run_that_went_on_is_that_of_all_its_parts_in_the_list_too(runs: BackgroundRuns) -> None:
    [run_id] = runs.start([request(QUICK)])
    wait_until(lambda: not runs.live())
    [before] = runs.store.summaries()
    go_on(runs, run_id)
    wait_until(lambda: not runs.live())
    progress = runs.store.progress(run_id)
    assert progress is not None
    [after] = runs.store.summaries()
    assert after.seconds_before == before.seconds
    assert after.seconds == progress.seconds


def test_a_run_that_is_going_cannot_go_on_twice(runs: BackgroundRuns) -> None:
    [run_id] = runs.start([request(SLOW)])
    wait_for_text(runs, run_id)
    with pytest.raises(StorageError, match="still going"):
        go_on(runs, run_id)


def test_a_run_that_is_not_there_cannot_go_on(runs: BackgroundRuns) -> None:
    with pytest.raises(StorageError, match="not known here"):
        go_on(runs, "0123456789abcdef")


def test_an_accepted_document_is_kept_with_name_and_time(runs: BackgroundRuns) -> None:
    [run_id] = runs.start([request(QUICK)])
    wait_until(lambda: not runs.live())
    own = FinalDocument(text="# shapes\n\nMine.\n", origin="person", round_number=1)
    runs.accept(run_id, own, "Ada")
    progress = see(runs, run_id).progress
    assert progress.acceptance is not None
    assert progress.acceptance.by == "Ada"
    assert progress.document == own
    assert len(progress.former_documents) == 1


def test_nothing_of_a_live_run_can_be_accepted(runs: BackgroundRuns) -> None:
    [run_id] = runs.start([request(SLOW)])
    wait_for_text(runs, run_id)
    with pytest.raises(StorageError, match="has ended"):
        runs.accept(run_id, FinalDocument(text="", origin="person", round_number=1), "Ada")
