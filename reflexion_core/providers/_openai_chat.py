"""One streamed chat in OpenAI's protocol, as llama.cpp and most local servers speak it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import httpx
from httpx_sse import SSEError, aconnect_sse
from pydantic import BaseModel, ValidationError

from reflexion_core.errors import (
    ContextTooSmall,
    ModelNotInstalled,
    ProviderError,
    ProviderRefused,
    ProviderUnreachable,
)
from reflexion_core.providers.base import ChatRequest, Completion
from reflexion_core.records import FinishReason, Usage


def chat_body(request: ChatRequest) -> dict[str, Any]:
    """Return the request as the protocol has it."""
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [message.model_dump() for message in request.messages],
        "temperature": request.temperature,
        "seed": request.seed,
        "max_tokens": request.max_output_tokens,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if request.answer_schema is not None:
        schema = {"name": "answer", "strict": True, "schema": request.answer_schema}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    return body


async def stream_chat(
    client: httpx.AsyncClient,
    request: ChatRequest,
    on_text: Callable[[str], None],
    extras: Mapping[str, Any] | None = None,
) -> Completion:
    """Ask for one completion.

    Args:
        client: Knows the address, the key and the limits in time.
        request: What to ask.
        on_text: Takes the pieces as they come.
        extras: Keys of the body that only this server knows.

    Raises:
        ProviderError: translated from whatever happened.
    """
    place = str(client.base_url)
    reply = _Reply()
    body = chat_body(request) | dict(extras or {})
    try:
        async with aconnect_sse(client, "POST", "chat/completions", json=body) as source:
            if source.response.is_error:
                raise _refusal(source.response.status_code, await source.response.aread(), request, place)
            async for event in source.aiter_sse():
                if event.data == "[DONE]":
                    break
                piece = reply.take(_Chunk.model_validate_json(event.data), place)
                if piece:
                    on_text(piece)
    except (ValidationError, SSEError) as exc:  # the latter is one of httpx's transport errors
        raise ProviderRefused(f"{place} sent something else than a chat in OpenAI's protocol", status=None) from exc
    except httpx.TimeoutException as exc:
        raise ProviderUnreachable(f"{place} did not answer in time ({type(exc).__name__})") from exc
    except httpx.RequestError as exc:
        raise ProviderUnreachable(f"the connection to {place} failed: {exc or type(exc).__name__}") from exc
    return reply.completion()


class _Delta(BaseModel):
    content: str | None = None
    reasoning_content: str | None = None


class _Choice(BaseModel):
    delta: _Delta | None = None
    finish_reason: str | None = None


class _PromptDetails(BaseModel):
    cached_tokens: int | None = None


class _Counts(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _PromptDetails | None = None


class _Timings(BaseModel):
    """What llama.cpp adds."""

    prompt_ms: float | None = None
    predicted_ms: float | None = None


class _Chunk(BaseModel):
    """One event of a stream; what servers add is passed over."""

    choices: list[_Choice] | None = None
    usage: _Counts | None = None
    timings: _Timings | None = None
    error: object = None


class _Reply:
    """A reply as it grows."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._thinking: list[str] = []
        self._finish: FinishReason = "incomplete"
        self._counts = _Counts()
        self._timings = _Timings()

    def take(self, chunk: _Chunk, place: str) -> str:
        """Take the next chunk and return its text."""
        if chunk.error is not None:
            raise ProviderRefused(f"{place}: {_error_text({'error': chunk.error})}", status=None)
        self._counts = chunk.usage or self._counts
        self._timings = chunk.timings or self._timings
        text = ""
        for choice in chunk.choices or ():
            delta = choice.delta or _Delta()
            text += delta.content or ""
            self._thinking.append(delta.reasoning_content or "")
            if choice.finish_reason:
                self._finish = "length" if choice.finish_reason == "length" else "stop"
        self._text.append(text)
        return text

    def completion(self) -> Completion:
        details = self._counts.prompt_tokens_details or _PromptDetails()
        usage = Usage(
            prompt_tokens=self._counts.prompt_tokens,
            cached_tokens=details.cached_tokens,
            output_tokens=self._counts.completion_tokens,
            prompt_seconds=_seconds(self._timings.prompt_ms),
            output_seconds=_seconds(self._timings.predicted_ms),
        )
        return Completion(
            text="".join(self._text),
            thinking="".join(self._thinking),
            finish_reason=self._finish,
            usage=usage,
        )


def _seconds(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


def _refusal(status: int, body: bytes, request: ChatRequest, place: str) -> ProviderError:
    try:
        payload = json.loads(body)
    except ValueError:
        payload = {}
    error = payload.get("error") if isinstance(payload, dict) else None
    if isinstance(error, dict) and error.get("type") == "exceed_context_size_error":
        return ContextTooSmall(
            request.model,
            prompt_tokens=error.get("n_prompt_tokens", 0),
            answer_tokens=request.max_output_tokens,
            window_tokens=error.get("n_ctx", 0),
        )
    if status == httpx.codes.NOT_FOUND:
        return ModelNotInstalled(request.model, place)
    text = _error_text(payload) or body[:200].decode(errors="replace")
    return ProviderRefused(f"{place} answered {status}: {text}", status=status)


def _error_text(payload: object) -> str:
    error = payload.get("error") if isinstance(payload, dict) else None
    if isinstance(error, dict):
        return str(error.get("message") or error)
    return str(error or "")
