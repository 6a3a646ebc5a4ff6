"""What runs the History page is asked for; all of it stands in the page's address, so that a list can be shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import streamlit as st

from reflexion_core.storage.queries import (
    ALL_RUNS,
    PromptName,
    RunOrder,
    RunQuery,
    Standing,
    first_moment,
    last_moment,
)
from reflexion_core.storage.store import RunStore

_PAGE_PARAMETER = "page"
FILE_PARAMETER = "file"
_BEFORE = "history_before"
"""Where the last filters of this visit are kept: the way back from a run leads to a list without them."""
_DEFAULTS: dict[str, Any] = {
    "find": "",
    "state": [],
    "low": None,
    "high": None,
    "model": None,
    "prompt": None,
    "since": None,
    "until": None,
}
_FIRST_DAY = date(2000, 1, 1)

STANDING_WORDS: dict[Standing, str] = {
    Standing.APPROVED: "approved",
    Standing.BELOW_BAR: "below the bar",
    Standing.NO_SCORE: "no score",
    Standing.FINISHED: "finished",
    Standing.CANCELLED: "stopped",
    Standing.FAILED: "failed",
    Standing.INTERRUPTED: "interrupted",
    Standing.RUNNING: "running",
    Standing.QUEUED: "waiting",
}

ORDER_WORDS: dict[RunOrder, str] = {
    RunOrder.NEWEST: "newest first",
    RunOrder.OLDEST: "oldest first",
    RunOrder.BEST: "best score first",
    RunOrder.WORST: "worst score first",
    RunOrder.FILE: "file name",
    RunOrder.TOKENS: "most tokens first",
}


@dataclass(frozen=True)
class Wanted:
    """The runs to show, and in what order."""

    query: RunQuery
    order: RunOrder

    @property
    def is_narrowed(self) -> bool:
        return self.query != ALL_RUNS


def show_filters(store: RunStore) -> Wanted:
    """Show the filters and return what they say.

    Raises:
        StorageError: the store cannot be read.
    """
    with st.container(border=True):
        find, state, since, until = st.columns([4, 5, 2.6, 2.6])
        name_part = find.text_input(
            "File name contains", icon=":material/search:", live=True, placeholder="any file", **_bound("find")
        )
        standings = state.multiselect(
            "State",
            list(STANDING_WORDS),
            format_func=STANDING_WORDS.__getitem__,
            placeholder="any state",
            **_bound("state"),
        )
        first = since.date_input("From", value=None, min_value=_FIRST_DAY, **_bound("since"))
        last = until.date_input("To", value=None, min_value=_FIRST_DAY, **_bound("until"))
        lowest, highest, model, prompt, sort = st.columns([2.2, 2.2, 4, 4, 3])
        low = lowest.number_input("Score from", 0, 100, None, step=5, placeholder="0", **_bound("low"))
        high = highest.number_input("Score to", 0, 100, None, step=5, placeholder="100", **_bound("high"))
        known = _with_asked("model", store.models())
        named = model.selectbox("Model", known, index=None, placeholder="any model", **_bound("model"))
        versions = _with_asked("prompt", [str(name) for name in store.prompts()])
        asked = prompt.selectbox("Prompt and version", versions, index=None, placeholder="any", **_bound("prompt"))
        order = sort.selectbox("Sort by", list(RunOrder), format_func=ORDER_WORDS.__getitem__, **_bound("sort"))
    query = RunQuery(
        name_part=name_part.strip(),
        file=st.query_params.get(FILE_PARAMETER, ""),
        standings=tuple(standings),
        lowest_score=low,
        highest_score=high,
        model=named or "",
        prompt=PromptName.parse(asked) if asked else None,
        since=first_moment(first) if first else None,
        before=last_moment(last) if last else None,
    )
    wanted = Wanted(query, order)
    if wanted.is_narrowed:
        st.session_state[_BEFORE] = {key: st.session_state[key] for key in _DEFAULTS} | {FILE_PARAMETER: query.file}
    return wanted


def clear_filters() -> None:
    """Ask for all runs; to be called before the filters are shown."""
    for key, value in _DEFAULTS.items():
        st.session_state[key] = value
    leave_file()


def has_former_filters() -> bool:
    """Whether something was asked for before in this visit."""
    return _BEFORE in st.session_state


def take_former_filters() -> None:
    """Ask for what was asked for last; to be called before the filters are shown."""
    former = st.session_state[_BEFORE]
    for key in _DEFAULTS:
        st.session_state[key] = former[key]
    if former[FILE_PARAMETER]:
        choose_file(former[FILE_PARAMETER])


def choose_file(name: str) -> None:
    """Ask for the runs of one file."""
    st.query_params[FILE_PARAMETER] = name
    _to_first_page()


def leave_file() -> None:
    """Ask for the runs of all files again."""
    st.query_params.pop(FILE_PARAMETER, None)
    _to_first_page()


def show_pages(wanted: Wanted, pages: int) -> int:
    """Show the way to the other pages of a list, and return the number of the one to show.

    The address names it. It is no filter that Streamlit binds to the address by itself: such a one could not
    be set back to the first page when another list is asked for.
    """
    if pages < 2:
        return 1
    key = f"page_{hash(wanted):x}"
    asked = st.query_params.get(_PAGE_PARAMETER, "")
    first = min(int(asked), pages) if asked.isdecimal() and asked.isascii() and int(asked) else 1

    def keep() -> None:
        st.query_params[_PAGE_PARAMETER] = str(st.session_state[key])

    return st.pagination(pages, default=first, key=key, on_change=keep)


def _bound(key: str) -> dict[str, Any]:
    """Return how a filter is kept in the address; whoever changes it begins at the first page again."""
    return {"key": key, "bind": "query-params", "on_change": _to_first_page}


def _to_first_page() -> None:
    st.query_params.pop(_PAGE_PARAMETER, None)


def _with_asked(key: str, known: Sequence[str]) -> list[str]:
    """Add what the address asks for, so that a list of what is not there any more is empty and not the list of all."""
    asked = st.session_state.get(key) or st.query_params.get(key)
    return [*known, asked] if asked and asked not in known else list(known)
