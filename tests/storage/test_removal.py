"""Deleting runs, and keeping them for so many days."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

from reflexion_core import events
from reflexion_core.events import Event
from reflexion_core.storage.queries import RunQuery, Standing
from reflexion_core.storage.removal import REMOVED_AT_ONCE, Retention
from reflexion_core.storage.store import RunStore
from tests.many_runs import fill_with_runs
from tests.storage.test_queries import save

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def ended(days_ago: float) -> Event:
    return events.RunCancelled(at=NOW - timedelta(days=days_ago))


def rows_left(tmp_path: Path, table: str) -> int:
    with sqlite3.connect(tmp_path / "runs.db") as connection:
        count: int = connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
    connection.close()
    return count


def test_everything_that_belongs_to_a_run_goes_with_it(store: RunStore, tmp_path: Path) -> None:
    gone = save(store, ended(1), prompts=(("a/b", 1),))
    store.delete([gone])
    assert [rows_left(tmp_path, table) for table in ("runs", "events", "run_prompts")] == [0, 0, 0]


def test_a_live_run_stays_when_it_is_among_the_deleted(store: RunStore) -> None:
    live, gone = save(store), save(store, ended(1))
    assert store.delete([live, gone, "0" * 16]) == [gone]
    assert [row.id for row in store.summaries()] == [live]
    assert len(store.events(live)) == 2


def test_more_runs_than_fit_into_one_transaction_go_all(store: RunStore, tmp_path: Path) -> None:
    ids = fill_with_runs(f"sqlite:///{tmp_path / 'runs.db'}", REMOVED_AT_ONCE * 2 + 1)
    assert sorted(store.delete(ids)) == sorted(ids)
    assert store.count() == 0


def test_deleting_what_matches_leaves_the_rest_and_live_runs(store: RunStore) -> None:
    save(store, ended(1), name="a.py")
    kept = [save(store, name="a.py", day=1), save(store, ended(1), name="b.py")]
    assert store.delete_matching(RunQuery(file="a.py")) == 1
    assert [row.id for row in store.summaries()] == kept
    assert store.delete_matching(RunQuery(standings=(Standing.RUNNING,))) == 0


def test_runs_are_kept_for_so_many_days_after_their_end(store: RunStore) -> None:
    save(store, ended(30.1))
    kept = save(store, ended(29.9))
    assert Retention(store, 30).apply(NOW) == 1
    assert [row.id for row in store.summaries()] == [kept]


def test_a_live_run_is_kept_however_old_it_is(store: RunStore) -> None:
    save(store)
    assert Retention(store, 1).apply(datetime(2100, 1, 1, tzinfo=UTC)) == 0
    assert store.count() == 1


def test_without_a_number_of_days_all_are_kept(store: RunStore) -> None:
    save(store, ended(10_000))
    assert Retention(store, None).apply(NOW) == 0
    assert Retention(store, None).goes_at(store.summaries()[0]) is None
    assert store.count() == 1


def test_a_run_says_when_it_is_due(store: RunStore) -> None:
    save(store, ended(10))
    assert Retention(store, 30).goes_at(store.summaries()[0]) == NOW + timedelta(days=20)
    save(store, name="live.py", day=400)
    assert Retention(store, 30).goes_at(store.summaries()[0]) is None


def test_what_is_due_is_looked_for_once_an_hour_at_most(store: RunStore) -> None:
    retention = Retention(store, 30)
    assert retention.apply(NOW) == 0
    save(store, ended(31))
    assert retention.apply(NOW + timedelta(minutes=59)) == 0
    assert retention.apply(NOW + timedelta(minutes=61)) == 1
