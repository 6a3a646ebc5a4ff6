"""The History page: find runs, open them, see how a file came along, delete."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from reflexion_core.dashboard.history_delete import confirm_delete, runs_word, tell_deleted
from reflexion_core.dashboard.history_filters import (
    Wanted,
    choose_file,
    clear_filters,
    has_former_filters,
    leave_file,
    show_filters,
    show_pages,
    take_former_filters,
)
from reflexion_core.dashboard.history_table import PAGE_ROWS, history_frame, open_run, show_table
from reflexion_core.dashboard.history_trend import PICK, TREND_RUNS, Step, describe_trend, find_steps, trend_chart
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.navigation import link
from reflexion_core.storage.queries import RunOrder
from reflexion_core.storage.removal import Retention
from reflexion_core.storage.store import RunStore, RunSummary


def show_history(state: ServerState) -> None:
    """Show the page.

    Raises:
        StorageError: the store cannot be read.
    """
    store, retention = state.runs.store, state.retention
    retention.apply()
    tell_deleted()
    if not store.count():
        st.info("No runs yet. The first one takes two clicks: choose an example on the Review page and start.")
        link("review")
        return
    wanted = show_filters(store)
    found = store.count(wanted.query)
    steps = _show_trend(store, wanted) if wanted.query.file else None
    bar, body = st.container(horizontal=True, vertical_alignment="center"), st.container()
    if not found:
        _show_none(body)
        return
    first = PAGE_ROWS * (show_pages(wanted, -(-found // PAGE_ROWS)) - 1)
    rows = store.summaries(wanted.query, order=wanted.order, limit=PAGE_ROWS, offset=first)
    with body:
        chosen = show_table(history_frame(rows, steps=steps, retention=retention), rows)
    with bar:
        _show_count(found, first, len(rows))
        _show_actions(store, chosen, wanted)
    st.html('<small class="rx-mute">By keyboard: arrows move in the table, Shift+Space chooses a row.</small>')
    _show_keeping(retention)


def _show_count(found: int, first: int, shown: int) -> None:
    text = runs_word(found) if shown == found else f"{first + 1:,} to {first + shown:,} of {runs_word(found)}"
    st.html(f'<div class="rx-title" role="status">{escape(text)}</div>', width="content")


def _show_actions(store: RunStore, chosen: Sequence[RunSummary], wanted: Wanted) -> None:
    """Show what can be done with the chosen runs; nothing moves when a row is chosen."""
    files = {run.source_name for run in chosen}
    if st.button("Open", icon=":material/open_in_new:", disabled=len(chosen) != 1):
        open_run(chosen[0].id)
    if not wanted.query.file:
        st.button(
            "Trend of this file",
            icon=":material/show_chart:",
            disabled=len(files) != 1,
            on_click=choose_file,
            args=tuple(files)[:1],
        )
    if st.button("Delete …", icon=":material/delete:", disabled=not chosen):
        confirm_delete(store, chosen)
    if wanted.is_narrowed:
        st.button("Clear filters", icon=":material/filter_alt_off:", on_click=clear_filters)
    elif has_former_filters():
        st.button("Filters as before", icon=":material/filter_alt:", on_click=take_former_filters)


def _show_none(body: st.delta_generator.DeltaGenerator) -> None:
    with body:
        st.info("No run is like that. Take a filter away, or all of them.")
        st.button("Clear filters", icon=":material/filter_alt_off:", on_click=clear_filters)


def _show_trend(store: RunStore, wanted: Wanted) -> dict[str, Step]:
    """Show how one file came out from run to run, and return what changed from each run to the next."""
    newest = store.summaries(wanted.query, order=RunOrder.NEWEST, limit=TREND_RUNS)
    runs = newest[::-1]
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.html(f'<h2 class="rx-file">{escape(wanted.query.file)}</h2>', width="stretch")
            st.button("All files", icon=":material/arrow_back:", on_click=leave_file)
        if runs:
            more = f" These are the newest {TREND_RUNS}." if len(runs) == TREND_RUNS else ""
            st.html(f'<div class="rx-mute">{escape(describe_trend(runs) + more)}</div>')
            picked = _draw_trend(runs)
            st.html(
                '<small class="rx-mute">◆ approved · ● below the bar or not ended · ✕ no score · '
                "dashes: the quality bar · dots: the file's text had changed. Choose a point to open its run.</small>"
            )
            if picked:
                open_run(picked)
    return find_steps(runs)


def _draw_trend(runs: Sequence[RunSummary]) -> str:
    """Draw the trend; returns the run whose point was clicked, empty where none was, or no run has a score to click."""
    if all(run.score is None for run in runs):
        st.altair_chart(trend_chart(runs), key="trend")
        return ""
    chart = st.altair_chart(trend_chart(runs), key="trend", on_select="rerun", selection_mode=PICK)
    picked = chart["selection"].get(PICK)
    return str(picked[0]["run"]) if picked else ""


def _show_keeping(retention: Retention) -> None:
    if retention.keep_days is not None:
        days = "1 day" if retention.keep_days == 1 else f"{retention.keep_days:,} days"
        st.html(
            f'<small class="rx-mute">Runs are deleted {days} after their end, as the setting '
            "<code>storage.keep_days</code> says.</div>"
        )
