"""Draws the runs that were started together as a table in the browser.

A table of its own and not of Streamlit's elements: twenty rows are drawn anew every second while they run, and a row
must keep its place, its button and the focus. File names and reasons come on the screen as text nodes only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from reflexion_core.dashboard.batch import BatchRow, share_done, summary
from reflexion_core.document.safe_html import as_unicode

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_FILES = Path(__file__).with_name("batch_view")

Chosen = Callable[[str], None]
"""Takes the name of the run whose link or button was chosen."""


def show_batch(
    rows: Sequence[BatchRow], *, open_id: str, gone: int, key: str, on_open: Chosen, on_stop: Chosen, on_again: Chosen
) -> None:
    """Show runs as a table with a link to each, and a button where something can be done with it.

    Args:
        rows: The runs.
        open_id: The run that is shown below the table.
        gone: How many more were started together and are not stored any more.
        key: Identifies the table on its page, so that a rerun changes it in place.
        on_open: Called with the run to be shown.
        on_stop: Called with the run to be stopped.
        on_again: Called with the run to be started once more.
    """
    known = {row.id for row in rows}

    def taking(name: str, act: Chosen) -> Callable[[], None]:
        def take() -> None:
            chosen = st.session_state[key].get(name)
            if chosen in known:
                act(chosen)

        return take

    _load_component()(
        data=build_payload(rows, open_id, gone),
        key=key,
        on_open_change=taking("open", on_open),
        on_stop_change=taking("stop", on_stop),
        on_again_change=taking("again", on_again),
    )


def build_payload(rows: Sequence[BatchRow], open_id: str, gone: int = 0) -> dict[str, Any]:
    """Return what the browser draws from."""
    together = ",".join(row.id for row in rows)
    drawn = [
        asdict(row)
        | {"name": as_unicode(row.name), "end": as_unicode(row.end), "link": f"?run={row.id}&with={together}"}
        for row in rows
    ]
    return {"rows": drawn, "open": open_id, "summary": summary(rows, gone), "share": round(share_done(rows), 3)}


@cache
def _load_component() -> ComponentRenderer:
    return st.components.v2.component(
        "reflexion_batch",
        html=(_FILES / "batch.html").read_text("utf-8"),
        css=(_FILES / "batch.css").read_text("utf-8"),
        js=(_FILES / "batch.js").read_text("utf-8"),
    )
