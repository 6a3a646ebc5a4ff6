"""Sharing a run by its link: the switch of whoever asked for it, and what others are told."""

from __future__ import annotations

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.look import show_error
from reflexion_core.errors import StorageError

_PROBLEM = "share_problem"


def show_sharing(state: ServerState, view: RunView) -> None:
    """Show whether a run is shared; nothing where one person alone uses the server."""
    if state.loaded.settings.access == "local":
        return
    if not view.is_own:
        st.info(
            "Somebody shared this run with you by its link. You can read it and take it home; only they can stop it, "
            "let it go on or accept its document.",
            icon=":material/group:",
        )
        return
    problem = st.session_state.pop(_PROBLEM, None)
    if problem is not None:
        show_error(problem)
    key = f"share_{view.id}"
    st.session_state[key] = view.progress.is_shared
    st.toggle(
        "Share by link",
        key=key,
        on_change=_share,
        args=(state, view.id, key),
        help="Everybody who can use this server and has the address of this page can then read the run: the source, "
        "every draft and what was found. Turned off, nobody but you can.",
    )


def _share(state: ServerState, run_id: str, key: str) -> None:
    try:
        state.runs.share(run_id, is_shared=st.session_state[key])
    except StorageError as exc:
        st.session_state[_PROBLEM] = exc
