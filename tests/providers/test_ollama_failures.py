"""What an Ollama server refuses, and what breaks on the way."""

from __future__ import annotations

import pytest

from reflexion_core.errors import (
    ContextTooSmall,
    ModelNotInstalled,
    ProviderRefused,
    ProviderUnreachable,
)
from reflexion_core.providers._ollama_chat import was_cut
from reflexion_core.providers._ollama_errors import read_refusal
from reflexion_core.providers.ollama import OllamaProvider
from tests.providers.ollama_answers import (
    HTML,
    Answer,
    Model,
    chunk,
    dump,
    in_turn,
    recorded,
    recording,
    refuses,
    refuses_with,
    writes,
    writes_lines,
)
from tests.providers.ollama_asking import DEAD, MODEL, MakeProvider, complete, failure, question
from tests.providers.ollama_server import OllamaServer


def test_no_server_is_unreachable_with_a_hint(make_provider: MakeProvider) -> None:
    error = failure(make_provider(host=DEAD))
    assert isinstance(error, ProviderUnreachable)
    assert error.message == f"no Ollama server answers on {DEAD}"
    assert "ollama serve" in error.hint


def test_a_model_that_is_not_installed_names_the_command(server: OllamaServer, provider: OllamaProvider) -> None:
    error = failure(provider, question(model="nope:1b"))
    assert isinstance(error, ModelNotInstalled)
    assert error.message == f"'nope:1b' is not on {server.address}"
    assert error.hint == "run: ollama pull nope:1b"
    assert server.chats == []


