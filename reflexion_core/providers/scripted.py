"""A model whose replies are written beforehand: for tests, and for a demonstration without a model.

A script is a list of replies, given one after the other, or a function from request to reply. From the
outside it is a JSON file, named as the model: `scripted:path/to/script.json`, or `scripted:demo` for the
one that ships (a review of `examples/compound_interest.py`, timed like a small model).
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field, ValidationError

from reflexion_core.errors import ModelNotInstalled, ProviderError, ScriptExhausted
from reflexion_core.providers.base import (
    PROVIDERS,
    ChatRequest,
    Completion,
    OnText,
    Provider,
    ProviderStatus,
)
from reflexion_core.records import FinishReason, ModelInfo, ModelRef, Record, Usage
from reflexion_core.stopping import Stop

_CONTEXT_TOKENS = 32_768


class ScriptedReply(Record):
    """One reply, or one failure, of a scripted model."""

    text: str = ""
    role: Literal["generator", "critic", "adjudicator", "any"] = "any"
    """Which role's calls it answers."""
    finish_reason: FinishReason = "stop"
    seconds_before: float = Field(default=0.0, ge=0)
    """Wait before the first piece."""
    seconds_between: float = Field(default=0.0, ge=0)
    """Wait before each further piece; a piece is a word with the white space behind it."""


class Script(Record):
    """A script as a file."""

    replies: tuple[ScriptedReply, ...]
    """Those of one role are its replies round by round; the last one also serves all later rounds."""


Replier = Callable[[ChatRequest], ScriptedReply | str]


class ScriptedOptions(Record):
    """Nothing to tell: a script is named as the model."""

    demo: str = ""
    """File of the script that `scripted:demo` stands for."""


@PROVIDERS.register("scripted")
class ScriptedProvider(Provider):
    """Answers from scripts.

    Args:
        options: Where the demonstration is.
        replies: Answers every model with this instead: replies in order, or a function. What is raised
            by the function, or stands in the list as an exception, fails the call.
    """

    name: ClassVar[str] = "scripted"
    default_model: ClassVar[str] = "demo"
    is_double: ClassVar[bool] = True
    Options = ScriptedOptions

    def __init__(
        self,
        options: ScriptedOptions | None = None,
        *,
        replies: Iterable[ScriptedReply | str | Exception] | Replier | None = None,
    ) -> None:
        self._options = options or ScriptedOptions()
        self._lock = threading.Lock()
        self._replier = replies if callable(replies) else None
        self._given = iter(replies) if replies is not None and not callable(replies) else None
        self.requests: list[ChatRequest] = []
        """Every request so far, in the order in which they came."""

    def complete(self, request: ChatRequest, on_text: OnText, stop: Stop) -> Completion:
        stop.raise_if_set()
        with self._lock:
            self.requests.append(request)
            reply = self._next(request)
        pieces = re.findall(r"\s*\S+\s*", reply.text) or [reply.text]
        for number, piece in enumerate(pieces):
            if stop.event.wait(reply.seconds_between if number else reply.seconds_before):
                stop.raise_if_set()
            on_text(piece)
        prompt_tokens = sum(self.count_tokens(request.model, item.content) for item in request.messages)
        usage = Usage(prompt_tokens=prompt_tokens, output_tokens=len(pieces))
        return Completion(text=reply.text, finish_reason=reply.finish_reason, usage=usage)

    def status(self) -> ProviderStatus:
        return ProviderStatus(is_ready=True, place="replies written beforehand")

    def list_models(self) -> tuple[ModelInfo, ...]:
        return (self.describe("demo"),) if self._options.demo else ()

    def describe(self, model: str) -> ModelInfo:
        if self._replier is None and self._given is None:
            self._path(model)
        return ModelInfo(
            ref=ModelRef(provider=self.name, name=model),
            context_tokens=_CONTEXT_TOKENS,
            parameters="a script",
        )

    def _next(self, request: ChatRequest) -> ScriptedReply:
        if self._replier is not None:
            reply: ScriptedReply | str | Exception | None = self._replier(request)
        elif self._given is not None:
            reply = next(self._given, None)
        else:
            reply = _reply_for(request, read_script(self._path(request.model)))
        if reply is None:
            raise ScriptExhausted(f"the script {request.model!r} has no more replies")
        if isinstance(reply, Exception):
            raise reply
        return ScriptedReply(text=reply) if isinstance(reply, str) else reply

    def _path(self, model: str) -> Path:
        path = Path(self._options.demo if model == "demo" else model)
        if not path.is_file():
            raise ModelNotInstalled(model, "the disk", hint="name a JSON file with a script")
        return path


def read_script(path: Path) -> Script:
    """Read a script from a file.

    Raises:
        ProviderError: the file is not a script.
    """
    try:
        return Script.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as exc:
        raise ProviderError(f"{path}: not a script: {exc}") from exc


def _reply_for(request: ChatRequest, script: Script) -> ScriptedReply | None:
    replies = [reply for reply in script.replies if reply.role in (request.role, "any")]
    return replies[min(max(request.round, 1), len(replies)) - 1] if replies else None
