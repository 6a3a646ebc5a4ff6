"""What pages share of their look: one style sheet, small pieces of HTML, errors in one form.

Every value that is put into HTML here goes through `escape`.
"""

from __future__ import annotations

from html import escape

import streamlit as st

from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.errors import ReflexionError

PAGE_CSS = """<style>
[data-testid="stApp"] {
  --rx-accent: light-dark(#0f766e, #2fb0a3); --rx-accent-soft: light-dark(#e6f4f2, #132f2d);
  --rx-line: light-dark(#dfe3e6, #2d3640); --rx-done: light-dark(#f1f3f2, #1a2127);
  --rx-mute: light-dark(#56616f, #a9b4bf);
  --rx-right: light-dark(#15803d, #7fd49b); --rx-right-soft: light-dark(#eaf6ee, #17301f);
  --rx-wrong: light-dark(#b42318, #f6a097); --rx-wrong-soft: light-dark(#fdecea, #3a1f1d);
  --rx-unsure: light-dark(#8a6100, #ebc463); --rx-unsure-soft: light-dark(#fdf5e2, #33280f);
}
[data-testid="stMainBlockContainer"] { max-width: 1360px; padding-left: 2.5rem; padding-right: 2.5rem; }
[data-testid="stMainBlockContainer"]:has(.rx-wide) { max-width: 1760px; }
@media (max-width: 640px) {
  [data-testid="stMainBlockContainer"] { padding-left: 1rem; padding-right: 1rem; }
  .rx-table.rx-table .rx-fix { min-width: 15rem; }
}
[data-testid="stSidebarHeader"] { height: 2rem; }
.rx-brand b { font-size: 1.2rem; display: block; line-height: 1.3; }
.rx-brand span { font-size: .85rem; }
.rx-brand span, .rx-mute, .rx-title { color: var(--rx-mute); }
.rx-title { font-size: .9rem; font-weight: 600; }
/* What is drawn anew every second is not old meanwhile: on a busy machine it would fade in and out. */
:is([data-testid="stSidebar"], [data-testid="stMain"]:has(.st-key-live)) [data-stale="true"] { opacity: 1; }
.rx-side { font-size: .78rem; letter-spacing: .05em; font-weight: 600; color: var(--rx-mute); margin-top: .8rem; }
.rx-small { font-size: .85rem; color: var(--rx-mute); margin: -.6rem 0 0 2.1rem; }
.rx-open { font-weight: 600; border-bottom: 2px solid var(--rx-accent); padding: 3px 2px; white-space: nowrap; }
/* Links to runs lead to the page that is open, which is no reason to mark them all as where the reader is. */
:is(.st-key-running_now, .st-key-together, .st-key-actions) a:not(:hover) { background: none; }
.st-key-actions a { border: 1px solid var(--rx-line); }
:is([data-testid="stTab"][aria-selected="true"], [data-testid="stButtonGroup"] [aria-checked="true"],
  [data-testid^="stBaseButton-segmented_controlActive"], [data-testid="stSliderThumbValue"]) p {
  color: light-dark(#0b5a54, #2fb0a3); }
.rx-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 14px; }
.rx-head h1 { font-size: 1.6rem; font-weight: 650; margin: 0; padding: 0; overflow-wrap: anywhere; }
.rx-file { font-size: 1.1rem; font-weight: 650; margin: 0; padding: 0; overflow-wrap: anywhere; }
.rx-tag { display: inline-flex; gap: 6px; align-items: center; border-radius: 99px; padding: 2px 11px;
  font-size: .85rem; font-weight: 600; white-space: nowrap; }
.rx-live { color: var(--rx-accent); background: var(--rx-accent-soft); }
.rx-right { color: var(--rx-right); background: var(--rx-right-soft); }
.rx-wrong { color: var(--rx-wrong); background: var(--rx-wrong-soft); }
.rx-unsure { color: var(--rx-unsure); background: var(--rx-unsure-soft); }
.rx-person { color: var(--rx-accent); border: 1px solid currentColor; }
.rx-tags { display: flex; flex-wrap: wrap; gap: 6px; }
.rx-run { container-type: inline-size; }
.rx-run .rx-graph { --rx-gap: 24px; display: grid; gap: 0 var(--rx-gap); margin: 0 0 14px; padding: 0; list-style: none;
  grid-template-columns: repeat(var(--rx-nodes, 6), minmax(0, 1fr)); }
.rx-nodes-4 { --rx-nodes: 4; --rx-span: 3; } .rx-nodes-6 { --rx-nodes: 6; --rx-span: 5; }
.rx-nodes-3 { --rx-nodes: 3; } .rx-nodes-5 { --rx-nodes: 5; }
.rx-run .rx-node { position: relative; margin: 0; padding: 6px 10px;
  border: 1px solid var(--rx-line); border-radius: 8px; }
.rx-node + .rx-node::before { content: "→" / ""; position: absolute; left: calc(-1px - var(--rx-gap));
  width: var(--rx-gap); text-align: center; top: calc(50% - .8em); color: var(--rx-mute); }
.rx-node b { display: block; font-size: .9rem; font-weight: 600; white-space: nowrap; }
.rx-node span { display: block; font-size: .82rem; line-height: 1.5; min-height: 1.5em; color: var(--rx-mute);
  font-variant-numeric: tabular-nums; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.rx-node.rx-done { background: var(--rx-done); color: inherit; }
.rx-node.rx-on { border-color: var(--rx-accent); box-shadow: 0 0 0 3px var(--rx-accent-soft); }
.rx-node.rx-on b { color: var(--rx-accent); }
.rx-run .rx-back { grid-column: 1 / span var(--rx-span, 5); position: relative;
  color: var(--rx-mute); font-size: .82rem;
  margin: 5px calc((100% - (var(--rx-span, 5) - 1) * var(--rx-gap)) / var(--rx-span, 5) / 2) 0; padding: 14px 8px 0; }
.rx-back::before { content: "" / ""; position: absolute; inset: 0 0 auto; height: 10px; border: solid currentColor;
  border-width: 0 1.5px 1.5px; border-radius: 0 0 8px 8px; opacity: .7; }
.rx-back::after { content: "" / ""; position: absolute; left: -4.25px; top: -5px; border: 5px solid transparent;
  border-width: 0 5px 7px; border-bottom-color: currentColor; }
.rx-back span { display: block; text-align: center; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.rx-back.rx-on { color: var(--rx-accent); }
@container (max-width: 720px) {
  .rx-run .rx-graph { grid-template-columns: minmax(0, 1fr); gap: 22px; }
  .rx-node + .rx-node::before { content: "↓" / ""; left: 0; right: 0; width: auto; top: -1.5em; }
  .rx-run .rx-back { grid-column: 1; margin: 0; padding: 0; }
  .rx-back::before, .rx-back::after { display: none; }
  .rx-back span { white-space: normal; text-align: left; }
}
.rx-key { font-size: .82rem; color: var(--rx-mute); margin: -.6rem 0 0; min-height: 1.2em; }
dl.rx-verdict.rx-verdict { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 18px;
  margin: 0 0 12px; font-size: .9rem; }
.rx-verdict dt, .rx-verdict dd { margin: 0; padding: 0; }
.rx-verdict dt { color: var(--rx-mute); font-weight: 400; }
.rx-verdict dd { overflow-wrap: anywhere; }
.rx-figures { display: flex; flex-wrap: wrap; gap: 6px 34px; }
.rx-figures b { display: block; font-size: 1.45rem; font-weight: 650; line-height: 1.25;
  font-variant-numeric: tabular-nums; }
.rx-figures span { font-size: .85rem; color: var(--rx-mute); }
.rx-scroll { overflow-x: auto; }
.rx-box { overflow: auto; }
.st-key-first_look { min-height: 4.7rem; }
:is(.rx-tags, .rx-scroll) + .rx-scroll { margin-top: 10px; }
.rx-table { border-collapse: collapse; width: 100%; font-size: .9rem; }
.rx-table th { text-align: left; font-weight: 600; color: var(--rx-mute); padding: 6px;
  border-bottom: 1px solid var(--rx-line); white-space: nowrap; }
.rx-table td { padding: 7px 6px; border-bottom: 1px solid var(--rx-line); vertical-align: top; }
.rx-table .rx-n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.rx-table .rx-fix { min-width: 9rem; overflow-wrap: anywhere; }
.rx-table code { font-size: .8rem; overflow-wrap: anywhere; }
p.rx-mute.rx-mute { font-size: .9rem; margin: 10px 0 0; }
.rx-table .rx-end { min-width: 5.5rem; }
.rx-bar { min-width: 120px; height: 10px; margin-top: 7px; border-radius: 5px;
  background: var(--rx-done); overflow: hidden; }
.rx-bar i { display: block; height: 100%; background: currentColor; }
.rx-bar.rx-right, .rx-bar.rx-wrong, .rx-bar.rx-unsure { background: var(--rx-done); }
.rx-table pre { margin: 2px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; }
.rx-text { height: 292px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0;
  font-family: "Source Code Pro", ui-monospace, monospace; font-size: .8rem; line-height: 1.55;
  display: flex; flex-direction: column-reverse; }
.rx-text > div { margin-bottom: auto; }
</style>"""
"""The look of what Streamlit has no element for; `light-dark` follows the theme that the page is shown in."""

