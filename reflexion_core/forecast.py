"""How long a run may still take, from the speed at which its models were measured.

An estimate is a range: the least is a run whose next draft passes, the most is one that uses every attempt that it has
left. Where a model has not been measured there is no number, and the forecast says what it waits for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from reflexion_core.plans import PlanProgress
from reflexion_core.progress import FinishedCall, Progress
from reflexion_core.records import ModelRef, RoleName, Round
from reflexion_core.run_options import RunOptions

Stage = Literal["generator", "checks", "repair", "critic", "router", "adjudicator"]
"""The places of the loop at which a run can be at work, in their order."""


@dataclass(frozen=True)
class Speed:
    """How fast a model is."""

    seconds_per_prompt_token: float
    """Of the prompt's tokens that no cache served; 0 where the provider does not say, and it counts as output."""
    seconds_per_output_token: float


@dataclass(frozen=True)
class EarlierRun:
    """What an earlier run with the same models took."""

    rounds: int
    seconds: float


@dataclass(frozen=True)
class Forecast:
    """How long a run may still take."""

    at_least: float | None
    """Seconds; None where it is not known."""
    at_most: float | None
    """Seconds; known when `at_least` is."""
    attempts_left: int
    """How many further drafts there may be, besides the one that is at work."""
    basis: str
    """What the numbers come from, or why there are none, in plain words."""
    is_by_earlier_runs: bool = False
    """Whether other runs were measured instead of this one."""
    sections_left: int = 0
    """How many sections are not finished, of a run that is worked section by section."""


@dataclass(frozen=True)
class _Span:
    """The least and the most seconds of something."""

    low: float
    high: float

    def __add__(self, other: _Span) -> _Span:
        return _Span(self.low + other.low, self.high + other.high)

    def __mul__(self, times: int) -> _Span:
        return _Span(self.low * times, self.high * times)

    def after(self, seconds: float) -> _Span:
        """Return what is left when some of it has passed."""
        return _Span(max(0.0, self.low - seconds), max(0.0, self.high - seconds))

    def maybe(self) -> _Span:
        """Return it as something that may be left out."""
        return _Span(0.0, self.high)


_NOTHING = _Span(0.0, 0.0)
_ONE_DRAFT = ("single_pass", "plan_and_solve")
"""Strategies that make one draft."""
_GRACE_SECONDS = 5.0
"""How much longer than measured a call may take before the measure counts as wrong."""


def stage_at_work(progress: Progress) -> Stage | None:
    """Return where in the loop a run is at work; None before its start and after its end."""
    if progress.started_at is None or progress.ended_at is not None:
        return None
    if progress.writing is not None:
        return progress.writing.value
    last = progress.rounds[-1] if progress.rounds else None
    if last is None or last.number < progress.current_round:
        return "generator"
    return _stage_of_draft(last, is_checked=progress.options is not None and progress.options.policy == "grounded")


def _stage_of_draft(draft: Round, *, is_checked: bool) -> Stage:
    """Return what comes next for a draft while no model writes."""
    if draft.decision is not None:
        return "adjudicator" if draft.decision.action == "stop" else "generator"
    if draft.scores is not None or draft.critique is not None:
        return "router"
    if not is_checked:
        return "critic"
    return "checks" if draft.report is None else "repair"


def attempts_left(progress: Progress) -> int:
    """Return how many drafts there may be after the one that is at work."""
    options = progress.options
    decision = progress.rounds[-1].decision if progress.rounds else None
    if options is None or options.strategy in _ONE_DRAFT or progress.ended_at is not None:
        return 0
    if decision is not None and decision.action == "stop":
        return 0
    return max(0, options.max_attempts - max(1, progress.current_round))


