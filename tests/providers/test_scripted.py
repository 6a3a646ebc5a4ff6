"""The scripted provider."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflexion_core.errors import Cancelled, ModelNotInstalled, ProviderError, ScriptExhausted
from reflexion_core.providers.base import ChatRequest, Completion, Message
from reflexion_core.providers.scripted import ScriptedOptions, ScriptedProvider, ScriptedReply
from reflexion_core.settings import shipped_folder
from reflexion_core.stopping import Stop
from tests.running import Script, draft, run, source

DEMO = shipped_folder() / "config" / "demo.json"


def question(model: str = "test", *, role: str = "generator", number: int = 1) -> ChatRequest:
    return ChatRequest(
        model=model,
        messages=(Message(role="user", content="Write."),),
        temperature=0,
        seed=1,
        max_output_tokens=100,
        context_tokens=1000,
        role=role,
        round=number,
    )


def ask(provider: ScriptedProvider, request: ChatRequest | None = None) -> Completion:
    return provider.complete(request or question(), lambda _: None, Stop())


def write(folder: Path, *replies: dict[str, object]) -> str:
    path = folder / "script.json"
    path.write_text(json.dumps({"replies": replies}), encoding="utf-8")
    return str(path)


def test_replies_come_in_order_and_requests_are_kept() -> None:
    provider = ScriptedProvider(replies=["one", ScriptedReply(text="two", finish_reason="length")])
    first, second = ask(provider), ask(provider, question(number=2))
    assert (first.text, first.finish_reason) == ("one", "stop")
    assert (second.text, second.finish_reason) == ("two", "length")
    assert [request.round for request in provider.requests] == [1, 2]


def test_a_list_that_is_used_up_is_an_error() -> None:
    provider = ScriptedProvider(replies=["one"])
    ask(provider)
    with pytest.raises(ScriptExhausted, match="no more replies"):
        ask(provider)


def test_a_function_answers_by_the_request() -> None:
    provider = ScriptedProvider(replies=lambda request: f"{request.role} {request.round}")
    assert ask(provider, question(role="critic", number=3)).text == "critic 3"


def test_an_exception_in_the_list_fails_the_call() -> None:
    provider = ScriptedProvider(replies=[ProviderError("no"), "yes"])
    with pytest.raises(ProviderError, match="no"):
        ask(provider)
    assert ask(provider).text == "yes"


@given(st.text())
def test_the_pieces_of_a_reply_are_the_reply(text: str) -> None:
    pieces: list[str] = []
    completion = ScriptedProvider(replies=[text]).complete(question(), pieces.append, Stop())
    assert "".join(pieces) == text == completion.text


def test_usage_counts_the_prompt_and_the_pieces() -> None:
    usage = ask(ScriptedProvider(replies=["one two three"])).usage
    assert usage.output_tokens == 3
    assert usage.prompt_tokens


def test_a_stop_ends_a_slow_reply_between_two_pieces() -> None:
    provider = ScriptedProvider(replies=[ScriptedReply(text="one two", seconds_between=60)])
    stop, pieces = Stop(), []

    def take(piece: str) -> None:
        pieces.append(piece)
        threading.Timer(0.05, stop.set).start()

    started = time.monotonic()
    with pytest.raises(Cancelled):
        provider.complete(question(), take, stop)
    assert pieces == ["one "]
    assert time.monotonic() - started < 5


def test_a_file_answers_by_role_and_round_and_its_last_reply_stays(tmp_path: Path) -> None:
    replies = [
        {"role": "generator", "text": "first"},
        {"role": "critic", "text": "verdict"},
        {"role": "generator", "text": "second"},
    ]
    model, provider = write(tmp_path, *replies), ScriptedProvider()
    texts = [ask(provider, question(model, number=number)).text for number in (1, 2, 3)]
    assert texts == ["first", "second", "second"]
    assert ask(provider, question(model, role="critic")).text == "verdict"


def test_a_file_without_a_reply_for_the_role_is_an_error(tmp_path: Path) -> None:
    model = write(tmp_path, {"role": "critic", "text": "verdict"})
    with pytest.raises(ScriptExhausted):
        ask(ScriptedProvider(), question(model))


def test_a_file_that_is_not_there_is_a_model_that_is_not_installed(tmp_path: Path) -> None:
    with pytest.raises(ModelNotInstalled) as caught:
        ScriptedProvider().describe(str(tmp_path / "gone.json"))
    assert "gone.json" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("text", ["", "[]", '{"replies": [{"txt": "x"}]}', '{"replies": 5}'])
def test_a_file_that_is_no_script_is_refused_by_its_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "script.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProviderError, match=r"script\.json: not a script"):
        ask(ScriptedProvider(), question(str(path)))


def test_the_demonstration_is_listed_and_described() -> None:
    provider = ScriptedProvider(ScriptedOptions(demo=str(DEMO)))
    assert [info.ref.name for info in provider.list_models()] == ["demo"]
    assert provider.status().is_ready


def test_the_demonstration_reviews_the_example_in_three_rounds_to_an_approval() -> None:
    replies = json.loads(DEMO.read_text(encoding="utf-8"))["replies"]
    by_role = {
        role: [reply["text"] for reply in replies if reply["role"] == role]
        for role in ("generator", "critic", "adjudicator")
    }
    script = Script(by_role["generator"], by_role["critic"], by_role["adjudicator"][0])
    example = (shipped_folder() / "examples" / "compound_interest.py").read_text(encoding="utf-8")
    progress = run(script, of=source(example, "compound_interest.py")).progress
    assert progress.is_approved
    assert len(progress.rounds) == 3
    assert progress.document is not None
    assert progress.document.note == ""
    fixes = [item.decision.fix.origin for item in progress.rounds if item.decision and item.decision.fix]
    assert fixes == ["critic_issue", "critic_issue"]


def test_a_question_is_known_again_whoever_asks_it_and_of_which_model() -> None:
    request = question()
    alike = request.model_copy(update={"model": "other", "context_tokens": 9, "role": "critic", "round": 7})
    assert alike.sha256 == request.sha256
    for change in ({"seed": 2}, {"temperature": 0.5}, {"messages": (Message(role="user", content="Read."),)}):
        assert request.model_copy(update=change).sha256 != request.sha256


def test_scripted_runs_do_not_share_their_replies() -> None:
    first = run(Script([draft(1)]))
    second = run(Script([draft(2)]))
    assert first.progress.rounds[0].draft != second.progress.rounds[0].draft
