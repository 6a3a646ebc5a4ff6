"""The two texts that are compared: from the address to the texts, and from a reader's choice to the address.

The address is written where the reader chooses, and never while a page is drawn: the way back would then lead nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.compare_choice import Choice, find_text, read_choice, step_pair, write_choice
from reflexion_core.dashboard.diff_view import ViewName
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.run_texts import RunText, list_texts

SideName = Literal["left", "right"]
SIDES: tuple[SideName, ...] = get_args(SideName)

_SEEN = "compared"
"""What the session calls the pair that was on the screen last."""


@dataclass(frozen=True)
class ShownText:
    """One side as it is shown."""

    view: RunView
    texts: Sequence[RunText]
    """All texts of its run."""
    text: RunText
    problem: str = ""
    """Why it is not the text that the address names."""


def find_side(state: ServerState, view: RunView, side: SideName) -> ShownText:
    """Return what the address names for a side of a run's page; the usual text where that is not there.

    Raises:
        StorageError: the run that is named cannot be read.
    """
    choice = read_choice(st.query_params.get(side, ""), view.id)
    run = view if choice.run_id == view.id else state.runs.view(choice.run_id)
    if run is None or not is_same_file(run, view) or not run.progress.rounds:
        texts = list_texts(view.progress)
        problem = f"The run that this link names on the {side} is not here, or is of another file."
        return ShownText(view, texts, usual_text(texts, side), problem)
    texts = list_texts(run.progress)
    text = find_text(texts, choice.key)
    problem = "" if text or not choice.key else f"The text that this link names on the {side} is not in its run."
    return ShownText(run, texts, text or usual_text(texts, side), problem)


def is_same_file(run: RunView, view: RunView) -> bool:
    """Say whether two runs are of files of one name."""
    sources = (run.progress.source, view.progress.source)
    return run.id == view.id or len({source.name if source is not None else None for source in sources}) == 1


def usual_text(texts: Sequence[RunText], side: SideName) -> RunText:
    """Return what is compared unless something else is chosen: the first text with the last one."""
    return texts[0] if side == "left" else texts[-1]


def is_linked_anew() -> bool:
    """Say whether the address names a pair that was not on the screen last."""
    named = _named()
    is_new = named is not None and named != st.session_state.get(_SEEN)
    if is_new:
        st.session_state[_SEEN] = named
    return is_new


def enter_pair(view: RunView) -> None:
    """Make the address that of the pair which a reader has just opened."""
    texts = list_texts(view.progress)
    for side in SIDES:
        if side not in st.query_params:
            st.query_params[side] = usual_text(texts, side).key
    st.session_state[_SEEN] = _named()


def leave_pair() -> None:
    """Make the address that of the run alone."""
    for name in (*SIDES, "view"):
        st.query_params.pop(name, None)
    st.session_state.pop(_SEEN, None)


def choose(view: RunView, side: SideName, choice: Choice) -> None:
    """Put a text on a side."""
    st.query_params[side] = write_choice(choice, view.id)
    enter_pair(view)


def chosen_view() -> ViewName:
    """Return how the texts are shown."""
    return "rendered" if st.query_params.get("view") == "rendered" else "text"


def choose_view(name: object) -> None:
    """Show the texts in another way."""
    if name == "rendered":
        st.query_params["view"] = "rendered"
    else:
        st.query_params.pop("view", None)


def next_pair(left: ShownText, right: ShownText, step: int) -> tuple[RunText, RunText] | None:
    """Return the pair after this one, or with -1 the one before; None where there is none."""
    texts = left.texts if left.view.id == right.view.id else right.texts
    return step_pair(left.texts, texts, (left.text.key, right.text.key), step)


def _named() -> tuple[str, ...] | None:
    if not any(side in st.query_params for side in SIDES):
        return None
    return tuple(st.query_params.get(name, "") for name in ("run", *SIDES))
