"""Verify: a document beside its source, each statement marked right, wrong or cannot tell."""

import streamlit as st

from reflexion_core.dashboard.draft_desk import show_draft_bar
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.navigation import keep_address
from reflexion_core.dashboard.people import state_here
from reflexion_core.dashboard.verify_form import show_desk_head, show_together, show_verify_form
from reflexion_core.dashboard.verify_view import show_desk
from reflexion_core.errors import ReflexionError

state = state_here()
keep_address()
desk = state.desks.get(st.query_params.get("desk", ""))
if desk is not None:
    show_together(state, desk)
    show_desk_head(desk)
    show_draft_bar(state, desk)
    show_desk(desk)
else:
    if "desk" in st.query_params:
        st.warning("This document is not on the server any more: it keeps the latest ones until it ends.")
    try:
        show_verify_form(state)
    except ReflexionError as exc:
        show_error(exc)
