"""A draft of a run beside its source, each claim with its verdict and the lines that decide it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.navigation import page
from reflexion_core.dashboard.verify_desk import DraftOrigin
from reflexion_core.dashboard.verify_view import show_checked_text
from reflexion_core.errors import SourceError
from reflexion_core.progress import Progress
from reflexion_core.records import CriticIssue, Source


def show_against_source(state: ServerState, view: RunView, texts: Mapping[str, str]) -> None:
    """Show one of a run's texts with its verdicts, checked anew.

    Args:
        state: What checks it.
        view: The run.
        texts: Its texts by the name that a reader sees, in the order in which they came to be.
    """
    source = view.progress.source
    if source is None:
        st.info("The source of this run is not known.")
        return
    names = list(texts)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Text", names, index=len(names) - 1, key=f"against_{view.id}")
        is_taken = st.button("Edit by hand", icon=":material/edit:", key="to_verify")
    document = f"{PurePath(source.name).stem}.md"
    try:
        checker = state.desks.checker([source])
        if is_taken:
            origin = DraftOrigin(view.id, _round_of(view.progress, texts[name]))
            _take_to_verify(state, document, texts[name], source, origin)
    except SourceError as exc:
        show_error(exc)
        return
    issues = critic_issues(view.progress, texts[name])
    show_checked_text(checker, texts[name], document, f"text_{view.id}", issues)


def critic_issues(progress: Progress, text: str) -> tuple[CriticIssue, ...]:
    """Return what the critic said of a text; nothing where it did not read it."""
    read = [item.critique for item in progress.rounds if item.draft == text and item.critique is not None]
    return read[-1].issues if read else ()


def _round_of(progress: Progress, text: str) -> int:
    """Return the round whose draft a text is, or that it came from."""
    same = [item.number for item in progress.rounds if text in {item.draft, item.written}]
    if same:
        return same[-1]
    return progress.best.number if progress.best is not None else 1


def _take_to_verify(state: ServerState, name: str, text: str, source: Source, origin: DraftOrigin) -> None:
    desk = state.desks.open(name, text, [source], "A copy; the run keeps its own text.", origin)
    st.switch_page(page("verify"), query_params={"desk": desk.id})
