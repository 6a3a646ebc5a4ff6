"""Stored runs as a table to choose from."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from reflexion_core.dashboard.navigation import page
from reflexion_core.dashboard.run_words import REASON_WORDS, STATE_WORDS, clock, short_name
from reflexion_core.settings import parse_model
from reflexion_core.storage.store import RunSummary

PAGE_ROWS = 50


def history_frame(rows: Sequence[RunSummary]) -> pd.DataFrame:
    """Return runs as a frame with one row a run."""
    return pd.DataFrame(
        {
            "File": [run.source_name for run in rows],
            "State": [STATE_WORDS[run.state] for run in rows],
            "End": [REASON_WORDS.get(run.reason, "") for run in rows],
            "Score": [run.score for run in rows],
            "Bar": [run.quality_score_bar for run in rows],
            "Rounds": [run.rounds for run in rows],
            "Tokens": [run.tokens for run in rows],
            "Time": [clock(run.seconds) for run in rows],
            "Model": [short_name(parse_model(run.generator)) for run in rows],
            "Started": [run.queued_at.astimezone() for run in rows],
        }
    )


def show_history(frame: pd.DataFrame, run_ids: Sequence[str]) -> None:
    """Show runs; choosing one opens it."""
    st.caption("Choose a row to open its run.")
    picked = st.dataframe(
        frame,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        key="history",
        placeholder="–",
        column_config={
            "Score": st.column_config.NumberColumn(format="%.1f"),
            "Bar": st.column_config.NumberColumn(format="%g"),
            "Started": st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm"),
        },
    )
    rows = picked["selection"]["rows"]
    if rows:
        st.switch_page(page("review"), query_params={"run": run_ids[rows[0]]})
