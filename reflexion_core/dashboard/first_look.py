"""What somebody sees who has no run yet: an example, two clicks away from its finished document."""

from __future__ import annotations

import streamlit as st

from reflexion_core.dashboard.holder import ServerState

FIRST_EXAMPLE = "compound_interest.py"
"""The shortest of the examples: on a small model its run ends soonest."""

_PICKED = "example"


def show_first_look(state: ServerState, start: str) -> None:
    """Offer an example to whoever has no run yet; nothing to all others.

    Args:
        state: The server.
        start: What the button is called that starts.
    """
    if state.runs.store.count():
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="first_look"):
        if st.session_state.get(_PICKED) == FIRST_EXAMPLE:
            st.markdown(f"**{FIRST_EXAMPLE}** is chosen. Press **{start}** below and watch it become a document.")
            return
        st.markdown("**New here?** A short example shows how a file becomes a checked document.", width="stretch")
        st.button("Try it with an example", icon=":material/play_circle:", key="try", type="primary", on_click=_pick)


def _pick() -> None:
    st.session_state[_PICKED] = FIRST_EXAMPLE
