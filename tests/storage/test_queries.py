"""Finding runs by what they are, and in what order they come."""

from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reflexion_core import events
from reflexion_core.events import Event, RunQueued, RunStarted
from reflexion_core.progress import Progress
from reflexion_core.records import (
    DimensionScore,
    Failure,
    FinalDocument,
    ModelRef,
    PromptVersion,
    RunState,
    Scores,
    StopReason,
)
from reflexion_core.run_options import RoleOptions
from reflexion_core.storage.queries import (
    ALL_RUNS,
    PromptName,
    RunOrder,
    RunQuery,
    Standing,
    first_moment,
    last_moment,
)
from reflexion_core.storage.store import RunStore, new_run_id
from tests.many_runs import fill_with_runs
from tests.running import run_options, source

DAY = datetime(2026, 3, 1, tzinfo=UTC)


def finished(score: float | None, *, is_approved: bool) -> list[Event]:
    scores = None if score is None else Scores(dimensions=(DimensionScore(dimension="a", value=score),))
    document = FinalDocument(text="t", origin="draft", round_number=1)
    reason = StopReason.APPROVED if is_approved else StopReason.ATTEMPTS
    return [
        events.RoundStarted(round=1),
        events.DraftReady(round=1, draft="d"),
        events.RoundScored(round=1, scores=scores),
        events.RunFinished(reason=reason, is_approved=is_approved, best_round=1, score=score, document=document),
    ]


FAILED = [events.RunFailed(failure=Failure(kind="K", message="gone"))]


def save(
    store: RunStore,
    *more: Event,
    name: str = "shapes.py",
    day: int = 0,
    prompts: tuple[tuple[str, int], ...] = (),
    **options: Any,
) -> str:
    """Enter a run that was asked for so many days after the first and has started, and return its name."""
    run_id = new_run_id()
    queued = RunQueued(source=source(name=name), options=run_options(**options), at=DAY + timedelta(days=day))
    versions = tuple(PromptVersion(id=prompt, version=version, sha256="0") for prompt, version in prompts)
    following: list[Event] = [RunStarted(prompts=versions, models=()), *more]
    store.create(run_id, queued)
    store.append(run_id, 2, following, Progress.of([queued, *following]))
    return run_id


def found(store: RunStore, order: RunOrder = RunOrder.NEWEST, **query: Any) -> list[str]:
    asked = RunQuery(**query)
    rows = store.summaries(asked, order=order)
    assert store.count(asked) == len(rows)
    return [row.id for row in rows]


def test_a_part_of_the_name_finds_a_file_in_any_case_of_its_letters(store: RunStore) -> None:
    shapes = save(store, name="my_shapes.py")
    save(store, name="stock.py")
    assert found(store, name_part="SHAPE") == [shapes]


@pytest.mark.parametrize("part", ["%", "_", "a%b"])
def test_signs_that_a_database_reads_as_any_letter_mean_themselves(store: RunStore, part: str) -> None:
    save(store, name="axb.py")
    meant = save(store, name=f"is {part} this.py")
    assert found(store, name_part=part) == [meant]


def test_a_whole_name_finds_no_other_file_that_contains_it(store: RunStore) -> None:
    meant = save(store, name="a.py")
    save(store, name="data.py")
    assert found(store, file="a.py") == [meant]


def test_runs_are_found_by_where_they_stand(store: RunStore) -> None:
    queued = new_run_id()
    store.create(queued, RunQueued(source=source(), options=run_options()))
    by_standing = {
        Standing.QUEUED: queued,
        Standing.RUNNING: save(store),
        Standing.APPROVED: save(store, *finished(97, is_approved=True)),
        Standing.BELOW_BAR: save(store, *finished(60, is_approved=False)),
        Standing.NO_SCORE: save(store, *finished(None, is_approved=False)),
        Standing.CANCELLED: save(store, events.RunCancelled()),
        Standing.FAILED: save(store, *FAILED),
        Standing.INTERRUPTED: save(store, events.RunInterrupted()),
    }
    assert {standing: found(store, standings=(standing,)) for standing in by_standing} == {
        standing: [run_id] for standing, run_id in by_standing.items()
    }
    ends = (Standing.APPROVED, Standing.BELOW_BAR, Standing.NO_SCORE)
    assert set(found(store, standings=(Standing.FINISHED,))) == {by_standing[end] for end in ends}
    assert set(found(store, standings=ends)) == {by_standing[end] for end in ends}


def test_every_state_can_be_looked_for() -> None:
    assert {state.value for state in RunState} < {standing.value for standing in Standing}


def test_the_ends_of_a_range_of_scores_belong_to_it_and_a_run_without_a_score_does_not(store: RunStore) -> None:
    low, high = (save(store, *finished(score, is_approved=False), day=day) for day, score in enumerate((50, 60)))
    save(store, *finished(60.5, is_approved=False))
    save(store, *FAILED)
    assert found(store, lowest_score=50, highest_score=60) == [high, low]
    assert low not in found(store, lowest_score=50.1)
    assert found(store, highest_score=0) == []


@pytest.mark.parametrize("role", ["generator", "critic", "adjudicator"])
def test_a_model_is_found_in_any_role(store: RunStore, role: str) -> None:
    other = RoleOptions(model=ModelRef(provider="ollama", name="qwen3.5:9b"), temperature=0)
    meant = save(store, **{role: other})
    save(store)
    assert found(store, model="ollama:qwen3.5:9b") == [meant]
    assert store.models() == ["ollama:qwen3.5:9b", "scripted:test"]


