"""A run from its source to its last event, whatever happens on the way."""

from __future__ import annotations

import socket
import threading
import time
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest

from reflexion_core import seating
from reflexion_core.errors import ModelNotInstalled, ProviderRefused, ProviderUnreachable
from reflexion_core.events import Event, RunCancelled, RunFailed, RunStarted
from reflexion_core.forecast import EarlierRun
from reflexion_core.prompts import PromptSet
from reflexion_core.providers.base import ChatRequest, Completion, OnText, ProviderStatus
from reflexion_core.providers.scripted import ScriptedProvider, ScriptedReply
from reflexion_core.records import ModelInfo, ModelRef, RoleName, RunState, StopReason
from reflexion_core.roles.base import Seat
from reflexion_core.run_options import RoleOptions
from reflexion_core.runs import ProviderPool, RunRequest, choose_models, execute, open_providers
from reflexion_core.settings import load_settings
from reflexion_core.stopping import Stop
from tests.running import PROMPTS, Script, draft, run, run_options, source, verdict


def failure_of(outcome_events: list[Event]) -> RunFailed:
    last = outcome_events[-1]
    assert isinstance(last, RunFailed)
    assert [event.kind for event in outcome_events].count("run_failed") == 1
    return last


def test_a_run_names_its_prompts_and_models_before_anything_is_asked() -> None:
    started = run(Script()).events[0]
    assert isinstance(started, RunStarted)
    assert started.prompts == PROMPTS.versions
    assert [model.role for model in started.models] == list(RoleName)
    assert {str(model.ref) for model in started.models} == {"scripted:test"}


def test_every_call_of_a_run_asks_for_the_window_that_was_planned() -> None:
    outcome = run(Script([draft(1), draft(2)], [verdict(50), verdict(96)]))
    started = outcome.events[0]
    assert isinstance(started, RunStarted)
    windows = {model.context_tokens for model in started.models}
    assert {request.context_tokens for request in outcome.provider.requests} == windows


def test_roles_may_have_models_of_different_providers() -> None:
    class OtherProvider(ScriptedProvider):
        name: ClassVar[str] = "embedded"

    writer, judge = ScriptedProvider(replies=Script()), OtherProvider(replies=Script())
    pool = ProviderPool({})
    pool.add(writer)
    pool.add(judge)
    critic = RoleOptions(model=ModelRef(provider="embedded", name="j"), temperature=0)
    progress = execute(RunRequest(source(), run_options(critic=critic)), pool, PROMPTS, lambda _: None, Stop())
    assert progress.is_approved
    assert [request.role for request in judge.requests] == ["critic"]
    assert [request.role for request in writer.requests] == ["generator", "adjudicator"]


class EmptyProvider(ScriptedProvider):
    def describe(self, model: str) -> ModelInfo:
        raise ModelNotInstalled(model, "this server", hint="run: ollama pull test")


def test_a_model_that_is_not_installed_fails_the_run_before_anything_is_asked() -> None:
    outcome = run(EmptyProvider(replies=Script()))
    failure = failure_of(outcome.events).failure
    assert (failure.kind, failure.message) == ("ModelNotInstalled", "'test' is not on this server")
    assert failure.hint == "run: ollama pull test"
    assert outcome.provider.requests == []


def test_a_window_that_is_too_small_fails_the_run_with_the_numbers() -> None:
    outcome = run(Script(), max_context_tokens=1000)
    failure = failure_of(outcome.events).failure
    assert failure.kind == "ContextTooSmall"
    assert "holds 1,000 tokens; the prompt has " in failure.message
    assert "shapes.py" in failure.hint
    assert outcome.provider.requests == []


def test_a_fault_of_a_provider_is_a_failed_run_and_no_crash() -> None:
    outcome = run(Script([RuntimeError("boom")]))
    failure = failure_of(outcome.events).failure
    assert (failure.kind, failure.message) == ("RuntimeError", "a fault in the program: boom")
    assert len(outcome.provider.requests) == 1


def test_a_broken_prompt_is_a_failed_run_that_names_its_file(tmp_path: Path) -> None:
    events: list[Event] = []
    pool = ProviderPool({})
    pool.add(ScriptedProvider(replies=Script()))
    execute(RunRequest(source(), run_options()), pool, PromptSet(tmp_path), events.append, Stop())
    assert str(tmp_path) in failure_of(events).failure.message


def test_a_refusal_in_a_later_round_keeps_the_rounds_before() -> None:
    refused = ProviderRefused("the server answered 400: no", status=400)
    outcome = run(Script([draft(1), refused], [verdict(50)]))
    assert failure_of(outcome.events).failure.message == "the server answered 400: no"
    assert outcome.progress.state is RunState.FAILED
    assert [item.score for item in outcome.progress.rounds] == [50]
    assert outcome.progress.document is None


def test_a_provider_that_stays_unreachable_fails_the_run_after_three_more_tries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seating, "Seat", partial(Seat, first_wait_seconds=0.001))
    outcome = run(Script([draft(1)], [ProviderUnreachable("the connection broke")]))
    assert failure_of(outcome.events).failure.message == "the connection broke"
    assert len(outcome.asked("critic")) == 4
    assert outcome.progress.totals[RoleName.CRITIC].retries == 3
    assert [item.draft for item in outcome.progress.rounds] == [draft(1)]


