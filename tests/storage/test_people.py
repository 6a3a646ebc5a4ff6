"""A store as one of several people may use it."""

from __future__ import annotations

import pytest

from reflexion_core.errors import StorageError
from reflexion_core.events import Event, RunCancelled, RunShared, RunStarted
from reflexion_core.progress import Progress
from reflexion_core.records import ModelRef, PromptVersion
from reflexion_core.run_options import RoleOptions
from reflexion_core.storage.queries import RunQuery
from reflexion_core.storage.store import RunStore, new_run_id
from tests.running import QUEUED, run_options
from tests.storage.test_queries import finished

ADA, BOB = "a" * 32, "b" * 32


def save(store: RunStore, person: str, *more: Event, model: str = "test", prompt: str = "critic/review") -> str:
    """Enter a run that has ended and return its name."""
    run_id = new_run_id()
    role = RoleOptions(model=ModelRef(provider="scripted", name=model), temperature=0.0)
    options = run_options(generator=role, critic=role, adjudicator=role)
    queued = QUEUED.model_copy(update={"person": person, "options": options})
    version = PromptVersion(id=prompt, version=1, sha256="0")
    following: list[Event] = [RunStarted(prompts=(version,), models=()), *(more or (RunCancelled(),))]
    store.create(run_id, queued)
    store.append(run_id, 2, following, Progress.of([queued, *following]))
    return run_id


def test_lists_and_counts_hold_ones_own_runs_alone(store: RunStore):
    own, _ = save(store, ADA, *finished(70.0, is_approved=False)), save(store, BOB, *finished(80.0, is_approved=False))
    ada = store.for_person(ADA)
    assert [row.id for row in ada.summaries()] == [own]
    assert [row.id for row in ada.runs_of("shapes.py")] == [own]
    assert (ada.count(), ada.count(RunQuery(file="shapes.py")), store.count()) == (1, 1, 2)


def test_models_and_prompts_of_others_are_not_named(store: RunStore):
    save(store, ADA, model="mine", prompt="critic/mine")
    save(store, BOB, model="theirs", prompt="critic/theirs")
    ada = store.for_person(ADA)
    assert ada.models() == ["scripted:mine"]
    assert [str(prompt) for prompt in ada.prompts()] == ["critic/mine@1"]
    assert len(store.prompts()) == 2


def test_the_events_of_anothers_run_cannot_be_read_unless_it_is_shared(store: RunStore):
    hidden, shared = save(store, BOB), save(store, BOB, RunCancelled(), RunShared(is_shared=True))
    ada = store.for_person(ADA)
    assert ada.events(hidden) == []
    assert ada.progress(hidden) is None
    assert ada.progress(shared) == store.progress(shared)
    assert [row.id for row in ada.summaries()] == []


def test_nobody_deletes_or_takes_up_anothers_run(store: RunStore):
    run_id = save(store, BOB, RunCancelled(), RunShared(is_shared=True))
    ada = store.for_person(ADA)
    assert ada.delete([run_id]) == []
    assert ada.delete_matching(RunQuery()) == 0
    assert not ada.reopen(run_id)
    with pytest.raises(StorageError, match="no run is called"):
        ada.find(run_id)
    assert store.for_person(BOB).delete([run_id]) == [run_id]


def test_a_run_that_is_shared_no_more_cannot_be_read_any_more(store: RunStore):
    run_id = save(store, BOB, RunCancelled(), RunShared(is_shared=True))
    events = store.events(run_id)
    withdrawn = RunShared(is_shared=False)
    store.append(run_id, len(events) + 1, [withdrawn], Progress.of([*events, withdrawn]))
    assert store.for_person(ADA).progress(run_id) is None
