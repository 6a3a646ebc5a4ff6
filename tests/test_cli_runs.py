"""`reflexion runs`: the same filters as the History page, and deleting."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reflexion_core import events
from reflexion_core.storage.store import RunStore
from tests.commands import Reflexion
from tests.storage.test_queries import FAILED, finished, save


@pytest.fixture
def stored(data_folder: Path) -> Iterator[RunStore]:
    """The store that the commands of this test use."""
    store = RunStore(f"sqlite:///{data_folder / 'runs.db'}", data_folder / "owners")
    yield store
    store.close()


def names(reflexion: Reflexion, *flags: object) -> list[str]:
    return [row["source_name"] for row in reflexion("runs", "--json", *flags).json]


def test_each_filter_is_a_flag(reflexion: Reflexion, stored: RunStore) -> None:
    save(stored, *finished(97, is_approved=True), name="good.py", day=0, prompts=(("critic/review", 2),))
    save(stored, *finished(60, is_approved=False), name="poor.py", day=2, prompts=(("critic/review", 1),))
    save(stored, *FAILED, name="none.py", day=4)
    assert names(reflexion, "--file", "OO") == ["poor.py", "good.py"]
    assert names(reflexion, "--state", "approved", "--state", "failed") == ["none.py", "good.py"]
    assert names(reflexion, "--min-score", 60, "--max-score", 90) == ["poor.py"]
    assert names(reflexion, "--prompt", "critic/review@2") == ["good.py"]
    assert names(reflexion, "--prompt", "critic/review") == ["poor.py", "good.py"]
    assert names(reflexion, "--since", "2026-03-02", "--until", "2026-03-03") == ["poor.py"]
    assert names(reflexion, "--model", "scripted:test", "--sort", "file") == ["good.py", "none.py", "poor.py"]
    assert names(reflexion, "--limit", 1, "--page", 2) == ["poor.py"]


def test_a_part_of_the_runs_says_what_part_it_is(reflexion: Reflexion, stored: RunStore) -> None:
    for number in range(3):
        save(stored, name=f"{number}.py", day=number)
    done = reflexion("runs", "--limit", 2)
    assert "1 to 2 of 3 runs; the next: --page 2" in done.err
    assert "3 to 3 of 3 runs\n" in reflexion("runs", "--limit", 2, "--page", 2).err
    assert "There are 3 such runs, and no page 3 of them." in reflexion("runs", "--limit", 2, "--page", 3).err
    assert reflexion("runs").err == ""


def test_where_nothing_is_found_it_says_what_there_is(reflexion: Reflexion, stored: RunStore) -> None:
    assert "No runs yet. Start one" in reflexion("runs", "--file", "a").err
    save(stored, prompts=(("critic/review", 2),))
    assert "No run is like that." in reflexion("runs", "--file", "nothing").err
    assert "No run has had the model ollama:llama3:8b; there were: scripted:test" in (
        reflexion("runs", "--model", "llama3:8b").err
    )
    assert "the prompt critic/review@1; there were: critic/review@2" in (
        reflexion("runs", "--prompt", "critic/review@1").err
    )


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--prompt", "@2"), "'@2' is not ROLE/NAME or ROLE/NAME@VERSION"),
        (("--since", "yesterday"), "yesterday"),
        (("--state", "good"), "below_bar"),
        (("--older-than", 0), "--older-than"),
        (("--delete", "a", "--state", "failed"), "--delete names its runs"),
        (("--delete", "a", "--older-than", 3), "--delete names its runs"),
    ],
)
def test_what_cannot_be_meant_is_refused(reflexion: Reflexion, flags: tuple[object, ...], said: str) -> None:
    done = reflexion("runs", *flags)
    assert done.code == 2
    assert said in done.err


def test_named_runs_are_deleted_by_the_beginning_of_their_names(reflexion: Reflexion, stored: RunStore) -> None:
    gone, kept = save(stored, events.RunCancelled()), save(stored, events.RunCancelled())
    done = reflexion("runs", "--delete", gone[:15], "--yes")
    assert (done.code, done.err) == (0, "1 run deleted\n")
    assert [run.id for run in stored.summaries()] == [kept]


def test_a_run_that_is_at_work_is_not_deleted(reflexion: Reflexion, stored: RunStore) -> None:
    live, ended = save(stored), save(stored, events.RunCancelled())
    done = reflexion("runs", "--delete", live, "--delete", ended, "--yes")
    assert done.code == 2
    assert f"run {live} has not ended and stays" in done.err
    assert "1 run deleted" in done.err
    assert [run.id for run in stored.summaries()] == [live]


def ended(days_ago: float) -> events.RunCancelled:
    return events.RunCancelled(at=datetime.now(UTC) - timedelta(days=days_ago))


def test_old_runs_are_deleted_and_no_others(reflexion: Reflexion, stored: RunStore) -> None:
    save(stored, ended(31), name="old.py", day=0)
    save(stored, ended(29), name="young.py", day=1)
    save(stored, name="live.py", day=2)
    assert "1 run deleted" in reflexion("runs", "--older-than", 30, "--yes").err
    assert names(reflexion) == ["live.py", "young.py"]
    assert "0 runs deleted" in reflexion("runs", "--older-than", 30).err


def test_of_the_old_runs_only_those_are_deleted_that_the_other_flags_find(
    reflexion: Reflexion, stored: RunStore
) -> None:
    save(stored, ended(31), name="a.py")
    save(stored, ended(31), name="b.py")
    reflexion("runs", "--older-than", 30, "--file", "a.py", "--yes")
    assert names(reflexion) == ["b.py"]


def test_without_anyone_to_ask_nothing_is_deleted(reflexion: Reflexion, stored: RunStore) -> None:
    run_id = save(stored, events.RunCancelled())
    done = reflexion("runs", "--delete", run_id)
    assert done.code == 2
    assert "1 run with its drafts" in done.err
    assert "to do so without being asked, add --yes" in done.err
    assert stored.count() == 1


@pytest.mark.parametrize(("answer", "left"), [("y\n", 0), ("n\n", 1), ("\n", 1)])
def test_a_user_at_a_terminal_is_asked_first(
    reflexion: Reflexion, stored: RunStore, monkeypatch: pytest.MonkeyPatch, answer: str, left: int
) -> None:
    run_id = save(stored, events.RunCancelled())
    keyboard, terminal = os.openpty()
    os.write(keyboard, answer.encode())
    with os.fdopen(terminal) as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        done = reflexion("runs", "--delete", run_id)
    os.close(keyboard)
    assert "This cannot be undone." in done.err
    assert (done.code == 0, stored.count()) == (left == 0, left)
