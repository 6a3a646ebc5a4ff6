"""What the tests of the Ollama provider ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reflexion_core.errors import (
    ProviderError,
)
from reflexion_core.providers.base import ChatRequest, Completion, Message
from reflexion_core.providers.ollama import OllamaProvider
from reflexion_core.stopping import Stop

MODEL = "qwen2.5-coder:1.5b"

DEAD = "http://127.0.0.1:9"
"""Nothing listens there."""

MakeProvider = Callable[..., OllamaProvider]
"""Takes options and returns a provider that is closed after the test."""


def question(text: str = "Say hello.", **changes: Any) -> ChatRequest:
    values = {
        "model": MODEL,
        "messages": (Message(role="system", content="Be brief."), Message(role="user", content=text)),
        "temperature": 0.7,
        "seed": 7,
        "max_output_tokens": 40,
        "context_tokens": 2048,
    }
    return ChatRequest(**values | changes)


def complete(provider: OllamaProvider, request: ChatRequest | None = None) -> Completion:
    return provider.complete(request or question(), lambda _: None, Stop())


def failure(provider: OllamaProvider, request: ChatRequest | None = None) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        complete(provider, request)
    return caught.value
