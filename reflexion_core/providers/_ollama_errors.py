"""What an Ollama server's refusals mean, in this package's own errors.

A refusal is `{"error": …}`; where the model's own process wrote it, the value is JSON again, as text or
as an object, and what comes from a proxy is a web page or nothing.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from reflexion_core.errors import (
    ContextTooSmall,
    ModelNotInstalled,
    ModelNotLocal,
    ProviderError,
    ProviderRefused,
    ProviderUnreachable,
)

CLOUD = "ollama.com"
"""Where a server passes on what is meant for a cloud model."""

REPEAT_LIMIT = "token repeat limit"
"""In the message of a reply that the server broke off because the model repeated itself."""

_HINTS = {
    429: "too many requests: wait a moment",
    502: "the server could not reach the cloud, or a proxy could not reach the server",
    503: "too many requests are waiting: try again in a moment, or close other programs that use it",
}
_LONGEST_TEXT = 400
_NESTING = 6


@dataclass(frozen=True)
class Asked:
    """What was asked of a server, as far as a message about a refusal needs it."""

    place: str
    """The server's address."""
    model: str = ""
    prompt_tokens: int = 0
    """An estimate, for servers that do not say."""
    prompt_characters: int = 0
    answer_tokens: int = 0
    window_tokens: int = 0


@dataclass(frozen=True)
class Refusal:
    """A server's refusal, taken out of its wrapping."""

    text: str
    detail: dict[str, Any] = field(default_factory=dict)
    """What stood beside the text, at every depth: `type`, `n_prompt_tokens`, `signin_url`, …"""
    is_json: bool = True


def read_refusal(body: object) -> Refusal:
    """Unwrap a refusal: text that may be JSON, or what JSON text held."""
    detail: dict[str, Any] = {}
    is_json = not isinstance(body, str)
    value = body
    for _ in range(_NESTING):
        if isinstance(value, str):
            try:
                inner = json.loads(value)
            except ValueError:
                break
            if not isinstance(inner, dict):
                break
            value, is_json = inner, True
        if not isinstance(value, dict):
            break
        detail |= value
        value = value.get("error", value.get("message", ""))
    text = value if isinstance(value, str) else json.dumps(value)
    return Refusal(_plain(text), detail, is_json)


def refusal_error(status: int | None, body: object, asked: Asked) -> ProviderError:
    """Return the error for a refusal.

    Args:
        status: The HTTP status; None for an error line in the middle of a stream.
        body: The response's text, or the error line as read.
        asked: What was asked.
    """
    refusal = read_refusal(body)
    if _is_too_long(refusal):
        return context_too_small(asked, refusal)
    if status == 404 and asked.model and refusal.is_json:
        hint = f"run: ollama pull {asked.model}"
        return ModelNotInstalled(asked.model, asked.place, hint=hint)
    if status == 403 and "cloud is disabled" in refusal.text:
        return ModelNotLocal(asked.model, CLOUD, hint="choose a model that runs on this machine")
    if status is None:
        return ProviderRefused(f"{asked.place} broke off: {refusal.text or 'no reason given'}", status=None)
    message = f"{asked.place} refused with status {status}"
    if refusal.text:
        message += f": {refusal.text}"
    return ProviderRefused(message, status=status, hint=_hint(status, refusal))


def context_too_small(asked: Asked, refusal: Refusal | None = None) -> ContextTooSmall:
    """Return the error for a prompt that does not fit, with the server's numbers where it gave some."""
    told = _told_numbers(refusal) if refusal else (None, None)
    return ContextTooSmall(
        asked.model,
        prompt_tokens=told[0] or asked.prompt_tokens,
        answer_tokens=asked.answer_tokens,
        window_tokens=told[1] or asked.window_tokens,
        hint="raise the context size, choose a model with a larger window, or give a shorter file",
    )


def unreachable(place: str) -> ProviderUnreachable:
    """Return the error for a server that does not answer."""
    return ProviderUnreachable(
        f"no Ollama server answers on {place}",
        hint="start Ollama (the app, or: ollama serve); to install it: https://ollama.com/download",
    )


def not_ollama(place: str, line: str) -> ProviderUnreachable:
    """Return the error for something that answers and is no Ollama server."""
    return ProviderUnreachable(
        f"what answers on {place} does not speak Ollama's protocol: {_plain(line)!r}",
        hint="check the address, and whether a proxy stands in between",
    )


def _hint(status: int, refusal: Refusal) -> str:
    if status == 401:
        url = refusal.detail.get("signin_url")
        return "run: ollama signin" + (f" (or open {url})" if url else "")
    if status == 403 and not refusal.text:
        return "it does not accept this host name: use http://127.0.0.1:11434, or have a proxy set it"
    if 300 <= status < 400 or status == 404:
        return "check the address: this is not where an Ollama server answers"
    return _HINTS.get(status, "")


def _is_too_long(refusal: Refusal) -> bool:
    return (
        refusal.detail.get("type") == "exceed_context_size_error"
        or "exceeds the available context size" in refusal.text
        or "prompt is longer than the context length" in refusal.text
    )


def _told_numbers(refusal: Refusal) -> tuple[int | None, int | None]:
    """Return the prompt's and the window's tokens."""
    prompt, window = refusal.detail.get("n_prompt_tokens"), refusal.detail.get("n_ctx")
    if isinstance(prompt, int) and isinstance(window, int):
        return prompt, window
    in_text = [int(found) for found in re.findall(r"\((\d+) tokens\)", refusal.text)]
    return (in_text[0], in_text[1]) if len(in_text) == 2 else (None, None)


def _plain(text: str) -> str:
    """Return a text fit for a message: of a web page its title, on one line, not too long."""
    if re.match(r"\s*<(!doctype|html)", text, re.IGNORECASE):
        title = re.search(r"<title>(.*?)</title>", text, re.IGNORECASE | re.DOTALL)
        text = f"a web page ({title.group(1)})" if title else "a web page"
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"
