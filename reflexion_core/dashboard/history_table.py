"""Stored runs as a table to choose from."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from reflexion_core.dashboard.history_trend import Step
from reflexion_core.dashboard.navigation import page
from reflexion_core.dashboard.run_words import REASON_WORDS, STATE_WORDS, clock, short_name
from reflexion_core.settings import parse_model
from reflexion_core.storage.removal import Retention
from reflexion_core.storage.store import RunSummary

PAGE_ROWS = 25
_OPEN_KEY = "open_run"


def history_frame(
    rows: Sequence[RunSummary], *, steps: Mapping[str, Step] | None = None, retention: Retention | None = None
) -> pd.DataFrame:
    """Return runs as a frame with one row a run.

    Args:
        rows: The runs.
        steps: For the runs of one file, what changed from each to the next, by the run's name.
        retention: When runs are deleted; a column says so where that is ever.
    """
    columns: dict[str, Any] = {
        "Open": ["Open"] * len(rows),
        "File": [run.source_name for run in rows],
        "State": [STATE_WORDS[run.state] for run in rows],
        "End": [REASON_WORDS.get(run.reason, run.problem) for run in rows],
        "Score": pd.Series([run.score for run in rows], dtype="float64"),
    }
    if steps is not None:
        known = [steps.get(run.id, Step()) for run in rows]
        columns["Change"] = pd.Series([step.change for step in known], dtype="float64")
        columns["Source"] = ["changed" if step.is_source_changed else "" for step in known]
        del columns["File"]
    columns |= {
        "Bar": [run.quality_score_bar for run in rows],
        "Rounds": [run.rounds for run in rows],
        "Tokens": [run.tokens for run in rows],
        "Time": [clock(run.seconds) for run in rows],
        "Model": [short_name(parse_model(run.generator)) for run in rows],
        "Started": [run.queued_at.astimezone() for run in rows],
    }
    if retention is not None and retention.keep_days is not None:
        moments = [retention.goes_at(run) for run in rows]
        columns["Deleted on"] = pd.Series([moment and moment.astimezone() for moment in moments], dtype="object")
    return pd.DataFrame(columns)


def table_key(rows: Sequence[RunSummary]) -> str:
    """Return a name for the table of these very runs: a choice of rows must never come to mean other runs."""
    names = hashlib.sha256("".join(run.id for run in rows).encode()).hexdigest()
    return f"runs_{names[:16]}"


def show_table(frame: pd.DataFrame, rows: Sequence[RunSummary]) -> list[RunSummary]:
    """Show runs, and return those that are chosen; the button of a row opens its run."""
    picked = st.dataframe(
        frame,
        hide_index=True,
        height="content",
        on_select="rerun",
        selection_mode="multi-row",
        key=table_key(rows),
        placeholder="–",
        column_config={
            "Open": st.column_config.ButtonColumn("", key=_OPEN_KEY, type="tertiary", width=70),
            "Score": st.column_config.NumberColumn(format="%.1f"),
            "Change": st.column_config.NumberColumn(format="%+.1f", help="Against the run before it that has a score"),
            "Source": st.column_config.TextColumn(help="Whether the file's text was another one in the run before it"),
            "Tokens": st.column_config.NumberColumn(format="localized"),
            "Bar": st.column_config.NumberColumn(format="%g"),
            "Started": st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm"),
            "Deleted on": st.column_config.DatetimeColumn(format="YYYY-MM-DD"),
        },
    )
    clicked = st.session_state.get(_OPEN_KEY)
    if clicked is not None:
        open_run(rows[clicked["row"]].id)
    return [rows[row] for row in picked["selection"]["rows"] if row < len(rows)]


def open_run(run_id: str) -> None:
    """Go to the page of a run."""
    st.switch_page(page("review"), query_params={"run": run_id})
