"""History: every run that was ever started here, to be found again."""

import streamlit as st

from reflexion_core.dashboard.history_page import show_history
from reflexion_core.dashboard.holder import server_state
from reflexion_core.dashboard.look import show_error
from reflexion_core.errors import StorageError

state = server_state()
st.title("History")
try:
    show_history(state)
except StorageError as exc:
    show_error(exc)
