"""Several critics with different models, and the one verdict that code makes of theirs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from reflexion_core.cli_output import print_outcome
from reflexion_core.dashboard.round_html import found_html, verdict_html
from reflexion_core.errors import ModelNotInstalled, ProviderRefused
from reflexion_core.events import CriticDropped
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedProvider
from reflexion_core.records import ModelInfo, ModelRef, Round, StopReason
from reflexion_core.report.data import run_report
from reflexion_core.report.page import html_report
from reflexion_core.rubric_choice import open_rubrics
from reflexion_core.run_options import Budget, RoleOptions
from reflexion_core.runs import ProviderPool, Referee, RunRequest, execute
from reflexion_core.settings import Settings
from reflexion_core.stopping import Stop
from tests.running import FINAL, PROMPTS, UNREADABLE, Outcome, draft, issue, run, run_options, source, verdict

Reply = str | Exception
BOB, EVE = (ModelRef(provider="scripted", name=name) for name in ("bob", "eve"))
ADA = RoleOptions(model=ModelRef(provider="scripted", name="ada"), temperature=0)
REFUSED = ProviderRefused("eve is out of memory", status=400)


def critics(ada: Reply, bob: Reply, eve: Reply) -> Callable[[ChatRequest], Any]:
    """Return a script in which each critic always says the same."""
    said = {"ada": ada, "bob": bob, "eve": eve}

    def answer(request: ChatRequest) -> Reply:
        if request.role == "critic":
            return said[request.model]
        return FINAL if request.role == "adjudicator" else draft(request.round)

    return answer


def judged(ada: Reply, bob: Reply, eve: Reply, **changes: Any) -> Outcome:
    options = {"critic": ADA, "committee": (BOB, EVE), "max_attempts": 1} | changes
    return run(critics(ada, bob, eve), **options)


def first(outcome: Outcome) -> Round:
    return outcome.progress.rounds[0]


def values(outcome: Outcome) -> dict[str, tuple[float, float | None, float | None]]:
    scores = first(outcome).scores
    assert scores is not None
    return {item.dimension: (item.value, item.low, item.high) for item in scores.dimensions}


def test_every_critic_judges_the_draft_alone() -> None:
    outcome = judged(verdict(90), verdict(80), verdict(40))
    assert [request.model for request in outcome.asked("critic")] == ["ada", "bob", "eve"]
    assert len({request.messages for request in outcome.asked("critic")}) == 1


def test_each_dimension_is_the_median_and_shows_the_spread() -> None:
    outcome = judged(verdict(90, 70), verdict(80, 75), verdict(40, 100))
    assert values(outcome) == {"technical_accuracy": (80, 40, 90), "completeness": (75, 70, 100)}
    assert first(outcome).score == 77.5


def test_one_critic_alone_has_no_spread() -> None:
    assert values(run(critics(verdict(90), "", ""), critic=ADA))["technical_accuracy"] == (90, None, None)


def test_a_problem_that_several_name_counts_once_and_says_who_found_it() -> None:
    same = issue("`height=1.0`", severity="high", problem="the source has the default 2.0", suggestion="2.0 it is")
    other = issue("always 8.0", problem="not always", suggestion="often 8.0")
    outcome = judged(verdict(50, issues=[issue()]), verdict(50, issues=[same]), verdict(50, issues=[other]))
    critique = first(outcome).critique
    assert critique is not None
    assert [(item.severity, item.found_by) for item in critique.issues] == [
        ("high", ("scripted:ada", "scripted:bob")),
        ("medium", ("scripted:eve",)),
    ]


def test_two_statements_about_one_place_stay_two() -> None:
    other = issue(problem="width comes without a type", suggestion="width: float")
    critique = first(judged(verdict(50, issues=[issue()]), verdict(50, issues=[other]), verdict(50))).critique
    assert critique is not None
    assert len(critique.issues) == 2


@pytest.mark.parametrize(
    ("reply", "problem"),
    [(UNREADABLE, "it holds no JSON object"), (REFUSED, "eve is out of memory")],
    ids=["unusable answer", "failure"],
)
def test_a_critic_without_a_verdict_is_named_and_left_out(reply: Reply, problem: str) -> None:
    outcome = judged(verdict(90), verdict(80), reply)
    dropped = [event for event in outcome.events if isinstance(event, CriticDropped)]
    assert [(event.model, event.round, event.problem) for event in dropped] == [(EVE, 1, problem)]
    assert first(outcome).dropped_critics == (f"scripted:eve: {problem}",)
    assert values(outcome)["technical_accuracy"] == (85, 80, 90)


def test_the_first_critic_is_left_out_like_any_other() -> None:
    outcome = judged(UNREADABLE, verdict(80), REFUSED)
    assert values(outcome)["technical_accuracy"] == (80, None, None)
    assert len(first(outcome).dropped_critics) == 2


def test_no_usable_answer_at_all_is_no_verdict_and_names_everyone() -> None:
    outcome = judged(UNREADABLE, UNREADABLE, REFUSED)
    assert outcome.progress.reason is StopReason.CRITIC_FAILED
    assert all(name in outcome.progress.critic_problem for name in ("ada", "bob", "eve is out of memory"))


def test_only_when_no_critic_can_be_reached_the_run_fails() -> None:
    failure = judged(REFUSED, REFUSED, REFUSED).progress.failure
    assert failure is not None
    assert failure.message == "eve is out of memory"


class Lacking(ScriptedProvider):
    """Has every model but those that are named as lacking."""

    lacking: tuple[str, ...] = ()
    windows: dict[str, int] = {}  # noqa: RUF012 - set by each test for its own instance

    def describe(self, model: str) -> ModelInfo:
        if model in self.lacking:
            raise ModelNotInstalled(model, "this machine")
        found = super().describe(model)
        return found.model_copy(update={"context_tokens": self.windows.get(model, found.context_tokens)})


def lacking(*names: str, windows: dict[str, int] | None = None) -> Outcome:
    provider = Lacking(replies=critics(verdict(90), verdict(80), verdict(40)))
    provider.lacking, provider.windows = names, windows or {}
    return run(provider, critic=ADA, committee=(BOB, EVE), max_attempts=1)


@pytest.mark.parametrize("name", ["ada", "eve"])
def test_a_critic_that_is_not_installed_is_named_and_left_out(name: str) -> None:
    outcome = lacking(name)
    assert first(outcome).dropped_critics == (f"scripted:{name}: '{name}' is not on this machine",)
    assert len(outcome.asked("critic")) == 2
    assert outcome.progress.failure is None


def test_a_critic_whose_window_is_too_small_is_named_and_left_out() -> None:
    (dropped,) = first(lacking(windows={"bob": 900})).dropped_critics
    assert dropped.startswith("scripted:bob: 'scripted:bob' holds 900 tokens")


def test_without_any_critic_there_is_no_run() -> None:
    assert lacking("ada", "bob", "eve").progress.failure is not None


def test_critics_beyond_the_budget_are_named_and_what_was_said_counts() -> None:
    outcome = judged(verdict(90), verdict(80), verdict(40), budget=Budget(calls=3))
    assert len(outcome.provider.requests) == 3
    assert first(outcome).dropped_critics == ("scripted:eve: the budget is used up: 3 calls made of 3",)
    assert values(outcome)["technical_accuracy"] == (85, 80, 90)


def test_a_model_that_is_named_twice_judges_once() -> None:
    outcome = run(critics(verdict(90), verdict(80), ""), critic=ADA, committee=(BOB, ADA.model), max_attempts=1)
    assert [request.model for request in outcome.asked("critic")] == ["ada", "bob"]


def test_a_draft_that_was_judged_before_has_its_verdict_with_the_spread() -> None:
    replier = critics(verdict(90), verdict(80), verdict(40))
    outcome = run(
        lambda request: draft() if request.role == "generator" else replier(request),
        critic=ADA,
        committee=(BOB, EVE),
        max_attempts=2,
    )
    assert len(outcome.asked("critic")) == 3
    assert outcome.progress.rounds[1].scores == outcome.progress.rounds[0].scores


def grounded(*replies: str) -> Round:
    pool = ProviderPool({})
    pool.add(ScriptedProvider(replies=critics(*replies)))
    options = run_options(
        policy="grounded", critic=ADA, committee=(BOB, EVE), max_attempts=1, repair=False, ask_critic="always"
    )
    progress = execute(
        RunRequest(source(), options), pool, PROMPTS, lambda _: None, Stop(), Referee(open_rubrics(), None)
    )
    assert progress.failure is None
    return progress.rounds[0]


def test_under_the_facts_the_median_is_of_what_each_critics_issues_cost() -> None:
    without = grounded(verdict(100), verdict(100), verdict(100)).scores
    costly = verdict(100, issues=[issue("take 1", severity="high")])
    one = grounded(costly, verdict(100), verdict(100)).scores
    two = grounded(costly, costly, verdict(100)).scores
    assert without is not None
    assert one is not None
    assert two is not None
    assert one.mean == without.mean
    assert one.dimensions[0].low == without.dimensions[0].value - 10
    assert two.dimensions[0].value == without.dimensions[0].value - 10


def test_the_run_page_shows_the_spread_who_found_what_and_who_is_left_out() -> None:
    item = first(judged(verdict(90, issues=[issue()]), verdict(80), UNREADABLE))
    assert "technical accuracy 85 (80 to 90)" in verdict_html(item)
    assert "<dt>scripted:bob</dt><dd>technical accuracy 80, completeness 80</dd>" in verdict_html(item)
    found = found_html(item, None)
    assert "Left out as a critic: scripted:eve: it holds no JSON object" in found
    assert "scripted:ada" in found


def test_the_reports_show_the_spread_and_who_is_left_out() -> None:
    progress = judged(verdict(90, issues=[issue()]), verdict(80), UNREADABLE).progress
    page = html_report(progress, "r", datetime.now(UTC))
    assert "85 (80 to 90)" in page
    assert "by scripted:ada" in page
    assert "Left out as a critic" in page
    data = run_report(progress, "r")
    assert data["models"]["critic"] == "scripted:ada"
    assert data["committee"] == ["scripted:bob", "scripted:eve"]
    assert data["rounds"][0]["spread"] == {"technical_accuracy": [80, 90], "completeness": [80, 90]}
    assert data["rounds"][0]["left_out_critics"] == ["scripted:eve: it holds no JSON object"]


def test_the_terminal_warns_of_a_critic_that_is_left_out() -> None:
    console = Console(width=200, record=True, file=StringIO())
    print_outcome(console, judged(verdict(90), verdict(80), UNREADABLE).progress, "r")
    assert "round 1: warning: left out as a critic: scripted:eve: it holds no JSON object" in console.export_text()


def test_self_refinement_has_no_committee() -> None:
    outcome = run(lambda _: verdict(90), strategy="self_refine", committee=(BOB, EVE), max_attempts=1)
    assert {request.model for request in outcome.provider.requests} == {"test"}


def test_the_setting_names_the_further_critics_as_models_are_named() -> None:
    options = Settings(committee=("llama3:8b", "scripted:eve")).run_options()
    assert options.committee == (ModelRef(provider="ollama", name="llama3:8b"), EVE)
