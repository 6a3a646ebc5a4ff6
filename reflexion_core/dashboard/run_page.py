"""One run on a page: watched while it goes, compared and taken home when it has ended."""

from __future__ import annotations

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.lessons_html import given_html
from reflexion_core.dashboard.look import show_title
from reflexion_core.dashboard.run_companions import show_companions
from reflexion_core.dashboard.run_course import show_course
from reflexion_core.dashboard.run_results import show_results
from reflexion_core.dashboard.sharing import show_sharing
from reflexion_core.progress import Progress
from reflexion_core.records import ModelVersion, RoleName

_POLL_SECONDS = 1.0


def show_run(state: ServerState, view: RunView) -> None:
    """Show a run; while it is live the page follows it by itself."""
    show_companions(state, view)
    is_live = view.progress.state.is_live

    @st.fragment(run_every=_POLL_SECONDS if is_live else None)
    def follow() -> None:
        now = state.runs.view(view.id)
        # Gone, or not shared any more: the whole page says so.
        if now is None or (is_live and not now.progress.state.is_live):
            st.rerun()
        show_course(state, now)
        _show_lessons(now.progress)

    follow()
    show_sharing(state, view)
    if not is_live:
        show_results(state, view)
    _show_details(view.progress)


def _show_lessons(progress: Progress) -> None:
    if progress.lessons is not None:
        with st.container(border=True):
            show_title("Lessons of earlier runs")
            st.html(given_html(progress))


def _place(item: ModelVersion, progress: Progress) -> str:
    """Return a role, and for a further critic its model too."""
    further = progress.options.committee if progress.options is not None else ()
    return f"{item.role.value} {item.ref}" if item.role is RoleName.CRITIC and item.ref in further else item.role.value


def _show_details(progress: Progress) -> None:
    with st.expander("Models, prompts and settings of this run"):
        models = {
            _place(item, progress): {
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
