"""What every provider offers: one call that streams text, and a few questions about its models."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import Field

from reflexion_core.errors import ProviderError
from reflexion_core.records import FinishReason, ModelInfo, Record, Usage
from reflexion_core.registry import Registry
from reflexion_core.stopping import Stop

OnText = Callable[[str], None]
"""Takes the next piece of a reply; called from the thread that called `complete`."""

CHARACTERS_PER_TOKEN = 3.0
"""A cautious figure for code and Markdown in English: common tokenizers give 3.2 to 4.2."""


class Message(Record):
    role: Literal["system", "user", "assistant"]
    content: str


class ChatRequest(Record):
    """One question to a model."""

    model: str
    """The model's name as its provider knows it."""
    messages: tuple[Message, ...] = Field(min_length=1)
    temperature: float
    seed: int
    max_output_tokens: int = Field(ge=1)
    context_tokens: int = Field(ge=1)
    """The window to ask for; the same for every call of a run on one model, so that it is not loaded again."""
    answer_schema: dict[str, Any] | None = None
    """JSON schema that the reply should follow. A hint: what comes back must be checked all the same."""
    role: str = ""
    """Who asks, and `round`, when: for doubles to answer by; not part of the question."""
    round: int = 0

    @property
    def sha256(self) -> str:
        """Identifies the question, whoever answers it: equal for equal ones, in every process."""
        answerer = {"model", "context_tokens", "max_output_tokens", "role", "round"}
        question = self.model_dump(mode="json", exclude=answerer)
        text = json.dumps(question, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


class Completion(Record):
    """A model's whole reply."""

    text: str
    finish_reason: FinishReason
    usage: Usage = Usage()
    thinking: str = ""
    """What a thinking model wrote before its answer."""


class ProviderStatus(Record):
    """Whether a provider can be used now."""

    is_ready: bool
    place: str
    """Where it is, as the user would name it: an address, or a file."""
    version: str = ""
    problem: str = ""
    hint: str = ""
    """What to type to get it, or more of it."""


@dataclass(frozen=True)
class PullProgress:
    """How far a download is."""

    status: str
    completed_bytes: int | None = None
    total_bytes: int | None = None


class Provider(ABC):
    """Where models live. Safe to use from several threads at once."""

    name: ClassVar[str]
    """The prefix in `provider:model`."""
    default_model: ClassVar[str] = ""
    """What the prefix alone stands for."""
    is_double: ClassVar[bool] = False
    """Whether it stands in for a model, in tests and demonstrations."""
    Options: ClassVar[type[Record]]
    """What the provider can be told; every field has a default."""

    @abstractmethod
    def __init__(self, options: Any) -> None:
        """Take an instance of `Options`; connects to nothing and loads nothing yet."""

    @abstractmethod
    def complete(self, request: ChatRequest, on_text: OnText, stop: Stop) -> Completion:
        """Ask a model, handing on its reply as it comes.

        Makes one try. A stop ends the call at once, also while nothing has come yet.

        Raises:
            Cancelled: the stop was given.
            ProviderError: see `reflexion_core.errors`; `retryable` tells which are worth another try.
        """

    @abstractmethod
    def status(self) -> ProviderStatus:
        """Say whether the provider answers; never raises for one that does not."""

    @abstractmethod
    def list_models(self) -> tuple[ModelInfo, ...]:
        """List what is installed, by name.

        Raises:
            ProviderError: the provider does not answer.
        """

    @abstractmethod
    def describe(self, model: str) -> ModelInfo:
        """Return what is known about one model.

        Raises:
            ModelNotInstalled: the provider does not have it.
            ProviderError: the provider does not answer.
        """

    def count_tokens(self, model: str, text: str) -> int:  # noqa: ARG002 - others ask the model's tokenizer
        """Return how many tokens a text has, or a cautious estimate where the provider cannot tell."""
        return int(len(text) / CHARACTERS_PER_TOKEN) + 1

    def load(self, model: str, context_tokens: int, stop: Stop) -> None:  # noqa: B027 - most have nothing to load
        """Load a model that is soon asked, where the provider can and memory allows; else do nothing.

        Args:
            model: Its name.
            context_tokens: The window that it will be asked for.
            stop: Ends it at once.

        Raises:
            Cancelled: the stop was given.
            ProviderError: the provider refused or does not answer.
        """

    def pull(self, model: str, on_progress: Callable[[PullProgress], None], stop: Stop) -> None:  # noqa: ARG002
        """Download a model.

        Raises:
            ProviderError: the provider cannot download, or the download failed.
            Cancelled: the stop was given.
        """
        raise ProviderError(f"the provider {self.name!r} cannot download models")

    def close(self) -> None:  # noqa: B027 - most have nothing to let go of
        """Let go of connections, and of models in this process; a later call begins anew."""


PROVIDERS: Registry[type[Provider]] = Registry("provider", "reflexion_core.providers")
