"""How long a run may still take, in words, and what earlier runs say of it."""

from __future__ import annotations

from collections.abc import Iterable

from reflexion_core.dashboard.run_words import call_seconds, clock, elapsed_seconds
from reflexion_core.errors import StorageError
from reflexion_core.forecast import EarlierRun, Forecast, forecast
from reflexion_core.progress import Progress
from reflexion_core.records import RunState
from reflexion_core.storage.store import RunStore, RunSummary

_EARLIER_RUNS = 50
_ALIKE_SECONDS = 5.0
"""Two durations that differ by less are told as one."""


def time_left(progress: Progress, store: RunStore) -> Forecast | None:
    """Estimate what a live run may still take; None for one that waits or has ended."""
    if progress.state is not RunState.RUNNING:
        return None
    passed = call_seconds(progress), elapsed_seconds(progress) or 0.0
    own = forecast(progress, *passed, ())
    if own.at_least is not None:
        return own
    try:
        summaries = store.summaries(limit=_EARLIER_RUNS)
    except StorageError:  # the estimate is not worth a message; what cannot be stored is told elsewhere
        return own
    return forecast(progress, *passed, earlier_runs(summaries, progress))


def earlier_runs(summaries: Iterable[RunSummary], progress: Progress) -> list[EarlierRun]:
    """Return the finished runs with the same strategy and models, those of the same file alone where there are any."""
    options = progress.options
    if options is None:
        return []
    asked = "auto" if progress.choice is not None else options.strategy  # runs are listed as they were asked for
    same = asked, *(str(role.model) for role in (options.generator, options.critic, options.adjudicator))
    alike = [
        run
        for run in summaries
        if run.state is RunState.FINISHED and same == (run.strategy, run.generator, run.critic, run.adjudicator)
    ]
    name = progress.source.name if progress.source is not None else ""
    chosen = [run for run in alike if run.source_name == name] or alike
    return [EarlierRun(run.rounds, run.seconds) for run in chosen if run.seconds is not None]


def left_words(left: Forecast) -> tuple[str, str]:
    """Return a forecast as a figure and what stands under it."""
    if left.at_least is None or left.at_most is None:
        return "–", f"time left: not known, {left.basis}"
    attempts = {0: "no further attempt", 1: "up to 1 more attempt"}
    more = attempts.get(left.attempts_left, f"up to {left.attempts_left} more attempts")
    basis = ", by earlier runs" if left.is_by_earlier_runs else ""
    if left.at_most < 1.0:
        return "any moment", f"left, {more}"
    if left.at_most - left.at_least < _ALIKE_SECONDS:
        return f"about {clock(left.at_most)}", f"left, {more}{basis}"
    return f"{clock(left.at_least)} to {clock(left.at_most)}", f"left, {more}{basis}"
