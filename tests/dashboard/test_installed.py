"""Which models there are, for every role and page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reflexion_core.dashboard.background import BackgroundRuns
from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.installed import (
    ProviderReport,
    ask_providers,
    default_models,
    is_installed,
    missing_roles,
    model_names,
)
from reflexion_core.dashboard.verify_desk import Desks
from reflexion_core.providers.base import PROVIDERS, ProviderStatus
from reflexion_core.records import ModelInfo, ModelRef, RoleName
from reflexion_core.runs import ModelChoice, open_providers
from reflexion_core.settings import load_settings
from reflexion_core.storage.removal import Retention
from reflexion_core.storage.store import RunStore
from tests.providers.ollama_answers import Model, refuses
from tests.providers.ollama_server import OllamaServer
from tests.running import PROMPTS

DEAD = "http://127.0.0.1:9"


@pytest.fixture
def server() -> Iterator[OllamaServer]:
    with OllamaServer(models=[Model("qwen3.5:9b"), Model("llama3:latest")]) as running:
        yield running


def make_state(store: RunStore, host: str, **flags: Any) -> ServerState:
    providers = {"ollama": {"host": host}}
    loaded = load_settings(flags={"providers": providers, **flags}, environment={})
    runs = BackgroundRuns(open_providers(loaded.settings), PROMPTS, store)
    return ServerState(loaded, runs, Desks(None), Retention(store, None))


@pytest.fixture
def state(store: RunStore, server: OllamaServer) -> Iterator[ServerState]:
    made = make_state(store, server.address)
    yield made
    made.runs.pool.close()


def report_of(state: ServerState, name: str) -> ProviderReport:
    return next(report for report in ask_providers(state) if report.name == name)


def test_every_provider_is_asked(state: ServerState):
    assert [report.name for report in ask_providers(state)] == list(PROVIDERS)


def test_a_server_that_answers_lists_its_models(state: ServerState):
    report = report_of(state, "ollama")
    assert report.status.is_ready
    assert [str(info.ref) for info in report.models] == ["ollama:llama3:latest", "ollama:qwen3.5:9b"]


def test_a_server_that_does_not_answer_has_no_models_and_says_why(store: RunStore):
    silent = make_state(store, DEAD)
    report = report_of(silent, "ollama")
    silent.runs.pool.close()
    assert (report.status.is_ready, report.models) == (False, ())
    assert report.status.problem


def test_a_list_that_fails_is_a_problem_of_that_provider_alone(state: ServerState, server: OllamaServer):
    server.replaced["/api/tags"] = refuses(500, "out of order")
    reports = {report.name: report for report in ask_providers(state)}
    assert "out of order" in reports["ollama"].problem
    assert reports["ollama"].models == ()
    assert reports["scripted"].problem == ""


def test_names_are_those_that_a_role_can_be_given(state: ServerState):
    names = model_names(ask_providers(state))
    assert {"ollama:qwen3.5:9b", "scripted:demo"} <= set(names)


@pytest.mark.parametrize(
    ("name", "is_there"), [("llama3", True), ("llama3:latest", True), ("llama3:8b", False), ("qwen3.5", False)]
)
def test_a_name_without_a_tag_means_the_latest(name: str, is_there: bool):
    names = ["ollama:llama3:latest", "ollama:qwen3.5:9b"]
    assert is_installed(ModelRef(provider="ollama", name=name), names) is is_there


@pytest.mark.parametrize("provider", ["embedded", "scripted"])
def test_a_model_that_is_a_file_is_installed_where_it_is(provider: str, tmp_path: Path):
    file = tmp_path / "my.gguf"
    assert not is_installed(ModelRef(provider=provider, name=str(file)), [])
    file.touch()
    assert is_installed(ModelRef(provider=provider, name=str(file)), [])


def test_roles_whose_model_is_not_installed_are_named(state: ServerState):
    missing = missing_roles(default_models(state), model_names(ask_providers(state)))
    assert {role: ref.name for role, ref in missing.items()} == {
        RoleName.CRITIC: "deepseek-coder:6.7b",
        RoleName.ADJUDICATOR: "llama3:8b",
    }


def test_a_script_named_by_its_path_is_never_missing():
    role = ModelRef(provider="scripted", name="/somewhere/script.json")
    assert missing_roles(ModelChoice(dict.fromkeys(RoleName, role)), []) == {}


def test_models_that_the_user_named_are_the_defaults_also_without_a_server(store: RunStore):
    registry = {"GENERATOR": "ollama:mine", "CRITIC": "scripted:demo", "ADJUDICATOR": "scripted:demo"}
    silent = make_state(store, DEAD, model_registry=registry)
    choice = default_models(silent)
    silent.runs.pool.close()
    assert str(choice.models[RoleName.GENERATOR]) == "ollama:mine"
    assert choice.notice == ""


def test_a_model_without_its_size_is_a_model_all_the_same():
    info = ModelInfo(ref=ModelRef(provider="ollama", name="bare"))
    report = ProviderReport("ollama", ProviderStatus(is_ready=True, place="here"), (info,))
    assert model_names([report]) == ["ollama:bare"]