def test_runs_are_found_by_a_prompt_in_one_version_or_any(store: RunStore) -> None:
    old = save(store, prompts=(("critic/review", 1), ("generator/draft", 1)), day=0)
    new = save(store, prompts=(("critic/review", 2), ("generator/draft", 1)), day=1)
    save(store, prompts=(("other/review", 2),))
    assert found(store, prompt=PromptName("critic/review", 1)) == [old]
    assert found(store, prompt=PromptName("critic/review")) == [new, old]
    assert found(store, prompt=PromptName("critic/review", 3)) == []
    assert [str(prompt) for prompt in store.prompts()] == [
        "critic/review@2",
        "critic/review@1",
        "generator/draft@1",
        "other/review@2",
    ]


def test_a_run_that_starts_again_with_another_prompt_is_found_by_both(store: RunStore) -> None:
    run_id = save(store, prompts=(("a/b", 1),))
    again = RunStarted(
        prompts=tuple(PromptVersion(id="a/b", version=number, sha256="0") for number in (1, 2)), models=()
    )
    store.append(run_id, 3, [again], Progress())
    assert found(store, prompt=PromptName("a/b", 1)) == found(store, prompt=PromptName("a/b", 2)) == [run_id]


def test_a_day_is_meant_from_its_first_moment_to_its_last(store: RunStore) -> None:
    ids = [save(store, day=number) for number in range(4)]
    since, before = DAY + timedelta(days=1), DAY + timedelta(days=3)
    assert found(store, since=since, before=before) == [ids[2], ids[1]]
    day = date(2026, 3, 1)
    assert last_moment(day) - first_moment(day) == timedelta(days=1)
    assert first_moment(day).astimezone().date() == day


@pytest.mark.parametrize("day", [date.min, date.max])
def test_days_that_no_calendar_can_count_with_are_no_error(store: RunStore, day: date) -> None:
    run_id = save(store)
    is_early = day == date.min
    assert found(store, since=first_moment(day)) == ([run_id] if is_early else [])
    assert found(store, before=last_moment(day)) == ([] if is_early else [run_id])


def test_conditions_hold_together(store: RunStore) -> None:
    meant = save(store, *finished(70, is_approved=False), prompts=(("a/b", 1),))
    save(store, *finished(70, is_approved=False))
    save(store, *finished(80, is_approved=False), prompts=(("a/b", 1),))
    save(store, *finished(70, is_approved=False), prompts=(("a/b", 1),), name="other.py")
    asked = {"name_part": "shapes", "highest_score": 75, "prompt": PromptName("a/b"), "model": "scripted:test"}
    assert found(store, **asked, standings=(Standing.FINISHED,)) == [meant]


def test_runs_come_in_the_order_that_was_asked_for_and_those_without_a_score_last(store: RunStore) -> None:
    none = save(store, *FAILED, name="b.py", day=0)
    best = save(store, *finished(97, is_approved=True), name="c.py", day=1)
    worst = save(store, *finished(60, is_approved=False), name="a.py", day=2)
    assert found(store, RunOrder.NEWEST) == [worst, best, none]
    assert found(store, RunOrder.OLDEST) == [none, best, worst]
    assert found(store, RunOrder.BEST) == [best, worst, none]
    assert found(store, RunOrder.WORST) == [worst, best, none]
    assert found(store, RunOrder.FILE) == [worst, none, best]


def test_every_order_has_each_run_once_over_all_pages(store: RunStore, tmp_path: Path) -> None:
    ids = fill_with_runs(f"sqlite:///{tmp_path / 'runs.db'}", 100)
    for order in RunOrder:
        pages = [store.summaries(order=order, limit=30, offset=start) for start in range(0, 120, 30)]
        assert sorted(row.id for page in pages for row in page) == sorted(ids), order


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("critic/review", PromptName("critic/review")),
        ("critic/review@2", PromptName("critic/review", 2)),
    ],
)
def test_a_prompts_name_is_written_as_it_is_read(text: str, name: PromptName) -> None:
    assert PromptName.parse(text) == name
    assert str(name) == text


@pytest.mark.parametrize("text", ["", "@2", "a/b@", "a/b@two", "a/b@1@2"])
def test_what_is_no_prompts_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        PromptName.parse(text)


def plan(tmp_path: Path, statement: str) -> str:
    with sqlite3.connect(tmp_path / "runs.db") as connection:
        steps = connection.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
    connection.close()
    return " | ".join(step[-1] for step in steps)


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        ("SELECT * FROM runs ORDER BY queued_at DESC LIMIT 25", "runs_by_time"),
        ("SELECT * FROM runs WHERE source_name = 'a' ORDER BY queued_at DESC LIMIT 25", "runs_of_a_file"),
        ("SELECT * FROM runs ORDER BY score DESC LIMIT 25", "runs_by_score"),
        ("SELECT id, owner FROM runs WHERE state IN ('queued', 'running')", "ix_runs_state"),
        ("SELECT run_id FROM run_prompts WHERE prompt_id = 'a' AND version = 1", "runs_with_a_prompt"),
    ],
)
def test_what_is_asked_often_is_answered_from_an_index(
    store: RunStore, tmp_path: Path, statement: str, index: str
) -> None:
    assert f"INDEX {index}" in plan(tmp_path, statement)
    assert store.count(ALL_RUNS) == 0
