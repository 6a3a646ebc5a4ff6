"""The runs of a server as each of several people may see and change them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reflexion_core.dashboard.background import BackgroundRuns
from reflexion_core.dashboard.waiting_line import LineRules
from reflexion_core.errors import StorageError
from reflexion_core.events import RunContinued
from reflexion_core.providers.scripted import ScriptedProvider
from reflexion_core.records import FinalDocument, RunState
from reflexion_core.runs import ProviderPool
from reflexion_core.storage.store import RunStore
from tests.dashboard.test_background import QUICK, SLOW, answer, request, see, state, wait_for_text, wait_until
from tests.running import PROMPTS, run_options

ADA, BOB = "a" * 32, "b" * 32
TEXT = FinalDocument(text="# mine\n", origin="person", round_number=1)


@pytest.fixture
def runs(store: RunStore) -> Iterator[BackgroundRuns]:
    pool = ProviderPool({})
    pool.add(ScriptedProvider(replies=answer))
    made = BackgroundRuns(pool, PROMPTS, store, rules=LineRules(each=1))
    yield made
    for view in reversed(made.live()):
        made.stop(view.id)
    wait_until(lambda: not made.live())


@pytest.fixture
def ada(runs: BackgroundRuns) -> BackgroundRuns:
    return runs.for_person(ADA)


@pytest.fixture
def bob(runs: BackgroundRuns) -> BackgroundRuns:
    return runs.for_person(BOB)


def finish(own: BackgroundRuns) -> str:
    """Return a run that has ended."""
    [run_id] = own.start([request(QUICK)])
    wait_until(lambda: not own.live())
    return run_id


def at_work(own: BackgroundRuns) -> str:
    [run_id] = own.start([request(SLOW)])
    wait_for_text(own, run_id)
    return run_id


def test_a_run_at_work_is_seen_by_its_person_alone(ada: BackgroundRuns, bob: BackgroundRuns, runs: BackgroundRuns):
    run_id = at_work(ada)
    assert see(ada, run_id).is_own
    assert [view.id for view in ada.live()] == [run_id]
    assert bob.view(run_id) is None
    assert bob.live() == []
    assert see(runs, run_id).progress.person == ADA


def test_a_run_that_has_ended_is_seen_by_its_person_alone(ada: BackgroundRuns, bob: BackgroundRuns):
    run_id = finish(ada)
    assert see(ada, run_id).is_own
    assert bob.view(run_id) is None


@pytest.mark.parametrize("prepare", [finish, at_work])
def test_a_shared_run_is_seen_by_others_until_it_is_shared_no_more(
    ada: BackgroundRuns, bob: BackgroundRuns, prepare: object
):
    run_id = finish(ada) if prepare is finish else at_work(ada)
    ada.share(run_id, is_shared=True)
    assert not see(bob, run_id).is_own
    assert bob.live() == []
    ada.share(run_id, is_shared=False)
    assert bob.view(run_id) is None


def test_nobody_shares_anothers_run(ada: BackgroundRuns, bob: BackgroundRuns):
    for run_id in (finish(ada), at_work(ada)):
        with pytest.raises(StorageError):
            bob.share(run_id, is_shared=True)
        assert not see(ada, run_id).progress.is_shared


def test_a_shared_run_is_not_stopped_by_another(ada: BackgroundRuns, bob: BackgroundRuns):
    run_id = at_work(ada)
    ada.share(run_id, is_shared=True)
    bob.stop(run_id)
    assert state(ada, run_id) is RunState.RUNNING


def test_a_shared_run_is_not_changed_by_another(ada: BackgroundRuns, bob: BackgroundRuns):
    run_id = finish(ada)
    ada.share(run_id, is_shared=True)
    with pytest.raises(StorageError):
        bob.go_on(run_id, RunContinued(options=run_options()))
    with pytest.raises(StorageError, match="belongs to somebody else"):
        bob.accept(run_id, TEXT, "Bob")
    assert bob.store.delete([run_id]) == []
    progress = see(ada, run_id).progress
    assert (progress.state, progress.acceptance) == (RunState.FINISHED, None)


def test_a_run_that_is_not_shared_is_not_changed_by_another(ada: BackgroundRuns, bob: BackgroundRuns):
    run_id = finish(ada)
    with pytest.raises(StorageError):
        bob.go_on(run_id, RunContinued(options=run_options()))
    with pytest.raises(StorageError):
        bob.accept(run_id, TEXT, "Bob")


def test_a_run_that_goes_on_stays_its_persons(ada: BackgroundRuns, bob: BackgroundRuns):
    run_id = finish(ada)
    ada.go_on(run_id, RunContinued(options=run_options(max_attempts=6)))
    assert bob.view(run_id) is None
    wait_until(lambda: not ada.live())
    assert see(ada, run_id).is_own


def test_another_persons_first_run_begins_before_ones_second(
    ada: BackgroundRuns, bob: BackgroundRuns, runs: BackgroundRuns
):
    first, *later = ada.start([request(SLOW)] * 4)
    [other] = bob.start([request(SLOW)])
    wait_for_text(ada, first)
    assert (see(bob, other).ahead, see(bob, other).is_line_shared) == (1, True)
    assert [see(ada, run_id).ahead for run_id in later] == [2, 3, 4]
    ada.stop(first)
    wait_for_text(bob, other)
    assert [state(ada, run_id) for run_id in later] == [RunState.QUEUED] * 3


def test_one_persons_runs_on_different_models_take_turns(ada: BackgroundRuns):
    first, second = ada.start([request("slow one"), request("slow two")])
    wait_for_text(ada, first)
    assert (state(ada, second), see(ada, second).ahead) == (RunState.QUEUED, 1)


def test_runs_of_before_there_were_people_belong_to_nobody(runs: BackgroundRuns, ada: BackgroundRuns):
    run_id = finish(runs)
    assert ada.view(run_id) is None
    assert see(runs, run_id).is_own
