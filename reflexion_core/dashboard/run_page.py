"""One run on a page: watched while it goes, compared and taken home when it has ended."""

from __future__ import annotations

import time
from collections.abc import Sequence
from html import escape
from pathlib import PurePath

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.curve import score_curve
from reflexion_core.dashboard.diff import compare_texts
from reflexion_core.dashboard.diff_view import show_diff
from reflexion_core.dashboard.facts_html import changes_html, counts_html, findings_html
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.look import show_error, show_title
from reflexion_core.dashboard.navigation import link, page
from reflexion_core.dashboard.run_html import (
    head_html,
    live_text_html,
    live_text_title,
    loop_html,
    rounds_html,
)
from reflexion_core.dashboard.run_verdicts import show_against_source
from reflexion_core.dashboard.run_words import STATE_WORDS, live_line, verdict
from reflexion_core.dashboard.safe_markdown import DOCUMENT_CSS, escape_label, render_markdown
from reflexion_core.errors import ReflexionError
from reflexion_core.progress import Progress
from reflexion_core.records import CheckReport, RunState
from reflexion_core.storage.store import is_run_id

_POLL_SECONDS = 1.0
_STOP_SECONDS = 0.5
_CARD_HEIGHT = 370
_COURSE_HEIGHT = 240
_STATE_ICONS = {
    RunState.QUEUED: ":material/schedule:",
    RunState.RUNNING: ":material/play_circle:",
    RunState.FINISHED: ":material/check_circle:",
    RunState.CANCELLED: ":material/stop_circle:",
    RunState.FAILED: ":material/error:",
    RunState.INTERRUPTED: ":material/error:",
}


def show_run(state: ServerState, view: RunView) -> None:
    """Show a run; while it is live the page follows it by itself."""
    _show_companions(state, view)
    is_live = view.progress.state.is_live

    @st.fragment(run_every=_POLL_SECONDS if is_live else None)
    def follow() -> None:
        now = state.runs.view(view.id) or view
        if is_live and not now.progress.state.is_live:
            st.rerun()
        _show_now(state, now)

    follow()
    if not is_live:
        _show_results(state, view)
    _show_details(view.progress)


def _show_companions(state: ServerState, view: RunView) -> None:
    """Show the runs that were started together with this one, and follow them while one of them lives."""
    together = [run_id for run_id in st.query_params.get("with", "").split(",") if is_run_id(run_id)]
    if len(together) < 2:
        return
    is_live = any(other.progress.state.is_live for other in _views(state, together))

    @st.fragment(run_every=_POLL_SECONDS if is_live else None)
    def follow() -> None:
        others = _views(state, together)
        with st.container(horizontal=True, vertical_alignment="center", key="together"):
            for other in others:
                _show_companion(other, together, is_open=other.id == view.id)
        if is_live and not any(other.progress.state.is_live for other in others):
            st.rerun()

    follow()


def _views(state: ServerState, run_ids: Sequence[str]) -> list[RunView]:
    return [found for run_id in run_ids if (found := state.runs.view(run_id)) is not None]


def _show_companion(view: RunView, together: Sequence[str], *, is_open: bool) -> None:
    progress = view.progress
    label = f"{progress.source.name if progress.source else view.id} · {STATE_WORDS[progress.state]}"
    if is_open:
        st.html(f'<span class="rx-open" aria-current="page">{escape(label)}</span>', width="content")
    else:
        st.page_link(
            page("review"),
            label=escape_label(label),
            icon=_STATE_ICONS[progress.state],
            query_params={"run": view.id, "with": ",".join(together)},
        )


def _show_now(state: ServerState, view: RunView) -> None:
    """Show a run as it stands.

    The same boxes come in the same order whatever there is to say: a browser that gets the next picture
    would for a moment show what is left of the last one elsewhere.
    """
    progress = view.progress
    title, buttons = st.columns([4, 1], vertical_alignment="center")
    title.html(head_html(view))
    with buttons.container(horizontal=True, horizontal_alignment="right", key="actions"):
        _show_buttons(state, view)
    with st.container():
        _show_notes(view)
    st.container(border=True).html(loop_html(view))
    with st.container(key="live" if progress.state.is_live else "ended"):
        if progress.state.is_live:
            _show_at_work(progress)
        else:
            _show_course(progress)


def _show_notes(view: RunView) -> None:
    if view.progress.notice:
        st.info(escape_label(view.progress.notice), icon=":material/info:")
    if view.problem:
        st.warning(f"The newest steps could not be saved: {escape_label(view.problem)}")
    _show_end(view)


def _show_at_work(progress: Progress) -> None:
    """Show the curve beside the text as it comes, and the rounds below."""
    left, right = st.columns([1.05, 1])
    with left.container(border=True, height=_CARD_HEIGHT):
        show_title("Score by round")
        _show_curve(progress, _CARD_HEIGHT - 70)
    with right.container(border=True, height=_CARD_HEIGHT):
        show_title(live_text_title(progress))
        st.html(live_text_html(progress))
    with st.container(border=True):
        show_title("Rounds")
        st.html(rounds_html(progress))


def _show_course(progress: Progress) -> None:
    """Show the curve, the rounds, and what a run that was cut off had begun to write."""
    if progress.rounds:
        with st.container(border=True):
            show_title("Score by round")
            _show_curve(progress, _COURSE_HEIGHT)
        with st.container(border=True):
            show_title("Rounds")
            st.html(rounds_html(progress))
    if progress.state is not RunState.FINISHED and progress.live_text:
        with st.container(border=True):
            show_title("The last text that a model wrote in this run")
            st.html(live_text_html(progress))


