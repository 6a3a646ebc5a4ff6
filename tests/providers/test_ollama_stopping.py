"""Chats with an Ollama server that end early: by a stop, or by a time limit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from reflexion_core.errors import (
    Cancelled,
    ProviderError,
    ProviderUnreachable,
)
from reflexion_core.providers.ollama import OllamaProvider
from reflexion_core.stopping import Stop
from tests.providers.ollama_answers import (
    in_turn,
    writes,
    writes_for_ever,
)
from tests.providers.ollama_asking import MODEL, MakeProvider, complete, failure, question
from tests.providers.ollama_server import OllamaServer

STOP_SECONDS = 0.5
"""How soon after a stop a caller must be free."""

SILENT_SECONDS = 1.0
"""How soon after a stop the server must have stopped writing."""


def stop_after(provider: OllamaProvider, server: OllamaServer, is_time: Callable[[OllamaServer], object]) -> float:
    """Stop a call when it is time; return how many seconds the caller took to be free."""
    stop = Stop()
    stopped_at: list[float] = []

    def give_stop() -> None:
        server.wait_for(is_time)
        stopped_at.append(time.monotonic())
        stop.set()

    giver = threading.Thread(target=give_stop)
    giver.start()
    with pytest.raises(Cancelled):
        provider.complete(question(), lambda _: None, stop)
    freed_at = time.monotonic()
    giver.join()
    return freed_at - stopped_at[0]


def test_a_stop_while_the_model_writes_ends_the_call_and_the_writing(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.answer = writes_for_ever(delay=0.01)
    seconds = stop_after(provider, server, lambda it: it.generations and it.generations[0].lines_written > 3)
    assert seconds < STOP_SECONDS
    generation = server.generations[0]
    server.wait_for(lambda _: generation.state == "stopped", SILENT_SECONDS - seconds)
    written = generation.lines_written
    time.sleep(0.1)
    assert generation.lines_written == written


def test_a_stop_while_the_prompt_is_read_ends_the_call_before_any_token(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.answer = writes("late", first_delay=30)
    seconds = stop_after(provider, server, lambda it: it.generations)
    assert seconds < STOP_SECONDS
    server.wait_for(lambda it: it.generations[0].state == "stopped", SILENT_SECONDS - seconds)
    assert server.generations[0].lines_written == 0


def test_a_stop_given_before_the_call_sends_nothing(server: OllamaServer, provider: OllamaProvider) -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Cancelled):
        provider.complete(question(), lambda _: None, stop)
    assert server.received == []


def test_a_stop_given_by_the_receiver_of_a_piece_ends_the_pieces(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.answer = writes_for_ever(delay=0)
    stop = Stop()
    pieces: list[str] = []

    def take(piece: str) -> None:
        pieces.append(piece)
        stop.set()

    with pytest.raises(Cancelled):
        provider.complete(question(), take, stop)
    assert len(pieces) == 1


def test_an_error_of_the_receiver_ends_the_call(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = writes_for_ever()

    def fail(_: str) -> None:
        raise LookupError("no room")

    with pytest.raises(LookupError, match="no room"):
        provider.complete(question(), fail, Stop())
    server.wait_for(lambda it: it.generations[0].state == "stopped", SILENT_SECONDS)


def test_a_stop_of_one_call_leaves_another_alone(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = in_turn(writes(*"abcdefghij", delay=0.03), writes_for_ever())
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(complete, provider)
        server.wait_for(lambda it: it.generations)
        stop_after(provider, server, lambda it: len(it.generations) == 2)
        assert first.result().text == "abcdefghij"


def test_a_call_after_a_stopped_one_unloads_a_model_that_is_stuck(
    server: OllamaServer, make_provider: MakeProvider
) -> None:
    provider = make_provider(stuck_seconds=0.2)
    server.is_stuck_after_stop = True
    server.answer = in_turn(writes_for_ever(), writes("free"))
    stop_after(provider, server, lambda it: it.generations)
    server.wait_for(lambda it: it.generations[0].state == "stopped")
    assert complete(provider).text == "free"
    assert {"model": MODEL, "messages": [], "keep_alive": 0} in server.chats


def test_closing_a_provider_ends_its_calls(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = writes_for_ever()
    with ThreadPoolExecutor(1) as threads:
        call = threads.submit(complete, provider)
        server.wait_for(lambda it: it.generations)
        provider.close()
        with pytest.raises(ProviderError, match="closed during a call"):
            call.result(timeout=5)


def test_a_closed_provider_leaves_no_thread_and_can_be_asked_again(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    complete(provider)
    provider.close()
    provider.close()
    assert [thread for thread in threading.enumerate() if thread.name == "ollama"] == []
    assert complete(provider).text == "Hello!"


def test_a_first_word_that_does_not_come_is_not_waited_for_for_ever(
    server: OllamaServer, make_provider: MakeProvider
) -> None:
    server.answer = writes("late", first_delay=30)
    error = failure(make_provider(first_byte_seconds=0.2))
    assert isinstance(error, ProviderUnreachable)
    assert not error.retryable
    assert "wrote nothing for 0.2 s" in error.message


def test_a_long_load_is_waited_for_beyond_the_limit_between_pieces(
    server: OllamaServer, make_provider: MakeProvider
) -> None:
    server.answer = writes("at last", first_delay=0.8)
    assert complete(make_provider(stall_seconds=0.5)).text == "at last"


def test_a_reply_that_stalls_breaks_off(server: OllamaServer, make_provider: MakeProvider) -> None:
    server.answer = writes("one", done_reason=None, ending="hang")
    error = failure(make_provider(stall_seconds=0.2))
    assert isinstance(error, ProviderUnreachable)
    assert error.retryable
    assert "wrote nothing more for 0.2 s" in error.message


def test_a_reply_is_kept_when_only_the_end_of_the_stream_is_missing(
    server: OllamaServer, make_provider: MakeProvider
) -> None:
    server.answer = writes("all", ending="hang")
    assert complete(make_provider(stall_seconds=0.1)).text == "all"
