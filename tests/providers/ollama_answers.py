"""What an Ollama server may answer: what a test asks for, and what a real server was recorded saying.

What a chat gets is a function of the request's body, such as `writes("Hel", "lo")` returns.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

RECORDINGS = Path(__file__).parents[1] / "data" / "ollama"
JSON = "application/json; charset=utf-8"
NDJSON = "application/x-ndjson"
TEXT = "text/plain"
HTML = "text/html"

Body = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What goes over the wire for one request."""

    lines: Iterable[str] = ()
    """Each is followed by a line feed where the answer is streamed; may be endless."""
    status: int = 200
    content_type: str = NDJSON
    first_delay: float = 0.0
    """Seconds of loading and reading, before anything is sent."""
    delay: float = 0.0
    """Seconds before each further line."""
    ending: Literal["end", "drop", "hang"] = "end"
    """`drop` breaks the connection off; `hang` keeps it open and sends nothing more."""
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def is_streamed(self) -> bool:
        return self.content_type == NDJSON


AnswerTo = Callable[[Body], Answer]


@dataclass(frozen=True)
class Model:
    """One installed model."""

    name: str
    size: int = 986061892
    digest: str = "d7372fd828518a4d38b1eb196c673c31a85f2ed302b3d1e406c4c2d1b64a0668"
    family: str = "qwen2"
    parameter_size: str = "1.5B"
    quantization: str = "Q4_K_M"
    context_length: int = 32768
    capabilities: tuple[str, ...] = ("completion",)
    remote_host: str = ""
    remote_model: str = ""

    @property
    def remote(self) -> Body:
        named = {"remote_model": self.remote_model, "remote_host": self.remote_host}
        return {key: value for key, value in named.items() if value}

    @property
    def details(self) -> Body:
        return {
            "parent_model": "",
            "format": "gguf",
            "family": self.family,
            "families": [self.family],
            "parameter_size": self.parameter_size,
            "quantization_level": self.quantization,
        }

    @property
    def tag(self) -> Body:
        """The entry of `/api/tags`."""
        return {
            "name": self.name,
            "model": self.name,
            **self.remote,
            "modified_at": now(),
            "size": self.size,
            "digest": self.digest,
            "details": {**self.details, "context_length": self.context_length, "embedding_length": 1536},
            "capabilities": list(self.capabilities),
        }

    def loaded(self, context_length: int) -> Body:
        """Return the entry of `/api/ps`."""
        return {
            "name": self.name,
            "model": self.name,
            "size": self.size,
            "digest": self.digest,
            "details": self.details,
            "expires_at": now(),
            "size_vram": 0,
            "context_length": context_length,
        }

    @property
    def show(self) -> Body:
        """The answer of `/api/show`."""
        figures = {
            "general.architecture": self.family,
            f"{self.family}.context_length": self.context_length,
        }
        return {
            "template": "{{ .Prompt }}",
            "details": self.details,
            **self.remote,
            "model_info": figures,
            "capabilities": list(self.capabilities),
            "modified_at": now(),
        }


def writes(
    *pieces: str,
    thinking: Iterable[str] = (),
    last: str = "",
    first_delay: float = 0.0,
    delay: float = 0.0,
    done_reason: str | None = "stop",
    figures: Body | None = None,
    extra: Body | None = None,
    ending: Literal["end", "drop", "hang"] = "end",
) -> AnswerTo:
    """Let a chat get these pieces.

    Args:
        pieces: The reply's text.
        thinking: What comes before it as thinking.
        last: Text in the closing line.
        first_delay: Seconds before the first line.
        delay: Seconds before each further line.
        done_reason: The reason in the closing line; None for a stream that ends without one.
        figures: The closing line's figures; by default made up from the lengths.
        extra: What stands in every line besides.
        ending: How the connection ends.
    """

    def answer(body: Body) -> Answer:
        thoughts = [chunk(body, "", thinking=piece, extra=extra) for piece in thinking]
        lines = thoughts + [chunk(body, piece, extra=extra) for piece in pieces]
        if done_reason is not None:
            counted = made_up_figures(body, len(lines)) if figures is None else figures
            lines.append(chunk(body, last, done_reason=done_reason, extra=extra, figures=counted))
        return Answer(lines, first_delay=first_delay, delay=delay, ending=ending)

    return answer