def forecast(progress: Progress, call_seconds: float, run_seconds: float, earlier: Sequence[EarlierRun]) -> Forecast:
    """Estimate how long a run may still take.

    Args:
        progress: The run as it stands.
        call_seconds: For how long the call that runs has been running.
        run_seconds: For how long the run has been at work.
        earlier: Earlier runs with the same models, for the time before the first call has ended.
    """
    left = attempts_left(progress)
    if progress.options is None or progress.started_at is None:
        return Forecast(None, None, left, "the run has not begun")
    if progress.plan is not None and len(progress.rounds) < progress.current_round:
        return _by_sections(progress.plan, call_seconds) or _by_earlier_runs(
            progress.options, run_seconds, earlier, left
        )
    if not _calls_of_rounds(progress):
        return _by_earlier_runs(progress.options, run_seconds, earlier, left)
    if _is_overdue(progress, call_seconds):
        return Forecast(None, None, left, "this step takes longer than it was measured to take")
    span = _span_left(progress, call_seconds, left)
    if span is None:
        return _by_earlier_runs(progress.options, run_seconds, earlier, left)
    high = span.high
    if progress.options.budget.seconds is not None:
        last_round = _span_left(progress, call_seconds, 0) or _NOTHING
        high = min(high, max(0.0, progress.options.budget.seconds - run_seconds) + last_round.high)
    return Forecast(span.low, max(span.low, high), left, "from the speed measured in this run")


def forecast_run(options: RunOptions, earlier: Sequence[EarlierRun]) -> Forecast:
    """Estimate how long a run takes that has not begun."""
    attempts = 1 if options.strategy in _ONE_DRAFT else options.max_attempts
    found = _by_earlier_runs(options, 0.0, earlier, attempts - 1)
    most = options.budget.seconds
    if found.at_least is None or found.at_most is None or most is None:
        return found
    # A call that runs when the seconds are used up is let finish; a round is more than that.
    at_most = min(found.at_most, most + max(run.seconds / run.rounds for run in earlier if run.rounds))
    return replace(found, at_least=min(found.at_least, at_most), at_most=at_most)


def measure_speeds(calls: Sequence[FinishedCall]) -> dict[ModelRef, Speed]:
    """Return the speed of each model that has written something."""
    models = {call.model for call in calls}
    speeds = {model: _measure([call for call in calls if call.model == model]) for model in models}
    return {model: speed for model, speed in speeds.items() if speed is not None}


def _measure(calls: Sequence[FinishedCall]) -> Speed | None:
    output = sum(call.usage.output_tokens or 0 for call in calls)
    if output == 0:
        return None
    timed = [call.usage for call in calls if call.usage.prompt_seconds is not None and call.usage.output_seconds]
    written = sum(usage.output_tokens or 0 for usage in timed)
    if written == 0:
        return Speed(0.0, sum(call.seconds for call in calls) / output)
    fresh = sum(max(0, (usage.prompt_tokens or 0) - (usage.cached_tokens or 0)) for usage in timed)
    reading = sum(usage.prompt_seconds or 0.0 for usage in timed)
    writing = sum(usage.output_seconds or 0.0 for usage in timed)
    return Speed(reading / fresh if fresh else 0.0, writing / written)


def _by_earlier_runs(options: RunOptions, run_seconds: float, earlier: Sequence[EarlierRun], left: int) -> Forecast:
    paces = [run.seconds / run.rounds for run in earlier if run.rounds and run.seconds > 0]
    if not paces:
        return Forecast(None, None, left, "not every model has been measured yet")
    rounds = 1 if options.strategy in _ONE_DRAFT else options.max_attempts
    span = _Span(min(paces), max(paces) * rounds).after(run_seconds)
    return Forecast(span.low, span.high, left, "from earlier runs with these models", is_by_earlier_runs=True)


def _by_sections(plan: PlanProgress, call_seconds: float) -> Forecast | None:
    """Estimate what the sections that are left take, by the pace of those that a model has written."""
    paces: list[float] = []
    left, count = 0, 0
    for section in plan.sections:
        result = plan.result(section)
        if result is None or section.number == plan.at_work:
            left, count = left + section.tokens, count + 1
        elif result.origin == "model" and section.tokens:
            paces.append(result.seconds / section.tokens)
    if not paces:
        return None
    span = _Span(min(paces) * left, max(paces) * left).after(call_seconds)
    return Forecast(span.low, span.high, 0, "from the pace of the sections so far", sections_left=count)