def test_a_model_that_vanished_since_it_was_asked_for_is_not_installed(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.answer = recorded("chat_missing_model")
    assert isinstance(failure(provider), ModelNotInstalled)


def test_a_path_that_is_not_there_is_not_taken_for_a_missing_model(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.replaced["/api/show"] = recording("not_found")
    error = failure(provider)
    assert isinstance(error, ProviderRefused)
    assert error.status == 404


@pytest.mark.parametrize("name", ["chat_too_long", "rendered_too_long_truncate_false"])
def test_a_prompt_that_is_too_long_is_reported_with_the_servers_numbers(
    server: OllamaServer, provider: OllamaProvider, name: str
) -> None:
    server.answer = recorded(name)
    error = failure(provider)
    assert isinstance(error, ContextTooSmall)
    assert error.window_tokens == 2048
    assert 3000 < error.prompt_tokens < 3100
    assert error.answer_tokens == 40


NESTED = {
    "code": 400,
    "message": "request (3032 tokens) exceeds the available context size (2048 tokens), try increasing it",
    "type": "exceed_context_size_error",
    "n_prompt_tokens": 3032,
    "n_ctx": 2048,
}


@pytest.mark.parametrize(
    "error",
    [NESTED, {"error": NESTED}, dump(NESTED), dump({"error": NESTED}), NESTED["message"]],
    ids=["object", "nested object", "text", "nested text", "message alone"],
)
def test_every_wrapping_of_a_too_long_prompt_is_understood(
    server: OllamaServer, provider: OllamaProvider, error: object
) -> None:
    server.answer = refuses_with(400, error)
    caught = failure(provider)
    assert isinstance(caught, ContextTooSmall)
    assert (caught.prompt_tokens, caught.window_tokens) == (3032, 2048)


def test_a_too_long_prompt_without_numbers_is_reported_with_estimates(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    text = "the prompt is longer than the context length currently available to the model; shorten it"
    server.answer = refuses_with(400, text)
    error = failure(provider, question("word " * 2000))
    assert isinstance(error, ContextTooSmall)
    assert error.window_tokens == 2048
    assert error.prompt_tokens > 3000


@pytest.mark.parametrize("kept", [4, 5])
def test_a_prompt_that_was_cut_in_silence_is_too_long(
    server: OllamaServer, provider: OllamaProvider, kept: int
) -> None:
    counted = 2048 - (2048 - kept) // 2
    server.answer = writes("word", figures={"prompt_eval_count": counted, "eval_count": 1})
    assert isinstance(failure(provider, question("word " * 3000)), ContextTooSmall)


def test_a_prompt_with_the_count_of_a_cut_one_is_fine_when_its_text_is_as_short(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.answer = writes("fine", figures={"prompt_eval_count": 1026})
    assert complete(provider, question("word " * 1000)).text == "fine"


def test_a_cut_prompt_is_judged_by_the_window_that_the_model_has(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.models = [Model(MODEL, context_length=2048)]
    server.answer = writes("word", figures={"prompt_eval_count": 1026})
    error = failure(provider, question("word " * 3000, context_tokens=8192))
    assert isinstance(error, ContextTooSmall)
    assert error.window_tokens == 2048


@pytest.mark.parametrize(("status", "is_retryable"), [(400, False), (429, True), (500, True), (502, True), (503, True)])
def test_a_refusal_keeps_its_status_and_its_text(
    server: OllamaServer, provider: OllamaProvider, status: int, is_retryable: bool
) -> None:
    server.answer = refuses_with(status, "server busy, please try again.  maximum pending requests exceeded")
    error = failure(provider)
    assert isinstance(error, ProviderRefused)
    assert error.status == status
    assert error.retryable == is_retryable
    assert error.message.endswith(": server busy, please try again. maximum pending requests exceeded")


def test_nested_json_in_a_refusal_is_unwrapped_to_its_message(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = recorded("chat_bad_schema")
    message = failure(provider).message
    assert message.endswith("JSON schema error at #: unrecognized type thing")
    assert "{" not in message


def test_an_empty_refusal_of_the_host_name_says_what_to_use(server: OllamaServer, provider: OllamaProvider) -> None:
    server.replaced["/api/show"] = Answer([""], 403, "")
    error = failure(provider)
    assert isinstance(error, ProviderRefused)
    assert error.message == f"{server.address} refused with status 403"
    assert "host name" in error.hint


def test_a_sign_in_is_hinted_at(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = lambda _: refuses(401, "unauthorized", signin_url="https://ollama.com/connect?x=1")
    error = failure(provider)
    assert isinstance(error, ProviderRefused)
    assert error.status == 401
    assert "ollama signin" in error.hint
    assert "https://ollama.com/connect?x=1" in error.hint


def test_a_page_of_a_proxy_is_shown_by_its_title(server: OllamaServer, provider: OllamaProvider) -> None:
    page = "<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>"
    server.answer = lambda _: Answer([page], 502, HTML)
    error = failure(provider)
    assert isinstance(error, ProviderRefused)
    assert error.message.endswith("refused with status 502: a web page (502 Bad Gateway)")


@pytest.mark.parametrize("path", ["/api/show", "/api/chat"])
def test_a_page_with_status_200_is_no_ollama_server(server: OllamaServer, provider: OllamaProvider, path: str) -> None:
    server.replaced[path] = Answer(["<!DOCTYPE html><title>Log in</title>"], 200, HTML)
    error = failure(provider)
    assert isinstance(error, ProviderUnreachable)
    assert "does not speak Ollama's protocol: 'a web page (Log in)'" in error.message


@pytest.mark.parametrize("line", ["null", "[1]", "{", '{"message": "text"}', '{"status": "pulling"}'])
def test_a_line_of_an_unknown_shape_is_no_ollama_server(
    server: OllamaServer, provider: OllamaProvider, line: str
) -> None:
    server.answer = writes_lines(chunk({}, "Hi"), line)
    assert isinstance(failure(provider), ProviderUnreachable)


@pytest.mark.parametrize("error", ["runner has unexpectedly stopped", {"message": "runner died"}, "null"])
def test_an_error_line_in_a_stream_is_a_refusal_without_a_status(
    server: OllamaServer, provider: OllamaProvider, error: object
) -> None:
    server.answer = writes_lines(chunk({}, "Hi"), dump({"error": error}))
    caught = failure(provider)
    assert isinstance(caught, ProviderRefused)
    assert caught.status is None
    assert caught.retryable


def test_a_too_long_prompt_in_the_middle_of_a_stream_is_understood(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.answer = writes_lines(chunk({}, "Hi"), dump({"error": {"error": NESTED}}))
    assert isinstance(failure(provider), ContextTooSmall)


def test_a_connection_that_breaks_in_a_stream_is_unreachable(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = writes("one", done_reason=None, ending="drop")
    error = failure(provider)
    assert isinstance(error, ProviderUnreachable)
    assert error.message.startswith(f"the connection to {server.address} broke: ")


def test_a_connection_that_breaks_before_the_first_word_is_unreachable(
    server: OllamaServer, provider: OllamaProvider
) -> None:
    server.answer = writes_lines(ending="drop")
    assert isinstance(failure(provider), ProviderUnreachable)


def test_a_provider_works_again_after_a_failure(server: OllamaServer, provider: OllamaProvider) -> None:
    server.answer = in_turn(writes("x", done_reason=None, ending="drop"), writes("well"))
    failure(provider)
    assert complete(provider).text == "well"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ('{"error":"plain"}', "plain"),
        ('{"error":"{\\"error\\":{\\"message\\":\\"deep\\"}}"}', "deep"),
        ({"error": {"message": "object"}}, "object"),
        ("not json", "not json"),
        ("null", "null"),
        ("[1]", "[1]"),
        ("", ""),
        ('{"error":""}', ""),
        ('{"error":7}', "7"),
    ],
)
def test_a_refusal_is_unwrapped(body: object, text: str) -> None:
    assert read_refusal(body).text == text


def test_a_count_is_a_cut_only_with_too_much_text() -> None:
    assert was_cut(30_000, 2050, 4096)
    assert not was_cut(30_000, 2052, 4096)
    assert not was_cut(8_000, 2050, 4096)
    assert not was_cut(30_000, None, 4096)
