"""Draws a comparison of two texts side by side in the browser.

The texts are written by models. They go to the browser as data and are put on the screen as text nodes
only, so that nothing in them is ever read as markup.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from reflexion_core.dashboard.diff import Comparison, Line, Row, Span

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_FILES = Path(__file__).with_name("diff_view")


def show_diff(comparison: Comparison, *, left_title: str, right_title: str, key: str) -> None:
    """Show a comparison: changes marked, unchanged stretches folded, buttons from change to change.

    Args:
        comparison: What `compare_texts` found.
        left_title: Heading over the left text, shown as it is.
        right_title: Heading over the right text, shown as it is.
        key: Identifies the view on its page, so that a rerun keeps where the reader is.
    """
    _load_component()(data=build_payload(comparison, left_title, right_title), key=key)


@cache
def _load_component() -> ComponentRenderer:
    return st.components.v2.component(
        "reflexion_diff",
        html=(_FILES / "diff.html").read_text("utf-8"),
        css=(_FILES / "diff.css").read_text("utf-8"),
        js=(_FILES / "diff.js").read_text("utf-8"),
    )


def build_payload(comparison: Comparison, left_title: str, right_title: str) -> dict[str, Any]:
    """Return what the browser draws from; `version` is the same for the same picture."""
    payload = {
        "titles": [_as_unicode(left_title), _as_unicode(right_title)],
        "note": comparison.note,
        "rows": [_pack_row(row) for row in comparison.rows],
        "changes": _pack_spans(comparison.changes),
        "folds": _pack_spans(comparison.folds()),
        "tight_folds": _pack_spans(comparison.folds(context=0)),
    }
    version = hashlib.sha256(json.dumps(payload).encode()).hexdigest()[:16]
    return {"version": version, **payload}


def _pack_row(row: Row) -> list[Any]:
    packed = [row.operation, row.left_number, row.right_number, _pack_line(row.left)]
    return packed if row.operation == "equal" else [*packed, _pack_line(row.right)]


def _pack_line(line: Line) -> list[list[Any]]:
    return [[_as_unicode(segment.text), int(segment.is_changed)] for segment in line]


def _pack_spans(spans: tuple[Span, ...]) -> list[list[int]]:
    return [[span.start, span.stop] for span in spans]


def _as_unicode(text: str) -> str:
    """Replace halves of surrogate pairs, which a model's JSON can hold and no message can carry."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
