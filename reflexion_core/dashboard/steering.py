"""The reviewer's last word on a run: let it go on, from any draft, with a request or a text of one's own; accept."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.look import show_error, show_title
from reflexion_core.dashboard.people import name_here
from reflexion_core.dashboard.run_texts import round_names
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.errors import StorageError
from reflexion_core.events import RunContinued
from reflexion_core.progress import Progress
from reflexion_core.records import FinalDocument, RunState
from reflexion_core.routing import choose_fix
from reflexion_core.run_options import RunOptions

_MOST_FURTHER = 10
_CUT_OFF = {RunState.CANCELLED, RunState.FAILED, RunState.INTERRUPTED}


def show_steering(state: ServerState, view: RunView) -> None:
    """Show how a run that has ended can go on."""
    progress = view.progress
    if progress.options is None:
        return
    show_title("Let this run go on")
    names = round_names(progress)
    left, right = st.columns(2, gap="large")
    with left:
        base = _ask_base(progress, names, view.id)
        fix = st.text_area(
            "What must be corrected next",
            key=f"fix_{view.id}",
            placeholder=_router_choice(progress),
            help="Goes to the generator as the one correction of the next round. Empty: the router chooses.",
            max_chars=2000,
        )
    with right:
        options = _ask_options(progress.options, len(progress.rounds), view.id)
        by = ask_name()
    if st.button("Go on", type="primary", icon=":material/play_arrow:", key=f"go_on_{view.id}"):
        asked = RunContinued(options=options, base_round=base, fix=fix.strip(), by=by)
        if go_on(state, view.id, asked):
            st.rerun()


def _ask_base(progress: Progress, names: Mapping[int, str], run_id: str) -> int | None:
    if not names:
        st.info("There is no draft yet, so the run begins with its first round.")
        return None
    best = progress.best.number if progress.best is not None else max(names)
    chosen: int = st.selectbox(
        "From the draft of",
        list(names),
        index=list(names).index(best),
        format_func=lambda number: names[number],
        key=f"base_{run_id}",
    )
    return chosen


def _router_choice(progress: Progress) -> str:
    return choose_fix(progress.best).text if progress.best is not None else ""


def _ask_options(options: RunOptions, rounds: int, run_id: str) -> RunOptions:
    bar = st.slider(
        "Quality bar", 0, 100, round(options.quality_score_bar), key=f"bar_{run_id}", help="The rounds end there."
    )
    more = st.slider(
        "Further attempts", 1, _MOST_FURTHER, 1, key=f"more_{run_id}", help="Most rounds from here; each takes a draft."
    )
    changes = {"quality_score_bar": float(bar), "max_attempts": rounds + more}
    return RunOptions.model_validate(options.model_dump() | changes)


def ask_name() -> str:
    """Ask for the reviewer's name, which stands beside what they write or accept; kept for the session."""
    name = st.text_input(
        "Your name",
        name_here(),
        key="reviewer",
        persist_state="session",
        max_chars=80,
        help="Stands beside what you write or accept; it may be left empty.",
    )
    return name.strip()


def go_on(state: ServerState, run_id: str, asked: RunContinued) -> bool:
    """Let a run go on; returns whether it does, and says why where it cannot."""
    return _is_done(lambda: state.runs.go_on(run_id, asked))


def accept(state: ServerState, run_id: str, document: FinalDocument, by: str) -> bool:
    """Accept a document of a run; returns whether it is, and says why where it cannot be."""
    return _is_done(lambda: state.runs.accept(run_id, document, by))


def _is_done(action: Callable[[], None]) -> bool:
    try:
        action()
    except StorageError as exc:
        show_error(exc)
        return False
    return True


def with_room(progress: Progress, options: RunOptions) -> RunOptions:
    """Return a run's options with room for one more round at least."""
    attempts = max(options.max_attempts, len(progress.rounds) + 1)
    return RunOptions.model_validate(options.model_dump() | {"max_attempts": attempts})


def show_resume(state: ServerState, view: RunView) -> None:
    """Offer to let a run that was cut off go on where it stood; nothing for one that came to its end."""
    options = view.progress.options
    if options is None or view.progress.state not in _CUT_OFF:
        return
    is_asked = st.button(
        "Resume", icon=":material/play_arrow:", key="resume", help="Goes on with what the run has so far."
    )
    if is_asked and go_on(state, view.id, RunContinued(options=with_room(view.progress, options))):
        st.rerun()


def show_acceptance(state: ServerState, view: RunView) -> None:
    """Show who accepted the final document, or offer to accept it."""
    document, acceptance = view.progress.document, view.progress.acceptance
    if document is None:
        return
    if acceptance is not None:
        by = f" by {escape_label(acceptance.by)}" if acceptance.by else ""
        st.success(f"Accepted{by} on {acceptance.at:%Y-%m-%d at %H:%M} UTC.", icon=":material/verified:")
        return
    with st.popover("Accept", icon=":material/verified:"):
        st.write("Records that a person has read this document and takes it as it is, with name and time.")
        by = ask_name()
        is_asked = st.button("Accept this document", type="primary", key=f"accept_{view.id}")
        if is_asked and accept(state, view.id, document, by):
            st.rerun()
