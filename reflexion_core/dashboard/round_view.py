"""A round that the reader opens: by the keyboard, by a click on the curve, or by a link with `?round=`."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.look import scroll_box
from reflexion_core.dashboard.round_html import found_html, verdict_html
from reflexion_core.dashboard.safe_markdown import DOCUMENT_CSS, render_markdown
from reflexion_core.progress import Progress
from reflexion_core.records import Round

_DRAFT_HEIGHT = 440


def opened_round(view: RunView) -> int | None:
    """Return the number of the round that is open; None where none is."""
    key = _key(view.id)
    if key not in st.session_state:
        open_round(view.id, _number(st.query_params.get("round", ""), view.progress))
    chosen: int | None = st.session_state[key]
    return chosen


def open_round(run_id: str, number: int | None) -> None:
    """Open a round of a run; only before its choice is drawn, as in a callback."""
    st.session_state[_key(run_id)] = number


def show_round_choice(view: RunView) -> None:
    """Show the choice of the round, and the round that is open."""
    progress = view.progress
    opened_round(view)
    numbers = [item.number for item in progress.rounds]
    number = st.segmented_control(
        "Open a round",
        numbers,
        key=_key(view.id),
        format_func=lambda number: f"Round {number}",
        on_change=_count_choice,
        args=(view.id,),
    )
    _keep_in_address(number)
    chosen = next((item for item in progress.rounds if item.number == number), None)
    if chosen is not None:
        _show_round(view.id, chosen, progress)


def choices_made(run_id: str) -> int:
    """Return how often a round was chosen elsewhere than on the curve, which then has to forget its own choice."""
    made: int = st.session_state.get(f"round_choices_{run_id}", 0)
    return made


def _show_round(run_id: str, item: Round, progress: Progress) -> None:
    st.html(verdict_html(item))
    found = found_html(item, progress.source)
    if found:
        st.html(found)
    name = "Text of the draft"
    choices = ["Rendered", "As text"] + (["Before repair"] if item.written is not None else [])
    how = st.segmented_control(name, choices, default="Rendered", required=True, key=f"draft_{run_id}_{item.number}")
    if how == "Rendered":
        box = scroll_box(_rendered(item.draft), f"Draft of round {item.number}", _DRAFT_HEIGHT)
        st.container(border=True, key="opened_draft").html(DOCUMENT_CSS + box)
        return
    with st.container(border=True, height=_DRAFT_HEIGHT, key="opened_draft"):
        text = item.written if how == "Before repair" and item.written is not None else item.draft
        st.code(text, language=None, wrap_lines=True)


@lru_cache(maxsize=16)
def _rendered(text: str) -> str:
    """Render a draft once, although a page that is watched draws it every second."""
    return render_markdown(text)


def _number(text: str, progress: Progress) -> int | None:
    return next((item.number for item in progress.rounds if str(item.number) == text), None)


def _keep_in_address(number: int | None) -> None:
    wanted = "" if number is None else str(number)
    if st.query_params.get("round", "") == wanted:
        return
    if wanted:
        st.query_params["round"] = wanted
    else:
        del st.query_params["round"]


def _count_choice(run_id: str) -> None:
    st.session_state[f"round_choices_{run_id}"] = choices_made(run_id) + 1


def _key(run_id: str) -> str:
    return f"round_{run_id}"