def writes_for_ever(piece: str = "word ", *, delay: float = 0.01, first_delay: float = 0.0) -> AnswerTo:
    """Let a chat get the same piece without an end."""

    def answer(body: Body) -> Answer:
        return Answer(_again(lambda: chunk(body, piece)), delay=delay, first_delay=first_delay)

    return answer


def writes_lines(*lines: str, delay: float = 0.0, ending: Literal["end", "drop", "hang"] = "end") -> AnswerTo:
    """Let a chat get exactly these lines."""
    return lambda _: Answer(lines, delay=delay, ending=ending)


def refuses_with(status: int, error: object) -> AnswerTo:
    """Let a chat get an error instead of a stream."""
    return lambda _: refuses(status, error)


def recorded(name: str) -> AnswerTo:
    """Let a chat get what a real server once answered."""
    return lambda _: recording(name)


def in_turn(*answers: AnswerTo) -> AnswerTo:
    """Let one chat after the other get the next of these."""
    left = iter(answers)

    def answer(body: Body) -> Answer:
        return next(left)(body)

    return answer


def downloads(*, size: int = 400, delay: float = 0.0) -> AnswerTo:
    """Let a download go well."""

    def answer(body: Body) -> Answer:
        layer = {"status": "pulling 0123456789ab", "digest": "sha256:0123456789ab", "total": size}
        parts = [layer | {"completed": done} if done else layer for done in range(0, size + 1, size // 4)]
        ends = ("verifying sha256 digest", "writing manifest", "success")
        steps = [{"status": "pulling manifest"}, *parts, *({"status": end} for end in ends)]
        return Answer([dump(step) for step in steps], delay=delay)

    return answer


def writes_something(delay: float) -> AnswerTo:
    """Let a chat get a short document, or JSON by the schema that it asked for; for trying by hand."""

    def answer(body: Body) -> Answer:
        schema = body.get("format")
        text = dump(example_of(schema)) if isinstance(schema, dict) else "# Module\n\nIt does one thing.\n"
        pieces = [text[start : start + 4] for start in range(0, len(text), 4)]
        return writes(*pieces, first_delay=delay, delay=delay)(body)

    return answer


def says(body: Body) -> Answer:
    """Return an answer of one JSON object."""
    return Answer([dump(body)], content_type=JSON)


def refuses(status: int, error: object, **beside: object) -> Answer:
    """Return a refusal as the server words it."""
    return Answer([dump({"error": error, **beside})], status, JSON)


def recording(name: str) -> Answer:
    """Return what a real server once answered."""
    kept = json.loads((RECORDINGS / f"{name}.json").read_text("utf-8"))
    return Answer(kept["lines"], kept["status"], kept["content_type"])


def chunk(
    body: Body,
    content: str,
    *,
    thinking: str = "",
    done_reason: str | None = None,
    extra: Body | None = None,
    figures: Body | None = None,
) -> str:
    """Return one line of a chat's stream, its keys in the server's order."""
    message = {"role": "assistant", "content": content} | ({"thinking": thinking} if thinking else {})
    line = {"model": body.get("model"), **(extra or {}), "created_at": now(), "message": message}
    line["done"] = done_reason is not None
    if done_reason:
        line["done_reason"] = done_reason
    return dump(line | (figures or {}))


def made_up_figures(body: Body, pieces: int) -> Body:
    """Return figures for a closing line: a token for each piece, and for four characters of the prompt."""
    prompt = sum(len(message["content"]) for message in body.get("messages", ())) // 4 + 1
    return {
        "total_duration": 2_000_000_000,
        "load_duration": 500_000_000,
        "prompt_eval_count": prompt,
        "prompt_eval_duration": 250_000_000,
        "eval_count": pieces,
        "eval_duration": 1_250_000_000,
    }


def example_of(schema: Body) -> object:
    """Return a value that a JSON schema allows, for the few kinds of schema that we send."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {key: example_of(value) for key, value in schema.get("properties", {}).items()}
    if kind in ("integer", "number"):
        return schema.get("maximum", 90)
    return {"array": [], "string": "", "boolean": True}.get(str(kind))


def dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def now() -> str:
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


def whole(parts: list[Body]) -> Body:
    """Return the answer to a chat that wants no stream."""
    content = "".join(part["message"]["content"] for part in parts)
    return parts[-1] | {"message": {"role": "assistant", "content": content}}


def _again(make: Callable[[], str]) -> Iterator[str]:
    while True:
        yield make()


def not_found(body: Body) -> str:
    """Return how the server says that it has no such model."""
    return f"model '{body.get('model')}' not found"
