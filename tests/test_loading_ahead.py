"""Models that are loaded while another one writes, and how often they are swapped."""

from __future__ import annotations

import threading
from itertools import groupby

import pytest

from reflexion_core.errors import ProviderUnreachable
from reflexion_core.loading_ahead import LoadingAhead, later_models
from reflexion_core.providers.base import ChatRequest, Completion, OnText
from reflexion_core.providers.scripted import ScriptedProvider
from reflexion_core.records import ModelRef
from reflexion_core.run_options import RoleOptions, Savings
from reflexion_core.stopping import Stop
from tests.running import FINAL, Outcome, draft, run, run_options, verdict


def role(name: str) -> RoleOptions:
    return RoleOptions(model=ModelRef(provider="scripted", name=name), temperature=0.0)


MODELS = {"generator": role("writer"), "critic": role("judge"), "adjudicator": role("last")}


class LoadingProvider(ScriptedProvider):
    """Notes what is to be loaded, and when."""

    def __init__(self, *, is_broken: bool = False, awaited: int = 2) -> None:
        super().__init__(replies=_reply)
        self.loaded: list[tuple[str, int]] = []
        self.calls_before: list[int] = []
        self._is_broken = is_broken
        self._awaited, self.is_done = awaited, threading.Event()

    def load(self, model: str, context_tokens: int, stop: Stop) -> None:
        self.calls_before.append(len(self.requests))
        self.loaded.append((model, context_tokens))
        if self._is_broken:
            raise ProviderUnreachable("the server is gone")
        if len(self.loaded) == self._awaited:
            self.is_done.set()

    def complete(self, request: ChatRequest, on_text: OnText, stop: Stop) -> Completion:
        completion = super().complete(request, on_text, stop)
        if request.model == "writer" and not self._is_broken:
            self.is_done.wait(5)
        return completion


def _reply(request: ChatRequest) -> str:
    if request.role == "critic":
        return verdict(50 + request.round)
    return FINAL if request.role == "adjudicator" else draft(request.round)


def loop(provider: LoadingProvider, **changes: object) -> Outcome:
    return run(provider, **(MODELS | {"max_attempts": 3, "patience": 9} | changes))


def test_the_other_models_are_loaded_in_their_order_with_the_windows_that_they_are_asked_for() -> None:
    provider = LoadingProvider()
    loop(provider)
    asked = {request.model: request.context_tokens for request in provider.requests}
    assert provider.loaded == [("judge", asked["judge"]), ("last", asked["last"])]
    assert provider.calls_before == [1, 1]


def test_under_the_strategy_auto_the_models_of_what_it_chooses_are_loaded() -> None:
    provider = LoadingProvider(awaited=1)
    outcome = loop(provider, strategy="auto")
    assert outcome.progress.choice is not None
    assert outcome.progress.choice.strategy == "single_pass"
    assert [model for model, _ in provider.loaded] == ["judge"]


def test_a_critic_that_cannot_be_asked_is_not_loaded() -> None:
    provider = LoadingProvider(awaited=1)
    loading = LoadingAhead(lambda _: provider, Stop())
    loading.expect([role("away").model, role("judge").model], {role("judge").model: 1024})
    loading.begin()
    assert provider.is_done.wait(5)
    loading.end()
    assert provider.loaded == [("judge", 1024)]


def test_a_server_that_cannot_load_ahead_disturbs_nothing() -> None:
    assert loop(LoadingProvider(is_broken=True)).progress.document is not None


def test_loading_ahead_can_be_turned_off() -> None:
    provider = LoadingProvider(is_broken=True)
    loop(provider, savings=Savings(load_ahead=False))
    assert provider.loaded == []


def test_a_model_is_swapped_no_more_often_than_a_round_needs() -> None:
    provider = LoadingProvider()
    loop(provider)
    turns = [model for model, _ in groupby(request.model for request in provider.requests)]
    assert turns == ["writer", "judge"] * 3 + ["last"]


@pytest.mark.parametrize(
    ("changes", "models"),
    [
        ({}, ["judge", "last"]),
        ({"adjudicate": "never"}, ["judge"]),
        ({"strategy": "single_pass"}, ["judge"]),
        ({"critic": role("writer")}, ["last"]),
        ({"critic": role("last")}, ["last"]),
        ({"critic": role("writer"), "adjudicator": role("writer")}, []),
        ({"committee": (role("second").model,)}, ["judge", "second", "last"]),
        ({"strategy": "auto"}, []),
    ],
)
def test_only_models_are_loaded_that_a_run_still_needs(changes: dict[str, object], models: list[str]) -> None:
    assert [model.name for model in later_models(run_options(**(MODELS | changes)))] == models
