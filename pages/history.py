"""History: every run that was ever started here."""

import streamlit as st

from reflexion_core.dashboard.history_table import PAGE_ROWS, history_frame, show_history
from reflexion_core.dashboard.holder import server_state
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.navigation import link
from reflexion_core.errors import StorageError

state = server_state()
st.title("History")
try:
    total = state.runs.store.count()
    if not total:
        st.info("No runs yet. The first one takes two clicks: choose an example on the Review page and start.")
        link("review")
        st.stop()
    pages = -(-total // PAGE_ROWS)
    page = st.pagination(pages, key="history_page") if pages > 1 else 1
    rows = state.runs.store.summaries(limit=PAGE_ROWS, offset=(page - 1) * PAGE_ROWS)
except StorageError as exc:
    show_error(exc)
    st.stop()
show_history(history_frame(rows), [run.id for run in rows])