def _span_left(progress: Progress, call_seconds: float, left: int) -> _Span | None:
    """Return the seconds left: the round at work, the rounds that may come, and the final word."""
    stage = stage_at_work(progress)
    draft = _span_of(RoleName.GENERATOR, progress)
    review = _NOTHING if progress.plan is not None else _span_of(RoleName.CRITIC, progress)
    final = _final_span(progress)
    if draft is None or review is None or final is None:
        return None
    passed = _passed(progress, call_seconds)
    match stage:
        case "generator":
            now = draft.after(passed) + review
        case "checks" | "repair":
            now = review
        case "critic":
            now = review.after(passed)
        case "adjudicator":
            return final.after(passed)
        case _:
            now = _NOTHING
    return now + final + ((draft + review) * left).maybe()


def _is_overdue(progress: Progress, call_seconds: float) -> bool:
    """Whether the call that runs has taken much longer than anything that was measured."""
    span = None if progress.writing is None else _span_of(progress.writing, progress)
    return span is not None and _passed(progress, call_seconds) > span.high * 1.5 + _GRACE_SECONDS


def _passed(progress: Progress, call_seconds: float) -> float:
    """Return for how long the role at work has been at it in this round."""
    ended = sum(call.seconds for call in _calls_of_rounds(progress) if _is_of_open_stage(call, progress))
    return ended + (call_seconds if progress.writing is not None else 0.0)


def _is_of_open_stage(call: FinishedCall, progress: Progress) -> bool:
    is_this_round = call.round == progress.current_round or call.role is RoleName.ADJUDICATOR
    return call.role.value == stage_at_work(progress) and is_this_round


def _final_span(progress: Progress) -> _Span | None:
    options = progress.options
    if options is None or options.strategy == "single_pass" or options.adjudicate == "never":
        return _NOTHING
    span = _span_of(RoleName.ADJUDICATOR, progress)
    is_certain = options.adjudicate == "always" or stage_at_work(progress) == "adjudicator"
    return span if span is None or is_certain else span.maybe()


def _span_of(role: RoleName, progress: Progress) -> _Span | None:
    """Return what a role takes in a round: as in the rounds before, else by its model's speed."""
    seen = _seconds_by_round(role, progress)
    if role is RoleName.GENERATOR and len(seen) > 1:
        seen.pop(min(seen))  # a revision is not a first draft
    elif role is RoleName.GENERATOR and progress.rounds:
        seen = {}
    if seen:
        return _Span(min(seen.values()), max(seen.values()))
    return _span_by_speed(role, progress)


def _seconds_by_round(role: RoleName, progress: Progress) -> dict[int, float]:
    """Return the seconds of a role's calls in each round that is over for it."""
    seen: dict[int, float] = {}
    for call in _calls_of_rounds(progress):
        if call.role is role and not _is_of_open_stage(call, progress):
            seen[call.round] = seen.get(call.round, 0.0) + call.seconds
    return seen


def _span_by_speed(role: RoleName, progress: Progress) -> _Span | None:
    """Return what a role takes that reads the first prompt and the draft, and writes up to a draft's length."""
    options = progress.options
    first = next((call for call in _calls_of_rounds(progress) if call.role is RoleName.GENERATOR), None)
    speeds: Mapping[ModelRef, Speed] = measure_speeds(progress.calls)
    if options is None or first is None:
        return None
    span = _NOTHING
    for model in options.critics if role is RoleName.CRITIC else (options.role(role).model,):
        if model not in speeds:
            return None
        span += _span_of_call(first, speeds[model])
    return span


def _span_of_call(first: FinishedCall, speed: Speed) -> _Span:
    length = first.usage.output_tokens or 0
    fresh = length * speed.seconds_per_prompt_token
    again = (first.usage.prompt_tokens or 0) * speed.seconds_per_prompt_token
    return _Span(fresh, fresh + again + length * speed.seconds_per_output_token)


def _calls_of_rounds(progress: Progress) -> list[FinishedCall]:
    """Return the calls that have ended, without the question that came before the first round."""
    return [call for call in progress.calls if call.round]
