"""What an Ollama server says about itself and its models; downloads; options."""

from __future__ import annotations

import time

import pytest
from pydantic import ValidationError

from reflexion_core.errors import (
    Cancelled,
    ModelNotInstalled,
    ProviderRefused,
    ProviderUnreachable,
)
from reflexion_core.providers._ollama_models import full_name
from reflexion_core.providers.base import PROVIDERS, PullProgress
from reflexion_core.providers.ollama import OllamaOptions, OllamaProvider, is_loopback
from reflexion_core.stopping import Stop
from tests.providers.ollama_answers import (
    HTML,
    JSON,
    Answer,
    Model,
    downloads,
    dump,
    recording,
    writes_lines,
)
from tests.providers.ollama_asking import DEAD, MODEL, MakeProvider, complete, question
from tests.providers.ollama_server import OllamaServer

SILENT_SECONDS = 1.0
"""How soon after a stop the server must have stopped sending."""


def test_status_tells_version_and_place(server: OllamaServer, provider: OllamaProvider) -> None:
    server.replaced["/api/version"] = recording("version")
    status = provider.status()
    assert (status.is_ready, status.version, status.place) == (True, "0.33.0", server.address)
    assert status.problem == status.hint == ""


def test_status_of_no_server_tells_how_to_start_one(make_provider: MakeProvider) -> None:
    status = make_provider(host=DEAD).status()
    assert not status.is_ready
    assert status.problem == f"no Ollama server answers on {DEAD}"
    assert "ollama serve" in status.hint


def test_status_of_something_else_is_not_ready(server: OllamaServer, provider: OllamaProvider) -> None:
    server.replaced["/api/version"] = Answer(["<html><title>Router</title></html>"], 200, HTML)
    status = provider.status()
    assert not status.is_ready
    assert "a web page (Router)" in status.problem


def test_status_does_not_wait_long_for_a_silent_server(server: OllamaServer, provider: OllamaProvider) -> None:
    server.replaced["/api/version"] = Answer(["{}"], content_type=JSON, first_delay=30)
    started = time.monotonic()
    assert not provider.status().is_ready
    assert time.monotonic() - started < 5


def test_models_are_listed_by_name(server: OllamaServer, provider: OllamaProvider) -> None:
    server.replaced["/api/tags"] = recording("tags")
    models = provider.list_models()
    assert [model.ref.name for model in models] == ["qwen2.5-coder:0.5b", MODEL, "smollm2:135m"]
    small = models[0]
    assert str(small.ref) == "ollama:qwen2.5-coder:0.5b"
    assert small.digest == "ef0e9ff0a0ffc1497b40ccbb2d0c7256b4bbe5387814e89b77c5f0aa25807cba"
    assert small.size_bytes == 491400218
    assert small.context_tokens == 32768
    assert (small.parameters, small.quantization) == ("630.17M", "Q4_K_M")
    assert small.capabilities == ("completion",)


def test_cloud_models_are_listed_only_where_they_are_allowed(server: OllamaServer, make_provider: MakeProvider) -> None:
    server.models = [
        Model("local:1b"),
        Model("glm-4.6:cloud"),
        Model("alias:latest", remote_host="https://ollama.com:443"),
    ]
    assert [model.ref.name for model in make_provider().list_models()] == ["local:1b"]
    assert len(make_provider(allow_cloud=True).list_models()) == 3


def test_no_models_are_an_empty_list(server: OllamaServer, provider: OllamaProvider) -> None:
    server.replaced["/api/tags"] = Answer(['{"models":null}'], content_type=JSON)
    assert provider.list_models() == ()


def test_a_list_of_an_unknown_shape_is_no_ollama_server(server: OllamaServer, provider: OllamaProvider) -> None:
    server.replaced["/api/tags"] = Answer(['{"models":[{"size":"big"}]}'], content_type=JSON)
    with pytest.raises(ProviderUnreachable, match="does not speak"):
        provider.list_models()


