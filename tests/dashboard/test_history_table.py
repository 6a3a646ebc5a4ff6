"""Stored runs as a table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from reflexion_core.dashboard.history_table import history_frame, table_key
from reflexion_core.dashboard.history_trend import Step
from reflexion_core.records import RunState, StopReason
from reflexion_core.storage.removal import Retention
from reflexion_core.storage.store import RunStore, RunSummary

QUEUED = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def row(**changes: Any) -> RunSummary:
    values: dict[str, Any] = {
        "id": "0123456789abcdef",
        "source_name": "shapes.py",
        "strategy": "critic_loop",
        "state": RunState.FINISHED,
        "reason": StopReason.APPROVED,
        "problem": "",
        "rounds": 2,
        "score": 96.25,
        "quality_score_bar": 95.0,
        "is_approved": True,
        "tokens": 6140,
        "generator": "ollama:qwen3.5:9b",
        "critic": "ollama:deepseek-coder:6.7b",
        "adjudicator": "ollama:llama3:8b",
        "queued_at": QUEUED,
        "started_at": QUEUED + timedelta(seconds=5),
        "ended_at": QUEUED + timedelta(seconds=75),
    }
    return RunSummary(**(values | changes))


def cells(**changes: Any) -> dict[str, Any]:
    frame = history_frame([row(**changes)])
    return {str(name): frame[name][0] for name in frame}


def test_a_finished_run_shows_what_a_reader_looks_for():
    shown = cells()
    assert (shown["File"], shown["State"], shown["End"]) == ("shapes.py", "finished", "approved")
    assert (shown["Score"], shown["Bar"], shown["Rounds"], shown["Tokens"]) == (96.25, 95.0, 2, 6140)
    assert (shown["Time"], shown["Model"]) == ("1:10", "qwen3.5:9b")


def test_the_start_is_the_moment_at_which_the_run_was_asked_for():
    assert cells()["Started"].tz_convert("UTC") == QUEUED


def test_a_run_without_a_score_or_an_end_has_gaps_instead_of_zeros():
    shown = cells(state=RunState.INTERRUPTED, reason="", score=None, ended_at=None)
    assert shown["State"] == "interrupted"
    assert (shown["End"], shown["Time"]) == ("", "–")
    assert history_frame([row(score=None), row()])["Score"].isna().tolist() == [True, False]


def test_every_state_has_a_word():
    assert [cells(state=state)["State"] for state in RunState] == [
        *("waiting", "running", "finished", "stopped", "failed", "interrupted")
    ]


def test_rows_keep_their_order():
    names = [f"{number}.py" for number in range(5)]
    assert history_frame([row(source_name=name) for name in names])["File"].tolist() == names


def test_no_runs_are_a_table_with_heads_and_no_rows():
    frame = history_frame([])
    assert len(frame) == 0
    assert "File" in frame


def test_a_failed_run_says_why_in_the_place_of_its_end():
    shown = cells(state=RunState.FAILED, reason="", problem="the server is gone")
    assert shown["End"] == "the server is gone"


def test_runs_of_one_file_show_what_changed_and_not_the_files_name_again():
    rows = [row(id="b", score=90.0), row(id="a", score=80.0)]
    frame = history_frame(rows, steps={"b": Step(10.0, is_source_changed=True)})
    assert frame["Change"].tolist()[0] == 10
    assert frame["Change"].isna().tolist() == [False, True]
    assert frame["Source"].tolist() == ["changed", ""]
    assert "File" not in frame


def test_runs_that_are_not_kept_for_ever_say_when_they_go(store: RunStore):
    rows = [row(), row(state=RunState.RUNNING, ended_at=None)]
    ended_at = QUEUED + timedelta(seconds=75)
    due = history_frame(rows, retention=Retention(store, 30))["Deleted on"]
    assert due[0] == ended_at + timedelta(days=30)
    assert due.isna().tolist() == [False, True]
    assert "Deleted on" not in history_frame(rows, retention=Retention(store, None))


def test_a_table_of_other_runs_is_another_table():
    one, two = [row(id="a")], [row(id="b")]
    assert table_key(one) == table_key([row(id="a", score=1.0)])
    assert len({table_key(rows) for rows in (one, two, one + two, two + one, [])}) == 5
