"""The Exam page: what is asked for, how far it is, and what it showed."""

from __future__ import annotations

from collections import defaultdict

import streamlit as st

from reflexion_core.dashboard.exam_background import BackgroundExam, ExamView
from reflexion_core.dashboard.exam_html import alarms_html, figures_html, kinds_html, missed_html
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.installed import ask_providers, default_models, model_names
from reflexion_core.dashboard.look import show_error, show_title
from reflexion_core.dashboard.run_words import clock
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.exam.papers import ExamOptions
from reflexion_core.exam.report import ExamReport, Graded
from reflexion_core.exams import ExamRequest, open_exam_room, shipped_sources
from reflexion_core.records import RoleName, Source
from reflexion_core.settings import parse_model
from reflexion_core.source.reading import read_uploads
from reflexion_core.true_page.styles import STYLES

_POLL_SECONDS = 1.0
_CHECKS = "the checks (no model)"
_UPLOAD_MEGABYTES = 1


def show_exam_form(state: ServerState) -> None:
    """Ask what to examine, and begin or stop."""
    left, right = st.columns([1.1, 1], gap="large")
    with left:
        sources = _ask_sources(state)
    with right:
        examinee = _ask_examinee(state)
        options = _ask_options()
    exam = state.exam_desk.exam
    is_live = exam is not None and exam.view.is_live
    is_taken = state.exam_desk.is_taken
    if is_taken:
        st.info("Somebody else's exam is going on. This server holds one at a time; try again in a while.")
    with st.container(horizontal=True):
        is_ready = bool(sources) and bool(options.styles) and not is_live and not is_taken
        if st.button("Start", type="primary", icon=":material/play_arrow:", disabled=not is_ready):
            critic = None if examinee == _CHECKS else parse_model(examinee)
            room = open_exam_room(state.loaded.settings, state.runs.pool)
            state.exam_desk.start(ExamRequest(sources, options, critic), room)
            st.rerun()
        if st.button("Stop", icon=":material/stop:", disabled=not is_live):
            state.exam_desk.stop()


def _ask_sources(state: ServerState) -> tuple[Source, ...]:
    limits = state.loaded.settings.limits
    examples = {source.name: source for source in shipped_sources(state.loaded.settings)}
    picked = st.multiselect("Examples", list(examples), default=list(examples), key="exam_examples")
    files = st.file_uploader(
        "Your own Python files",
        accept_multiple_files=True,
        max_upload_size=_UPLOAD_MEGABYTES,
        key="exam_files",
        help="Simple calls of what is in them are tried in the sandbox, to have examples with true outputs.",
    )
    uploads = read_uploads(
        [(file.name, file.getvalue()) for file in files], max_bytes=limits.source_bytes, max_files=limits.files
    )
    for problem in uploads.problems:
        show_error(problem)
    return tuple(examples[name] for name in picked) + uploads.sources


def _ask_examinee(state: ServerState) -> str:
    default = str(default_models(state).models[RoleName.CRITIC])
    models = dict.fromkeys([default, *model_names(ask_providers(state))])
    return st.selectbox(
        "Who sits the exam",
        [_CHECKS, *models],
        key="exam_examinee",
        help="A model reads every document in the critic's role, which takes a call for each.",
    )


def _ask_options() -> ExamOptions:
    styles = st.multiselect("Styles of the documents", list(STYLES), default=list(STYLES), key="exam_styles")
    first, second = st.columns(2)
    with first:
        per_kind = st.number_input("Faults of a kind for each source", 1, 20, 1, key="exam_per_kind")
    with second:
        seed = st.number_input("Seed", 0, 2**31, 0, key="exam_seed", help="The same seed makes the same documents.")
    return ExamOptions(seed=int(seed), per_kind=int(per_kind), styles=tuple(styles))


def show_exam(exam: BackgroundExam) -> None:
    """Show an exam; while it goes on the page follows it by itself."""
    is_live = exam.view.is_live

    @st.fragment(run_every=_POLL_SECONDS if is_live else None)
    def follow() -> None:
        now = exam.view
        if is_live and not now.is_live:
            st.rerun()
        _show_now(exam, now)

    follow()
    if not is_live and exam.view.report is not None:
        _show_details(exam.view.report)


def _show_now(exam: BackgroundExam, view: ExamView) -> None:
    report = view.report
    who = str(exam.request.critic) if exam.request.critic is not None else "the checks"
    if view.is_live:
        share = report.judged / report.paper_count if report is not None and report.paper_count else 0.0
        count = f"{report.judged} of {report.paper_count} documents" if report is not None else "writing the documents"
        st.progress(share, text=escape_label(f"{who}: {count}, {clock(view.seconds)}. {view.paper}"))
    if view.problem is not None:
        show_error(view.problem)
    if report is None:
        if not view.is_live and view.problem is None:
            st.warning("Stopped before the first document was judged.")
        return
    if not view.is_live and not report.is_whole:
        words = f"partial figures, after {report.judged} of {report.paper_count} documents"
        st.warning(words[:1].upper() + words[1:] + ".", icon=":material/stop_circle:")
    for note in report.notes:
        st.info(escape_label(note), icon=":material/info:")
    with st.container(border=True):
        show_title(f"{who}, {clock(view.seconds)}")
        st.html(figures_html(report))
        st.html(kinds_html(report))


def _show_details(report: ExamReport) -> None:
    st.subheader("False alarms")
    if report.alarms:
        with st.expander(f"{len(report.alarms)} false alarms in {report.true_papers} true documents"):
            st.html(alarms_html(report.alarms))
    else:
        st.write(f"None in {report.true_papers} true documents.")
    st.subheader("Missed faults")
    missed: defaultdict[str, list[Graded]] = defaultdict(list)
    for item in report.missed:
        missed[item.paper.fault.kind if item.paper.fault is not None else ""].append(item)
    for kind, items in sorted(missed.items()):
        with st.expander(f"{kind.replace('_', ' ')}: {len(items)} missed"):
            st.html(missed_html(items))
    if not missed:
        st.write("None.")
