"""Presets on the screen: choose one, save what is set now, share it as a file, take in another's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.dashboard.tuning_fields import TUNINGS, changed_keys, form_values
from reflexion_core.errors import ReflexionError, SettingsError
from reflexion_core.presets import Preset, PresetFolder, read_preset, write_preset

_NONE = "none"
_CHOSEN, _FILE, _NAME, _SEEN = "preset", "preset_file", "preset_name", "preset_seen"
_UPLOAD_MEGABYTES = 1
_LABELS = {tuning.key: tuning.label for tuning in TUNINGS}


def panel_values() -> dict[str, Any]:
    """Return what the panel stands at just now, by key."""
    return {tuning.key: st.session_state[tuning.widget_key] for tuning in TUNINGS}


def show_preset_bar(state: ServerState, values: Mapping[str, Any]) -> None:
    """Show which preset is chosen, and what can be done with presets.

    Args:
        state: The server.
        values: What the panel stands at, by key.
    """
    presets = PresetFolder(state.loaded.settings.data_folder / "presets")
    names = presets.names()
    if st.session_state.get(_CHOSEN) not in names:
        st.session_state[_CHOSEN] = _NONE
    choose, more = st.columns([2.2, 1], vertical_alignment="bottom")
    choose.selectbox(
        "Preset",
        [_NONE, *names],
        key=_CHOSEN,
        persist_state="session",
        on_change=_choose,
        args=(presets,),
        help="Settings under a name. Choosing one fills in what it holds; everything can still be changed.",
    )
    with more.popover("Save or share", key="preset_more"):
        _show_outcome(values)  # here too, since what opens covers what stands below it
        _show_keeping(presets)
        _show_sharing(values)
    _show_outcome(values)


def _show_keeping(presets: PresetFolder) -> None:
    st.text_input(
        "Save these settings as",
        key=_NAME,
        placeholder="quick look",
        max_chars=60,
        help="Everybody who uses this server can choose it. One of the same name is replaced.",
    )
    chosen = st.session_state[_CHOSEN]
    with st.container(horizontal=True):
        st.button("Save", icon=":material/save:", key="preset_save", on_click=_save, args=(presets,))
        if chosen != _NONE:
            st.button(
                "Delete", icon=":material/delete:", key="preset_delete", on_click=_delete, args=(presets, chosen),
                help=f"Deletes the preset “{escape_label(chosen)}” for everybody who uses this server.",
            )  # fmt: skip


def _show_sharing(values: Mapping[str, Any]) -> None:
    chosen = st.session_state[_CHOSEN]
    st.download_button(
        "Download as a file",
        data=write_preset(dict(values)),
        file_name=f"{'reflexion-settings' if chosen == _NONE else chosen}.json",
        mime="application/json",
        icon=":material/download:",
        key="preset_download",
        on_click="ignore",
        help="The settings as they are now, in the form of `config.json`; `reflexion review --config` takes it too.",
    )
    st.file_uploader(
        "Load from a file",
        max_upload_size=_UPLOAD_MEGABYTES,
        key=_FILE,
        on_change=_take_in,
        help="A downloaded preset, or a whole `config.json`; what belongs to the server is left out.",
    )


def _show_outcome(values: Mapping[str, Any]) -> None:
    """Say what came of the last thing that was done with presets, and what has been changed since."""
    seen = st.session_state.get(_SEEN)
    if isinstance(seen, ReflexionError):
        show_error(seen)
    elif seen is not None:
        words, applied = seen
        changed = [_LABELS[key].lower() for key in changed_keys(values, applied)]
        st.markdown(escape_label(words + (f" Changed since then: {', '.join(changed)}." if changed else "")))


def _choose(presets: PresetFolder) -> None:
    name = st.session_state[_CHOSEN]
    if name == _NONE:
        st.session_state[_SEEN] = None
        return
    try:
        _fill_in(presets.load(name), f"preset {name!r}", f"Filled in from “{name}”")
    except ReflexionError as exc:
        st.session_state[_SEEN] = exc


def _take_in() -> None:
    file = st.session_state.get(_FILE)
    if file is None:
        return
    try:
        text = file.getvalue().decode("utf-8")
        _fill_in(read_preset(text, file.name), file.name, f"Filled in from {file.name}")
    except UnicodeDecodeError as exc:
        st.session_state[_SEEN] = SettingsError(f"{file.name}: cannot be read: {exc}")
    except ReflexionError as exc:
        st.session_state[_SEEN] = exc


def _fill_in(preset: Preset, place: str, words: str) -> None:
    applied = form_values(preset.values, place)
    for tuning in TUNINGS:
        if tuning.key in applied:
            st.session_state[tuning.widget_key] = applied[tuning.key]
    rest = len(TUNINGS) - len(applied)
    words += f": {len(applied)} settings, {rest} left as they were." if rest else "."
    if preset.left_out:
        words += f" Left out, since they belong to the server: {', '.join(preset.left_out)}."
    st.session_state[_SEEN] = (words, applied)


def _save(presets: PresetFolder) -> None:
    values = panel_values()  # not what the page was drawn with: a slider may have moved on since
    name = st.session_state[_NAME].strip()
    try:
        presets.save(name, values)
    except ReflexionError as exc:
        st.session_state[_SEEN] = exc
        return
    st.session_state[_CHOSEN] = name
    st.session_state[_NAME] = ""
    st.session_state[_SEEN] = (f"Saved as “{name}”.", values)


def _delete(presets: PresetFolder, name: str) -> None:
    try:
        presets.delete(name)
    except ReflexionError as exc:
        st.session_state[_SEEN] = exc
        return
    st.session_state[_CHOSEN] = _NONE
    st.session_state[_SEEN] = (f"“{name}” is deleted.", {})