BRAND_HTML = '<div class="rx-brand"><b>Reflexion</b><span>local models · facts decide</span></div>'


def tag(text: str, kind: str) -> str:
    """Return a small label as HTML.

    Args:
        text: Any text.
        kind: `live`, `right`, `wrong`, `unsure` or `person`.
    """
    signs = {"live": "●", "right": "✓", "wrong": "✕", "unsure": "?", "person": "✍"}
    return f'<span class="rx-tag rx-{kind}">{signs[kind]} {escape(text)}</span>'


def scroll_box(html: str, name: str, height: int) -> str:
    """Return HTML in a box of a fixed height, which is scrolled by mouse and, since it can have the focus, by keyboard.

    Args:
        html: What is in it.
        name: What a reader who does not see it is told that it is.
        height: Pixels.
    """
    about = f'role="region" tabindex="0" aria-label="{escape(name)}"'
    return f'<div class="rx-box" style="height: {height}px" {about}>{html}</div>'


def show_title(text: str) -> None:
    """Show the heading of a card."""
    st.html(f'<div class="rx-title">{escape(text)}</div>')


def show_error(error: ReflexionError) -> None:
    """Show what went wrong and what to do, in the one form that all pages use."""
    text = escape_label(error.message)
    if error.hint:
        text += f"\n\n{escape_label(error.hint)}"
    st.error(text, icon=":material/error:")
