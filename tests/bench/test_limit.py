"""The least that a run could have cost."""

from __future__ import annotations

import pytest

from reflexion_core.providers.base import ChatRequest, Completion, Message
from reflexion_core.providers.scripted import ScriptedProvider
from reflexion_core.records import Usage
from reflexion_core.stopping import Stop
from tests.bench.limit import Notes, limit_of, noted


def asked(*lines: str) -> ChatRequest:
    text = "\n".join(lines)
    return ChatRequest(
        model="m",
        messages=(Message(role="user", content=text),),
        temperature=0.0,
        seed=1,
        max_output_tokens=10,
        context_tokens=100,
    )


def answered(text: str, **usage: float) -> Completion:
    return Completion(text=text, finish_reason="stop", usage=Usage.model_validate(usage))


def words(text: str) -> int:
    return len(text.split())


def test_a_line_that_is_read_twice_counts_once() -> None:
    calls = [(asked("the source", "write it"), answered("x")), (asked("the source", "judge it now"), answered("y"))]
    assert limit_of(calls, "", words).prompt_tokens == 2 + 2 + 3


def test_what_was_written_and_not_kept_does_not_count() -> None:
    calls = [(asked("a"), answered("kept as it is\nthrown away")), (asked("b"), answered("kept as it is"))]
    assert limit_of(calls, "kept as it is\nput in by code\n", words).output_tokens == 4


def test_the_speeds_are_those_of_the_calls() -> None:
    calls = [
        (
            asked("one two three four"),
            answered(
                "five six", prompt_tokens=8, cached_tokens=4, prompt_seconds=2.0, output_tokens=4, output_seconds=8.0
            ),
        )
    ]
    assert limit_of(calls, "five six", words).seconds == pytest.approx(4 * 0.5 + 2 * 2.0)


def test_without_times_there_is_no_limit_in_seconds() -> None:
    assert limit_of([(asked("a"), answered("b"))], "b", words).seconds == 0


def test_the_calls_of_a_noted_provider_are_taken_once() -> None:
    notes = Notes()
    provider = noted(ScriptedProvider(replies=lambda _: "text"), notes)
    provider.complete(asked("question"), lambda _: None, Stop())
    assert [completion.text for _, completion in notes.take()] == ["text"]
    assert notes.take() == []


def test_a_provider_that_is_noted_loads_models_as_it_does_without() -> None:
    class Loading(ScriptedProvider):
        def load(self, model: str, context_tokens: int, stop: Stop) -> None:
            loaded.append((model, context_tokens))

    loaded: list[tuple[str, int]] = []
    noted(Loading(replies=["x"]), Notes()).load("m", 100, Stop())
    assert loaded == [("m", 100)]
