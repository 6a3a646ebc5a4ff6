"""The form that starts runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from reflexion_core.dashboard.first_look import show_first_look
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.installed import (
    ask_providers,
    default_models,
    model_names,
    why_no_model,
)
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.navigation import link, page
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.dashboard.tuning_panel import show_tuning
from reflexion_core.dashboard.verify_form import desk_parameters, open_skeleton
from reflexion_core.records import Source
from reflexion_core.run_options import RunOptions
from reflexion_core.runs import RunRequest
from reflexion_core.settings import shipped_folder
from reflexion_core.source.reading import Uploads, read_uploads

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

_NO_EXAMPLE = "none"
_START, _FACTS_ALONE = "Start", "Write from the facts alone"
_UPLOAD_MEGABYTES = 1
"""What the browser refuses by itself; the exact limit is a setting and checked when the file is read."""


def show_start_form(state: ServerState) -> None:
    """Show the form, and go to the first run once it has been sent."""
    st.title("Review")
    st.write(
        "Upload Python files or pick an example. One model drafts the documentation, a second criticises, "
        "code computes the score and decides, a third has the final word."
    )
    choice, reports = default_models(state), ask_providers(state)
    lacking = why_no_model(choice, reports)
    if choice.notice:
        st.info(escape_label(choice.notice), icon=":material/info:")
        link("models", "How to get better models")
    show_first_look(state, _FACTS_ALONE if lacking else _START)
    left, right = st.columns([1.1, 1], gap="large")
    with left:
        uploads = _ask_sources(state)
        for problem in uploads.problems:
            show_error(problem)
        start = st.container()
    if lacking:
        with right:
            _explain_facts_alone(lacking)
        _offer_facts_alone(state, uploads.sources, start)
        return
    with right:
        options = show_tuning(state, choice, model_names(reports))
    is_asked = start.button(
        _start_label(uploads.sources),
        type="primary",
        icon=":material/play_arrow:",
        disabled=not uploads.sources or options is None,
        help=_why_not(uploads.sources, options),
    )
    if is_asked and options is not None:
        _start(state, uploads.sources, options, choice.notice)


def _explain_facts_alone(lacking: Sequence[str]) -> None:
    """Say why there can be no run, what can be done without one, and how to get a model."""
    st.warning("No model answers, so nothing can be reviewed now.", icon=":material/info:")
    st.markdown("\n".join(f"- {escape_label(reason)}" for reason in lacking))
    st.write(
        "A document can still be written from the facts alone: signatures, parameters, defaults, types, exceptions, "
        "docstrings as they stand, and doctests that ran as they say. It is checked like any other."
    )
    link("models", "How to get a model")


def _offer_facts_alone(state: ServerState, sources: Sequence[Source], place: DeltaGenerator) -> None:
    is_asked = place.button(
        _FACTS_ALONE,
        type="primary",
        icon=":material/fact_check:",
        key="facts_alone",
        disabled=not sources,
        help=None if sources else "Choose a file or an example first.",
    )
    if is_asked:
        desks = [open_skeleton(state, [source]) for source in sources]
        st.switch_page(page("verify"), query_params=desk_parameters(desks[0], desks))


def _why_not(sources: Sequence[Source], options: RunOptions | None) -> str | None:
    """Say what has to be done before a run can start; None where nothing has."""
    if not sources:
        return "Choose a file or an example first."
    return None if options is not None else "Mend the setting that is refused first."


def _start_label(sources: Sequence[Source]) -> str:
    return _START if len(sources) <= 1 else f"Start {len(sources)} runs"


def _ask_sources(state: ServerState) -> Uploads:
    limits = state.loaded.settings.limits
    files = st.file_uploader(
        "Python files",
        accept_multiple_files=True,
        max_upload_size=_UPLOAD_MEGABYTES,
        key="sources",
        help=f"Up to {limits.files} files of at most {limits.source_bytes // 1024} KiB each. They are read, never run.",
    )
    examples = sorted((shipped_folder() / "examples").glob("*.py"))
    names = [_NO_EXAMPLE, *(path.name for path in examples)]
    picked = st.selectbox("Or an example", names, key="example")
    items = [(file.name, file.getvalue()) for file in files]
    items += [(path.name, path.read_bytes()) for path in examples if path.name == picked]
    uploads = read_uploads(items, max_bytes=limits.source_bytes, max_files=limits.files)
    if len(uploads.sources) == 1:
        with st.expander(f"{escape_label(uploads.sources[0].name)} · {uploads.sources[0].line_count} lines"):
            st.code(uploads.sources[0].text, language="python", line_numbers=True, height=300)
    return uploads


def _start(state: ServerState, sources: Sequence[Source], options: RunOptions, notice: str) -> None:
    uses_embedded = any(ref.provider == "embedded" for ref in options.models)
    requests = [RunRequest(source, options, notice if uses_embedded else "") for source in sources]
    run_ids = state.runs.start(requests)
    st.query_params["run"] = run_ids[0]
    if len(run_ids) > 1:
        st.query_params["with"] = ",".join(run_ids)
    st.rerun()
