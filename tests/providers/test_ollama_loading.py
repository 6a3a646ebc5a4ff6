"""Models that an Ollama server loads before they are asked."""

from __future__ import annotations

from reflexion_core.providers import _memory
from reflexion_core.providers.ollama import OllamaProvider
from reflexion_core.stopping import Stop
from tests.providers.ollama_answers import Model
from tests.providers.ollama_asking import MODEL, complete
from tests.providers.ollama_server import OllamaServer

SMALL = Model(MODEL, size=1000)


def test_a_model_is_loaded_as_a_chat_will_want_it_so_that_it_is_not_loaded_again(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.models = [SMALL]
    provider.load(MODEL, 2048, Stop())
    complete(provider)
    load, chat = server.chats
    assert load["messages"] == []
    assert "format" not in load
    assert load["options"]["num_ctx"] == chat["options"]["num_ctx"] == 2048
    assert (load["shift"], load["keep_alive"]) == (chat["shift"], chat["keep_alive"])
    assert [model.name for model in server.loaded] == [MODEL]


def test_a_model_that_does_not_fit_into_memory_is_not_loaded_ahead(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.models = [Model(MODEL, size=10**15)]
    provider.load(MODEL, 2048, Stop())
    assert server.chats == []


def test_a_model_of_unknown_size_has_no_room() -> None:
    assert not _memory.has_room(None)
