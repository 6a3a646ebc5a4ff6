"""A source goes to no other machine unless the user allows it."""

from __future__ import annotations

import pytest

from reflexion_core.errors import (
    ModelNotLocal,
)
from reflexion_core.providers._ollama_models import is_cloud_name
from reflexion_core.providers.ollama import OllamaProvider
from reflexion_core.stopping import Stop
from tests.providers.ollama_answers import (
    JSON,
    Answer,
    Model,
    dump,
    recorded,
    writes,
)
from tests.providers.ollama_asking import MODEL, MakeProvider, complete, failure, question
from tests.providers.ollama_server import OllamaServer


@pytest.mark.parametrize("model", ["gpt-oss:120b-cloud", "glm-4.6:cloud", "Qwen3-Coder:480B-CLOUD"])
def test_a_cloud_name_is_refused_before_anything_is_sent(
    server: OllamaServer, provider: OllamaProvider, model: str
) -> None:
    error = failure(provider, question(model=model))
    assert isinstance(error, ModelNotLocal)
    assert "ollama.com" in error.message
    assert server.received == []


@pytest.mark.parametrize("name", ["cloud", "my-cloud", "cloud:8b", "host:5000/ns/my-cloud", "x:cloudy"])
def test_a_name_that_only_looks_like_the_cloud_is_local(name: str) -> None:
    assert not is_cloud_name(name)


@pytest.mark.parametrize("remote", [{"remote_host": "https://ollama.com:443"}, {"remote_model": "gpt-oss:120b"}])
def test_a_model_that_runs_elsewhere_under_a_local_name_gets_nothing(
    server: OllamaServer, provider: OllamaProvider, remote: dict[str, str]
) -> None:
    server.models = [Model(MODEL, **remote)]
    assert isinstance(failure(provider), ModelNotLocal)
    assert server.chats == []


def test_a_model_that_only_the_list_calls_remote_gets_nothing(server: OllamaServer, provider: OllamaProvider) -> None:
    entry = Model(MODEL, remote_host="https://ollama.com:443").tag
    server.replaced["/api/tags"] = Answer([dump({"models": [entry]})], content_type=JSON)
    assert isinstance(failure(provider), ModelNotLocal)
    assert server.chats == []


def test_a_reply_from_elsewhere_is_broken_off(server: OllamaServer, provider: OllamaProvider) -> None:
    extra = {"remote_model": "gpt-oss:120b", "remote_host": "https://ollama.com:443"}
    server.answer = writes(*["x"] * 500, extra=extra, delay=0.01)
    pieces: list[str] = []
    with pytest.raises(ModelNotLocal, match=r"ollama\.com:443"):
        provider.complete(question(), pieces.append, Stop())
    assert pieces == []
    server.wait_for(lambda it: it.generations[0].state == "stopped")


def test_a_server_that_has_its_cloud_switched_off_says_so(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = recorded("chat_cloud_name")
    assert isinstance(failure(provider), ModelNotLocal)


def test_the_cloud_itself_is_not_a_local_server(make_provider: MakeProvider) -> None:
    error = failure(make_provider(host="https://ollama.com"))
    assert isinstance(error, ModelNotLocal)


def test_a_cloud_model_is_asked_where_the_user_allows_it(server: OllamaServer, make_provider: MakeProvider) -> None:
    server.models = [Model("glm-4.6:cloud", remote_host="https://ollama.com:443")]
    server.answer = writes("far", extra={"remote_host": "https://ollama.com:443"})
    provider = make_provider(allow_cloud=True)
    assert complete(provider, question(model="glm-4.6:cloud")).text == "far"
