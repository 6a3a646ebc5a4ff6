"""One streamed chat in OpenAI's protocol, over real HTTP."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from reflexion_core.errors import (
    Cancelled,
    ContextTooSmall,
    ModelNotInstalled,
    ProviderError,
    ProviderRefused,
    ProviderUnreachable,
)
from reflexion_core.providers._event_loop import EventLoopThread
from reflexion_core.providers._openai_chat import stream_chat
from reflexion_core.providers.base import ChatRequest, Completion, Message
from reflexion_core.stopping import Stop
from tests.providers.sse_server import END, Reply, SseServer, piece


@pytest.fixture
def sse() -> Iterator[SseServer]:
    with SseServer() as running:
        yield running


def question(schema: dict[str, object] | None = None) -> ChatRequest:
    return ChatRequest(
        model="small",
        messages=(Message(role="system", content="You write."), Message(role="user", content="Write.")),
        temperature=0.2,
        seed=7,
        max_output_tokens=100,
        context_tokens=1000,
        answer_schema=schema,
    )


async def chat(
    address: str,
    push: Callable[[str], None] = lambda _: None,
    *,
    read_seconds: float = 10,
    schema: dict[str, object] | None = None,
    extras: dict[str, object] | None = None,
) -> Completion:
    limits = httpx.Timeout(5, read=read_seconds)
    async with httpx.AsyncClient(base_url=address, timeout=limits, trust_env=False) as client:
        return await stream_chat(client, question(schema), push, extras)


def complete(server: SseServer, reply: Reply, **changes: object) -> Completion:
    server.reply = reply
    return asyncio.run(chat(server.address, **changes))  # type: ignore[arg-type]


def failure(server: SseServer, reply: Reply, **changes: object) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        complete(server, reply, **changes)
    return caught.value


WHOLE = (piece(role="assistant"), piece("Hel"), piece("lo"), piece(finish="stop"), END)


def test_pieces_are_handed_on_as_they_come_and_make_up_the_text(sse: SseServer) -> None:
    pieces: list[str] = []
    completion = complete(sse, Reply(WHOLE), push=pieces.append)
    assert pieces == ["Hel", "lo"]
    assert (completion.text, completion.finish_reason) == ("Hello", "stop")


def test_the_body_says_everything_that_was_asked(sse: SseServer) -> None:
    complete(sse, Reply(WHOLE), extras={"cache_prompt": True})
    body = sse.bodies[0]
    assert sse.paths == ["/v1/chat/completions"]
    assert body["messages"] == [
        {"role": "system", "content": "You write."},
        {"role": "user", "content": "Write."},
    ]
    expected = {
        "model": "small",
        "temperature": 0.2,
        "seed": 7,
        "max_tokens": 100,
        "stream": True,
        "cache_prompt": True,
    }
    assert expected.items() <= body.items()
    assert "response_format" not in body


def test_a_schema_is_asked_for_in_the_protocols_own_way(sse: SseServer) -> None:
    complete(sse, Reply(WHOLE), schema={"type": "object"})
    asked = sse.bodies[0]["response_format"]
    assert (asked["type"], asked["json_schema"]["schema"]) == ("json_schema", {"type": "object"})


def test_usage_and_timings_are_read_from_the_last_event(sse: SseServer) -> None:
    usage = {
        "prompt_tokens": 20,
        "completion_tokens": 5,
        "total_tokens": 25,
        "prompt_tokens_details": {"cached_tokens": 12},
    }
    last = {"choices": [], "usage": usage, "timings": {"prompt_ms": 500.0, "predicted_ms": 1500.5, "other": "x"}}
    read = complete(sse, Reply([*WHOLE[:-1], last, END])).usage
    assert (read.prompt_tokens, read.cached_tokens, read.output_tokens) == (20, 12, 5)
    assert (read.prompt_seconds, read.output_seconds) == (0.5, 1.5005)


def test_usage_is_unknown_where_the_server_does_not_say(sse: SseServer) -> None:
    usage = complete(sse, Reply(WHOLE)).usage
    assert (usage.prompt_tokens, usage.cached_tokens, usage.output_seconds) == (None, None, None)


def test_null_for_usage_and_details_is_unknown_too(sse: SseServer) -> None:
    events = [piece("Hi") | {"usage": None}, {"choices": None, "usage": {"prompt_tokens_details": None}}, END]
    assert complete(sse, Reply(events)).usage.prompt_tokens is None


def test_thinking_is_kept_apart_from_the_text(sse: SseServer) -> None:
    events = [piece(reasoning_content="hm "), piece(reasoning_content="so"), piece("Hi"), piece(finish="stop"), END]
    completion = complete(sse, Reply(events))
    assert (completion.thinking, completion.text) == ("hm so", "Hi")


@pytest.mark.parametrize(
    ("said", "read"), [("stop", "stop"), ("length", "length"), ("eos", "stop"), (None, "incomplete")]
)
def test_the_reason_of_the_end_is_read(sse: SseServer, said: str | None, read: str) -> None:
    assert complete(sse, Reply([piece("Hi"), piece(finish=said), END])).finish_reason == read


def test_a_stream_that_just_ends_is_incomplete(sse: SseServer) -> None:
    completion = complete(sse, Reply([piece("Hi")]))
    assert (completion.text, completion.finish_reason) == ("Hi", "incomplete")


def test_an_error_event_in_a_stream_is_a_refusal_that_may_pass(sse: SseServer) -> None:
    error = failure(sse, Reply([piece("Hi"), {"error": {"message": "out of memory", "code": 500}}]))
    assert isinstance(error, ProviderRefused)
    assert error.message == f"{sse.address}: out of memory"
    assert error.retryable


@pytest.mark.parametrize(
    "data",
    ["null", "[1]", "5", '"text"', "{", '{"choices": 5}', '{"choices": ["x"]}', '{"choices": [{"delta": "x"}]}'],
)
def test_an_event_of_an_unknown_shape_is_no_chat(sse: SseServer, data: str) -> None:
    error = failure(sse, Reply([piece("Hi"), data]))
    assert isinstance(error, ProviderRefused)
    assert "something else than a chat" in error.message


@pytest.mark.parametrize("usage", [{"prompt_tokens": "many"}, "none", {"prompt_tokens_details": 5}])
def test_counts_of_an_unknown_shape_are_no_chat(sse: SseServer, usage: object) -> None:
    assert isinstance(failure(sse, Reply([{"choices": [], "usage": usage}])), ProviderRefused)


def test_a_page_is_no_chat(sse: SseServer) -> None:
    error = failure(sse, Reply(body=b"<html>Log in</html>", content_type="text/html"))
    assert isinstance(error, ProviderRefused)


def test_a_body_that_cannot_be_unpacked_is_a_failed_connection(sse: SseServer) -> None:
    error = failure(sse, Reply(body=b"plain", headers={"Content-Encoding": "gzip"}))
    assert isinstance(error, ProviderUnreachable)


@pytest.mark.parametrize(
    ("status", "is_retryable"), [(400, False), (401, False), (429, True), (500, True), (503, True)]
)
def test_a_refusal_keeps_its_status_and_its_text(sse: SseServer, status: int, is_retryable: bool) -> None:
    body = b'{"error": {"message": "no room", "type": "x"}}'
    error = failure(sse, Reply(status=status, body=body, content_type="application/json"))
    assert isinstance(error, ProviderRefused)
    assert error.message == f"{sse.address} answered {status}: no room"
    assert (error.status, error.retryable) == (status, is_retryable)


@pytest.mark.parametrize(
    ("body", "text"),
    [(b'{"error": "plain text"}', "plain text"), (b"Bad Gateway", "Bad Gateway"), (b"\xff\xfe", "\ufffd\ufffd")],
)
def test_a_refusal_in_another_form_keeps_its_text(sse: SseServer, body: bytes, text: str) -> None:
    assert failure(sse, Reply(status=500, body=body)).message.endswith(f"answered 500: {text}")


def test_a_model_that_is_not_there_is_not_installed(sse: SseServer) -> None:
    error = failure(sse, Reply(status=404, body=b'{"error": {"message": "no such model"}}'))
    assert isinstance(error, ModelNotInstalled)
    assert error.message == f"'small' is not on {sse.address}"


def test_a_prompt_that_is_too_long_is_reported_with_the_servers_numbers(sse: SseServer) -> None:
    body = b'{"error": {"type": "exceed_context_size_error", "n_prompt_tokens": 3000, "n_ctx": 2048}}'
    error = failure(sse, Reply(status=400, body=body))
    assert isinstance(error, ContextTooSmall)
    assert (error.prompt_tokens, error.answer_tokens, error.window_tokens) == (3000, 100, 2048)


def test_a_connection_that_breaks_in_a_stream_is_unreachable(sse: SseServer) -> None:
    error = failure(sse, Reply([piece("Hi")], is_dropped=True))
    assert isinstance(error, ProviderUnreachable)
    assert sse.address in error.message


def test_no_server_is_unreachable() -> None:
    with SseServer() as gone:
        address = gone.address
    with pytest.raises(ProviderUnreachable, match="the connection to"):
        asyncio.run(chat(address))


def test_a_server_that_says_nothing_in_time_is_unreachable(sse: SseServer) -> None:
    error = failure(sse, Reply([piece("Hi"), piece("late")], seconds_between=0.5), read_seconds=0.1)
    assert isinstance(error, ProviderUnreachable)
    assert "did not answer in time" in error.message


def test_a_stop_closes_the_connection_within_a_second(sse: SseServer) -> None:
    sse.reply = Reply([piece("word ")] * 2000, seconds_between=0.01)
    thread, stop, started = EventLoopThread("test", nothing), Stop(), threading.Event()
    stopped_at: list[float] = []

    def stop_soon() -> None:
        started.wait(5)
        stopped_at.append(time.monotonic())
        stop.set()

    helper = threading.Thread(target=stop_soon)
    helper.start()
    with pytest.raises(Cancelled):
        thread.run(lambda push: chat(sse.address, push), lambda _: started.set(), stop)
    assert time.monotonic() - stopped_at[0] < 1
    helper.join()
    thread.close()
    until = time.monotonic() + 2
    while sse.left_at is None and time.monotonic() < until:
        time.sleep(0.01)
    assert sse.left_at is not None
    assert sse.left_at - stopped_at[0] < 1


async def nothing() -> None:
    """Nothing is left to close."""
