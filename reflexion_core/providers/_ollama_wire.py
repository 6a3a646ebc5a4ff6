"""Requests to an Ollama server and its answers as they stand, with time limits and our errors.

Answers are read as plain JSON because the official client's own methods drop what decides whether a
model is local (`remote_host`), cannot send `truncate` and `shift`, and fail at a blank line.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from reflexion_core.errors import ProviderUnreachable
from reflexion_core.providers._ollama_errors import Asked, not_ollama, refusal_error, unreachable

QUESTION_SECONDS = 30.0
"""How long a question about models may take; a busy machine needs its time."""


class NoFirstByte(ProviderUnreachable):
    """The server took the request and wrote nothing in the time it has; waiting again is no help."""

    retryable = False


@dataclass(frozen=True)
class Limits:
    """How long the parts of a streamed answer may take."""

    first_byte_seconds: float
    """From the request to the first byte of the answer."""
    stall_seconds: float
    """From one piece of the answer to the next."""


async def ask(
    http: httpx.AsyncClient,
    method: str,
    path: str,
    asked: Asked,
    *,
    body: dict[str, Any] | None = None,
    seconds: float = QUESTION_SECONDS,
) -> dict[str, Any]:
    """Send a question and return the JSON object that answers it.

    Raises:
        ProviderError: see `reflexion_core.errors`.
    """
    try:
        async with _translated(asked), asyncio.timeout(seconds):
            response = await http.request(method, path, content=_encode(body))
    except TimeoutError as exc:
        raise ProviderUnreachable(f"{asked.place} did not answer within {seconds:g} s") from exc
    if not response.is_success:
        raise refusal_error(response.status_code, response.text, asked)
    return _read(response.text, asked)


async def stream(
    http: httpx.AsyncClient,
    path: str,
    body: dict[str, Any],
    asked: Asked,
    *,
    limits: Limits,
    on_part: Callable[[dict[str, Any]], None],
) -> None:
    """Send a request and hand on each line of its answer until the server ends it.

    Raises:
        NoFirstByte: nothing came in time.
        ProviderError: see `reflexion_core.errors`; also for an error line in the answer.
    """
    clock = asyncio.get_running_loop()
    has_begun = False
    try:
        async with (
            _translated(asked),
            asyncio.timeout(limits.first_byte_seconds) as limit,
            http.stream("POST", path, content=_encode(body)) as response,
        ):
            if not response.is_success:
                await response.aread()
                raise refusal_error(response.status_code, response.text, asked)
            async for line in _lines(response):
                has_begun = True
                limit.reschedule(clock.time() + limits.stall_seconds)
                if line.strip():
                    on_part(_read_part(line, asked))
    except TimeoutError as exc:
        raise _silence(asked, limits, has_begun=has_begun) from exc


async def _lines(response: httpx.Response) -> AsyncIterator[str]:
    """Split an answer at line feeds alone: other line ends may stand unescaped inside a JSON string."""
    rest = b""
    async for data in response.aiter_bytes():
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode("utf-8", errors="replace")
    if rest:
        yield rest.decode("utf-8", errors="replace")


@asynccontextmanager
async def _translated(asked: Asked) -> AsyncIterator[None]:
    """Turn what the HTTP library raises into this package's errors."""
    try:
        yield
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as exc:
        raise unreachable(asked.place) from exc
    except (httpx.HTTPError, httpx.InvalidURL) as exc:
        reason = str(exc) or type(exc).__name__
        raise ProviderUnreachable(
            f"the connection to {asked.place} broke: {reason}",
            hint="see whether the server still runs, and its log",
        ) from exc


def _encode(body: dict[str, Any] | None) -> bytes | None:
    # Escaped to ASCII, so that half a surrogate pair in a model's text cannot fail here.
    return None if body is None else json.dumps(body).encode("ascii")


def _read(text: str, asked: Asked) -> dict[str, Any]:
    try:
        answer = json.loads(text)
    except ValueError as exc:
        raise not_ollama(asked.place, text) from exc
    if not isinstance(answer, dict):
        raise not_ollama(asked.place, text)
    return answer


def _read_part(line: str, asked: Asked) -> dict[str, Any]:
    part = _read(line, asked)
    if part.get("error"):
        raise refusal_error(None, part, asked)
    return part


def _silence(asked: Asked, limits: Limits, *, has_begun: bool) -> ProviderUnreachable:
    if has_begun:
        return ProviderUnreachable(
            f"{asked.place} wrote nothing more for {limits.stall_seconds:g} s",
            hint="see the server's log; the machine may be out of memory",
        )
    return NoFirstByte(
        f"{asked.place} wrote nothing for {limits.first_byte_seconds:g} s",
        hint="loading the model or reading the prompt takes longer than that: take a smaller model or a"
        " shorter file, or allow more time",
    )
