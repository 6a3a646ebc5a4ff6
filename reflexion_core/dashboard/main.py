"""The script behind every page: page list, sidebar, and what all pages need before they begin."""

import streamlit as st

from reflexion_core.dashboard.holder import ServerState, server_state
from reflexion_core.dashboard.look import PAGE_CSS, BRAND_HTML, show_error
from reflexion_core.dashboard.run_words import live_line
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.errors import ReflexionError
from reflexion_core.settings import shipped_folder

_PAGES = shipped_folder() / "pages"
_SIDEBAR_SECONDS = 2.0


@st.fragment(run_every=_SIDEBAR_SECONDS)
def _show_live_runs(state: ServerState, review: object) -> None:
    live = state.runs.live()
    if not live:
        return
    st.caption("RUNNING NOW")
    for view in live:
        name = view.progress.source.name if view.progress.source is not None else view.id
        st.page_link(review, label=escape_label(name), icon=":material/play_circle:", query_params={"run": view.id})
        st.caption(escape_label(live_line(view)))
    st.caption("goes on if you close this tab")


st.set_page_config(page_title="Reflexion", page_icon="📐", layout="wide")
review_page = st.Page(_PAGES / "review.py", title="Review", icon=":material/rate_review:", default=True)
pages = [
    review_page,
    st.Page(_PAGES / "history.py", title="History", icon=":material/history:"),
    st.Page(_PAGES / "models.py", title="Models", icon=":material/memory:"),
]
chosen = st.navigation(pages, position="hidden")
st.html(PAGE_CSS)
try:
    current = server_state()
except ReflexionError as exc:
    show_error(exc)
    st.stop()
with st.sidebar:
    st.html(BRAND_HTML)
    for page in pages:
        st.page_link(page)
    _show_live_runs(current, review_page)
chosen.run()
