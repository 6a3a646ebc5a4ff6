"""The box in which the text of a run appears as it is written.

The browser reads the text from the route of `live_stream`. Until it says that this works, and whenever it says that
nothing comes any more, the end of the text goes to it with each picture of the page.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import streamlit as st

from reflexion_core.dashboard.live_stream import PATH
from reflexion_core.dashboard.live_text import tail_piece
from reflexion_core.dashboard.people import stream_pass
from reflexion_core.progress import Progress

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_FILES = Path(__file__).with_name("live_view")


def show_live_text(run_id: str, progress: Progress) -> None:
    """Show the text of a live run; the same box from its first word to its last."""
    key = f"live_{run_id}"
    is_streaming = bool(st.session_state.get(key, {}).get("streaming"))
    payload = build_payload(run_id, progress, is_streaming=is_streaming, ticket=stream_pass(run_id))
    _load_component()(data=payload, key=key, on_streaming_change=_nothing)


def build_payload(run_id: str, progress: Progress, *, is_streaming: bool, ticket: str = "") -> dict[str, Any]:
    """Return what the browser draws from."""
    asked = f"?pass={quote(ticket)}" if ticket else ""
    return {"url": f"{PATH}{run_id}{asked}", "piece": None if is_streaming else tail_piece(progress).data}


@cache
def _load_component() -> ComponentRenderer:
    return st.components.v2.component(
        "reflexion_live",
        html=(_FILES / "live.html").read_text("utf-8"),
        css=(_FILES / "live.css").read_text("utf-8"),
        js=(_FILES / "live.js").read_text("utf-8"),
    )


def _nothing() -> None:
    """Make the answer's attribute exist."""
