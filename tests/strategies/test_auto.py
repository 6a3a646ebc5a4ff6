"""The strategy that chooses how much work a source deserves."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from reflexion_core.dashboard.run_html import live_text_title
from reflexion_core.events import CallStarted, StrategyChosen
from reflexion_core.forecast import forecast
from reflexion_core.progress import Progress
from reflexion_core.providers.base import ChatRequest
from reflexion_core.records import ModelRef, RoleName, StopReason
from reflexion_core.report.data import run_report
from reflexion_core.report.page import html_report
from reflexion_core.run_options import Budget, RoleOptions
from reflexion_core.source.measure import SourceMeasure, measure_source
from reflexion_core.source.read_facts import read_facts
from reflexion_core.strategies.auto import LARGE, SMALL, lean
from tests.running import FINAL, MODULE, Outcome, draft, run, source, verdict

OTHER = RoleOptions(model=ModelRef(provider="scripted", name="other"), temperature=0.5)
ONE_BRANCHY = "\n".join(f"    if value == {number}:\n        return {number + 1}" for number in range(8))
TRIVIAL = source('"""Add."""\n\n\ndef add(a, b):\n    return a + b\n')
BRANCHY = source(f'"""Map."""\n\n\ndef pick(value):\n{ONE_BRANCHY}\n    return 0\n')
"""Small but for its branches."""
MIDDLING = source(
    f'"""Map."""\n\n\ndef pick(value):\n{ONE_BRANCHY}\n'
    "    if not value:\n        raise ValueError('empty')\n    raise KeyError(value)\n"
)
CHECKS = [
    f"def check_{number}(value):\n    if value < {number} or value > 9:\n        raise ValueError('bad {number}')\n"
    for number in range(12)
]
COSTLY = source("\n\n".join(CHECKS))


def script(advice: str = "") -> Callable[[ChatRequest], Any]:
    """Return a script whose planner says `advice` and whose critic is never content."""

    def answer(request: ChatRequest) -> str:
        if not request.round:
            return advice
        if request.role == "critic":
            return verdict(50)
        return FINAL if request.role == "adjudicator" else draft(request.round)

    return answer


def advice(choice: str, reason: str = "the results are computed") -> str:
    return json.dumps({"choice": choice, "reason": reason})


def choose(of: Any, said: str = "", **changes: Any) -> Outcome:
    options = {"strategy": "auto", "critic": OTHER, "adjudicator": OTHER, "patience": 9} | changes
    return run(script(said), of=of, **options)


def choice(outcome: Outcome) -> StrategyChosen:
    (event,) = [event for event in outcome.events if isinstance(event, StrategyChosen)]
    return event


def test_a_source_is_measured_in_lines_branches_symbols_and_exceptions() -> None:
    small = source(MODULE)
    assert measure_source(small, read_facts(small)) == SourceMeasure(lines=9, branches=1, symbols=3, exceptions=1)
    assert str(SourceMeasure(1, 1, 1, 0)) == "1 line, 1 branch, 1 public symbol and 0 exceptions"


@pytest.mark.parametrize(
    ("figures", "ways"),
    [
        ((40, 4, 3, 1), ("single_pass",)),
        ((41, 4, 3, 1), ("single_pass", "self_refine")),
        ((41, 5, 3, 1), ("self_refine",)),
        ((250, 4, 3, 1), ("self_refine", "critic_loop")),
        ((41, 5, 4, 5), ("self_refine", "critic_loop")),
        ((250, 20, 3, 1), ("critic_loop",)),
    ],
)
def test_the_figures_settle_it_or_leave_it_open_between_two(
    figures: tuple[int, int, int, int], ways: tuple[str, ...]
) -> None:
    assert lean(SourceMeasure(*figures)).ways == ways


def test_each_figure_can_be_small_middling_and_large() -> None:
    assert all(getattr(SMALL, name) + 1 < getattr(LARGE, name) for name in vars(SMALL))


def test_what_is_trivial_is_drafted_once_without_a_question() -> None:
    outcome = choose(TRIVIAL)
    assert (choice(outcome).strategy, choice(outcome).is_by_model) == ("single_pass", False)
    assert outcome.progress.reason is StopReason.SINGLE_PASS
    assert [request.role for request in outcome.provider.requests] == ["generator", "critic"]


def test_what_lies_between_is_refined_once_by_one_model() -> None:
    outcome = choose(MIDDLING)
    assert (choice(outcome).strategy, choice(outcome).is_by_model) == ("self_refine", False)
    assert [request.role for request in outcome.provider.requests] == ["generator", "critic"] * 2
    assert {request.model for request in outcome.provider.requests} == {"test"}


def test_what_is_costly_to_get_wrong_goes_through_the_loop_of_two_models() -> None:
    outcome = choose(COSTLY, max_attempts=3)
    assert (choice(outcome).strategy, choice(outcome).is_by_model) == ("critic_loop", False)
    assert len(outcome.progress.rounds) == 3
    assert {request.model for request in outcome.provider.requests} == {"test", "other"}


def test_where_the_figures_leave_it_open_one_short_question_at_temperature_0_decides() -> None:
    generator = RoleOptions(model=ModelRef(provider="scripted", name="test"), temperature=0.7)
    outcome = choose(BRANCHY, advice("single_pass", "it is a table"), generator=generator)
    first = outcome.provider.requests[0]
    assert (first.model, first.temperature, first.round) == ("test", 0, 0)
    assert first.max_output_tokens is not None
    assert first.max_output_tokens <= 200
    assert first.answer_schema is not None
    assert first.answer_schema["properties"]["choice"]["enum"] == ["single_pass", "self_refine"]
    assert "def pick(value)" in first.messages[1].content
    assert (choice(outcome).strategy, choice(outcome).is_by_model) == ("single_pass", True)
    assert choice(outcome).reason.endswith("little but for its branches; asked, scripted:test chose it: it is a table")
    assert outcome.provider.requests[1].temperature == 0.7


@pytest.mark.parametrize("said", ["", "It is fine.", advice("critic_loop"), "[1]", '{"choice": ["single_pass"]}'])
def test_an_answer_that_names_no_way_takes_the_one_with_more_care(said: str) -> None:
    outcome = choose(BRANCHY, said)
    assert choice(outcome).strategy == "self_refine"
    assert "names no way" in choice(outcome).reason
    assert sum(not request.round for request in outcome.provider.requests) == 1


def test_the_question_counts_in_the_budget_and_still_leaves_a_first_draft() -> None:
    outcome = choose(BRANCHY, advice("self_refine"), budget=Budget(calls=1))
    assert [request.round for request in outcome.provider.requests] == [0, 1]
    assert outcome.progress.reason is StopReason.BUDGET
    assert outcome.progress.document is not None


def test_a_stored_run_knows_the_choice_and_goes_on_as_chosen() -> None:
    outcome = choose(MIDDLING)
    read = Progress.of(outcome.events)
    assert read.options is not None
    assert (read.options.strategy, read.options.max_attempts) == ("self_refine", 2)
    assert read.options.critic.model == read.options.generator.model
    assert {(item.role, item.ref.name) for item in read.models} == {(role, "test") for role in RoleName}


def test_the_reports_say_what_was_chosen_and_why() -> None:
    progress = choose(TRIVIAL).progress
    reason = "3 lines, 0 branches, 1 public symbol and 0 exceptions: hardly anything that could be said wrong"
    assert run_report(progress, "r")["choice"] == {"strategy": "single_pass", "reason": reason, "by_model": False}
    assert "How it goes was chosen by the source" in html_report(progress, "r", datetime.now(UTC))


def test_while_it_asks_the_page_says_so() -> None:
    progress = Progress()
    progress.apply(CallStarted(role=RoleName.GENERATOR, model=OTHER.model, round=0, part="how to work"))
    progress.live_text = "{"
    assert live_text_title(progress) == "Generator · writing how to work"


def test_the_forecast_does_not_take_the_question_for_a_draft() -> None:
    outcome = choose(BRANCHY, advice("self_refine"))
    until = next(number for number, event in enumerate(outcome.events) if isinstance(event, StrategyChosen))
    progress = Progress.of(outcome.events[: until + 1])
    assert forecast(progress, 0.0, 1.0, ()).basis == "not every model has been measured yet"
