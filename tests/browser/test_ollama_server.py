"""The dashboard over an Ollama server on the wire."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import StartServer, Visit
from tests.browser.screen import FREE_SECONDS, Screen
from tests.browser.scripts import FINAL, FIRST, GOOD_SOURCE
from tests.providers.ollama_answers import Answer, Body, Model, downloads, writes, writes_for_ever
from tests.providers.ollama_server import OllamaServer
from tests.running import verdict

pytestmark = pytest.mark.browser

WRITER, JUDGE = "writer:7b", "judge:3b"
SILENT_SECONDS = 1.0
"""How soon after the click the model must have stopped."""


def review(body: Body) -> Answer:
    """Answer by what is asked for: JSON for the critic, a document for the others."""
    if body.get("format"):
        return writes(verdict(97), first_delay=0.1)(body)
    text = FINAL if "take 1" in str(body["messages"]) else FIRST
    return writes(*re.findall(r"\s*\S+\s*", text), delay=0.005)(body)


@pytest.fixture
def ollama() -> Iterator[OllamaServer]:
    with OllamaServer(review, models=[Model(WRITER), Model(JUDGE, parameter_size="3B")]) as running:
        yield running


@pytest.fixture
def over_ollama(ollama: OllamaServer, start_server: StartServer, visit: Visit) -> Screen:
    roles = {"GENERATOR": WRITER, "CRITIC": JUDGE, "ADJUDICATOR": WRITER}
    registry: dict[str, Any] = {f"MODEL_REGISTRY__{role}": name for role, name in roles.items()}
    server = start_server(**registry, PROVIDERS__OLLAMA__HOST=ollama.address)
    return visit(server).open()


def stop_and_measure(screen: Screen, ollama: OllamaServer) -> int:
    """Press Stop and return how many pieces the server wrote later than a second after the click."""
    generation = ollama.generations[-1]
    stop = screen.page.get_by_role("button", name="Stop")
    stop.wait_for()
    clicked = time.monotonic()
    stop.click()
    screen.see("Stopped by you.", seconds=FREE_SECONDS)
    ollama.wait_for(lambda _: generation.state == "stopped", SILENT_SECONDS)
    assert generation.ended_at is not None
    assert generation.ended_at - clicked < SILENT_SECONDS
    written = generation.lines_written
    screen.page.wait_for_timeout(300)
    return generation.lines_written - written


def test_a_review_runs_on_the_models_of_the_server(over_ollama: Screen, ollama: OllamaServer):
    over_ollama.follow("Models")
    over_ollama.see(ollama.address.removeprefix("http://"))
    over_ollama.see("Get a model")
    over_ollama.shot("models")
    over_ollama.follow("Review")
    over_ollama.start(("shapes.py", GOOD_SOURCE))
    over_ollama.see("✓ approved")
    over_ollama.until(lambda: len(over_ollama.rounds()) == 1)
    assert [chat["model"] for chat in ollama.chats if chat["messages"]] == [WRITER, JUDGE, WRITER]
    assert [chat["model"] for chat in ollama.chats if not chat["messages"]] == [JUDGE], "loaded ahead, and once"
    over_ollama.page.locator(".reflexion-document h1").wait_for()
    over_ollama.shot("finished")


def test_a_stop_reaches_the_model_while_it_writes(over_ollama: Screen, ollama: OllamaServer):
    ollama.answer = writes_for_ever(delay=0.02)
    over_ollama.start(("shapes.py", GOOD_SOURCE))
    over_ollama.until(lambda: "word word" in over_ollama.live_text)
    assert stop_and_measure(over_ollama, ollama) == 0
    assert [chat["model"] for chat in ollama.chats if chat["messages"]] == [WRITER]


def test_a_stop_reaches_the_model_while_it_reads_the_prompt(over_ollama: Screen, ollama: OllamaServer):
    ollama.answer = writes("late", first_delay=60)
    over_ollama.start(("shapes.py", GOOD_SOURCE))
    over_ollama.see("Generator · reading the prompt")
    over_ollama.until(lambda: ollama.generations)
    over_ollama.shot("reading")
    assert stop_and_measure(over_ollama, ollama) == 0
    assert ollama.generations[-1].lines_written == 0


def test_a_download_shows_how_far_it_is_and_the_model_can_be_used(over_ollama: Screen, ollama: OllamaServer):
    ollama.pull = downloads(delay=0.4)
    over_ollama.follow("Models")
    over_ollama.page.get_by_label("Model of the Ollama library").fill("new:1b")
    over_ollama.press("Pull")
    bar = over_ollama.page.get_by_role("progressbar")
    over_ollama.until(lambda: 0 < int(bar.get_attribute("aria-valuenow") or 0) < 100)
    over_ollama.shot("pulling")
    over_ollama.see("new:1b is installed")
    over_ollama.follow("Review")
    over_ollama.page.get_by_role("combobox", name="Generator model").click()
    over_ollama.page.get_by_role("option", name="ollama:new:1b").wait_for()
