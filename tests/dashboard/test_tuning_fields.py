"""The list that the panel of a run's settings is built from."""

from __future__ import annotations

import pytest

from reflexion_core.dashboard.tuning_fields import (
    GROUPS,
    LANGUAGES,
    LARGEST,
    TUNINGS,
    changed_keys,
    form_values,
    start_values,
)
from reflexion_core.errors import SettingsError
from reflexion_core.presets import run_values
from reflexion_core.setting_fields import run_keys
from reflexion_core.settings import Settings, overlay


def test_every_setting_of_a_run_is_in_the_panel_once() -> None:
    assert sorted(tuning.key for tuning in TUNINGS) == sorted(run_keys())


def test_every_setting_has_a_place_and_a_name_of_its_own() -> None:
    assert {tuning.group for tuning in TUNINGS} == {"", *GROUPS}
    assert len({tuning.widget_key for tuning in TUNINGS}) == len({tuning.label for tuning in TUNINGS}) == len(TUNINGS)


def test_the_panel_begins_with_the_settings_of_the_server_and_its_models() -> None:
    settings = overlay(Settings(), {"max_attempts": 2}, "here")
    values = start_values(settings, {"GENERATOR": "embedded:small"})
    assert values["max_attempts"] == 2
    assert values["model_registry.GENERATOR"] == "embedded:small"
    assert values.keys() == run_values(settings).keys()


def test_a_model_of_a_preset_is_named_as_the_panel_names_it() -> None:
    assert form_values({"model_registry.CRITIC": "llama3:8b"}, "x") == {"model_registry.CRITIC": "ollama:llama3:8b"}
    assert form_values({"model_registry.CRITIC": "embedded"}, "x")["model_registry.CRITIC"].startswith("embedded:")


def test_a_number_that_a_browser_cannot_hold_is_refused() -> None:
    assert form_values({"seed": LARGEST}, "x") == {"seed": LARGEST}
    with pytest.raises(SettingsError, match="x: 'seed' is"):
        form_values({"seed": LARGEST + 1}, "x")


def test_what_has_changed_comes_in_the_order_of_the_screen() -> None:
    before = {"seed": 1, "max_attempts": 2, "repair": True}
    assert changed_keys({"seed": 2, "max_attempts": 3, "repair": True, "patience": 9}, before) == [
        "max_attempts",
        "seed",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_is_offered_is_allowed(language: str) -> None:
    assert overlay(Settings(), {"language": language}, "here").language == language
