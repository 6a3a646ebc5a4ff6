"""Runs in words: what pages say of a run that they follow; what they share with reports comes from there."""

from __future__ import annotations

from datetime import UTC, datetime

from reflexion_core.dashboard.background import RunView
from reflexion_core.progress import Progress
from reflexion_core.records import RoleName, RunState
from reflexion_core.report.words import (
    REASON_WORDS,
    ROLE_WORDS,
    STATE_WORDS,
    clock,
    elapsed_seconds,
    ending,
    forecast_words,
    short_name,
    thousands,
    verdict,
)

__all__ = [
    "REASON_WORDS",
    "ROLE_WORDS",
    "STATE_WORDS",
    "activity",
    "call_seconds",
    "clock",
    "elapsed_seconds",
    "ending",
    "forecast_words",
    "live_line",
    "short_name",
    "thousands",
    "turn_words",
    "verdict",
    "waiting_words",
]


def call_seconds(progress: Progress) -> float:
    """Return for how long the call that runs has been running."""
    if progress.call_started_at is None:
        return 0.0
    return (datetime.now(UTC) - progress.call_started_at).total_seconds()


def waiting_words(view: RunView) -> str:
    """Return which place in the line a run has that waits."""
    return f"busy: {view.ahead} before you" if view.is_line_shared else f"waiting, {view.ahead} before it"


def turn_words(view: RunView) -> str:
    """Return how runs take turns."""
    if view.is_line_shared:
        return "Everybody's first run comes before anybody's second, so this can be more when somebody new comes."
    return "Runs that use the same model take turns."


def live_line(view: RunView) -> str:
    """Return what a live run is doing, in a few words."""
    progress = view.progress
    if progress.state is RunState.QUEUED:
        return waiting_words(view) if view.ahead else "loading the model"
    if progress.writing is None or progress.options is None:
        return STATE_WORDS[progress.state]
    if progress.writing is RoleName.ADJUDICATOR:
        return "final word · adjudicator"
    if not progress.current_round:
        return f"choosing how to work · {progress.writing}"
    section = progress.plan.current if progress.plan is not None else None
    if progress.plan is not None and section is not None:
        return f"section {section.number} of {len(progress.plan.sections)} · {progress.writing}"
    return f"round {progress.current_round} of {progress.options.max_attempts} · {progress.writing}"


def activity(view: RunView) -> str:
    """Return what is going on now, for the badge beside the title."""
    progress = view.progress
    if progress.state is RunState.QUEUED:
        return live_line(view)
    if progress.writing is None:
        return STATE_WORDS[progress.state]
    role = progress.writing.value
    if progress.waiting_for:
        return f"{role} tries again"
    return f"{role} is writing" if progress.live_text else f"{role} is reading"
