"""What a run may still take: from its own speed, from earlier runs, or not known."""

from __future__ import annotations

from typing import Any

import pytest

from reflexion_core import events
from reflexion_core.events import Event
from reflexion_core.forecast import (
    EarlierRun,
    Forecast,
    attempts_left,
    forecast,
    forecast_run,
    measure_speeds,
    stage_at_work,
)
from reflexion_core.plans import PlannedSection, SectionResult
from reflexion_core.progress import Progress
from reflexion_core.records import (
    CheckReport,
    Critique,
    Decision,
    DimensionScore,
    ModelRef,
    RoleName,
    Scores,
    StopReason,
    Usage,
)
from reflexion_core.run_options import Budget, RoleOptions
from tests.running import run_options, source

BIG, SMALL = ModelRef(provider="scripted", name="big"), ModelRef(provider="scripted", name="small")
SCORES = Scores(dimensions=(DimensionScore(dimension="completeness", value=50),))
CRITIQUE = Critique(technical_accuracy=50, completeness=50)
STOP = Decision(action="stop", reason=StopReason.ATTEMPTS, explanation="")
REVISE = Decision(action="revise", reason="below_bar", explanation="")


def begun(*more: Event, **changes: Any) -> Progress:
    """Return a run of two models in its first round, after these events."""
    roles = {name.value: RoleOptions(model=BIG, temperature=0) for name in RoleName}
    roles["critic"] = RoleOptions(model=SMALL, temperature=0)
    queued = events.RunQueued(source=source(), options=run_options(**({"adjudicate": "never"} | roles | changes)))
    started = events.RunStarted(prompts=(), models=())
    return Progress.of([queued, started, events.RoundStarted(round=1), *more])


def calling(role: RoleName, number: int = 1) -> events.CallStarted:
    return events.CallStarted(role=role, model=BIG, round=number)


def called(role: RoleName, seconds: float, number: int = 1, model: ModelRef | None = None) -> list[Event]:
    """Return a call of 100 prompt and 50 output tokens, read ten times as fast as written."""
    usage = Usage(
        prompt_tokens=100, output_tokens=50, prompt_seconds=seconds / 6, output_seconds=seconds / 6 * 5,
    )  # fmt: skip
    ended = events.CallFinished(
        role=role, model=model or (SMALL if role is RoleName.CRITIC else BIG), round=number,
        request_sha256="", text="", finish_reason="stop", usage=usage, seconds=seconds,
    )  # fmt: skip
    return [calling(role, number), ended]


def drafted(number: int = 1, seconds: float = 60.0) -> list[Event]:
    return [*called(RoleName.GENERATOR, seconds, number), events.DraftReady(round=number, draft="# x")]


def judged(number: int = 1, seconds: float = 6.0, decision: Decision = REVISE) -> list[Event]:
    return [
        *called(RoleName.CRITIC, seconds, number),
        events.CritiqueReady(round=number, critique=CRITIQUE),
        events.RoundScored(round=number, scores=SCORES),
        events.Routed(round=number, decision=decision),
    ]


def estimate(progress: Progress, call_seconds: float = 0.0, *earlier: EarlierRun, run: float = 0.0) -> Forecast:
    return forecast(progress, call_seconds, run, earlier)


def test_before_the_first_call_has_ended_nothing_is_known():
    told = estimate(begun(calling(RoleName.GENERATOR)))
    assert (told.at_least, told.at_most) == (None, None)
    assert told.basis == "not every model has been measured yet"
    assert told.attempts_left == 3


def test_before_the_first_call_has_ended_earlier_runs_tell_the_pace():
    earlier = (EarlierRun(rounds=2, seconds=100), EarlierRun(rounds=1, seconds=30), EarlierRun(rounds=0, seconds=5))
    told = estimate(begun(calling(RoleName.GENERATOR)), 0.0, *earlier, run=10.0)
    assert (told.at_least, told.at_most) == (20.0, 190.0)
    assert told.basis == "from earlier runs with these models"


def test_a_run_that_waits_is_not_estimated():
    waiting = Progress.of([events.RunQueued(source=source(), options=run_options())])
    assert estimate(waiting, 0.0, EarlierRun(1, 10)).basis == "the run has not begun"