def test_a_model_is_described_from_two_questions(server: OllamaServer, provider: OllamaProvider) -> None:
    server.replaced["/api/tags"] = recording("tags")
    server.replaced["/api/show"] = recording("show")
    info = provider.describe("qwen2.5-coder:0.5b")
    assert info.digest == "ef0e9ff0a0ffc1497b40ccbb2d0c7256b4bbe5387814e89b77c5f0aa25807cba"
    assert info.size_bytes == 491400218
    assert info.context_tokens == 32768
    assert info.parameters == "630.17M"
    assert info.capabilities == ("tools", "completion")


def test_describing_a_missing_model_says_so(server: OllamaServer, provider: OllamaProvider) -> None:
    server.replaced["/api/show"] = recording("show_missing")
    with pytest.raises(ModelNotInstalled, match="'nope:1b'"):
        provider.describe("nope:1b")


def test_a_name_without_a_tag_means_latest(server: OllamaServer, provider: OllamaProvider) -> None:
    server.models = [Model("phi4:latest", digest="abc")]
    assert provider.describe("phi4").digest == "abc"
    assert complete(provider, question(model="phi4")).text == "Hello!"


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("a", "a:latest"),
        ("a:1b", "a:1b"),
        ("h:5000/n/a", "h:5000/n/a:latest"),
        ("hf.co/u/m:Q4", "hf.co/u/m:Q4"),
    ],
)
def test_a_full_name_has_a_tag(name: str, full: str) -> None:
    assert full_name(name) == full


def test_a_download_tells_its_progress(server: OllamaServer, provider: OllamaProvider) -> None:
    told: list[PullProgress] = []
    provider.pull("phi4", told.append, Stop())
    assert told[0] == PullProgress("pulling manifest")
    assert PullProgress("pulling 0123456789ab", 200, 400) in told
    assert told[-1] == PullProgress("success")
    assert provider.describe("phi4").ref.name == "phi4:latest"


def test_a_download_of_an_unknown_name_is_refused(server: OllamaServer, provider: OllamaProvider) -> None:
    manifest = dump({"status": "pulling manifest"})
    server.pull = writes_lines(manifest, dump({"error": "pull model manifest: file does not exist"}))
    with pytest.raises(ProviderRefused, match="pull model manifest: file does not exist"):
        provider.pull("nope", lambda _: None, Stop())


def test_a_download_that_ends_without_success_has_failed(server: OllamaServer, provider: OllamaProvider) -> None:
    server.pull = writes_lines(dump({"status": "pulling manifest"}))
    with pytest.raises(ProviderUnreachable, match="too early"):
        provider.pull("phi4", lambda _: None, Stop())


def test_a_download_can_be_stopped(server: OllamaServer, provider: OllamaProvider) -> None:
    server.pull = downloads(delay=0.05)
    stop = Stop()
    with pytest.raises(Cancelled):
        provider.pull("phi4", lambda _: stop.set(), stop)
    server.wait_for(lambda it: it.generations[0].state == "stopped", SILENT_SECONDS)
    assert server.find("phi4") is None


def test_the_provider_is_registered_with_its_options() -> None:
    assert PROVIDERS["ollama"] is OllamaProvider
    assert OllamaProvider.Options is OllamaOptions


@pytest.mark.parametrize("host", ["", "http://127.0.0.1:port", "ftp://127.0.0.1", "::1"])
def test_an_address_that_cannot_be_one_is_refused_at_once(host: str) -> None:
    with pytest.raises(ValidationError):
        OllamaOptions(host=host)


def test_the_address_that_a_server_listens_on_can_be_used_to_reach_it(
    server: OllamaServer, make_provider: MakeProvider
) -> None:
    port = server.address.rsplit(":", 1)[1]
    assert make_provider(host=f"0.0.0.0:{port}").status().is_ready
    assert server.received[0].headers["host"] == f"127.0.0.1:{port}"


@pytest.mark.parametrize(
    ("host", "is_here"),
    [
        ("127.0.0.1:11434", True),
        ("http://localhost:11434", True),
        ("http://[::1]:11434", True),
        (":11434", True),
        ("0.0.0.0", True),
        ("http://192.168.1.5:11434", False),
        ("https://gpu.example.com", False),
    ],
)
def test_this_machine_is_told_from_others(host: str, is_here: bool) -> None:
    assert is_loopback(host) == is_here
