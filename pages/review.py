"""Review: start runs, watch one, and take its document home."""

import streamlit as st

from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.navigation import keep_address, link
from reflexion_core.dashboard.people import state_here
from reflexion_core.dashboard.run_page import show_run
from reflexion_core.dashboard.start_form import show_start_form
from reflexion_core.errors import ReflexionError, StorageError
from reflexion_core.storage.store import is_run_id

_GONE = "it may have been deleted; History lists all runs"
_GONE_OR_ANOTHERS = "it may have been deleted, or is somebody's who does not share it; History lists your runs"

state = state_here()
keep_address()
run_id = st.query_params.get("run", "")

if not run_id:
    try:
        show_start_form(state)
    except ReflexionError as exc:
        show_error(exc)
else:
    try:
        view = state.runs.view(run_id) if is_run_id(run_id) else None
    except StorageError as exc:
        show_error(exc)
        st.stop()
    if view is None:
        show_error(
            StorageError(
                "this run is not known here",
                hint=_GONE if state.loaded.settings.access == "local" else _GONE_OR_ANOTHERS,
            )
        )
        link("history")
    else:
        show_run(state, view)