def test_a_model_that_has_not_answered_is_not_guessed_at():
    assert estimate(begun(*drafted())).at_least is None


def test_a_model_that_plays_two_roles_is_measured_in_one():
    role = RoleOptions(model=BIG, temperature=0)
    told = estimate(begun(*drafted(), critic=role, max_attempts=1))
    # Reads 50 tokens at 0.1 s each at least; reads 150 and writes 50 at 1 s each at most.
    assert (told.at_least, told.at_most) == (pytest.approx(5.0), pytest.approx(65.0))


def test_the_last_round_is_as_long_as_the_ones_before():
    progress = begun(
        *drafted(1), *judged(1, 6.0), events.RoundStarted(round=2), *drafted(2, 20.0), *judged(2, 8.0),
        events.RoundStarted(round=3), *drafted(3, 30.0), calling(RoleName.CRITIC, 3), max_attempts=3,
    )  # fmt: skip
    assert estimate(progress, 2.0) == Forecast(4.0, 6.0, 0, "from the speed measured in this run")


def test_the_most_counts_every_attempt_that_is_left():
    rounds = [*drafted(1), *judged(1, 6.0), events.RoundStarted(round=2), *drafted(2, 20.0)]
    at_work = calling(RoleName.CRITIC, 2)
    one_left, two_left = (estimate(begun(*rounds, at_work, max_attempts=number)) for number in (3, 4))
    assert (one_left.attempts_left, two_left.attempts_left) == (1, 2)
    assert one_left.at_least == two_left.at_least == 6.0
    assert two_left.at_most is not None
    assert one_left.at_most is not None
    assert two_left.at_most - one_left.at_most == pytest.approx(20.0 + 6.0)


def test_the_parts_of_a_revision_that_are_written_count_as_passed():
    rounds = [*drafted(1), *judged(1), events.RoundStarted(round=2), *drafted(2, 20.0), *judged(2)]
    third = [events.RoundStarted(round=3), *called(RoleName.GENERATOR, 5.0, 3)]
    between = estimate(begun(*rounds, *third, max_attempts=3))
    writing = estimate(begun(*rounds, *third, calling(RoleName.GENERATOR, 3), max_attempts=3), 4.0)
    assert between.at_least == 20.0 - 5.0 + 6.0
    assert writing.at_least == 20.0 - 5.0 - 4.0 + 6.0


def test_a_call_that_takes_a_little_longer_than_expected_leaves_no_less_than_nothing():
    rounds = [*drafted(1), *judged(1), events.RoundStarted(round=2), *drafted(2), calling(RoleName.CRITIC, 2)]
    assert estimate(begun(*rounds, max_attempts=2), 7.0).at_least == 0.0


def test_a_call_that_takes_much_longer_than_measured_is_not_estimated_any_more():
    rounds = [*drafted(1), *judged(1), events.RoundStarted(round=2), *drafted(2), calling(RoleName.CRITIC, 2)]
    told = estimate(begun(*rounds, max_attempts=2), 60.0)
    assert told.at_least is None
    assert told.basis == "this step takes longer than it was measured to take"


def test_an_adjudicator_that_may_not_be_asked_counts_in_the_most_alone():
    rounds = [*drafted(1), *judged(1), events.RoundStarted(round=2), *drafted(2), *judged(2, decision=STOP)]
    never = estimate(begun(*rounds, max_attempts=2))
    before_stop = rounds[:-1]
    maybe = estimate(begun(*before_stop, max_attempts=2, adjudicate="when_needed"))
    surely = estimate(begun(*before_stop, max_attempts=2, adjudicate="always"))
    assert (never.at_least, never.at_most) == (0.0, 0.0)
    assert maybe.at_least == 0.0
    assert surely.at_least is not None
    assert surely.at_least > 0.0
    assert maybe.at_most == surely.at_most


def test_a_budget_of_seconds_limits_the_most():
    rounds = [*drafted(1), *judged(1), events.RoundStarted(round=2), *drafted(2), calling(RoleName.CRITIC, 2)]
    free = estimate(begun(*rounds, max_attempts=9), run=100.0)
    limited = estimate(begun(*rounds, max_attempts=9, budget=Budget(seconds=130.0)), run=100.0)
    assert free.at_most is not None
    assert free.at_most > 300
    assert limited.at_most == 30.0 + 6.0


