"""One chat with an Ollama server: what is sent, and the reply as it grows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from reflexion_core.errors import ModelNotLocal
from reflexion_core.providers._ollama_errors import Asked, context_too_small, not_ollama
from reflexion_core.providers._ollama_models import remote_place
from reflexion_core.providers.base import ChatRequest, Completion, OnText
from reflexion_core.records import FinishReason, Usage

NANOSECONDS = 1e9

MOST_CHARACTERS_PER_TOKEN = 5.0
"""More than this in one token on the average is no code and no prose: the server has read less."""

_FINISH_REASONS: dict[str, FinishReason] = {"stop": "stop", "length": "length", "": "stop"}
"""Older servers leave the reason out of a reply that ended well."""


def chat_body(request: ChatRequest, *, think: bool | str, keep_alive: str) -> dict[str, Any]:
    """Return the body of `/api/chat`.

    `truncate: false` makes a server refuse a prompt that is too long instead of cutting it. With `shift:
    false` a reply that fills the window ends with `length` instead of going on with half of its context
    thrown away. A server loads a model again when `shift` or `num_ctx` changes: `shift` is constant here,
    `num_ctx` is for the caller to keep.
    """
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [message.model_dump() for message in request.messages],
        "stream": True,
        "think": think,
        "truncate": False,
        "shift": False,
        "keep_alive": keep_alive,
        "options": {
            "num_ctx": request.context_tokens,
            "num_predict": request.max_output_tokens,
            "temperature": request.temperature,
            "seed": request.seed,
        },
    }
    if request.answer_schema is not None:
        body["format"] = request.answer_schema
    return body


def load_body(model: str, context_tokens: int, *, keep_alive: str) -> dict[str, Any]:
    """Return the body of `/api/chat` that loads a model as a chat will want it, and has it write nothing."""
    return {
        "model": model,
        "messages": [],
        "stream": False,
        "shift": False,
        "keep_alive": keep_alive,
        "options": {"num_ctx": context_tokens},
    }


class _Message(BaseModel):
    content: str | None = None
    thinking: str | None = None


class _Chunk(BaseModel):
    """One line of a reply. A server leaves out what is zero."""

    message: _Message
    done: bool = False
    done_reason: str | None = None
    load_duration: int | None = None
    """Durations are in nanoseconds."""
    prompt_eval_count: int | None = None
    prompt_eval_duration: int | None = None
    eval_count: int | None = None
    eval_duration: int | None = None

    @property
    def usage(self) -> Usage:
        return Usage(
            prompt_tokens=self.prompt_eval_count,
            output_tokens=self.eval_count,
            load_seconds=_seconds(self.load_duration),
            prompt_seconds=_seconds(self.prompt_eval_duration),
            output_seconds=_seconds(self.eval_duration),
        )


@dataclass
class Reply:
    """A reply as it grows.

    Args:
        asked: What it answers.
        on_text: Takes each piece of the answer.
        allow_cloud: Whether another machine may have written it.
    """

    asked: Asked
    on_text: OnText
    allow_cloud: bool
    text: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    last: _Chunk | None = None
    """The closing line, with reason and figures."""

    def add(self, line: dict[str, Any]) -> None:
        """Take the next line.

        Raises:
            ModelNotLocal: another machine wrote it.
        """
        if not self.allow_cloud and (place := remote_place(line)):
            raise not_local(self.asked.model, place)
        with well_formed(self.asked.place):
            chunk = _Chunk.model_validate(line)
        if chunk.message.thinking:
            self.thinking.append(chunk.message.thinking)
        if chunk.message.content:  # also in the closing line
            self.text.append(chunk.message.content)
            self.on_text(chunk.message.content)
        if chunk.done:
            self.last = chunk

    def completion(self, window_tokens: int) -> Completion:
        """Return the whole reply.

        Args:
            window_tokens: The window that the model had.

        Raises:
            ContextTooSmall: the server has cut the prompt.
        """
        text, thinking = "".join(self.text), "".join(self.thinking)
        if self.last is None:
            return Completion(text=text, finish_reason="incomplete", thinking=thinking)
        if was_cut(self.asked.prompt_characters, self.last.prompt_eval_count, window_tokens):
            raise context_too_small(replace(self.asked, window_tokens=window_tokens))
        reason = _FINISH_REASONS.get(self.last.done_reason or "", "incomplete")
        return Completion(text=text, finish_reason=reason, usage=self.last.usage, thinking=thinking)


def was_cut(characters: int, counted_tokens: int | None, window_tokens: int) -> bool:
    """Tell whether a server that knows no `truncate` has cut a prompt in silence.

    It keeps the first 4 or 5 tokens and the end, about half a window in all. The count alone may be a
    coincidence, so a prompt counts as cut only when it has far more text than so few tokens can hold.
    """
    if counted_tokens is None:
        return False
    after_cut = {window_tokens - (window_tokens - kept) // 2 for kept in (4, 5)}
    return counted_tokens in after_cut and characters > counted_tokens * MOST_CHARACTERS_PER_TOKEN


def not_local(model: str, place: str) -> ModelNotLocal:
    """Return the error for a model that runs on another machine."""
    return ModelNotLocal(model, place, hint="choose a local model, or allow cloud models")


@contextmanager
def well_formed(place: str) -> Iterator[None]:
    """Turn the complaint about an answer of an unknown shape into an error that names the server."""
    try:
        yield
    except ValidationError as exc:
        raise not_ollama(place, str(exc)) from exc


def _seconds(nanoseconds: int | None) -> float | None:
    return None if nanoseconds is None else nanoseconds / NANOSECONDS
