"""The document that a run has made, to read and to take home; and the report of the run."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.code_words import begin_sentence
from reflexion_core.dashboard.safe_markdown import DOCUMENT_CSS, escape_label, render_markdown
from reflexion_core.progress import Progress
from reflexion_core.report.data import json_report
from reflexion_core.report.names import safe_stem
from reflexion_core.report.page import html_report


def show_document(view: RunView, texts: Mapping[str, str]) -> None:
    """Show the final document, or the last draft where there is none; rendered or as text, with its downloads."""
    progress = view.progress
    name = "Final document" if progress.document is not None else list(texts)[-1]
    text = texts[name]
    if progress.document is None:
        st.caption(f"There is no final document; this is the last draft ({escape_label(name)}).")
    elif progress.document.note:
        st.caption(escape_label(begin_sentence(progress.document.note)))
    with st.container(horizontal=True, vertical_alignment="center"):
        how = st.segmented_control(
            "View",
            ["Rendered", "Text"],
            default="Rendered",
            required=True,
            key=f"how_{view.id}",
            label_visibility="collapsed",
        )
        _offer_downloads(view, text)
    if how == "Text":
        st.code(text, language=None, wrap_lines=True)
    else:
        st.container(border=True).html(DOCUMENT_CSS + render_markdown(text))


def _offer_downloads(view: RunView, text: str) -> None:
    """Offer the text, and the report in both forms, which is written when it is asked for."""
    source = view.progress.source
    stem = safe_stem(source.name) if source is not None else "document"
    st.download_button(
        "Download",
        text.encode(),
        file_name=f"{stem}.md",
        mime="text/markdown",
        icon=":material/download:",
        on_click="ignore",
    )
    st.download_button(
        "Report",
        partial(_html_bytes, view.progress, view.id),
        file_name=f"{stem}.report.html",
        mime="text/html",
        icon=":material/lab_profile:",
        on_click="ignore",
        help="The whole run as one HTML file to pass on: curve, rounds, findings with their proof, document.",
    )
    st.download_button(
        "Report as JSON",
        partial(_json_bytes, view.progress, view.id),
        file_name=f"{stem}.report.json",
        mime="application/json",
        icon=":material/data_object:",
        on_click="ignore",
        help="The whole run as data, every draft included.",
    )


def _html_bytes(progress: Progress, run_id: str) -> bytes:
    return html_report(progress, run_id, datetime.now(UTC)).encode()


def _json_bytes(progress: Progress, run_id: str) -> bytes:
    return json_report(progress, run_id).encode()
