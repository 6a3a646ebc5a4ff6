"""The least that a run could have cost: what had to be read read once, what was kept written once.

No loop can be as fast, since a model must read its own words to correct them; it is what the seconds of one are
measured against. A line of a prompt counts once however often a model was shown it, and a line of the final document
counts where a model wrote it; the speeds are those of the run's own calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, ClassVar

from reflexion_core.providers.base import ChatRequest, Completion, OnText, Provider, ProviderStatus
from reflexion_core.records import ModelInfo, Record, Usage
from reflexion_core.stopping import Stop


@dataclass
class Notes:
    """What models were asked and what they answered, from any thread."""

    calls: list[tuple[ChatRequest, Completion]] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def add(self, request: ChatRequest, completion: Completion) -> None:
        with self.lock:
            self.calls.append((request, completion))

    def take(self) -> list[tuple[ChatRequest, Completion]]:
        """Return the calls so far, and begin anew."""
        with self.lock:
            taken, self.calls = self.calls, []
        return taken


def noted(inner: Provider, notes: Notes) -> Provider:
    """Return a provider that notes every call of another."""

    class Noted(Provider):
        name: ClassVar[str] = inner.name
        default_model: ClassVar[str] = inner.default_model
        is_double: ClassVar[bool] = inner.is_double
        Options: ClassVar[type[Record]] = inner.Options

        def __init__(self, options: Any = None) -> None:
            """Take nothing: the other one has its options."""

        def complete(self, request: ChatRequest, on_text: OnText, stop: Stop) -> Completion:
            completion = inner.complete(request, on_text, stop)
            notes.add(request, completion)
            return completion

        def status(self) -> ProviderStatus:
            return inner.status()

        def list_models(self) -> tuple[ModelInfo, ...]:
            return inner.list_models()

        def describe(self, model: str) -> ModelInfo:
            return inner.describe(model)

        def count_tokens(self, model: str, text: str) -> int:
            return inner.count_tokens(model, text)

        def load(self, model: str, context_tokens: int, stop: Stop) -> None:
            inner.load(model, context_tokens, stop)

        def close(self) -> None:
            inner.close()

    return Noted()


@dataclass(frozen=True)
class Limit:
    """The least that a run could have cost."""

    prompt_tokens: int
    output_tokens: int
    seconds: float
    """Zero where the provider does not say how long it reads and writes."""


def limit_of(
    calls: Iterable[tuple[ChatRequest, Completion]], document: str, count_tokens: Callable[[str], int]
) -> Limit:
    """Return the least that the calls of a run could have cost.

    Args:
        calls: Each call's question and answer.
        document: The run's final document.
        count_tokens: The model's tokenizer.
    """
    taken = list(calls)
    read = dict.fromkeys(
        line for request, _ in taken for message in request.messages for line in message.content.splitlines()
    )
    written = {line.strip() for _, completion in taken for line in completion.text.splitlines()}
    kept = [line for line in document.splitlines() if line.strip() in written]
    usage = sum((completion.usage for _, completion in taken), Usage())
    prompt_tokens, output_tokens = count_tokens("\n".join(read)), count_tokens("\n".join(kept))
    seconds = prompt_tokens * _seconds_to_read(usage) + output_tokens * _seconds_to_write(usage)
    return Limit(prompt_tokens, output_tokens, seconds)


def _seconds_to_read(usage: Usage) -> float:
    """Return the seconds that a token of a prompt takes."""
    tokens = (usage.prompt_tokens or 0) - (usage.cached_tokens or 0)
    return (usage.prompt_seconds or 0.0) / tokens if tokens else 0.0


def _seconds_to_write(usage: Usage) -> float:
    """Return the seconds that a token of an answer takes."""
    return (usage.output_seconds or 0.0) / usage.output_tokens if usage.output_tokens else 0.0
