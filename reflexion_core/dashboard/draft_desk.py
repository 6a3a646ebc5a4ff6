"""A draft of a run on the desk: changed by hand under the checks' eyes, then judged, or accepted as it is."""

from __future__ import annotations

import streamlit as st

from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.navigation import page
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.dashboard.steering import accept, ask_name, go_on, with_room
from reflexion_core.dashboard.verify_desk import Desk, DraftOrigin
from reflexion_core.errors import StorageError
from reflexion_core.events import RunContinued
from reflexion_core.progress import Progress
from reflexion_core.records import FinalDocument


def show_draft_bar(state: ServerState, desk: Desk) -> None:
    """Show what can be done with the text of a desk that belongs to a run; nothing for others."""
    origin = desk.origin
    if origin is None:
        return
    try:
        view = state.runs.view(origin.run_id)
    except StorageError as exc:
        show_error(exc)
        return
    if view is None:
        st.warning("The run that this text is from has been deleted; the text can still be taken home.")
        return
    if not view.is_own:
        st.info("This text is from a run that somebody shared with you. Yours is a copy, which can be taken home.")
        return
    with st.container(border=True, horizontal=True, vertical_alignment="bottom", key="draft_bar"):
        by = ask_name()
        is_live = view.progress.state.is_live
        is_judged = st.button(
            "Judge it as the next round",
            icon=":material/play_arrow:",
            type="primary",
            key="judge",
            disabled=is_live,
            help="The critic reads it, code scores it, and the run goes on from it if it is below the bar.",
        )
        is_accepted = st.button(
            "Accept as the final document",
            icon=":material/verified:",
            key="accept_text",
            disabled=is_live,
            help="Takes this text as it stands, with your name and the time; no model is asked.",
        )
        st.page_link(page("review"), label="Back to the run", query_params={"run": origin.run_id})
    if is_live:
        st.info("The run is going on; what you write here is kept until it has ended.")
    if is_judged:
        _judge(state, view.progress, desk, origin, by)
    if is_accepted:
        _accept(state, desk, origin, by)


def _judge(state: ServerState, progress: Progress, desk: Desk, origin: DraftOrigin, by: str) -> None:
    if progress.options is None:
        return
    if not desk.document.strip():
        st.error("There is no text to judge.")
        return
    options = with_room(progress, progress.options)
    asked = RunContinued(options=options, base_round=origin.round_number, draft=desk.document, by=by)
    if go_on(state, origin.run_id, asked):
        st.switch_page(page("review"), query_params={"run": origin.run_id})


def _accept(state: ServerState, desk: Desk, origin: DraftOrigin, by: str) -> None:
    report = desk.checker.check(desk.document, desk.id).verification.report
    document = FinalDocument(
        text=desk.document, origin="person", round_number=origin.round_number, note=_note(by), report=report
    )
    if accept(state, origin.run_id, document, by):
        st.switch_page(page("review"), query_params={"run": origin.run_id})


def _note(by: str) -> str:
    return f"changed by hand{f' by {escape_label(by)}' if by else ''} and accepted as it is"
