"""Any two texts of a run, or of two runs of the same file, side by side, under what became of the facts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.compare_checks import compare_sides
from reflexion_core.dashboard.compare_choice import Choice, find_text, run_label, started_words
from reflexion_core.dashboard.compare_pair import (
    SIDES,
    ShownText,
    SideName,
    choose,
    choose_view,
    chosen_view,
    find_side,
    next_pair,
)
from reflexion_core.dashboard.compare_rendered import compare_rendered
from reflexion_core.dashboard.diff import compare_texts
from reflexion_core.dashboard.diff_view import Side, Steps, build_payload, show_diff
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.run_texts import list_texts
from reflexion_core.dashboard.run_words import short_name
from reflexion_core.errors import StorageError
from reflexion_core.storage.store import RunSummary

_POLL_SECONDS = 1.0


@st.fragment
def show_compare(state: ServerState, view: RunView) -> None:
    """Show two texts of a run that has at least one; only this part of the page runs again when others are chosen."""
    source = view.progress.source
    try:
        runs = state.runs.store.runs_of(source.name) if source is not None else []
        left, right = (find_side(state, view, side) for side in SIDES)
    except StorageError as exc:
        show_error(exc)
        return
    for problem in filter(None, (left.problem, right.problem)):
        st.warning(f"{problem} Another one is shown.")
    for column, side, shown in zip(st.columns(2), SIDES, (left, right), strict=True):
        with column.container(horizontal=True):
            _show_choice(state, view, side, shown, runs)
    _show_pair(state, view, left, right)


def _show_choice(
    state: ServerState, view: RunView, side: SideName, shown: ShownText, runs: Sequence[RunSummary]
) -> None:
    labels = {run.id: run_label(run, is_own=run.id == view.id) for run in runs}
    run_ids = list(dict.fromkeys([view.id, shown.view.id, *labels]))
    if len(run_ids) > 1:
        key = f"{side}_run_{view.id}"
        st.session_state[key] = shown.view.id
        st.selectbox(
            f"Run on the {side}",
            run_ids,
            format_func=lambda run_id: labels.get(run_id, f"run {run_id[:6]}"),
            key=key,
            on_change=partial(_choose_run, state, view, side, shown.text.key),
        )
    names = {text.key: text.name for text in shown.texts}
    key = f"{side}_{view.id}"
    st.session_state[key] = shown.text.key
    st.selectbox(
        side.capitalize(),
        list(names),
        format_func=lambda text_key: names.get(text_key, text_key),
        key=key,
        on_change=partial(_choose_text, view, side, shown.view.id),
    )


def _choose_text(view: RunView, side: SideName, run_id: str) -> None:
    choose(view, side, Choice(run_id, st.session_state[f"{side}_{view.id}"]))


def _choose_run(state: ServerState, view: RunView, side: SideName, key: str) -> None:
    """Take another run, and of it the text of the same key, or else its last one."""
    run = state.runs.view(st.session_state[f"{side}_run_{view.id}"])
    texts = list_texts(run.progress) if run is not None else []
    if run is not None and texts:
        choose(view, side, Choice(run.id, (find_text(texts, key) or texts[-1]).key))


def _show_pair(state: ServerState, view: RunView, left: ShownText, right: ShownText) -> None:
    comparison = compare_texts(left.text.text, right.text.text)
    is_rendered = chosen_view() == "rendered"
    facts = compare_sides(state.desks, left, right)
    payload = build_payload(
        comparison,
        (_head(left, view), _head(right, view)),
        blocks=compare_rendered(left.text.text, right.text.text, comparison) if is_rendered else None,
        facts=facts.part,
        steps=Steps(_step_words(left, right, -1), _step_words(left, right, 1)),
    )
    key = f"diff_{view.id}"
    show_diff(payload, key=key, on_step=partial(_take_step, view, left, right, key), on_view=partial(_take_view, key))
    if facts.is_running:
        _wait_for_examples(state, left, right)


def _head(shown: ShownText, view: RunView) -> Side:
    progress = shown.view.progress
    run = "" if shown.view.id == view.id else f"run of {started_words(progress.queued_at)}"
    model = short_name(progress.model) if progress.model is not None else ""
    return Side(shown.text.name, " · ".join(filter(None, (run, model, shown.text.about))))


def _step_words(left: ShownText, right: ShownText, step: int) -> str:
    pair = next_pair(left, right, step)
    return f"{pair[0].name} beside {pair[1].name}" if pair is not None else ""


def _take_step(view: RunView, left: ShownText, right: ShownText, key: str) -> None:
    step = st.session_state[key].get("step")
    pair = next_pair(left, right, step) if step in (-1, 1) else None
    if pair is not None:
        choose(view, "left", Choice(left.view.id, pair[0].key))
        choose(view, "right", Choice(right.view.id, pair[1].key))


def _take_view(key: str) -> None:
    choose_view(st.session_state[key].get("view"))


@st.fragment(run_every=_POLL_SECONDS)
def _wait_for_examples(state: ServerState, left: ShownText, right: ShownText) -> None:
    """Look again until the examples of both texts have been run."""
    if not compare_sides(state.desks, left, right).is_running:
        st.rerun()