def test_a_provider_that_gives_no_times_is_measured_by_the_clock():
    ended = called(RoleName.GENERATOR, 60.0)[1].model_copy(update={"usage": Usage(output_tokens=30)})
    (speed,) = measure_speeds(begun(ended).calls).values()
    assert (speed.seconds_per_prompt_token, speed.seconds_per_output_token) == (0.0, 2.0)


def test_tokens_from_a_cache_do_not_count_as_read():
    usage = Usage(prompt_tokens=100, cached_tokens=90, output_tokens=10, prompt_seconds=5.0, output_seconds=20.0)
    ended = called(RoleName.GENERATOR, 60.0)[1].model_copy(update={"usage": usage})
    (speed,) = measure_speeds(begun(ended).calls).values()
    assert (speed.seconds_per_prompt_token, speed.seconds_per_output_token) == (0.5, 2.0)


FINDINGS = events.FindingsReady(round=1, report=CheckReport())


@pytest.mark.parametrize(
    ("more", "stage"),
    [
        ([], "generator"),
        ([calling(RoleName.GENERATOR)], "generator"),
        (drafted(), "checks"),
        ([*drafted(), FINDINGS], "repair"),
        ([*drafted(), FINDINGS, calling(RoleName.CRITIC)], "critic"),
        ([*drafted(), FINDINGS, *judged()[:3]], "router"),
        ([*drafted(), FINDINGS, *judged()[:4]], "router"),
        ([*drafted(), FINDINGS, *judged()], "generator"),
        ([*drafted(), FINDINGS, *judged(decision=STOP)], "adjudicator"),
        ([*drafted(), FINDINGS, *judged(decision=STOP), calling(RoleName.ADJUDICATOR)], "adjudicator"),
        ([events.RunCancelled()], None),
    ],
)
def test_the_stage_at_work_follows_the_events(more: list[Event], stage: str | None):
    assert stage_at_work(begun(*more, policy="grounded")) == stage


def test_under_the_policy_model_no_stage_checks():
    assert stage_at_work(begun(*drafted(), policy="model")) == "critic"


def test_no_attempts_are_left_after_a_stop_and_in_a_single_pass():
    assert attempts_left(begun(*drafted(), *judged(decision=STOP))) == 0
    assert attempts_left(begun(strategy="single_pass")) == 0
    assert attempts_left(begun(max_attempts=4)) == 3


def test_a_run_is_forecast_before_it_begins_and_within_its_budget() -> None:
    options, earlier = run_options(max_attempts=4), (EarlierRun(2, 60.0), EarlierRun(1, 40.0))
    found = forecast_run(options, earlier)
    assert (found.at_least, found.at_most) == (30.0, 160.0)
    short = forecast_run(options.model_copy(update={"budget": Budget(seconds=50)}), earlier)
    assert (short.at_least, short.at_most) == (30.0, 90.0)
    assert forecast_run(options, ()).at_least is None


SECTIONS = tuple(
    PlannedSection(number=number, title=f"f{number}", symbols=(f"f{number}",), line=1, end_line=9, tokens=100)
    for number in range(1, 5)
)


def planned(*finished: float) -> Progress:
    """Return a run whose first sections took so many seconds, and whose next one is at work."""
    more: list[Event] = [events.PlanMade(sections=SECTIONS, options=run_options(strategy="plan_and_solve"))]
    for number, seconds in enumerate(finished, start=1):
        result = SectionResult(number=number, symbols=(f"f{number}",), text="x", seconds=seconds)
        more += [events.SectionStarted(number=number), events.SectionReady(result=result)]
    return begun(*more, events.SectionStarted(number=len(finished) + 1))


def test_sections_that_are_left_take_the_pace_of_those_that_are_done() -> None:
    told = estimate(planned(10, 20))
    assert (told.at_least, told.at_most, told.sections_left) == (20, 40, 2)


def test_before_the_first_section_is_done_its_time_is_not_known() -> None:
    assert estimate(planned()).at_least is None


def test_a_run_in_sections_has_no_further_attempts() -> None:
    assert attempts_left(planned(10)) == 0
