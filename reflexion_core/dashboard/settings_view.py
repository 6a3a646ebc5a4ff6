"""Where every setting comes from, and the prompts in use, with what has changed in them."""

from __future__ import annotations

from html import escape

import streamlit as st

from reflexion_core.dashboard.code_words import with_code
from reflexion_core.dashboard.diff import compare_texts
from reflexion_core.dashboard.diff_view import Side, build_payload, show_diff
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.dashboard.settings_rows import SettingRow, setting_rows
from reflexion_core.errors import PromptError
from reflexion_core.prompt_archive import PromptArchive
from reflexion_core.prompts import Prompt, PromptSet
from reflexion_core.settings import LoadedSettings, shipped_folder

_HASH_CHARACTERS = 12


def show_settings(loaded: LoadedSettings) -> None:
    """Show every setting with its value, the place that says it, and what it does."""
    st.subheader("Where settings come from")
    st.markdown(
        f"Configuration file: **{escape_label(loaded.config_file)}**. What is set on a page or by a flag goes over a "
        "`REFLEXION_…` variable, that over the file, that over the built-in default. A change of file or variable "
        "counts from the next start of the server. Bold is what differs from the built-in default."
    )
    for warning in loaded.warnings:
        st.warning(escape_label(warning))
    rows = setting_rows(loaded)
    is_said_only = st.toggle(
        "Only what differs from the built-in defaults",
        key="settings_changed",
        help="Leaves out what would be the same if nobody had said anything.",
    )
    shown = [row for row in rows if row.is_changed or not is_said_only]
    if not shown:
        st.info("Every setting is as it is built in.")
        return
    st.html(rows_html(shown))


def rows_html(rows: list[SettingRow]) -> str:
    """Return settings as a table."""
    heads = "<th>Setting</th><th>Value</th><th>From</th><th>What it does</th>"
    body = "".join(_row_html(row) for row in rows)
    head = f"<thead><tr>{heads}</tr></thead>"
    return f'<div class="rx-scroll"><table class="rx-table">{head}<tbody>{body}</tbody></table></div>'


def _row_html(row: SettingRow) -> str:
    value, origin = escape(row.value), escape(row.origin).replace("__", "__<wbr>")
    cells = (f"<b>{value}</b>" if row.is_changed else value, origin, with_code(row.sentence))
    rest = "".join(f'<td class="rx-fix">{cell}</td>' for cell in cells)
    return f"<tr><td><code>{escape(row.key)}</code></td>{rest}</tr>"


def show_prompts(state: ServerState) -> None:
    """Show one of the prompts in use, and its differences to another version."""
    prompts = state.runs.prompts
    st.subheader("Prompts in use")
    st.markdown(
        f"Read from **{escape_label(str(prompts.folder))}** when the server started. A run records id, version and "
        "hash of each; the text of every prompt that was in use here is kept."
    )
    if not prompts.names:
        st.warning("There is no prompt in this folder, so no run can start.")
        return
    name = st.selectbox("Prompt", prompts.names, key="prompt")
    try:
        prompt = prompts[name]
        others = other_versions(prompt, state)
    except PromptError as exc:
        show_error(exc)
        return
    st.markdown(f"**{escape_label(prompt.version.id)}** · {escape_label(version_words(prompt))}")
    text, changes = st.tabs(["Text", "Differences to another version"])
    with text:
        st.code(prompt.text, language=None, wrap_lines=True)
    with changes:
        _show_changes(prompt, others)


def _show_changes(prompt: Prompt, others: dict[str, Prompt]) -> None:
    if not others:
        st.info("No other version of this prompt has been in use here, so there is nothing to compare it with yet.")
        return
    name = st.selectbox("Compare with", list(others), key=f"prompt_other_{prompt.version.id}")
    now = f"In use · {version_words(prompt)}"
    payload = build_payload(compare_texts(others[name].text, prompt.text), (Side(name), Side(now)))
    show_diff(payload, key=f"prompt_diff_{prompt.version.sha256[:_HASH_CHARACTERS]}")


def other_versions(prompt: Prompt, state: ServerState) -> dict[str, Prompt]:
    """Return other texts of a prompt's id by the names that a reader sees: the shipped one, then those kept.

    Raises:
        PromptError: one of them cannot be read.
    """
    settings = state.loaded.settings
    found: dict[str, Prompt] = {}
    shipped = shipped_prompts()
    if prompt.version.id in shipped.names:
        other = shipped[prompt.version.id]
        found[f"As shipped · {version_words(other)}"] = other
    for other in PromptArchive(settings.data_folder / "prompts").versions(prompt.version.id):
        found[f"In use before · {version_words(other)}"] = other
    hashes = {prompt.version.sha256}
    return {name: other for name, other in found.items() if not _is_seen(other, hashes)}


def _is_seen(prompt: Prompt, hashes: set[str]) -> bool:
    is_seen = prompt.version.sha256 in hashes
    hashes.add(prompt.version.sha256)
    return is_seen


def shipped_prompts() -> PromptSet:
    """Return the prompts that ship."""
    return PromptSet(shipped_folder() / "config" / "prompts")


def version_words(prompt: Prompt) -> str:
    """Return which version a prompt is, and by which hash a run names it."""
    return f"version {prompt.version.version} · {prompt.version.sha256[:_HASH_CHARACTERS]}"
