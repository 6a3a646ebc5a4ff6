"""How long a run may still take, in words."""

from __future__ import annotations

from reflexion_core.dashboard.run_words import call_seconds, clock, elapsed_seconds
from reflexion_core.forecast import Forecast, forecast
from reflexion_core.progress import Progress
from reflexion_core.records import RunState
from reflexion_core.run_options import RunOptions
from reflexion_core.storage.earlier_runs import find_earlier_runs
from reflexion_core.storage.store import RunStore

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
    return forecast(progress, *passed, find_earlier_runs(store, progress.source, _asked_for(progress)))


def _asked_for(progress: Progress) -> RunOptions | None:
    """Return the options with the strategy that was asked for: by that one runs are listed."""
    options = progress.options
    if options is None or progress.choice is None:
        return options
    return options.model_copy(update={"strategy": "auto"})


def left_words(left: Forecast) -> tuple[str, str]:
    """Return a forecast as a figure and what stands under it."""
    if left.at_least is None or left.at_most is None:
        return "–", f"time left: not known, {left.basis}"
    attempts = {0: "no further attempt", 1: "up to 1 more attempt"}
    more = attempts.get(left.attempts_left, f"up to {left.attempts_left} more attempts")
    if left.sections_left:
        more = "1 section to write" if left.sections_left == 1 else f"{left.sections_left} sections to write"
    basis = ", by earlier runs" if left.is_by_earlier_runs else ""
    if left.at_most < 1.0:
        return "any moment", f"left, {more}"
    if left.at_most - left.at_least < _ALIKE_SECONDS:
        return f"about {clock(left.at_most)}", f"left, {more}{basis}"
    return f"{clock(left.at_least)} to {clock(left.at_most)}", f"left, {more}{basis}"
