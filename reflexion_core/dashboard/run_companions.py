"""The runs that were started together, from the page of any of them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.navigation import page
from reflexion_core.dashboard.run_words import STATE_WORDS
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.records import RunState
from reflexion_core.storage.store import is_run_id

_POLL_SECONDS = 1.0
_STATE_ICONS = {
    RunState.QUEUED: ":material/schedule:",
    RunState.RUNNING: ":material/play_circle:",
    RunState.FINISHED: ":material/check_circle:",
    RunState.CANCELLED: ":material/stop_circle:",
    RunState.FAILED: ":material/error:",
    RunState.INTERRUPTED: ":material/error:",
}


def show_companions(state: ServerState, view: RunView) -> None:
    """Show the runs that were started together with this one, and follow them while one of them lives."""
    together = [run_id for run_id in st.query_params.get("with", "").split(",") if is_run_id(run_id)]
    if len(together) < 2:
        return
    is_live = any(other.progress.state.is_live for other in _views(state, together))

    @st.fragment(run_every=_POLL_SECONDS if is_live else None)
    def follow() -> None:
        others = _views(state, together)
        with st.container(horizontal=True, vertical_alignment="center", key="together"):
            for other in others:
                _show_companion(other, together, is_open=other.id == view.id)
        if is_live and not any(other.progress.state.is_live for other in others):
            st.rerun()

    follow()


def _views(state: ServerState, run_ids: Sequence[str]) -> list[RunView]:
    return [found for run_id in run_ids if (found := state.runs.view(run_id)) is not None]


def _show_companion(view: RunView, together: Sequence[str], *, is_open: bool) -> None:
    progress = view.progress
    label = f"{progress.source.name if progress.source else view.id} · {STATE_WORDS[progress.state]}"
    if is_open:
        st.html(f'<span class="rx-open" aria-current="page">{escape(label)}</span>', width="content")
    else:
        st.page_link(
            page("review"),
            label=escape_label(label),
            icon=_STATE_ICONS[progress.state],
            query_params={"run": view.id, "with": ",".join(together)},
        )
