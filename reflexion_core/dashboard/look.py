"""What pages share of their look: one style sheet, small pieces of HTML, errors in one form.

Every value that is put into HTML here goes through `escape`.
"""

from __future__ import annotations

from html import escape

import streamlit as st

from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.errors import ReflexionError

PAGE_CSS = """<style>
[data-testid="stMainBlockContainer"] { max-width: 1320px; }
.rx-brand b { font-size: 1.2rem; display: block; line-height: 1.3; }
.rx-brand span, .rx-mute { opacity: .78; }
.rx-brand span { font-size: .85rem; }
.rx-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 14px; }
.rx-head h1 { font-size: 1.6rem; font-weight: 650; margin: 0; padding: 0; overflow-wrap: anywhere; }
.rx-tag { display: inline-flex; gap: 6px; align-items: center; border-radius: 99px; padding: 2px 11px;
  font-size: .85rem; font-weight: 600; white-space: nowrap; }
.rx-live { color: var(--st-primary-color); background: color-mix(in srgb, var(--st-primary-color) 14%, transparent); }
.rx-right { color: var(--st-green-text-color); background: var(--st-green-background-color); }
.rx-wrong { color: var(--st-red-text-color); background: var(--st-red-background-color); }
.rx-unsure { color: var(--st-yellow-text-color); background: var(--st-yellow-background-color); }
.rx-loop { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.rx-node { border: 1px solid var(--st-border-color); border-radius: 8px; padding: 6px 12px; min-width: 118px; }
.rx-node b { display: block; font-size: .9rem; font-weight: 600; }
.rx-node span { font-size: .82rem; opacity: .82; overflow-wrap: anywhere; }
.rx-node.rx-done { background: var(--st-secondary-background-color); }
.rx-node.rx-on { border-color: var(--st-primary-color);
  box-shadow: 0 0 0 3px color-mix(in srgb, var(--st-primary-color) 18%, transparent); }
.rx-figures { display: flex; flex-wrap: wrap; gap: 6px 34px; margin-top: 12px; }
.rx-figures b { display: block; font-size: 1.5rem; font-weight: 650; line-height: 1.25; font-variant-numeric: tabular-nums; }
.rx-figures span { font-size: .85rem; opacity: .82; }
.rx-scroll { overflow-x: auto; }
.rx-table { border-collapse: collapse; width: 100%; font-size: .9rem; }
.rx-table th { text-align: left; font-weight: 600; opacity: .85; padding: 6px 10px; border-bottom: 1px solid var(--st-border-color); white-space: nowrap; }
.rx-table td { padding: 7px 10px; border-bottom: 1px solid var(--st-border-color); vertical-align: top; }
.rx-table .rx-n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.rx-table .rx-wide { min-width: 18rem; overflow-wrap: anywhere; }
.rx-title { font-size: .9rem; font-weight: 600; opacity: .85; }
.rx-text { height: 292px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0;
  font-family: var(--st-code-font); font-size: .82rem; line-height: 1.55; display: flex; flex-direction: column-reverse; }
</style>"""

BRAND_HTML = '<div class="rx-brand"><b>Reflexion</b><span>local models · facts decide</span></div>'


def tag(text: str, kind: str) -> str:
    """Return a small label as HTML.

    Args:
        text: Any text.
        kind: `live`, `right`, `wrong` or `unsure`.
    """
    signs = {"live": "●", "right": "✓", "wrong": "✕", "unsure": "?"}
    return f'<span class="rx-tag rx-{kind}">{signs[kind]} {escape(text)}</span>'


def show_title(text: str) -> None:
    """Show the heading of a card."""
    st.html(f'<div class="rx-title">{escape(text)}</div>')


def show_error(error: ReflexionError) -> None:
    """Show what went wrong and what to do, in the one form that all pages use."""
    text = escape_label(error.message)
    if error.hint:
        text += f"\n\n{escape_label(error.hint)}"
    st.error(text, icon=":material/error:")
