"""Deleting runs on the screen: what goes is said before it goes."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.errors import StorageError
from reflexion_core.storage.store import RunStore, RunSummary

_DONE = "deleted_runs"
_NAMES = 5


def runs_word(count: int) -> str:
    """Return a number of runs in words."""
    return "1 run" if count == 1 else f"{count:,} runs"


def what_goes(runs: Sequence[RunSummary]) -> str:
    """Return what is lost with runs that have ended, in a sentence."""
    names = list(dict.fromkeys(run.source_name for run in runs))
    listed = ", ".join(names[:_NAMES]) + (f" and {len(names) - _NAMES} more" if len(names) > _NAMES else "")
    rounds = sum(run.rounds for run in runs)
    return (
        f"{runs_word(len(runs))} of {listed}, with everything in {'it' if len(runs) == 1 else 'them'}: the sources as "
        f"they were, {'1 round' if rounds == 1 else f'{rounds:,} rounds'} of drafts and findings, the models' replies "
        "and the final documents."
    )


def confirm_delete(store: RunStore, runs: Sequence[RunSummary]) -> None:
    """Ask whether runs shall go, in a window of its own."""
    ended = [run for run in runs if not run.state.is_live]
    live = len(runs) - len(ended)

    @st.dialog(f"Delete {runs_word(len(ended))}?" if ended else "Nothing to delete")
    def ask() -> None:
        if _DONE in st.session_state:  # a button of this window was pressed: the page tells what came of it
            st.rerun()
        if ended:
            st.write(escape_label(what_goes(ended)))
            st.write("This cannot be undone.")
        if live:
            st.info(
                f"{runs_word(live)} {'is' if live == 1 else 'are'} not at the end yet and will stay. Stop a run first."
            )
        with st.container(horizontal=True):
            if ended:
                label = f"Delete {runs_word(len(ended))}"
                st.button(label, key="delete_now", type="primary", on_click=_delete, args=(store, ended))
            if st.button("Keep" if ended else "Close", key="keep"):
                st.rerun()

    ask()


def _delete(store: RunStore, runs: Sequence[RunSummary]) -> None:
    try:
        st.session_state[_DONE] = f"{runs_word(len(store.delete([run.id for run in runs])))} deleted"
    except StorageError as exc:
        st.session_state[_DONE] = exc


def tell_deleted() -> None:
    """Say once what became of the last deletion."""
    done = st.session_state.pop(_DONE, None)
    if isinstance(done, StorageError):
        show_error(done)
    elif done is not None:
        st.toast(done, icon=":material/delete:")