def _show_buttons(state: ServerState, view: RunView) -> None:
    if view.progress.state.is_live and view.is_here:
        st.button(
            "Stop", icon=":material/stop:", key="stop", on_click=_stop, args=(state, view.id),
            help="Frees the screen at once; a model server may finish the piece it is reading.",
        )  # fmt: skip
    if not view.progress.state.is_live:
        link("review", "New review")


def _stop(state: ServerState, run_id: str) -> None:
    """Stop a run, and give it a moment to end, so that the next picture shows its end."""
    state.runs.stop(run_id)
    end = time.monotonic() + _STOP_SECONDS
    while time.monotonic() < end:
        view = state.runs.view(run_id)
        if view is None or not view.progress.state.is_live:
            return
        time.sleep(0.02)


def _show_end(view: RunView) -> None:
    progress = view.progress
    if progress.state is RunState.QUEUED:
        st.info(f"{live_line(view).capitalize()}. Runs that use the same model take turns.")
    elif progress.state.is_live:
        return
    elif progress.failure is not None:
        show_error(ReflexionError(progress.failure.message, hint=progress.failure.hint))
    elif progress.state is RunState.FINISHED and progress.is_approved:
        st.success(escape_label(verdict(progress)), icon=":material/check_circle:")
    else:
        st.warning(escape_label(verdict(progress)), icon=":material/info:")


def _show_curve(progress: Progress, height: int) -> None:
    options = progress.options
    if options is None or not progress.rounds:
        st.html('<p class="rx-mute">The curve begins with the first score.</p>')
        return
    best = progress.best.number if progress.best is not None and progress.best.score is not None else None
    chart = score_curve(progress.rounds, bar=options.quality_score_bar, best=best, attempts=options.max_attempts)
    st.altair_chart(chart, key="curve", width="stretch", height=height)


def _show_results(state: ServerState, view: RunView) -> None:
    texts = _texts(view.progress)
    if not texts:
        st.info("This run has no draft.")
        return
    names = list(texts)
    # Drawn again for each tab that is opened, so that no examples run for what nobody looks at.
    tabs = st.tabs(["Document", "Facts", "Against the source", "Compare drafts"], key="results", on_change="rerun")
    document, facts, against, compare = tabs
    with document:
        _show_document(view, texts)
    with facts:
        _show_facts(view.progress)
    with against:
        if against.open:
            show_against_source(state, view, texts)
    with compare:
        left, right = st.columns(2)
        first = left.selectbox("Left", names, index=0, key=f"left_{view.id}")
        second = right.selectbox("Right", names, index=len(names) - 1, key=f"right_{view.id}")
        show_diff(
            compare_texts(texts[first], texts[second]),
            left_title=first,
            right_title=second,
            key=f"diff_{view.id}",
        )


def _show_facts(progress: Progress) -> None:
    """Show what code found in the final document and in every draft, and what it changed."""
    document = progress.document
    if document is not None and document.report is not None:
        _show_report("Final document", document.report, changes_html(document.repairs, document.settled), progress)
    checked = [item for item in progress.rounds if item.report is not None]
    if not checked:
        st.info("This run was scored by the critic's numbers alone (policy “model”); nothing was checked.")
    for item in checked:
        if item.report is not None:
            _show_report(f"Round {item.number}", item.report, changes_html(item.repairs), progress)


def _show_report(title: str, report: CheckReport, changes: str, progress: Progress) -> None:
    with st.container(border=True):
        show_title(title)
        st.html(counts_html(report) + findings_html(report.findings, progress.source) + changes)


def _texts(progress: Progress) -> dict[str, str]:
    """Return everything that can be compared, by its name, in the order in which it came to be."""
    best = progress.best
    texts = {}
    for item in progress.rounds:
        score = "no score" if item.score is None else f"{item.score:.1f}"
        mark = " ◆ best" if best is not None and best.number == item.number else ""
        if item.written is not None:
            texts[f"Round {item.number} as written"] = item.written
        texts[f"Round {item.number} · {score}{mark}"] = item.draft
    if progress.adjudicated is not None:
        texts["Adjudicator"] = progress.adjudicated
    if progress.document is not None:
        texts["Final document"] = progress.document.text
    return texts


def _show_document(view: RunView, texts: dict[str, str]) -> None:
    progress = view.progress
    name = "Final document" if progress.document is not None else list(texts)[-1]
    text = texts[name]
    if progress.document is None:
        st.caption(f"There is no final document; this is the last draft ({escape_label(name)}).")
    elif progress.document.note:
        st.caption(escape_label(progress.document.note))
    stem = PurePath(progress.source.name).stem if progress.source is not None else "document"
    with st.container(horizontal=True, vertical_alignment="center"):
        how = st.segmented_control(
            "View",
            ["Rendered", "Text"],
            default="Rendered",
            required=True,
            key=f"how_{view.id}",
            label_visibility="collapsed",
        )
        st.download_button(
            "Download",
            text.encode(),
            file_name=f"{stem}.md",
            mime="text/markdown",
            icon=":material/download:",
            on_click="ignore",
        )
    if how == "Text":
        st.code(text, language=None, wrap_lines=True)
    else:
        st.container(border=True).html(DOCUMENT_CSS + render_markdown(text))


def _show_details(progress: Progress) -> None:
    with st.expander("Models, prompts and settings of this run"):
        models = {
            item.role.value: {
                "model": str(item.ref),
                "digest": item.digest[:12],
                "provider": item.provider_version,
                "window": item.context_tokens,
            }
            for item in progress.models
        }
        prompts = {item.id: f"version {item.version} · {item.sha256[:12]}" for item in progress.prompts}
        options = progress.options.model_dump(mode="json") if progress.options is not None else {}
        st.json({"models": models, "prompts": prompts, "settings": options}, expanded=2)
