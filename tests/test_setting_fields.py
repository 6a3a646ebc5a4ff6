"""What a form or a table knows of a setting."""

from __future__ import annotations

import json

import pytest

from reflexion_core.run_options import RunOptions
from reflexion_core.setting_fields import nested, run_keys, setting_field, setting_keys, value_at
from reflexion_core.settings import Settings, shipped_folder


@pytest.mark.parametrize("key", setting_keys())
def test_every_setting_says_what_it_does_in_a_sentence(key: str) -> None:
    sentence = setting_field(key).sentence
    assert sentence[0].isupper()
    assert sentence.endswith(".")


@pytest.mark.parametrize("name", RunOptions.model_fields)
def test_every_option_of_a_run_is_a_setting_that_a_preset_can_hold(name: str) -> None:
    keys = {"generator": "GENERATOR", "critic": "CRITIC", "adjudicator": "ADJUDICATOR"}
    wanted = {f"model_registry.{keys[name]}", f"temperatures.{keys[name]}"} if name in keys else {name}
    found = set(run_keys()) | {key.partition(".")[0] for key in run_keys()}
    assert wanted <= found


def test_what_a_setting_can_be_is_read_from_its_record() -> None:
    bar, revise, calls = setting_field("quality_score_bar"), setting_field("revise"), setting_field("budget.calls")
    assert (bar.kind, bar.low, bar.high, bar.default) == ("number", 0, 100, 95)
    assert (revise.kind, revise.choices) == ("choice", ("parts", "whole"))
    assert (calls.kind, calls.low, calls.high, calls.is_optional) == ("whole", 1, None, True)
    assert "single_pass" in setting_field("strategy").choices


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(KeyError):
        setting_field("budget.zzz")


def test_values_by_key_and_the_form_of_the_file_say_the_same() -> None:
    payload = json.loads((shipped_folder() / "config" / "config.json").read_text("utf-8"))
    values = {key: value_at(payload, key) for key in run_keys() if value_at(payload, key) is not None}
    again = nested(values)
    assert again["temperatures"] == payload["temperatures"]
    assert again["quality_score_bar"] == payload["quality_score_bar"]


def test_the_settings_of_a_server_are_none_of_a_run() -> None:
    assert not {"storage.url", "limits.files", "run_examples"} & set(run_keys())
    assert set(run_keys()) < set(setting_keys())
    assert Settings().language == value_at(Settings(), "language")
