"""Providers and models on the screen."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from reflexion_core.dashboard.code_words import begin_sentence
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.installed import (
    ProviderReport,
    default_models,
    missing_roles,
    model_names,
)
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.run_words import ROLE_WORDS
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.errors import ReflexionError
from reflexion_core.providers.base import PROVIDERS, PullProgress
from reflexion_core.records import ModelInfo, RoleName
from reflexion_core.stopping import Stop

_GB = 1e9


def show_roles(state: ServerState, reports: list[ProviderReport]) -> None:
    """Show what each role would use, and what to type for what is missing."""
    choice = default_models(state)
    missing = missing_roles(choice, model_names(reports))
    st.subheader("Roles")
    if choice.notice:
        st.info(escape_label(choice.notice), icon=":material/info:")
    frame = pd.DataFrame(
        {
            "Role": [ROLE_WORDS[role] for role in RoleName],
            "Model": [str(choice.models[role]) for role in RoleName],
            "State": ["✕ not installed" if role in missing else "✓ ready" for role in RoleName],
        }
    )
    st.dataframe(frame, hide_index=True)
    commands = sorted({f"ollama pull {ref.name}" for ref in missing.values() if ref.provider == "ollama"})
    if commands:
        st.write("To install what is missing, type:")
        st.code("\n".join(commands), language="bash")


def show_providers(reports: list[ProviderReport]) -> None:
    """Show every provider of real models with what it has."""
    st.subheader("Providers")
    for report in reports:
        if PROVIDERS[report.name].is_double:
            continue
        with st.container(border=True):
            _show_provider(report)


def _show_provider(report: ProviderReport) -> None:
    status = report.status
    sign = ":green-badge[✓ ready]" if status.is_ready else ":red-badge[✕ not ready]"
    about = " · ".join(part for part in (status.place, status.version) if part)
    st.markdown(f"**{report.name}** {sign} {escape_label(about)}")
    for text in (status.problem, report.problem):
        if text:
            st.write(escape_label(begin_sentence(text)))
    if status.hint:
        st.write(escape_label(begin_sentence(status.hint)))
    if report.models:
        st.dataframe(_model_frame(report.models), hide_index=True)


def _model_frame(models: tuple[ModelInfo, ...]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "Model": [info.ref.name for info in models],
            "Parameters": [info.parameters for info in models],
            "Quantization": [info.quantization for info in models],
            "Size (GB)": [None if info.size_bytes is None else round(info.size_bytes / _GB, 2) for info in models],
            "Window (tokens)": [info.context_tokens for info in models],
        }
    )


def show_pull(state: ServerState, reports: list[ProviderReport]) -> None:
    """Offer to download a model to the Ollama server, where there is one."""
    if not any(report.name == "ollama" and report.status.is_ready for report in reports):
        return
    st.subheader("Get a model")
    if state.loaded.settings.access != "local":
        st.write("Several people use this server, so whoever runs it gets its models, by: `ollama pull NAME`")
        return
    with st.form("pull", border=True):
        name = st.text_input("Model of the Ollama library", placeholder="qwen3.5:9b", key="pull_name")
        is_sent = st.form_submit_button("Pull", icon=":material/download:")
    if is_sent and name.strip():
        _pull(state, name.strip())


def _pull(state: ServerState, name: str) -> None:
    bar = st.progress(0.0, text=f"asking for {escape_label(name)}")

    def on_progress(progress: PullProgress) -> None:
        share = (progress.completed_bytes or 0) / progress.total_bytes if progress.total_bytes else 0.0
        bar.progress(min(share, 1.0), text=escape_label(progress.status))

    try:
        state.runs.pool["ollama"].pull(name, on_progress, Stop())
    except ReflexionError as exc:
        bar.empty()
        show_error(exc)
    else:
        bar.progress(1.0, text=f"{escape_label(name)} is installed")
