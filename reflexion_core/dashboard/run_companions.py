"""The runs that were started together, from the page of any of them: one table, and what can be done with all."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import partial

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.batch import BatchRow, batch_row, request_again, run_ids
from reflexion_core.dashboard.batch_view import show_batch
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.report.archive import archive_runs

_POLL_SECONDS = 1.0
_STOP_SECONDS = 0.5


def show_companions(state: ServerState, view: RunView) -> None:
    """Show the runs that were started together with this one, and follow them while one of them lives."""
    together = run_ids(st.query_params.get("with", ""))
    if len(together) < 2:
        return
    ended: dict[str, BatchRow] = {}
    known = _rows(state, together, ended)
    live = _live(known)

    @st.fragment(run_every=_POLL_SECONDS if live else None)
    def follow() -> None:
        rows = _rows(state, together, ended)
        show_batch(
            rows,
            open_id=view.id,
            gone=len(together) - len(rows),
            key="batch",
            on_open=partial(_open, together=together),
            on_stop=lambda run_id: _stop(state, [run_id]),
            on_again=lambda run_id: _start_again(state, [run_id]),
        )
        # The rest of the page and the sidebar know the runs too, and follow when one has ended.
        if _is_elsewhere(view, together) or _live(rows) != live:
            st.rerun()

    with st.container(border=True, key="together"):
        follow()
        # Outside of what is drawn every second: each drawing makes the address of a download void.
        _show_actions(state, known)


def _rows(state: ServerState, together: Sequence[str], ended: dict[str, BatchRow]) -> list[BatchRow]:
    """Return a row for each run that is known.

    Args:
        state: What knows them.
        together: Their names.
        ended: Rows of those that have ended, which stay as they are; new ones are added.
    """
    rows = []
    for run_id in together:
        row = ended.get(run_id)
        if row is None:
            view = state.runs.view(run_id)
            if view is None:
                continue
            row = batch_row(view)
            if not row.is_live:
                ended[run_id] = row
        rows.append(row)
    return rows


def _live(rows: Iterable[BatchRow]) -> list[str]:
    return [row.id for row in rows if row.is_live]


def _show_actions(state: ServerState, rows: Sequence[BatchRow]) -> None:
    stoppable = [row.id for row in rows if row.action == "stop"]
    restartable = [row.id for row in rows if row.action == "again"]
    with st.container(horizontal=True, key="together_actions"):
        st.button(
            "Stop all",
            icon=":material/stop:",
            key="stop_all",
            disabled=not stoppable,
            on_click=_stop,
            args=(state, stoppable),
            help="Stops what runs and what waits. Everything up to the stop is kept.",
        )
        st.button(
            "Start all again",
            icon=":material/replay:",
            key="start_all",
            disabled=not restartable,
            on_click=_start_again,
            args=(state, restartable),
            help="Starts those that were stopped, failed or were interrupted once more, as new runs.",
        )
        st.download_button(
            "Download all",
            partial(_pack, state, [row.id for row in rows]),
            file_name="reflexion-runs.zip",
            mime="application/zip",
            icon=":material/download:",
            key="download_all",
            on_click="ignore",
            help="One archive: of each file its document and the report of its run, as HTML and as JSON.",
        )


def _open(run_id: str, together: Sequence[str]) -> None:
    st.query_params.from_dict({"run": run_id, "with": ",".join(together)})


def _is_elsewhere(view: RunView, together: Sequence[str]) -> bool:
    """Whether the address has become that of another run, or of others together."""
    return st.query_params.get("run") != view.id or run_ids(st.query_params.get("with", "")) != list(together)


def _stop(state: ServerState, chosen: Sequence[str]) -> None:
    """Stop runs, the last first so that none of them begins meanwhile, and give them a moment to end."""
    for run_id in reversed(chosen):
        state.runs.stop(run_id)
    end = time.monotonic() + _STOP_SECONDS
    while time.monotonic() < end and any(view.id in chosen for view in state.runs.live()):
        time.sleep(0.02)


def _start_again(state: ServerState, chosen: Iterable[str]) -> None:
    """Start runs once more, and let the address name the new ones in the places of the old.

    Only runs that the address still names: a second click comes before the first has changed the page.
    """
    together = run_ids(st.query_params.get("with", ""))
    views = _views(state, [run_id for run_id in chosen if run_id in together])
    requests = {view.id: request for view in views if (request := request_again(view.progress)) is not None}
    replaced = dict(zip(requests, state.runs.start(requests.values()), strict=True))
    shown = st.query_params.get("run", "")
    _open(replaced.get(shown, shown), [replaced.get(name, name) for name in together])


def _pack(state: ServerState, chosen: Sequence[str]) -> bytes:
    """Return the archive of runs as they stand when it is asked for."""
    return archive_runs({view.id: view.progress for view in _views(state, chosen)}, datetime.now(UTC))


def _views(state: ServerState, chosen: Iterable[str]) -> list[RunView]:
    return [found for run_id in chosen if (found := state.runs.view(run_id)) is not None]
