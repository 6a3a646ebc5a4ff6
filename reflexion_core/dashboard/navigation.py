"""The pages and the way to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import streamlit as st

from reflexion_core.settings import shipped_folder

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

PageName = Literal["review", "verify", "history", "exam", "models", "settings"]

_LOOK: dict[PageName, tuple[str, str]] = {
    "review": ("Review", ":material/rate_review:"),
    "verify": ("Verify", ":material/fact_check:"),
    "history": ("History", ":material/history:"),
    "exam": ("Exam", ":material/quiz:"),
    "models": ("Models", ":material/memory:"),
    "settings": ("Settings", ":material/settings:"),
}


def page(name: PageName) -> StreamlitPage:
    """Return a page; the first one answers at `/`."""
    title, icon = _LOOK[name]
    path = shipped_folder() / "pages" / f"{name}.py"
    return st.Page(path, title=title, icon=icon, default=name == "review")


def all_pages() -> list[StreamlitPage]:
    """Return every page, in the order of the menu."""
    return [page(name) for name in _LOOK]


def link(name: PageName, label: str | None = None) -> None:
    """Show a link to a page."""
    _, icon = _LOOK[name]
    st.page_link(page(name), label=label, icon=icon)


def keep_address() -> None:
    """Make the browser's address that of what is shown.

    Streamlit changes the address for a link to another page only; from run to run it would name the first.
    """
    st.query_params.from_dict(st.query_params.to_dict())
