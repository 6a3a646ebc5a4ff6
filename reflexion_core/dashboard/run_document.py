"""The document that a run has made, to read and to take home."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.safe_markdown import DOCUMENT_CSS, escape_label, render_markdown


def show_document(view: RunView, texts: Mapping[str, str]) -> None:
    """Show the final document, or the last draft where there is none; rendered or as text, with its download."""
    progress = view.progress
    name = "Final document" if progress.document is not None else list(texts)[-1]
    text = texts[name]
    if progress.document is None:
        st.caption(f"There is no final document; this is the last draft ({escape_label(name)}).")
    elif progress.document.note:
        st.caption(escape_label(progress.document.note))
    stem = PurePath(progress.source.name).stem if progress.source is not None else "document"
    with st.container(horizontal=True, vertical_alignment="center"):
        how = st.segmented_control(
            "View",
            ["Rendered", "Text"],
            default="Rendered",
            required=True,
            key=f"how_{view.id}",
            label_visibility="collapsed",
        )
        st.download_button(
            "Download",
            text.encode(),
            file_name=f"{stem}.md",
            mime="text/markdown",
            icon=":material/download:",
            on_click="ignore",
        )
    if how == "Text":
        st.code(text, language=None, wrap_lines=True)
    else:
        st.container(border=True).html(DOCUMENT_CSS + render_markdown(text))
