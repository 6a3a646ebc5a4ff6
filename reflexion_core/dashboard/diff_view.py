"""Draws a comparison of two texts in the browser: facts above, both texts side by side below.

The texts are written by models. They go to the browser as data and are put on the screen as text nodes and as a few
known elements, so that nothing in them is ever read as markup.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from reflexion_core.dashboard.compare_cards import Card, pack_cards
from reflexion_core.dashboard.compare_rendered import BlockRow, Node, RenderedBlock
from reflexion_core.dashboard.diff import CONTEXT_LINES, Comparison, Line, Row, Span, find_changes, find_folds
from reflexion_core.dashboard.safe_markdown import DOCUMENT_CSS

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

ViewName = Literal["text", "rendered"]

_FILES = Path(__file__).with_name("diff_view")
_CONTEXT_BLOCKS = 1


@dataclass(frozen=True)
class Side:
    """What stands over one of the texts, shown as it is."""

    title: str
    about: str = ""


@dataclass(frozen=True)
class Steps:
    """The pairs before and after the one that is shown, in words; empty where there is none."""

    earlier: str = ""
    later: str = ""


@dataclass(frozen=True)
class FactsPart:
    """What stands above the texts."""

    cards: Sequence[Card] = ()
    note: str = ""
    """What a reader must know to read the cards rightly."""


def show_diff(
    payload: dict[str, Any],
    *,
    key: str,
    on_step: Callable[[], None] | None = None,
    on_view: Callable[[], None] | None = None,
) -> dict[str, Any]:
    """Show a comparison: changes marked, unchanged stretches folded, buttons and keys from change to change.

    Args:
        payload: What `build_payload` returned.
        key: Identifies the view on its page, so that a rerun keeps where the reader is.
        on_step: Called where the reader wants the pair before (`step` is -1) or after this one (1).
        on_view: Called where the reader wants the other view; `view` is its name. Without it there is one view.
    """
    data = payload | {"has_views": on_view is not None}
    shown: dict[str, Any] = _load_component()(
        data=data, key=key, on_step_change=on_step or _nothing, on_view_change=on_view or _nothing
    )
    return shown


@cache
def _load_component() -> ComponentRenderer:
    document_css = DOCUMENT_CSS.removeprefix("<style>").removesuffix("</style>")
    return st.components.v2.component(
        "reflexion_diff",
        html=(_FILES / "diff.html").read_text("utf-8"),
        css=document_css + (_FILES / "diff.css").read_text("utf-8"),
        js=(_FILES / "diff.js").read_text("utf-8"),
    )


def build_payload(
    comparison: Comparison,
    sides: tuple[Side, Side],
    *,
    blocks: Sequence[BlockRow] | None = None,
    facts: FactsPart | None = None,
    steps: Steps | None = None,
) -> dict[str, Any]:
    """Return what the browser draws from; `version` is the same for the same pair of texts.

    Args:
        comparison: The lines of both texts.
        sides: What stands over them.
        blocks: The rendered blocks of both texts, where these are to be shown; None shows the lines.
        facts: What became of the facts.
        steps: Where the reader can go from here.
    """
    pair = {
        "titles": [[_as_unicode(side.title), _as_unicode(side.about)] for side in sides],
        "note": comparison.note,
        **(_text_view(comparison) if blocks is None else _rendered_view(blocks)),
    }
    version = hashlib.sha256(json.dumps(pair).encode()).hexdigest()[:16]
    facts, steps = facts or FactsPart(), steps or Steps()
    above = {"cards": pack_cards(facts.cards), "facts_note": facts.note, "steps": [steps.earlier, steps.later]}
    return {"version": version, **pair, **above}


def _text_view(comparison: Comparison) -> dict[str, Any]:
    return {
        "view": "text",
        "rows": [_pack_row(row) for row in comparison.rows],
        **_pack_changes(comparison.changes, len(comparison.rows), CONTEXT_LINES),
    }


def _rendered_view(blocks: Sequence[BlockRow]) -> dict[str, Any]:
    changes = tuple(find_changes([row.operation for row in blocks]))
    return {
        "view": "rendered",
        "rows": [[row.operation, _pack_block(row.left), _pack_block(row.right)] for row in blocks],
        **_pack_changes(changes, len(blocks), _CONTEXT_BLOCKS),
    }


def _pack_changes(changes: tuple[Span, ...], count: int, context: int) -> dict[str, Any]:
    return {
        "changes": _pack_spans(changes),
        "folds": {
            "around": _pack_spans(find_folds(changes, count, context)),
            "only": _pack_spans(find_folds(changes, count, 0)),
            "all": [],
        },
    }


def _pack_row(row: Row) -> list[Any]:
    packed = [row.operation, row.left_number, row.right_number, _pack_line(row.left)]
    return packed if row.operation == "equal" else [*packed, _pack_line(row.right)]


def _pack_line(line: Line) -> list[list[Any]]:
    return [[_as_unicode(segment.text), int(segment.is_changed)] for segment in line]


def _pack_block(block: RenderedBlock | None) -> list[Any] | None:
    return None if block is None else [block.start, block.stop, _pack_node(block.node)]


def _pack_node(node: Node) -> list[Any]:
    children = [child if isinstance(child, str) else _pack_node(child) for child in node.children]
    return [node.tag, node.attributes, int(node.is_changed), children]


def _pack_spans(spans: tuple[Span, ...]) -> list[list[int]]:
    return [[span.start, span.stop] for span in spans]


def _as_unicode(text: str) -> str:
    """Replace halves of surrogate pairs, which a model's JSON can hold and no message can carry."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


_nothing: Callable[[], None] = lambda: None  # noqa: E731 - a trigger needs something to call
