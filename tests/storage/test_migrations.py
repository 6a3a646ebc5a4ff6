"""A database of an earlier program, with runs in it, at its way to the newest tables."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect

from reflexion_core.events import Event, RunCancelled, RunStarted
from reflexion_core.records import PromptVersion, RunState
from reflexion_core.storage import database
from reflexion_core.storage.queries import PromptName, RunQuery
from reflexion_core.storage.store import RunStore
from tests.learning.runs import WRONG_DEFAULT, mended_run, save_run
from tests.running import QUEUED

OLD_ID, OTHER_ID, WAITING_ID = "a" * 16, "b" * 16, "c" * 16


def to_first_tables(url: str) -> None:
    """Make the first tables, or go back to them."""
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        go = command.downgrade if inspect(connection).has_table("runs") else command.upgrade
        go(config, "0001")
    engine.dispose()


def started(*prompts: tuple[str, int]) -> RunStarted:
    versions = tuple(PromptVersion(id=prompt, version=version, sha256="f" * 64) for prompt, version in prompts)
    return RunStarted(prompts=versions, models=())


def enter(connection: sqlite3.Connection, run_id: str, state: str, *events: Event) -> None:
    """Write a run as the program wrote it that knew the first tables."""
    connection.execute(
        "INSERT INTO runs VALUES (?, 'host/0', 'shapes.py', '0', 'critic_loop', 95.0, 4, 'ollama:a', 'ollama:b', "
        "'ollama:c', ?, '', '', 0, NULL, 0, 0, '2026-01-01 00:00:00.000000', NULL, NULL)",
        (run_id, state),
    )
    for number, event in enumerate((QUEUED, *events), 1):
        row = (run_id, number, event.kind, event.model_dump_json())
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row)


@pytest.fixture
def former(tmp_path: Path) -> str:
    """The address of a database with the first tables and three runs in it."""
    url = f"sqlite:///{tmp_path / 'runs.db'}"
    to_first_tables(url)
    with sqlite3.connect(tmp_path / "runs.db") as connection:
        enter(connection, OLD_ID, "cancelled", started(("critic/review", 1), ("generator/draft", 1)), RunCancelled())
        # Entered as one that was started twice: the second time with a newer prompt.
        both = started(("critic/review", 1)), started(("critic/review", 1), ("critic/review", 2))
        enter(connection, OTHER_ID, "cancelled", *both, RunCancelled())
        enter(connection, WAITING_ID, "queued")
    connection.close()
    return url


def test_runs_of_the_first_tables_are_found_by_their_prompts(former: str, tmp_path: Path) -> None:
    store = RunStore(former, tmp_path / "owners")
    assert [str(prompt) for prompt in store.prompts()] == ["critic/review@2", "critic/review@1", "generator/draft@1"]
    by_first = store.summaries(RunQuery(prompt=PromptName("critic/review", 1)))
    assert [row.id for row in by_first] == [OLD_ID, OTHER_ID]
    by_second = store.summaries(RunQuery(prompt=PromptName("critic/review", 2)))
    assert [row.id for row in by_second] == [OTHER_ID]
    store.close()


def test_runs_of_the_first_tables_keep_everything(former: str, tmp_path: Path) -> None:
    store = RunStore(former, tmp_path / "owners")
    assert [row.id for row in store.summaries()] == [OLD_ID, OTHER_ID, WAITING_ID]
    assert {row.state for row in store.summaries()} == {RunState.CANCELLED, RunState.QUEUED}
    assert store.events(OLD_ID)[0] == QUEUED
    assert [len(store.events(run_id)) for run_id in (OLD_ID, OTHER_ID, WAITING_ID)] == [3, 4, 1]
    store.close()


def test_a_run_of_the_first_tables_is_deleted_with_its_prompts(former: str, tmp_path: Path) -> None:
    store = RunStore(former, tmp_path / "owners")
    assert store.delete([OTHER_ID]) == [OTHER_ID]
    assert PromptName("critic/review", 2) not in store.prompts()
    store.close()


def test_runs_of_the_first_tables_belong_to_nobody_and_are_not_shared(former: str, tmp_path: Path) -> None:
    store = RunStore(former, tmp_path / "owners")
    progress = store.progress(OLD_ID)
    assert progress is not None
    assert (progress.person, progress.is_shared) == ("", False)
    assert store.for_person("a" * 32).count() == 0
    assert store.for_person("a" * 32).progress(OLD_ID) is None
    store.close()


def test_runs_of_the_first_tables_have_taught_nothing_and_later_ones_can(former: str, tmp_path: Path) -> None:
    store = RunStore(former, tmp_path / "owners")
    assert store.lessons.lessons() == []
    save_run(store, mended_run(WRONG_DEFAULT))
    assert [lesson.check for lesson in store.lessons.lessons()] == ["defaults"]
    store.close()


def test_the_way_back_to_the_first_tables_loses_no_run(former: str, tmp_path: Path) -> None:
    RunStore(former, tmp_path / "owners").close()
    to_first_tables(former)
    with sqlite3.connect(tmp_path / "runs.db") as connection:
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        counts = [connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in ("runs", "events")]
    connection.close()
    assert not {"run_prompts", "lessons", "lesson_runs"} & tables
    assert counts == [3, 8]
