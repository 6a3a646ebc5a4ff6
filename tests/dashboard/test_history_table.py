"""Stored runs as a table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from reflexion_core.dashboard.history_table import history_frame
from reflexion_core.records import RunState, StopReason
from reflexion_core.storage.store import RunSummary

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
