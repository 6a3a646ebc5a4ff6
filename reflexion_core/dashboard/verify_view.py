"""The document beside its source in the browser: a text box with marks that follow the typing.

Both texts are untrusted. They go to the browser as data and come on the screen as text nodes and as the value of a text
box, so that nothing in them is ever read as markup.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from reflexion_core.dashboard.verify_checker import Check, DocumentChecker
from reflexion_core.dashboard.verify_desk import Desk, with_plain_line_ends
from reflexion_core.dashboard.verify_marks import build_marks
from reflexion_core.records import CriticIssue

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_FILES = Path(__file__).with_name("verify_view")


@st.fragment
def show_desk(desk: Desk) -> None:
    """Show a document that can be edited; only this part of the page runs again when it changes."""
    key = f"desk_{desk.id}"
    take = partial(_take_edit, desk, key)
    check = desk.checker.check(desk.document, desk.id)
    data = build_payload(check, desk.checker, name=desk.name)
    data |= {"version": desk.version, "edit": st.session_state.get(f"{key}_edit", 0), "done": desk.done}
    _load_component()(
        data=data,
        key=key,
        on_edit_change=take,
        on_repair_change=partial(_repair_all, desk, key),
        on_look_change=_nothing,
    )


@st.fragment
def show_checked_text(checker: DocumentChecker, text: str, name: str, key: str, issues: Sequence[CriticIssue]) -> None:
    """Show a text with its marks, to be read and not to be changed."""
    text = with_plain_line_ends(text)
    data = build_payload(checker.check(text, key), checker, name=name, issues=issues)
    version = hashlib.sha256(text.encode()).hexdigest()
    data |= {"version": version, "edit": 0, "done": "", "readonly": True}
    _load_component()(data=data, key=key, on_edit_change=_nothing, on_repair_change=_nothing, on_look_change=_nothing)


@cache
def _load_component() -> ComponentRenderer:
    return st.components.v2.component(
        "reflexion_verify",
        html=(_FILES / "verify.html").read_text("utf-8"),
        css=(_FILES / "verify.css").read_text("utf-8"),
        js=(_FILES / "verify.js").read_text("utf-8"),
    )


def build_payload(
    check: Check, checker: DocumentChecker, *, name: str, issues: Sequence[CriticIssue] = ()
) -> dict[str, Any]:
    """Return what the browser draws from."""
    verification = check.verification
    missing = checker.public_symbols() if not check.document.strip() else []
    return {
        "text": check.document,
        "name": name,
        "sources": [
            {"name": with_plain_line_ends(source.name), "text": with_plain_line_ends(source.text)}
            for source in checker.sources
        ],
        "marks": build_marks(check, issues),
        "missing": [{"source": number, "name": symbol, "line": line} for number, symbol, line in missing],
        "running": bool(check.running),
        "examples": [verification.examples_run, verification.examples_failed, verification.examples_unsure],
        "seconds": round(check.seconds, 3),
    }


def _take_edit(desk: Desk, key: str) -> None:
    _take(desk, key, st.session_state[key].get("edit"))


def _repair_all(desk: Desk, key: str) -> None:
    if not _take(desk, key, st.session_state[key].get("repair")):
        return
    repaired = desk.checker.repair(desk.document, desk.id)
    count = len(repaired.repairs)
    words = f"{count} {'repair' if count == 1 else 'repairs'} made; undo with Ctrl+Z"
    desk.put(repaired.text, words if count else "nothing could be repaired by code")


def _take(desk: Desk, key: str, sent: Any) -> bool:
    """Take a text from the page with the number that the page gave it."""
    if not isinstance(sent, dict) or not isinstance(sent.get("text"), str):
        return False
    desk.document = with_plain_line_ends(sent["text"])
    desk.done = ""
    st.session_state[f"{key}_edit"] = sent.get("edit", 0)
    return True


_nothing: Callable[[], None] = lambda: None  # noqa: E731 - a trigger needs something to call