def cancelled(events: list[Event]) -> bool:
    return isinstance(events[-1], RunCancelled) and sum(isinstance(event, RunCancelled) for event in events) == 1


def test_a_stop_before_the_start_asks_nothing() -> None:
    stop = Stop()
    stop.set()
    outcome = run(Script(), stop=stop)
    assert [event.kind for event in outcome.events] == ["run_cancelled"]
    assert outcome.progress.state is RunState.CANCELLED
    assert outcome.progress.reason is StopReason.CANCELLED


def test_a_stop_in_a_call_ends_the_run_at_once_and_keeps_what_there_is() -> None:
    stop = Stop()
    slow = ScriptedReply(text="slow reply", seconds_before=60)

    def stop_at_the_revision(request: ChatRequest) -> None:
        if request.round == 2:
            threading.Timer(0.05, stop.set).start()

    script = Script([draft(1), slow], [verdict(50)], on_request=stop_at_the_revision)
    started = time.monotonic()
    outcome = run(script, stop=stop)
    assert time.monotonic() - started < 5
    assert cancelled(outcome.events)
    assert [item.score for item in outcome.progress.rounds] == [50]


def test_a_stop_between_two_calls_lets_no_other_begin() -> None:
    stop = Stop()

    class StoppingProvider(ScriptedProvider):
        def complete(self, request: ChatRequest, on_text: OnText, given: Stop) -> Completion:
            completion = super().complete(request, on_text, given)
            stop.set()
            return completion

    outcome = run(StoppingProvider(replies=Script()), stop=stop)
    assert cancelled(outcome.events)
    assert len(outcome.provider.requests) == 1
    assert [item.draft for item in outcome.progress.rounds] == [draft()]


CLOSED_PORT = 9
"""Nothing listens there on any machine that we know."""


class SmallProvider(ScriptedProvider):
    """Stands where the embedded model is."""

    name: ClassVar[str] = "embedded"
    is_there = True

    def status(self) -> ProviderStatus:
        return ProviderStatus(is_ready=self.is_there, place="this process")


class AbsentProvider(SmallProvider):
    is_there = False


def without_server(small: SmallProvider) -> ProviderPool:
    pool = ProviderPool({"ollama": {"host": f"http://127.0.0.1:{CLOSED_PORT}"}})
    pool.add(small)
    return pool


def test_without_a_server_the_embedded_model_plays_all_roles_and_the_user_is_told() -> None:
    pool = without_server(SmallProvider())
    choice = choose_models(load_settings(environment={}), pool)
    assert {ref.provider for ref in choice.models.values()} == {"embedded"}
    assert f"No Ollama server answers at http://127.0.0.1:{CLOSED_PORT}" in choice.notice
    assert "all three roles" in choice.notice
    pool.close()


def test_without_a_server_a_model_that_the_user_named_stays() -> None:
    pool = without_server(SmallProvider())
    flags = {"model_registry": {"CRITIC": "llama3:8b"}}
    choice = choose_models(load_settings(flags=flags, environment={}), pool)
    assert str(choice.models[RoleName.CRITIC]) == "ollama:llama3:8b"
    assert choice.models[RoleName.GENERATOR].provider == "embedded"
    assert "plays generator, adjudicator" in choice.notice
    pool.close()


def test_without_a_server_and_an_embedded_model_the_defaults_stay() -> None:
    pool = without_server(AbsentProvider())
    choice = choose_models(load_settings(environment={}), pool)
    assert {ref.provider for ref in choice.models.values()} == {"ollama"}
    assert choice.notice == ""
    pool.close()


def test_no_provider_is_asked_when_the_user_named_every_model() -> None:
    registry = dict.fromkeys(("GENERATOR", "CRITIC", "ADJUDICATOR"), "scripted:x")
    loaded = load_settings(flags={"model_registry": registry}, environment={})

    class Untouchable(ProviderPool):
        def __getitem__(self, name: str) -> ScriptedProvider:
            raise AssertionError(f"{name} was asked")

    assert choose_models(loaded, Untouchable({})).notice == ""


def test_a_provider_is_made_once_with_what_it_is_told() -> None:
    pool = ProviderPool({"scripted": {"demo": "x.json"}})
    assert pool["scripted"] is pool["scripted"]


def test_the_demonstration_is_there_by_default() -> None:
    pool = open_providers(load_settings(environment={}).settings)
    assert [info.ref.name for info in pool["scripted"].list_models()] == ["demo"]


@pytest.fixture(autouse=True)
def _nobody_listens() -> None:
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", CLOSED_PORT)) != 0


def test_a_run_says_before_its_first_call_how_long_it_will_take_where_earlier_ones_tell() -> None:
    pool = ProviderPool({})
    pool.add(ScriptedProvider(replies=Script()))
    told: list[Event] = []
    request = RunRequest(source(), run_options(), earlier=(EarlierRun(2, 60.0),))
    progress = execute(request, pool, PROMPTS, told.append, Stop())
    kinds = [event.kind for event in told]
    assert kinds.index("run_started") < kinds.index("forecast_made") < kinds.index("call_started")
    assert progress.forecast is not None
    assert (progress.forecast.at_least, progress.forecast.at_most) == (30.0, 120.0)
    assert "forecast_made" not in run(Script()).kinds()
