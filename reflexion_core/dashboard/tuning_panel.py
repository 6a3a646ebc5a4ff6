"""The panel of a run's settings: those that matter most in sight, the others folded away below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.installed import is_installed
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.preset_bar import panel_values, show_preset_bar
from reflexion_core.dashboard.tuning_fields import (
    GROUPS,
    LANGUAGES,
    LARGEST,
    TUNINGS,
    Tuning,
    changed_keys,
    choice_words,
    start_values,
)
from reflexion_core.errors import SettingsError
from reflexion_core.run_options import MOST_FURTHER_CRITICS, RunOptions
from reflexion_core.runs import ModelChoice
from reflexion_core.setting_fields import nested
from reflexion_core.settings import overlay, parse_model
from reflexion_core.strategies.base import STRATEGIES

_STEPS = {"quality_score_bar": 0.5, "budget.seconds": 10.0, "budget.tokens": 1000, "max_context_tokens": 1024}
_STEP, _TEMPERATURE_STEP = 1, 0.1


def show_tuning(state: ServerState, choice: ModelChoice, installed: list[str]) -> RunOptions | None:
    """Show the panel and return the options of a run; None where a value is wrong, which is then said."""
    settings = state.loaded.settings
    start = start_values(settings, {role.value.upper(): str(ref) for role, ref in choice.models.items()})
    for tuning in TUNINGS:
        st.session_state.setdefault(tuning.widget_key, start[tuning.key])
    values = panel_values()
    show_preset_bar(state, values)
    for tuning in TUNINGS:
        if not tuning.group:
            _ask(tuning, installed)
    _show_folded(values, start, installed)
    try:
        return overlay(settings, nested(values), "this form").run_options()
    except SettingsError as exc:
        show_error(exc)
        return None


def _show_folded(values: Mapping[str, Any], start: Mapping[str, Any], installed: list[str]) -> None:
    changed = len(changed_keys(values, start))
    words = f"More settings · {changed} not as on this server" if changed else "More settings"
    with st.expander(words, key="more_settings", icon=":material/tune:"):
        for group in GROUPS:
            st.markdown(f"**{group}**")
            columns = st.columns(2)
            for place, tuning in enumerate(each for each in TUNINGS if each.group == group):
                with columns[place % 2]:
                    _ask(tuning, installed)
        st.button(
            "As on this server",
            icon=":material/undo:",
            key="tuning_reset",
            disabled=not changed,
            help="Puts every setting, the folded ones too, back to what this server begins with.",
            on_click=_put_back,
            args=(dict(start),),
        )


def _put_back(start: Mapping[str, Any]) -> None:
    for tuning in TUNINGS:
        st.session_state[tuning.widget_key] = start[tuning.key]


def _ask(tuning: Tuning, installed: list[str]) -> None:
    """Show the element that fits what a setting can be; what it stands at is the page's own."""
    field = tuning.field
    if tuning.is_model:
        _ask_model(tuning, installed)
    elif tuning.key == "committee":
        _ask_several(tuning, installed)
    elif tuning.key == "language":
        _ask_listed(tuning, LANGUAGES, str)
    elif field.kind == "choice":
        value = st.session_state[tuning.widget_key]
        st.selectbox(
            tuning.label,
            field.choices if value in field.choices else (value, *field.choices),
            format_func=choice_words,
            key=tuning.widget_key,
            persist_state="session",
            help=_help(tuning),
        )
    elif field.kind == "flag":
        st.toggle(tuning.label, key=tuning.widget_key, persist_state="session", help=field.sentence)
    elif field.kind == "text":
        _ask_text(tuning)
    elif field.low is not None and field.high is not None and not field.is_optional:
        _ask_on_a_scale(tuning, field.low, field.high)
    else:
        _ask_number(tuning)


def _help(tuning: Tuning) -> str:
    if tuning.key != "strategy":
        return tuning.field.sentence
    ways = "\n".join(f"- {choice_words(name)}: {STRATEGIES[name].summary}" for name in STRATEGIES)
    return f"{tuning.field.sentence}\n\n{ways}"


def _ask_on_a_scale(tuning: Tuning, low: float, high: float) -> None:
    is_whole = tuning.field.kind == "whole"
    step = _STEPS.get(tuning.key, _STEP if is_whole else _TEMPERATURE_STEP)
    st.slider(
        tuning.label,
        int(low) if is_whole else float(low),
        int(high) if is_whole else float(high),
        step=step,
        format="%d" if is_whole else "%g",
        key=tuning.widget_key,
        persist_state="session",
        help=tuning.field.sentence,
    )


def _ask_number(tuning: Tuning) -> None:
    field = tuning.field
    is_whole = field.kind == "whole"
    as_kind: Callable[[float], float] = int if is_whole else float
    st.number_input(
        tuning.label,
        min_value=as_kind(field.low or 0),
        max_value=as_kind(LARGEST if field.high is None else field.high),
        value=None if field.is_optional else "min",
        step=as_kind(_STEPS.get(tuning.key, _STEP)),
        format="%d" if is_whole else "%g",
        placeholder="no limit" if tuning.key.startswith("budget.") else "by the source" if field.is_optional else None,
        key=tuning.widget_key,
        persist_state="session",
        help=field.sentence,
    )


def _ask_text(tuning: Tuning) -> None:
    st.text_input(
        tuning.label,
        key=tuning.widget_key,
        persist_state="session",
        placeholder="default",
        help=tuning.field.sentence,
    )


def _ask_model(tuning: Tuning, installed: list[str]) -> None:
    name = st.session_state[tuning.widget_key]
    missing = None if is_installed(parse_model(name), installed) else name
    _ask_listed(tuning, installed, partial(_name_model, missing=missing))


def _ask_several(tuning: Tuning, installed: list[str]) -> None:
    """Offer models of which several can be chosen, and others be typed."""
    chosen = st.session_state[tuning.widget_key]
    st.multiselect(
        tuning.label,
        [*installed, *(name for name in chosen if name not in installed)],
        accept_new_options=True,
        max_selections=MOST_FURTHER_CRITICS,
        placeholder="none",
        key=tuning.widget_key,
        persist_state="session",
        help=tuning.field.sentence,
    )


def _ask_listed(tuning: Tuning, names: Sequence[str], as_words: Callable[[str], str]) -> None:
    """Offer names of which another can be typed."""
    value = st.session_state[tuning.widget_key]
    st.selectbox(
        tuning.label,
        names if value in names else [value, *names],
        format_func=as_words,
        accept_new_options=True,
        key=tuning.widget_key,
        persist_state="session",
        help=tuning.field.sentence,
    )


def _name_model(name: str, *, missing: str | None) -> str:
    return f"{name} (not installed)" if name == missing else name
