"""Fixtures: an Ollama server on the wire, and providers that ask it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from reflexion_core.providers.ollama import OllamaOptions, OllamaProvider
from tests.providers.ollama_asking import MakeProvider
from tests.providers.ollama_server import OllamaServer


@pytest.fixture
def server() -> Iterator[OllamaServer]:
    with OllamaServer() as running:
        yield running


@pytest.fixture
def make_provider(server: OllamaServer) -> Iterator[MakeProvider]:
    made: list[OllamaProvider] = []

    def make(**options: Any) -> OllamaProvider:
        made.append(OllamaProvider(OllamaOptions(**{"host": server.address} | options)))
        return made[-1]

    yield make
    for provider in made:
        provider.close()


@pytest.fixture
def provider(make_provider: MakeProvider) -> OllamaProvider:
    return make_provider()
