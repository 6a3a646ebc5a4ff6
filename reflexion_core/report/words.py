"""Runs in words: what pages and reports say about a state, a reason, a role."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Literal

from reflexion_core.events import ForecastMade
from reflexion_core.progress import Progress
from reflexion_core.records import DimensionScore, ModelRef, RoleName, Round, RunState, StopReason

Mark = Literal["live", "right", "wrong", "unsure"]
"""What a sign and a colour say beside a word."""

STATE_WORDS: dict[RunState, str] = {
    RunState.QUEUED: "waiting",
    RunState.RUNNING: "running",
    RunState.FINISHED: "finished",
    RunState.CANCELLED: "stopped",
    RunState.FAILED: "failed",
    RunState.INTERRUPTED: "interrupted",
}

REASON_WORDS: dict[str, str] = {
    StopReason.APPROVED: "approved",
    StopReason.ATTEMPTS: "attempts used up",
    StopReason.UNCHANGED: "draft did not change",
    StopReason.PLATEAU: "no better score",
    StopReason.FIXES_FAILED: "no fix helped",
    StopReason.BUDGET: "budget used up",
    StopReason.CRITIC_FAILED: "no verdict from the critic",
    StopReason.SINGLE_PASS: "single pass",
    StopReason.SECTIONS: "all sections written",
    StopReason.CANCELLED: "stopped by you",
    "below_bar": "revise: below the bar",
}

ROLE_WORDS: dict[RoleName, str] = {
    RoleName.GENERATOR: "Generator",
    RoleName.CRITIC: "Critic",
    RoleName.ADJUDICATOR: "Adjudicator",
}

_SHORT_DIMENSIONS = {"technical_accuracy": "accuracy", "completeness": "complete"}


def scored_dimensions(rounds: Iterable[Round]) -> list[str]:
    """Return the dimensions that rounds were scored by, in the rubric's order."""
    return list(dict.fromkeys(each.dimension for item in rounds if item.scores for each in item.scores.dimensions))


def score_words(score: DimensionScore) -> str:
    """Return the score of a dimension, with what a committee's critics are apart by."""
    if score.low is None or score.high is None or score.low == score.high:
        return f"{score.value:g}"
    return f"{score.value:g} ({score.low:g} to {score.high:g})"


def short_dimension(name: str) -> str:
    """Return a dimension as it stands over a narrow column."""
    return _SHORT_DIMENSIONS.get(name, name.replace("_", " "))


def clock(seconds: float | None) -> str:
    """Return a duration as `m:ss`, or a dash where it is not known."""
    return "–" if seconds is None else f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def forecast_words(progress: Progress) -> str:
    """Return how long an ended run was expected to take beside what it took; empty where nothing was expected."""
    expected, took = progress.forecast, progress.seconds
    return "" if expected is None or took is None else f"Forecast {forecast_span(expected)}, took {clock(took)}."


def forecast_span(expected: ForecastMade) -> str:
    """Return a forecast as a span of time, or as one time where its ends are the same."""
    low, high = clock(expected.at_least), clock(expected.at_most)
    return low if low == high else f"{low} to {high}"


def thousands(count: int) -> str:
    """Return a count as `940` or `6.1k`."""
    return str(count) if count < 1000 else f"{count / 1000:.1f}k"


def short_name(model: ModelRef) -> str:
    """Return a model's name without its provider; of one that is a file on this machine the file's own name."""
    path = PurePath(model.name)
    return path.name if path.is_absolute() else model.name


def elapsed_seconds(progress: Progress) -> float | None:
    """Return for how long a run has been at work, up to its end or to now; None before its start."""
    if progress.started_at is None:
        return None
    return ((progress.ended_at or datetime.now(UTC)) - progress.started_at).total_seconds()


def ending(progress: Progress) -> str:
    """Return what came of a finished run, in two or three words; no verdict is neither a pass nor a fail."""
    if progress.is_approved:
        return "approved"
    has_score = progress.best is not None and progress.best.score is not None
    return "below the bar" if has_score else "no score"


def state_badge(progress: Progress) -> tuple[str, Mark]:
    """Return how a run stands in a word or two, and the mark beside them."""
    if progress.state is RunState.FINISHED:
        return ending(progress), "right" if progress.is_approved else "unsure"
    if progress.state.is_live:
        return STATE_WORDS[progress.state], "live"
    return STATE_WORDS[progress.state], "wrong" if progress.state is RunState.FAILED else "unsure"


_FINISHED = {"approved": "Approved", "below the bar": "Finished below the bar", "no score": "Finished without a score"}


def verdict(progress: Progress) -> str:
    """Return how an ended run ended, in a sentence."""
    match progress.state:
        case RunState.FINISHED:
            return f"{_FINISHED[ending(progress)]}: {_explanation(progress)}."
        case RunState.CANCELLED:
            return "Stopped by you. Everything up to the stop is kept."
        case RunState.FAILED:
            return "Failed. Everything up to the failure is kept."
        case RunState.INTERRUPTED:
            return "Interrupted: the program ended before the run did. Everything up to then is kept."
    return ""


def _explanation(progress: Progress) -> str:
    """Return why the rounds ended; a single pass does not come to compare its score, so that is added."""
    decision = progress.rounds[-1].decision if progress.rounds else None
    if decision is None:
        return REASON_WORDS[progress.reason] if progress.reason is not None else ""
    score, options = progress.rounds[-1].score, progress.options
    if decision.reason is not StopReason.SINGLE_PASS or score is None or options is None:
        return decision.explanation
    return f"score {score:.1f}, the bar is {options.quality_score_bar:g}; {decision.explanation}"
