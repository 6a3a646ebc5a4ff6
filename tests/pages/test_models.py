"""The Models page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reflexion_core.dashboard import people
from tests.pages.conftest import OpenPage
from tests.pages.looking import plain, words
from tests.providers.ollama_answers import Model, refuses_with
from tests.providers.ollama_server import OllamaServer


@pytest.fixture
def ollama(monkeypatch: pytest.MonkeyPatch) -> Iterator[OllamaServer]:
    with OllamaServer(models=[Model("writer:7b"), Model("judge:3b")]) as running:
        monkeypatch.setenv("REFLEXION_PROVIDERS__OLLAMA__HOST", running.address)
        yield running


def test_a_server_that_does_not_answer_is_named_with_what_to_do(open_page: OpenPage):
    page = open_page("models")
    said = words(page)
    assert "✕ not ready" in said
    assert "No Ollama server answers on" in said
    assert "ollama serve" in said
    assert "Get a model" not in said


def test_where_several_people_come_none_of_them_gets_the_server_a_model(
    open_page: OpenPage, ollama: OllamaServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("REFLEXION_ACCESS", "open")
    monkeypatch.setattr(people, "read_cookies", lambda: {people.COOKIE: "a" * 43})
    page = open_page("models")
    assert "whoever runs it gets its models" in words(page)
    assert "pull_name" not in [box.key for box in page.text_input]


def test_the_models_of_a_server_are_listed(open_page: OpenPage, ollama: OllamaServer):
    page = open_page("models")
    names = [name for frame in page.dataframe[1:] for name in frame.value["Model"]]
    assert {"writer:7b", "judge:3b"} <= set(names)


def test_every_role_is_shown_with_its_model_and_whether_it_is_there(
    open_page: OpenPage, ollama: OllamaServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("REFLEXION_MODEL_REGISTRY__CRITIC", "judge:3b")
    monkeypatch.setenv("REFLEXION_MODEL_REGISTRY__ADJUDICATOR", "absent:1b")
    page = open_page("models")
    roles = page.dataframe[0].value
    assert roles["Role"].tolist() == ["Generator", "Critic", "Adjudicator"]
    assert roles["Model"].tolist()[1:] == ["ollama:judge:3b", "ollama:absent:1b"]
    assert roles["State"].tolist() == ["✓ ready", "✓ ready", "✕ not installed"]
    assert page.code[0].value == "ollama pull absent:1b"


def test_doubles_are_not_offered_as_providers(open_page: OpenPage):
    assert "**scripted**" not in words(open_page("models"))


def test_a_model_can_be_downloaded(open_page: OpenPage, ollama: OllamaServer):
    page = open_page("models")
    page.text_input(key="pull_name").set_value(" new:1b ")
    next(button for button in page.button if button.label == "Pull").click().run()
    assert ollama.find("new:1b") is not None


def test_a_download_that_fails_is_explained(open_page: OpenPage, ollama: OllamaServer):
    ollama.pull = refuses_with(500, "pull model manifest: file does not exist")
    page = open_page("models")
    page.text_input(key="pull_name").set_value("wrong:1b")
    next(button for button in page.button if button.label == "Pull").click().run()
    assert page.error
    assert "wrong:1b" in plain(page.error[0].value) or "file does not exist" in plain(page.error[0].value)


def test_looking_again_finds_what_has_come_since(open_page: OpenPage, ollama: OllamaServer):
    page = open_page("models")
    ollama.models.append(Model("late:1b"))
    next(button for button in page.button if button.label == "Look again").click().run()
    names = [name for frame in page.dataframe[1:] for name in frame.value["Model"]]
    assert "late:1b" in names
