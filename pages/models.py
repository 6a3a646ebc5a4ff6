"""Models: which providers answer, what is installed, what each role would use, how to get more."""

import streamlit as st

from reflexion_core.dashboard.installed import ask_providers
from reflexion_core.dashboard.models_view import show_providers, show_pull, show_roles
from reflexion_core.dashboard.people import state_here

state = state_here()
st.title("Models")
if st.button("Look again", icon=":material/refresh:"):
    st.toast("Asked every provider again.")
reports = ask_providers(state)
show_roles(state, reports)
show_providers(reports)
show_pull(state, reports)
