"""The test server answers as a real one was recorded answering."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.providers.ollama_answers import RECORDINGS, Model, writes
from tests.providers.ollama_server import OllamaServer

MODELS = [Model("smollm2:135m"), Model("qwen2.5-coder:0.5b"), Model("qwen2.5-coder:1.5b")]


def shape(value: Any) -> Any:
    """Return the keys of a value in their order, at every depth; of a list those of its first entry."""
    if isinstance(value, dict):
        return [(key, shape(inner)) for key, inner in value.items()]
    return [shape(value[0])] if isinstance(value, list) and value else type(value).__name__


def answer_like(name: str) -> tuple[dict[str, Any], httpx.Response]:
    """Send a recorded request to the test server; return the recording and the answer."""
    kept = json.loads((RECORDINGS / f"{name}.json").read_text("utf-8"))
    with OllamaServer(writes("Hello", "!"), models=MODELS) as server:
        server.loaded = [MODELS[1]]
        request = kept["request"]
        path = server.address + request["path"]
        with httpx.Client(trust_env=False) as client:
            return kept, client.request(request["method"], path, json=request["body"])


@pytest.mark.parametrize(
    "name",
    [
        "version",
        "tags",
        "ps_loaded",
        "load",
        "unload",
        "chat_stream_cold",
        "chat_length",
        "chat_missing_model",
        "show_missing",
        "not_found",
    ],
)
def test_an_answer_has_the_form_of_the_recorded_one(name: str) -> None:
    kept, answer = answer_like(name)
    assert answer.status_code == kept["status"]
    assert answer.headers["content-type"] == kept["content_type"]
    assert answer.headers.get("transfer-encoding") == kept["transfer_encoding"]
    told, expected = answer.text.splitlines(), kept["lines"]
    if kept["content_type"] == "text/plain":
        assert told == expected
    else:
        assert shape(json.loads(told[0])) == shape(json.loads(expected[0]))
        assert shape(json.loads(told[-1])) == shape(json.loads(expected[-1]))


def test_show_has_the_parts_that_the_recorded_one_has() -> None:
    kept, answer = answer_like("show")
    expected = json.loads(kept["lines"][0])
    assert [key for key in expected if key in answer.json()] == list(answer.json())
    assert shape(answer.json()["details"]) == shape(expected["details"])
