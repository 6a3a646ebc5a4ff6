"""The panel of a run's settings on the Review page, its presets, and what a run gets of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.tuning_fields import TUNINGS
from reflexion_core.presets import PresetFolder
from reflexion_core.run_options import RunOptions
from reflexion_core.settings import shipped_folder
from tests.browser.scripts import GOOD_SOURCE
from tests.pages.conftest import OpenPage
from tests.pages.looking import plain, progress_of, start, words

GOOD = ("shapes.py", GOOD_SOURCE)
PRESET = {"quality_score_bar": 72.5, "max_attempts": 2, "budget.calls": 9, "language": "Welsh", "repair": False}


@pytest.fixture
def presets(data_folder: Path) -> PresetFolder:
    return PresetFolder(data_folder / "presets")


def options_of(page: AppTest) -> RunOptions:
    options = progress_of(start(page, GOOD)).options
    assert options is not None
    return options


def take_in(page: AppTest, text: str, name: str = "shared.json") -> None:
    uploader = next(each for each in page.file_uploader if each.label == "Load from a file")
    uploader.upload(name, text.encode()).run()
    assert not page.exception


def choose(page: AppTest, name: str) -> None:
    page.selectbox(key="preset").select(name).run()
    assert not page.exception


def save(page: AppTest, name: str) -> None:
    page.text_input(key="preset_name").set_value(name)
    page.run()
    page.button(key="preset_save").click().run()
    assert not page.exception


def test_every_setting_is_there_with_its_sentence(open_page: OpenPage) -> None:
    page = open_page()
    kinds = ("slider", "selectbox", "multiselect", "number_input", "toggle", "text_input")
    helps = {each.key: each.proto.help for kind in kinds for each in getattr(page, kind)}
    for tuning in TUNINGS:
        assert helps[tuning.widget_key].startswith(tuning.field.sentence)


def test_folded_settings_reach_the_run(open_page: OpenPage) -> None:
    page = open_page()
    page.slider(key="tune_patience").set_value(3)
    page.toggle(key="tune_repair").set_value(False)
    page.toggle(key="tune_lessons").set_value(True)
    page.text_input(key="tune_project").set_value(" shop ")
    page.selectbox(key="tune_revise").select("whole")
    page.slider(key="tune_temperatures_critic").set_value(0.3)
    page.number_input(key="tune_seed").set_value(11)
    page.number_input(key="tune_budget_calls").set_value(6)
    page.number_input(key="tune_budget_seconds").set_value(90.0)
    options = options_of(page)
    assert (options.patience, options.repair, options.revise) == (3, False, "whole")
    assert (options.critic.temperature, options.seed) == (0.3, 11)
    assert (options.lessons, options.project) == (True, "shop")
    assert (options.budget.calls, options.budget.seconds, options.budget.tokens) == (6, 90, None)


def test_a_rubric_and_further_critics_reach_the_run(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLEXION_COMMITTEE", '["scripted:first"]')
    page = open_page()
    page.selectbox(key="tune_rubric").select("full")
    assert page.multiselect(key="tune_committee").value == ["scripted:first"]
    page.multiselect(key="tune_committee").set_value(["scripted:demo", "scripted:first"])
    options = options_of(page)
    assert options.rubric == "full"
    assert {str(ref) for ref in options.committee} == {"scripted:demo", "scripted:first"}


def test_untouched_settings_are_those_of_the_server(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLEXION_PATIENCE", "5")
    monkeypatch.setenv("REFLEXION_BUDGET__TOKENS", "5000")
    options = options_of(open_page())
    assert (options.patience, options.budget.tokens, options.policy) == (5, 5000, "model")


def test_the_number_of_settings_that_differ_is_said_and_can_be_put_back(open_page: OpenPage) -> None:
    page = open_page()
    assert page.button(key="tuning_reset").disabled
    page.slider(key="bar").set_value(50).run()
    page.toggle(key="tune_repair").set_value(False).run()
    assert "More settings · 2 not as on this server" in [each.label for each in page.expander]
    page.button(key="tuning_reset").click().run()
    assert (page.slider(key="bar").value, page.toggle(key="tune_repair").value) == (95, True)
    assert "More settings" in [each.label for each in page.expander]


def test_settings_stay_while_another_page_is_looked_at(open_page: OpenPage) -> None:
    page = open_page()
    page.slider(key="bar").set_value(50).run()
    page.number_input(key="tune_budget_calls").set_value(6).run()
    page.switch_page(str(shipped_folder() / "pages" / "history.py")).run()
    page.switch_page(str(shipped_folder() / "pages" / "review.py")).run()
    assert (page.slider(key="bar").value, page.number_input(key="tune_budget_calls").value) == (50, 6)


def test_a_value_that_is_refused_is_named_and_nothing_can_be_started(open_page: OpenPage) -> None:
    page = open_page()
    page.selectbox(key="example").select("streams.py")
    page.number_input(key="tune_budget_seconds").set_value(0.0).run()
    assert "this form: 'budget.seconds' is 0.0: input should be greater than 0" in plain(page.error[0].value)
    assert next(each for each in page.button if each.label == "Start").disabled


def test_choosing_a_preset_fills_the_panel_and_the_run_gets_it(open_page: OpenPage, presets: PresetFolder) -> None:
    presets.save("quick", PRESET)
    page = open_page()
    choose(page, "quick")
    assert (page.slider(key="bar").value, page.slider(key="attempts").value) == (72.5, 2)
    assert f"Filled in from “quick”: 5 settings, {len(TUNINGS) - 5} left as they were." in words(page)
    options = options_of(page)
    assert (options.quality_score_bar, options.max_attempts, options.budget.calls) == (72.5, 2, 9)
    assert (options.language, options.repair) == ("Welsh", False)


def test_what_was_changed_since_a_preset_was_chosen_is_said(open_page: OpenPage, presets: PresetFolder) -> None:
    presets.save("quick", PRESET)
    page = open_page()
    choose(page, "quick")
    page.slider(key="attempts").set_value(5).run()
    assert "Changed since then: attempts." in words(page)


def test_what_is_set_is_saved_under_a_name_and_can_be_chosen_in_another_tab(
    open_page: OpenPage, presets: PresetFolder
) -> None:
    page = open_page()
    page.slider(key="bar").set_value(60)
    page.selectbox(key="strategy").select("single_pass")
    save(page, "my way")
    assert "Saved as “my way”." in words(page)
    assert page.selectbox(key="preset").value == "my way"
    assert presets.load("my way").values["strategy"] == "single_pass"
    other = open_page()
    choose(other, "my way")
    assert other.slider(key="bar").value == 60


def test_a_bad_name_is_refused_with_what_is_allowed(open_page: OpenPage, presets: PresetFolder) -> None:
    page = open_page()
    save(page, "../mine")
    assert "'../mine' cannot be the name of a preset" in plain(page.error[0].value)
    assert "letters, digits" in plain(page.error[0].value)
    assert presets.names() == []


def test_a_preset_can_be_deleted(open_page: OpenPage, presets: PresetFolder) -> None:
    presets.save("quick", PRESET)
    page = open_page()
    choose(page, "quick")
    page.button(key="preset_delete").click().run()
    assert presets.names() == []
    assert page.selectbox(key="preset").value == "none"
    assert "“quick” is deleted." in words(page)


def test_a_preset_that_another_deleted_is_no_choice_any_more(open_page: OpenPage, presets: PresetFolder) -> None:
    presets.save("quick", PRESET)
    page = open_page()
    choose(page, "quick")
    presets.delete("quick")
    page.run()
    assert not page.exception
    assert page.selectbox(key="preset").value == "none"


def test_a_file_is_taken_in(open_page: OpenPage) -> None:
    page = open_page()
    take_in(page, json.dumps({"quality_score_bar": 61, "budget": {"seconds": 30}, "limits": {"files": 3}}))
    assert (page.slider(key="bar").value, page.number_input(key="tune_budget_seconds").value) == (61, 30)
    said = plain(words(page))
    assert f"Filled in from shared.json: 2 settings, {len(TUNINGS) - 2} left as they were." in said
    assert "Left out, since they belong to the server: limits." in said


def test_the_shipped_configuration_is_taken_in(open_page: OpenPage) -> None:
    page = open_page()
    take_in(page, (shipped_folder() / "config" / "config.json").read_text("utf-8"))
    assert page.selectbox(key="model_critic").value == "ollama:deepseek-coder:6.7b"
    assert "ollama:deepseek-coder:6.7b (not installed)" in page.selectbox(key="model_critic").options


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"max_atempts": 3}', "shared.json: unknown key 'max_atempts'"),
        ('{"max_attempts": 30}', "'max_attempts' is 30: input should be less than or equal to 10"),
        ('{"seed": 99999999999999999999}', "'seed' is 99999999999999999999: input should be less than or equal to"),
        ("{", "shared.json, line 1, column 2: not JSON"),
    ],
)
def test_a_wrong_file_is_refused_and_changes_nothing(open_page: OpenPage, text: str, message: str) -> None:
    page = open_page()
    page.slider(key="bar").set_value(50).run()
    take_in(page, text)
    assert message in plain(page.error[0].value)
    assert page.slider(key="bar").value == 50


def test_the_download_is_what_is_set_now(open_page: OpenPage) -> None:
    page = open_page()
    assert "Download as a file" in [button.proto.label for button in page.get("download_button")]
