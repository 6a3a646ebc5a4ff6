"""Chats with an Ollama server: what is sent, and what comes back."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from reflexion_core.errors import (
    ProviderRefused,
)
from reflexion_core.providers.base import Completion
from reflexion_core.providers.ollama import OllamaProvider
from reflexion_core.records import Usage
from reflexion_core.stopping import Stop
from tests.providers.ollama_answers import (
    Answer,
    Model,
    chunk,
    dump,
    recorded,
    recording,
    writes,
    writes_lines,
)
from tests.providers.ollama_asking import DEAD, MODEL, MakeProvider, complete, failure, question
from tests.providers.ollama_server import OllamaServer


def test_a_chat_sends_exactly_these_keys(server: OllamaServer, provider: OllamaProvider) -> None:
    complete(provider)
    assert server.chats == [
        {
            "model": MODEL,
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Say hello."},
            ],
            "stream": True,
            "think": False,
            "truncate": False,
            "shift": False,
            "keep_alive": "10m",
            "options": {"num_ctx": 2048, "num_predict": 40, "temperature": 0.7, "seed": 7},
        }
    ]


def test_a_schema_is_sent_as_format_in_its_own_order(server: OllamaServer, provider: OllamaProvider) -> None:
    schema = {
        "type": "object",
        "properties": {"b": {"type": "integer"}, "a": {"type": "string"}},
        "required": ["b", "a"],
    }
    complete(provider, question(answer_schema=schema))
    assert json.dumps(server.chats[0]["format"]) == json.dumps(schema)


@pytest.mark.parametrize(
    ("family", "capabilities", "think"),
    [
        ("qwen3", ("completion", "thinking"), False),
        ("gptoss", ("completion", "thinking"), "low"),
        ("gpt-oss", ("completion",), False),
    ],
)
def test_thinking_is_switched_off_as_far_as_a_model_lets_it(
    server: OllamaServer,
    provider: OllamaProvider,
    family: str,
    capabilities: tuple[str, ...],
    think: bool | str,
) -> None:
    server.models = [Model(MODEL, family=family, capabilities=capabilities)]
    complete(provider)
    assert server.chats[0]["think"] == think


def test_no_key_of_the_environment_is_sent(
    server: OllamaServer, provider: OllamaProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_API_KEY", "secret")
    complete(provider)
    assert [one for one in server.received if "authorization" in one.headers] == []


def test_a_key_of_the_options_is_sent(server: OllamaServer, make_provider: MakeProvider) -> None:
    complete(make_provider(api_key="mine"))
    assert {one.headers["authorization"] for one in server.received} == {"Bearer mine"}


def test_a_proxy_of_the_environment_is_not_used_for_this_machine(
    server: OllamaServer, provider: OllamaProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", DEAD)
    monkeypatch.setenv("ALL_PROXY", DEAD)
    assert complete(provider).text == "Hello!"


def test_a_redirect_is_not_followed(server: OllamaServer, provider: OllamaProvider) -> None:
    moved = Answer(["moved"], 307, "text/plain", headers=(("Location", f"{server.address}/elsewhere"),))
    server.answer = lambda _: moved
    error = failure(provider)
    assert isinstance(error, ProviderRefused)
    assert error.status == 307
    assert all(one.path != "/elsewhere" for one in server.received)


def test_half_a_surrogate_pair_can_be_sent(server: OllamaServer, provider: OllamaProvider) -> None:
    assert complete(provider, question("a \ud83d b")).text == "Hello!"


def test_what_is_known_of_a_model_is_asked_once_for_several_calls(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    for _ in range(3):
        complete(provider)
    assert [one.path for one in server.received].count("/api/show") == 1
    assert len(server.chats) == 3


def test_pieces_come_one_by_one_in_the_callers_thread(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = writes("Hel", "lo", " you")
    pieces: list[tuple[str, int]] = []
    completion = provider.complete(question(), lambda piece: pieces.append((piece, threading.get_ident())), Stop())
    assert pieces == [(piece, threading.get_ident()) for piece in ("Hel", "lo", " you")]
    assert completion.text == "Hello you"
    assert completion.finish_reason == "stop"


def test_figures_come_as_tokens_and_seconds(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = recorded("chat_stream_cold")
    assert complete(provider) == Completion(
        text="Hello! How can I assist you today?",
        finish_reason="stop",
        usage=Usage(
            prompt_tokens=35,
            output_tokens=10,
            load_seconds=2.427381361,
            prompt_seconds=0.165025,
            output_seconds=0.181559,
        ),
    )


def test_missing_figures_are_unknown(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = writes("Hi", figures={})
    assert complete(provider).usage == Usage()


def test_a_missing_reason_in_the_closing_line_is_a_good_end(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = writes("Hi", done_reason="")
    assert complete(provider).finish_reason == "stop"


def test_thinking_is_kept_apart(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = writes("Yes", thinking=("Let me ", "see."))
    pieces: list[str] = []
    completion = provider.complete(question(), pieces.append, Stop())
    assert (completion.thinking, completion.text, pieces) == ("Let me see.", "Yes", ["Yes"])


def test_text_in_the_closing_line_belongs_to_the_reply(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = writes("Hel", last="lo")
    pieces: list[str] = []
    assert provider.complete(question(), pieces.append, Stop()).text == "Hello"
    assert pieces == ["Hel", "lo"]


def test_a_recorded_json_reply_is_read_whole(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = recorded("chat_schema_stream")
    reply = complete(provider)
    assert list(json.loads(reply.text)) == ["completeness", "single_critical_fix", "technical_accuracy"]


@pytest.mark.parametrize("name", ["chat_length", "rendered_shift_false"])
def test_a_reply_cut_at_its_limit_says_length(server: OllamaServer, provider: OllamaProvider, name: str) -> None:
    # Recorded without streaming: one line that is the closing one and has all the text.
    server.answer = writes_lines(*recording(name).lines)
    completion = complete(provider)
    assert completion.finish_reason == "length"
    assert completion.text


@pytest.mark.parametrize(
    ("name", "end"), [("rendered_repeat", " a a a"), ("rendered_too_long", " word word"), ("load", "")]
)
def test_a_stream_that_ends_without_a_good_end_is_incomplete(
    server: OllamaServer, provider: OllamaProvider, name: str, end: str
) -> None:
    server.answer = writes_lines(*recording(name).lines)
    completion = complete(provider)
    assert completion.finish_reason == "incomplete"
    assert completion.text.endswith(end)
    assert completion.usage == Usage()


def test_a_reply_broken_off_for_repetition_is_incomplete(server: OllamaServer, provider: OllamaProvider) -> None:
    line = dump({"error": "prediction aborted, token repeat limit reached"})
    server.answer = writes_lines(chunk({}, "a a"), line)
    completion = complete(provider)
    assert (completion.text, completion.finish_reason) == ("a a", "incomplete")


def test_blank_lines_in_a_stream_are_harmless(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = writes_lines("", chunk({}, "Hi"), "  ", chunk({}, "", done_reason="stop"), "")
    assert complete(provider).text == "Hi"


def test_unusual_line_ends_inside_a_piece_do_not_split_it(server: OllamaServer, provider: OllamaProvider) -> None:
    text = "one\x85two\u2028three\u2029four"
    server.answer = writes(text)
    assert complete(provider).text == text


def test_two_threads_can_ask_one_provider_at_once(server: OllamaServer, provider: OllamaProvider) -> None:
    meeting = threading.Barrier(2, timeout=5)

    def answer(body: dict[str, Any]) -> Answer:
        meeting.wait()  # passes only while both chats are open
        return writes(*body["messages"][-1]["content"], delay=0.002)(body)

    server.answer = answer
    with ThreadPoolExecutor(2) as threads:
        texts = threads.map(lambda text: complete(provider, question(text)).text, ("a" * 50, "b" * 50))
    assert list(texts) == ["a" * 50, "b" * 50]
