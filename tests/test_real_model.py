"""The embedded model for real: from file to document, stopped while it reads and writes, shared by two runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from reflexion_core.providers.base import ChatRequest, Message
from reflexion_core.providers.embedded import EmbeddedOptions, EmbeddedProvider
from reflexion_core.roles._critic_reply import answer_schema, read_critique
from reflexion_core.stopping import Stop
from tests.bench.stopping import stop_after
from tests.running import CLASSIC

_ROOT = Path(__file__).parent.parent
_LONG_PROMPT = "\n".join(f"def function_{number}(value): return value * {number}" for number in range(120))

pytestmark = [pytest.mark.model, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def provider() -> Iterator[EmbeddedProvider]:
    embedded = EmbeddedProvider(EmbeddedOptions(context_tokens=4096))
    status = embedded.status()
    if not status.is_ready:
        if os.environ.get("TEST_REQUIRE_MODEL") == "1":
            pytest.fail(f"the embedded model is required: {status.problem}")
        pytest.skip(f"NO EMBEDDED MODEL: {status.problem}; {status.hint}")
    yield embedded
    embedded.close()


def ask(prompt: str, *, tokens: int, schema: dict[str, object] | None = None) -> ChatRequest:
    return ChatRequest(
        model=EmbeddedProvider.default_model,
        messages=(Message(role="user", content=prompt),),
        temperature=0.0,
        seed=7,
        max_output_tokens=tokens,
        context_tokens=4096,
        answer_schema=schema,
    )


def test_it_streams_text_and_says_what_it_took(provider: EmbeddedProvider) -> None:
    pieces: list[str] = []
    completion = provider.complete(ask("Count from 1 to 5.", tokens=40), pieces.append, Stop())
    assert len(pieces) > 3
    assert "".join(pieces) == completion.text
    assert completion.finish_reason == "stop"
    usage = completion.usage
    assert (usage.prompt_tokens or 0) > 5
    assert usage.output_tokens is not None
    assert usage.output_tokens >= len(pieces)
    assert (usage.output_seconds or 0) > 0


def test_an_answer_longer_than_its_limit_is_called_cut(provider: EmbeddedProvider) -> None:
    completion = provider.complete(ask("Count from 1 to 100.", tokens=8), lambda _: None, Stop())
    assert completion.finish_reason == "length"
    assert completion.usage.output_tokens == 8


def test_the_same_beginning_is_not_read_again(provider: EmbeddedProvider) -> None:
    provider.complete(ask(f"{_LONG_PROMPT[:1500]}\nAnswer: yes.", tokens=2), lambda _: None, Stop())
    again = provider.complete(ask(f"{_LONG_PROMPT[:1500]}\nAnswer: no.", tokens=2), lambda _: None, Stop())
    assert again.usage.prompt_tokens is not None
    assert again.usage.cached_tokens is not None
    assert again.usage.cached_tokens > 0.8 * again.usage.prompt_tokens


def test_the_grammar_makes_a_critique_that_can_be_read(provider: EmbeddedProvider) -> None:
    prompt = "Grade this documentation of `def f(x): return x + 1`: “f(x) returns x plus two.” Answer as JSON."
    completion = provider.complete(ask(prompt, tokens=900, schema=answer_schema(CLASSIC.names)), lambda _: None, Stop())
    keys = list(json.loads(completion.text))
    assert keys == ["issues", "score_completeness", "score_technical_accuracy", "single_critical_fix"]
    assert 0 <= read_critique(completion.text, CLASSIC.names).dimensions["technical_accuracy"] <= 100


@pytest.mark.parametrize(
    ("prompt", "limit"),
    # What is at work is ended at the next batch or token: 0.7 and 0.2 s on a quiet machine (make bench).
    [(_LONG_PROMPT, 10.0), ("Write the numbers from 1 to 500, one a line.", 3.0)],
    ids=["reading", "writing"],
)
def test_a_stop_reaches_the_model(provider: EmbeddedProvider, prompt: str, limit: float) -> None:
    caller_free, model_free = stop_after(provider, prompt, delay=1.5)
    assert caller_free < 1.0
    assert model_free < limit


def test_two_callers_wait_for_each_other_and_both_are_served(provider: EmbeddedProvider) -> None:
    texts: list[str] = []

    def call(word: str) -> None:
        texts.append(provider.complete(ask(f"Say only: {word}", tokens=8), lambda _: None, Stop()).text)

    threads = [threading.Thread(target=call, args=(word,)) for word in ("apple", "river")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(text.strip(" .!").lower() for text in texts) == ["apple", "river"]


@pytest.mark.usefixtures("provider")
def test_the_command_line_makes_a_document_from_a_file(tmp_path: Path) -> None:
    roles = [part for role in ("generator", "critic", "adjudicator") for part in ("--model", f"{role}=embedded")]
    command = [sys.executable, "-m", "reflexion_core", "review", "examples/compound_interest.py"]
    done = subprocess.run(
        [*command, *roles, "--attempts", "1", "--json", "--output", str(tmp_path / "out.md")],
        cwd=_ROOT,
        env=os.environ | {"REFLEXION_STORAGE__FOLDER": str(tmp_path), "REFLEXION_MAX_OUTPUT_TOKENS": "800"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 3), done.stderr
    (report,) = json.loads(done.stdout)
    assert report["state"] == "finished"
    assert report["reason"] in ("approved", "attempts", "critic_failed")
    assert report["models"]["critic"] == "embedded:qwen2.5-coder-1.5b-instruct"
    assert report["roles"]["generator"]["output_tokens"] > 50
    document = (tmp_path / "out.md").read_text()
    assert document == report["document"]
    assert "compound_interest" in document
    assert "years_to_double" in document
    assert not document.startswith("```")
