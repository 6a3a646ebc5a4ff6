"""The course of a run: its state, its curve, its rounds, and the text as it is written."""

from __future__ import annotations

import time
from functools import partial
from html import escape

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.curve import PICK, curve_key, score_curve
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.live_view import show_live_text
from reflexion_core.dashboard.look import scroll_box, show_error, show_title
from reflexion_core.dashboard.loop_graph import loop_html
from reflexion_core.dashboard.navigation import link
from reflexion_core.dashboard.plan_html import plan_html, plan_title
from reflexion_core.dashboard.round_html import found_so_far_html
from reflexion_core.dashboard.round_view import choices_made, open_round, opened_round, show_round_choice
from reflexion_core.dashboard.run_html import head_html, live_text_html, rounds_html
from reflexion_core.dashboard.run_words import (
    REASON_WORDS,
    STATE_WORDS,
    forecast_words,
    live_line,
    turn_words,
    verdict,
)
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.dashboard.steering import show_resume
from reflexion_core.dashboard.time_left import time_left
from reflexion_core.errors import ReflexionError
from reflexion_core.progress import Progress
from reflexion_core.records import RunState

_STOP_SECONDS = 0.5
_CARD_HEIGHT = 420
_COURSE_HEIGHT = 320
_FOUND_HEIGHT = 180
_PLAN_HEIGHT = 240


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
    with st.container():
        _show_plan(progress)
    with st.container(key="live" if progress.state.is_live else "ended"):
        if progress.state.is_live:
            _show_at_work(view)
        else:
            _show_rounds(view)


def _show_notes(view: RunView) -> None:
    if view.progress.notice:
        st.info(escape_label(view.progress.notice), icon=":material/info:")
    if view.progress.choice is not None:
        st.info(f"How it goes was chosen by the source, {escape_label(view.progress.choice.reason)}.")
    if view.progress.rounds:
        for dropped in view.progress.rounds[-1].dropped_critics:
            st.warning(f"Left out as a critic: {escape_label(dropped)}")
    if view.progress.plan is not None and view.progress.plan.reason:
        st.info(escape_label(f"This source is {view.progress.plan.reason}."), icon=":material/info:")
    if view.problem:
        st.warning(f"The newest steps could not be saved: {escape_label(view.problem)}")
    _show_end(view)
    if forecast_words(view.progress):
        st.caption(forecast_words(view.progress))


def _show_plan(progress: Progress) -> None:
    """Show the sections of a run that is worked section by section."""
    if progress.plan is None:
        return
    title = plan_title(progress.plan)
    with st.container(border=True, key="plan"):
        show_title(title)
        st.html(scroll_box(plan_html(progress.plan), title, _PLAN_HEIGHT))


def _show_at_work(view: RunView) -> None:
    """Show the curve beside the text as it comes, below them what is found in the newest draft, and the rounds."""
    progress = view.progress
    left, right = st.columns([1.05, 1])
    with left.container(border=True, height=_CARD_HEIGHT):
        _show_curve(view, _CARD_HEIGHT - 96)
    with right.container(border=True, height=_CARD_HEIGHT):
        show_live_text(view.id, progress)
    with st.container(border=True, key="found"):
        title = f"Round {progress.rounds[-1].number} · found so far" if progress.rounds else "Found so far"
        show_title(title)
        st.html(scroll_box(found_so_far_html(progress), title, _FOUND_HEIGHT))
    with st.container(border=True):
        _show_table(view)


def _show_rounds(view: RunView) -> None:
    """Show the curve, the rounds, and what a run that was cut off had begun to write."""
    progress = view.progress
    if progress.rounds:
        with st.container(border=True):
            _show_curve(view, _COURSE_HEIGHT)
        with st.container(border=True):
            _show_table(view)
    if progress.state is not RunState.FINISHED and progress.live_text:
        with st.container(border=True):
            show_title("The last text that a model wrote in this run")
            st.html(live_text_html(progress))


def _show_table(view: RunView) -> None:
    show_title("Rounds")
    st.html(rounds_html(view.progress))
    if view.progress.rounds:
        show_round_choice(view)


def _show_buttons(state: ServerState, view: RunView) -> None:
    if view.progress.state.is_live and view.is_here and view.is_own:
        st.button(
            "Stop", icon=":material/stop:", key="stop", on_click=_stop, args=(state, view.id),
            help="Frees the screen at once; a model server may finish the piece it is reading.",
        )  # fmt: skip
    if not view.progress.state.is_live:
        if view.is_own:
            show_resume(state, view)
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
        st.info(f"{live_line(view).capitalize()}. {turn_words(view)}")
    elif progress.state.is_live:
        return
    elif progress.failure is not None:
        show_error(ReflexionError(progress.failure.message, hint=progress.failure.hint))
    elif progress.state is RunState.FINISHED and progress.is_approved:
        st.success(escape_label(verdict(progress)), icon=":material/check_circle:")
    else:
        st.warning(escape_label(verdict(progress)), icon=":material/info:")


def _show_curve(view: RunView, height: int) -> None:
    """Show the curve, which opens the round that is clicked; the choice below it does the same by keyboard."""
    progress, options = view.progress, view.progress.options
    show_title("Score by round")
    if options is None or not progress.rounds:
        st.html('<p class="rx-mute">The curve begins with the first score.</p>')
        return
    chart = score_curve(
        progress.rounds,
        bar=options.quality_score_bar,
        best=progress.best.number if progress.best is not None and progress.best.score is not None else None,
        attempts=options.max_attempts,
        stop=_stop_words(progress),
        opened=opened_round(view),
        is_clickable=True,
    )
    # A chart keeps what was clicked; a new key lets go of it when the round is chosen elsewhere.
    key = f"curve_{view.id}_{choices_made(view.id)}"
    st.vega_lite_chart(
        chart,
        key=key,
        width="stretch",
        height=height,
        on_select=partial(_open_clicked, view.id, key),
        selection_mode=PICK,
    )
    st.html(f'<p class="rx-key">{escape(curve_key(progress.rounds))}</p>')


def _stop_words(progress: Progress) -> str:
    """Return why the rounds ended, or why the run did before they could; empty while they go on."""
    decision = progress.rounds[-1].decision
    if decision is not None and decision.action == "stop":
        return REASON_WORDS.get(decision.reason, decision.reason)
    return "" if progress.state.is_live else STATE_WORDS[progress.state]


def _open_clicked(run_id: str, key: str) -> None:
    """Open the round that was clicked on the curve."""
    picked = st.session_state[key].selection.get(PICK, [])
    if picked:
        open_round(run_id, int(picked[0]["round"]))
