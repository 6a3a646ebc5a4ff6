"""What a run has made: its document, what code found, its texts against the source and against each other."""

from __future__ import annotations

from functools import partial

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.compare_pair import enter_pair, is_linked_anew, leave_pair
from reflexion_core.dashboard.facts_html import changes_html, counts_html, findings_html
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.look import show_title
from reflexion_core.dashboard.run_compare import show_compare
from reflexion_core.dashboard.run_document import show_document
from reflexion_core.dashboard.run_texts import run_texts
from reflexion_core.dashboard.run_verdicts import show_against_source
from reflexion_core.dashboard.steering import show_acceptance, show_steering
from reflexion_core.dashboard.what_if import show_what_if
from reflexion_core.progress import Progress
from reflexion_core.records import CheckReport

_COMPARE = "Compare drafts"


def show_results(state: ServerState, view: RunView) -> None:
    """Show the results as tabs; a run without a draft has none."""
    texts = run_texts(view.progress)
    if not texts:
        st.info("This run has no draft.")
        _show_steering(state, view)
        return
    # Drawn again for each tab that is opened, so that no examples run for what nobody looks at.
    if is_linked_anew():
        st.session_state["results"] = _COMPARE
    names = ["Document", "Facts", "Against the source", _COMPARE, "What if", "Go on"]
    tabs = st.tabs(names, key="results", on_change=partial(_keep_pair, view))
    document, facts, against, compare, what_if, steering = tabs
    with document:
        if document.open and (view.is_own or view.progress.acceptance is not None):
            show_acceptance(state, view)
        show_document(view, texts)
    with facts:
        _show_facts(view.progress)
    with against:
        if against.open:
            show_against_source(state, view, texts)
    with compare:
        if compare.open:
            show_compare(state, view)
    with what_if:
        if what_if.open:
            show_what_if(view)
    with steering:
        if steering.open:
            _show_steering(state, view)


def _show_steering(state: ServerState, view: RunView) -> None:
    if view.is_own:
        show_steering(state, view)
    else:
        st.info("Only the person who asked for this run can let it go on.")


def _keep_pair(view: RunView) -> None:
    """Let the address name the compared pair while it is on the screen."""
    if st.session_state["results"] == _COMPARE:
        enter_pair(view)
    else:
        leave_pair()


def _show_facts(progress: Progress) -> None:
    """Show what code found in the final document and in every draft, and what it changed."""
    document = progress.document
    if document is not None and document.report is not None:
        _show_report("Final document", document.report, changes_html(document.repairs, document.settled), progress)
    checked = [item for item in progress.rounds if item.report is not None]
    if not checked:
        st.info("This run was scored by the critic's numbers alone (policy “model”); nothing was checked.")
    for item in checked:
        if item.report is not None:
            _show_report(f"Round {item.number}", item.report, changes_html(item.repairs), progress)


def _show_report(title: str, report: CheckReport, changes: str, progress: Progress) -> None:
    with st.container(border=True):
        show_title(title)
        st.html(counts_html(report) + findings_html(report.findings, progress.source) + changes)
