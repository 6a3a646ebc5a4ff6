"""The script behind every page: page list, sidebar, and what all pages need before they begin."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.holder import ServerState, server_state
from reflexion_core.dashboard.look import BRAND_HTML, PAGE_CSS, show_error
from reflexion_core.dashboard.navigation import all_pages, page
from reflexion_core.dashboard.people import state_here
from reflexion_core.dashboard.run_words import live_line
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.dashboard.sign_in import ask_to_come_in, show_who_is_here
from reflexion_core.errors import ReflexionError

_SIDEBAR_SECONDS = 2.0
_SIDEBAR_PIXELS = 232


@st.fragment(run_every=_SIDEBAR_SECONDS)
def _show_live_runs(state: ServerState) -> None:
    live = state.runs.live()
    if not live:
        return
    st.html('<div class="rx-side">RUNNING NOW</div>')
    with st.container(key="running_now"):
        _show_links(live)
    st.html('<div class="rx-small">They go on if you close this tab.</div>')


def _show_links(live: Sequence[RunView]) -> None:
    for view in live:
        name = view.progress.source.name if view.progress.source is not None else view.id
        st.page_link(
            page("review"), label=escape_label(name), icon=":material/play_circle:", query_params={"run": view.id}
        )
        st.html(f'<div class="rx-small">{escape(live_line(view))}</div>')


st.set_page_config(page_title="Reflexion", page_icon="📐", layout="wide", initial_sidebar_state=_SIDEBAR_PIXELS)
pages = all_pages()
chosen = st.navigation(pages, position="hidden")
st.html(PAGE_CSS)
try:
    ask_to_come_in(server_state().loaded.settings.access)
    current = state_here()
except ReflexionError as exc:
    show_error(exc)
    st.stop()
with st.sidebar:
    st.html(BRAND_HTML)
    for entry in pages:
        st.page_link(entry)
    _show_live_runs(current)
    show_who_is_here(current.loaded.settings.access)
chosen.run()
