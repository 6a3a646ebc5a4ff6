"""The course of a run: its state, its curve, its rounds, and the text as it is written."""

from __future__ import annotations

import time

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.curve import score_curve
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.live_view import show_live_text
from reflexion_core.dashboard.look import show_error, show_title
from reflexion_core.dashboard.loop_graph import loop_html
from reflexion_core.dashboard.navigation import link
from reflexion_core.dashboard.run_html import head_html, live_text_html, rounds_html
from reflexion_core.dashboard.run_words import live_line, verdict
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.dashboard.time_left import time_left
from reflexion_core.errors import ReflexionError
from reflexion_core.progress import Progress
from reflexion_core.records import RunState

_STOP_SECONDS = 0.5
_CARD_HEIGHT = 370
_COURSE_HEIGHT = 240


def show_course(state: ServerState, view: RunView) -> None:
    """Show a run as it stands.

    The same boxes come in the same order whatever there is to say: a browser that gets the next picture
    would for a moment show what is left of the last one elsewhere.
    """
    progress = view.progress
    title, buttons = st.columns([4, 1], vertical_alignment="center")
    title.html(head_html(view))
    with buttons.container(horizontal=True, horizontal_alignment="right", key="actions"):
        _show_buttons(state, view)
    with st.container():
        _show_notes(view)
    st.container(border=True).html(loop_html(view, time_left(progress, state.runs.store)))
    with st.container(key="live" if progress.state.is_live else "ended"):
        if progress.state.is_live:
            _show_at_work(view)
        else:
            _show_rounds(progress)


def _show_notes(view: RunView) -> None:
    if view.progress.notice:
        st.info(escape_label(view.progress.notice), icon=":material/info:")
    if view.problem:
        st.warning(f"The newest steps could not be saved: {escape_label(view.problem)}")
    _show_end(view)


def _show_at_work(view: RunView) -> None:
    """Show the curve beside the text as it comes, and the rounds below."""
    progress = view.progress
    left, right = st.columns([1.05, 1])
    with left.container(border=True, height=_CARD_HEIGHT):
        show_title("Score by round")
        _show_curve(progress, _CARD_HEIGHT - 70)
    with right.container(border=True, height=_CARD_HEIGHT):
        show_live_text(view.id, progress)
    with st.container(border=True):
        show_title("Rounds")
        st.html(rounds_html(progress))


def _show_rounds(progress: Progress) -> None:
    """Show the curve, the rounds, and what a run that was cut off had begun to write."""
    if progress.rounds:
        with st.container(border=True):
            show_title("Score by round")
            _show_curve(progress, _COURSE_HEIGHT)
        with st.container(border=True):
            show_title("Rounds")
            st.html(rounds_html(progress))
    if progress.state is not RunState.FINISHED and progress.live_text:
        with st.container(border=True):
            show_title("The last text that a model wrote in this run")
            st.html(live_text_html(progress))


def _show_buttons(state: ServerState, view: RunView) -> None:
    if view.progress.state.is_live and view.is_here:
        st.button(
            "Stop", icon=":material/stop:", key="stop", on_click=_stop, args=(state, view.id),
            help="Frees the screen at once; a model server may finish the piece it is reading.",
        )  # fmt: skip
    if not view.progress.state.is_live:
        link("review", "New review")


def _stop(state: ServerState, run_id: str) -> None:
    """Stop a run, and give it a moment to end, so that the next picture shows its end."""
    state.runs.stop(run_id)
    end = time.monotonic() + _STOP_SECONDS
    while time.monotonic() < end:
        view = state.runs.view(run_id)
        if view is None or not view.progress.state.is_live:
            return
        time.sleep(0.02)


def _show_end(view: RunView) -> None:
    progress = view.progress
    if progress.state is RunState.QUEUED:
        st.info(f"{live_line(view).capitalize()}. Runs that use the same model take turns.")
    elif progress.state.is_live:
        return
    elif progress.failure is not None:
        show_error(ReflexionError(progress.failure.message, hint=progress.failure.hint))
    elif progress.state is RunState.FINISHED and progress.is_approved:
        st.success(escape_label(verdict(progress)), icon=":material/check_circle:")
    else:
        st.warning(escape_label(verdict(progress)), icon=":material/info:")


def _show_curve(progress: Progress, height: int) -> None:
    options = progress.options
    if options is None or not progress.rounds:
        st.html('<p class="rx-mute">The curve begins with the first score.</p>')
        return
    best = progress.best.number if progress.best is not None and progress.best.score is not None else None
    chart = score_curve(progress.rounds, bar=options.quality_score_bar, best=best, attempts=options.max_attempts)
    st.altair_chart(chart, key="curve", width="stretch", height=height)
