"""Presets: named settings of a run as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflexion_core.errors import SettingsError, StorageError
from reflexion_core.presets import PresetFolder, read_preset, run_values, write_preset
from reflexion_core.setting_fields import run_keys
from reflexion_core.settings import Settings, load_settings, shipped_folder

VALUES = {"quality_score_bar": 80.0, "max_attempts": 2, "model_registry.CRITIC": "llama3:8b", "budget.calls": 6}


@pytest.fixture
def presets(tmp_path: Path) -> PresetFolder:
    return PresetFolder(tmp_path / "presets")


def refusal(text: str | dict[str, Any]) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        read_preset(text if isinstance(text, str) else json.dumps(text), "mine.json")
    return caught.value


def test_what_is_saved_is_what_is_loaded(presets: PresetFolder) -> None:
    presets.save("quick look", VALUES)
    assert presets.names() == ["quick look"]
    assert presets.load("quick look").values == VALUES


def test_the_file_is_one_that_the_command_line_takes_as_its_configuration(tmp_path: Path) -> None:
    PresetFolder(tmp_path).save("quick", VALUES)
    settings = load_settings(tmp_path / "quick.json", environment={}).settings
    assert (settings.quality_score_bar, settings.max_attempts, settings.budget.calls) == (80, 2, 6)
    assert settings.model_registry.CRITIC == "llama3:8b"


def test_a_configuration_is_taken_as_a_preset_without_what_belongs_to_the_server() -> None:
    preset = read_preset((shipped_folder() / "config" / "config.json").read_text("utf-8"), "config.json")
    assert preset.left_out == ("limits", "access", "hosts", "storage", "providers")
    assert preset.values["max_attempts"] == 4
    assert set(preset.values) <= set(run_keys())


def test_only_what_the_file_names_is_in_a_preset() -> None:
    assert read_preset('{"temperatures": {"CRITIC": 0.5}}', "mine.json").values == {"temperatures.CRITIC": 0.5}


def test_an_empty_value_is_a_value() -> None:
    assert read_preset('{"budget": {"tokens": null}}', "mine.json").values == {"budget.tokens": None}


@pytest.mark.parametrize(
    ("payload", "message", "hint"),
    [
        ({"max_atempts": 3}, "mine.json: unknown key 'max_atempts'", "did you mean 'max_attempts'?"),
        ({"max_attempts": 30}, "mine.json: 'max_attempts' is 30: input should be less than or equal to 10", ""),
        (
            {"strategy": "magic"},
            "mine.json: 'strategy' is 'magic'",
            "allowed: auto, critic_loop, plan_and_solve, self_refine",
        ),
        ({"revise": "some"}, "mine.json: 'revise' is 'some': input should be 'parts' or 'whole'", ""),
        ({"model_registry": {"GENRATOR": "x"}}, "unknown key 'model_registry.GENRATOR'", "did you mean 'GENERATOR'?"),
        ({"model_registry": "x"}, "'model_registry' is 'x'", ""),
        ({"budget": {"calls": 0}}, "'budget.calls' is 0: input should be greater than or equal to 1", ""),
        ({"limits": {"files": 3}}, "mine.json: says nothing of a run", "known keys: adjudicate, ask_critic"),
        ({}, "mine.json: says nothing of a run", "known keys"),
        ("[1]", "mine.json: the file must hold one JSON object, not list", ""),
        ("{", "mine.json, line 1, column 2: not JSON", ""),
        ("", "mine.json, line 1, column 1: not JSON", ""),
        ("[" * 100_000, "mine.json", ""),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_file_is_refused_with_its_name_the_key_and_what_is_allowed(
    payload: str | dict[str, Any], message: str, hint: str
) -> None:
    error = refusal(payload)
    assert message in error.message
    assert hint in error.hint


def test_a_byte_order_mark_does_not_matter() -> None:
    assert read_preset('\ufeff{"seed": 3}', "mine.json").values == {"seed": 3}


@pytest.mark.parametrize(
    "name",
    ["", " ", "..", "../x", "a/b", "a\\b", ".hidden", "x.", "x ", "nul", "COM1.x", "a\nb", "a\0b", "x" * 61, "-x"],
    ids=repr,
)
def test_a_name_that_is_no_file_of_the_folder_is_refused(presets: PresetFolder, tmp_path: Path, name: str) -> None:
    for act in (presets.load, presets.delete, lambda name: presets.save(name, VALUES)):
        with pytest.raises(SettingsError, match="cannot be the name of a preset"):
            act(name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x", "Quick look (2)", "llama3.1+qwen", "für später", "x" * 60])
def test_a_usual_name_is_taken(presets: PresetFolder, name: str) -> None:
    presets.save(name, VALUES)
    assert presets.names() == [name]


def test_a_preset_of_the_same_name_is_replaced_and_nothing_else_is_left(presets: PresetFolder, tmp_path: Path) -> None:
    presets.save("quick", VALUES)
    presets.save("quick", VALUES | {"max_attempts": 5})
    assert presets.load("quick").values["max_attempts"] == 5
    assert [path.name for path in (tmp_path / "presets").iterdir()] == ["quick.json"]


def test_names_come_in_alphabetical_order_and_strange_files_are_no_presets(
    presets: PresetFolder, tmp_path: Path
) -> None:
    for name in ("b", "A", "c"):
        presets.save(name, VALUES)
    (tmp_path / "presets" / ".json").write_text("{}")
    (tmp_path / "presets" / "notes.txt").write_text("")
    assert presets.names() == ["A", "b", "c"]


def test_a_preset_that_was_deleted_is_gone(presets: PresetFolder) -> None:
    presets.save("quick", VALUES)
    presets.delete("quick")
    presets.delete("quick")
    assert presets.names() == []
    with pytest.raises(StorageError, match="there is no preset 'quick' any more"):
        presets.load("quick")


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "presets").write_text("a file")
    with pytest.raises(StorageError, match=r"quick\.json: cannot be written"):
        PresetFolder(tmp_path / "presets").save("quick", VALUES)


@given(
    bar=st.floats(0, 100),
    attempts=st.integers(1, 10),
    seconds=st.none() | st.floats(0.001, 1e6),
    language=st.sampled_from(["German", "中文"]),
)
def test_writing_and_reading_is_identity(bar: float, attempts: int, seconds: float | None, language: str) -> None:
    changes = {
        "quality_score_bar": bar,
        "max_attempts": attempts,
        "budget": {"seconds": seconds},
        "language": language,
    }
    values = run_values(Settings.model_validate(changes))
    assert read_preset(write_preset(values), "x").values == values
