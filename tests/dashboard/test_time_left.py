"""The time left in words, and which earlier runs are asked for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reflexion_core.dashboard.time_left import left_words, time_left
from reflexion_core.events import RunQueued, StrategyChosen
from reflexion_core.forecast import EarlierRun, Forecast
from reflexion_core.records import ModelRef, RoleName, RunState
from reflexion_core.storage.earlier_runs import earlier_runs
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore, RunSummary, new_run_id
from tests.running import Script, run, run_options, source
from tests.showing import call, started, view

NOW = datetime(2026, 11, 1, tzinfo=UTC)


def summary(rounds: int = 2, seconds: float = 60.0, **changes: Any) -> RunSummary:
    model = str(ModelRef(provider="scripted", name="test"))
    values: dict[str, Any] = {
        "id": "0123456789abcdef", "source_name": "shapes.py", "strategy": "critic_loop", "state": RunState.FINISHED,
        "reason": "approved", "problem": "", "rounds": rounds, "score": 90.0, "quality_score_bar": 95.0,
        "is_approved": True, "tokens": 10, "generator": model, "critic": model, "adjudicator": model,
        "queued_at": NOW, "started_at": NOW, "ended_at": NOW + timedelta(seconds=seconds),
    }  # fmt: skip
    return RunSummary(**(values | changes))


@pytest.mark.parametrize(
    ("left", "value", "label"),
    [
        (Forecast(40.0, 245.0, 3, ""), "0:40 to 4:05", "left, up to 3 more attempts"),
        (Forecast(40.0, 245.0, 1, ""), "0:40 to 4:05", "left, up to 1 more attempt"),
        (Forecast(40.0, 43.0, 0, ""), "about 0:43", "left, no further attempt"),
        (Forecast(0.0, 0.2, 0, ""), "any moment", "left, no further attempt"),
        (Forecast(9.0, 90.0, 1, "", True), "0:09 to 1:30", "left, up to 1 more attempt, by earlier runs"),
        (Forecast(None, None, 3, "not measured yet"), "–", "time left: not known, not measured yet"),
    ],
)
def test_a_forecast_in_words(left: Forecast, value: str, label: str):
    assert left_words(left) == (value, label)


def test_finished_runs_with_the_same_models_and_strategy_are_asked():
    others = [
        summary(critic="ollama:other"),
        summary(strategy="single_pass"),
        summary(state=RunState.CANCELLED),
        summary(ended_at=None),
    ]
    assert earlier_runs([*others, summary(3, 90.0)], view().progress.source, view().progress.options) == [
        EarlierRun(3, 90.0)
    ]


def test_runs_of_the_same_file_are_asked_before_others():
    of_another = summary(1, 10.0, source_name="other.py")
    assert earlier_runs([of_another, summary(3, 90.0)], view().progress.source, view().progress.options) == [
        EarlierRun(3, 90.0)
    ]
    assert earlier_runs([of_another], view().progress.source, view().progress.options) == [EarlierRun(1, 10.0)]


def test_a_run_that_waits_or_has_ended_has_no_time_left(store: RunStore):
    assert time_left(view().progress, store) is None
    assert time_left(run(Script()).progress, store) is None


def test_before_the_first_call_has_ended_the_stored_runs_are_asked(store: RunStore):
    running = started(call(RoleName.GENERATOR)).progress
    unknown = time_left(running, store)
    assert unknown is not None
    assert unknown.at_least is None
    recorder = Recorder(store, new_run_id())
    for event in [RunQueued(source=source(), options=run_options()), *run(Script()).events]:
        recorder(event)
    told = time_left(running, store)
    assert told is not None
    assert told.is_by_earlier_runs


def test_the_stored_runs_that_chose_their_strategy_tell_of_one_that_has_chosen(store: RunStore):
    running = started(call(RoleName.GENERATOR)).progress
    running.apply(StrategyChosen(strategy="critic_loop", reason="large", options=run_options()))
    recorder = Recorder(store, new_run_id())
    for event in [RunQueued(source=source(), options=run_options(strategy="auto")), *run(Script()).events]:
        recorder(event)
    told = time_left(running, store)
    assert told is not None
    assert told.is_by_earlier_runs


def test_a_run_that_chose_its_strategy_is_listed_as_it_was_asked_for(store: RunStore):
    recorder = Recorder(store, new_run_id())
    recorder(RunQueued(source=source(), options=run_options(strategy="auto")))
    recorder(StrategyChosen(strategy="critic_loop", reason="large", options=run_options()))
    for event in run(Script()).events:
        recorder(event)
    assert [listed.strategy for listed in store.summaries()] == ["auto"]


def test_a_store_that_cannot_be_read_costs_the_estimate_alone(store: RunStore, tmp_path: Path):
    (tmp_path / "runs.db").write_bytes(b"no database" * 1000)
    told = time_left(started(call(RoleName.GENERATOR)).progress, store)
    assert told is not None
    assert told.at_least is None
