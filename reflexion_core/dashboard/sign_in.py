"""Coming in and going out: what somebody sees who is not known yet, and who the page says is here."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from reflexion_core.dashboard.access import providers_of
from reflexion_core.dashboard.entrance import read_auth
from reflexion_core.dashboard.look import BRAND_HTML
from reflexion_core.dashboard.people import name_here, who_is_here
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.settings import Access


def ask_to_come_in(access: Access) -> None:
    """Let nobody past who must be known and is not."""
    if access == "local" or who_is_here(access) is not None:
        return
    st.html(BRAND_HTML)
    if access == "open":
        st.title("This browser is not known yet")
        st.info(
            "Your runs are kept apart from those of others by a cookie, and this page came without one. Allow cookies "
            "for this address and load the page again."
        )
    else:
        _ask_to_sign_in()
    st.stop()


def _ask_to_sign_in() -> None:
    st.title("Sign in")
    st.write("Several people use this server. Your runs and files are shown to you alone, unless you share them.")
    if "run" in st.query_params:
        st.info("You came by a link to a run. Open the link once more when you have signed in.")
    providers = providers_of(read_auth())
    for name in providers:
        label = f"Sign in with {escape_label(name)}"
        st.button(label, type="primary", key=f"sign_in_{name}", on_click=partial(st.login, name))
    if not providers:
        st.button("Sign in", type="primary", icon=":material/login:", key="sign_in", on_click=st.login)


def show_who_is_here(access: Access) -> None:
    """Show in the sidebar who uses the page, and the way out; nothing where nobody needs to be known."""
    if access == "open":
        _show_note("YOUR OWN RUNS", "Others see a run of yours only by a link that you share.")
    elif access == "sign_in":
        _show_note("SIGNED IN", name_here())
        st.button("Sign out", icon=":material/logout:", key="sign_out", on_click=st.logout)


def _show_note(title: str, text: str) -> None:
    st.html(f'<div class="rx-side">{title}</div><small class="rx-mute">{escape(text)}</small>')
