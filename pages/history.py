"""History: every run that was ever started here, to be found again."""

import streamlit as st

from reflexion_core.dashboard.history_page import show_history
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.people import state_here
from reflexion_core.errors import StorageError

state = state_here()
st.title("History")
try:
    show_history(state)
except StorageError as exc:
    show_error(exc)
