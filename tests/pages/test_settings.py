"""The Settings page: where settings come from, the prompts in use, what has changed in them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from reflexion_core.dashboard.holder import forget_server_state, server_state
from reflexion_core.settings import shipped_folder
from tests.pages.conftest import OpenPage
from tests.pages.looking import plain, words

SHIPPED = shipped_folder() / "config" / "prompts"


@pytest.fixture
def prompts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of prompts of its own, which the settings name."""
    folder = tmp_path / "prompts"
    shutil.copytree(SHIPPED, folder)
    monkeypatch.setenv("REFLEXION_PROMPTS_FOLDER", str(folder))
    return folder


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "adjudicator" / "finish.md"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    forget_server_state()


def compared(page: AppTest) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(page.get("bidi_component")[0].proto.json)
    return data


def choose(page: AppTest, name: str) -> None:
    page.selectbox(key="prompt").select(name).run()
    assert not page.exception


def test_every_setting_is_listed_with_its_place(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLEXION_PATIENCE", "5")
    said = words(open_page("settings"))
    assert "config.json" in said
    assert '<code>patience</code></td><td class="rx-fix"><b>5</b></td><td class="rx-fix">REFLEXION_PATIENCE' in said


def test_only_what_is_not_built_in_can_be_listed(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFLEXION_PATIENCE", "5")
    page = open_page("settings")
    assert "<code>seed</code>" in words(page)
    page.toggle(key="settings_changed").set_value(True).run()
    assert "<code>patience</code>" in words(page)
    assert "<code>seed</code>" not in words(page)


def test_a_configuration_that_is_not_there_is_a_warning(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REFLEXION_CONFIG", str(tmp_path / "gone.json"))
    assert "gone.json does not exist; the built-in defaults are used" in plain(open_page("settings").warning[0].value)


def test_every_prompt_can_be_read_with_id_version_hash_and_text(open_page: OpenPage) -> None:
    page = open_page("settings")
    found = server_state().runs.prompts
    assert tuple(page.selectbox(key="prompt").options) == found.names
    for name in found.names:
        choose(page, name)
        version = found[name].version
        assert f"version {version.version} · {version.sha256[:12]}" in words(page)
        assert page.code[0].value == found[name].text


def test_without_another_version_that_is_said(open_page: OpenPage) -> None:
    assert "No other version of this prompt has been in use here" in plain(open_page("settings").info[0].value)


@pytest.mark.usefixtures("prompts")
def test_the_same_text_as_shipped_is_no_other_version(open_page: OpenPage) -> None:
    assert "No other version" in plain(open_page("settings").info[0].value)


def test_a_prompt_of_ones_own_is_compared_with_the_shipped_one(open_page: OpenPage, prompts: Path) -> None:
    change(prompts, "The reviewer had no remarks.", "Nobody had remarks.")
    page = open_page("settings")
    choose(page, "adjudicator/finish")
    (option,) = page.selectbox(key="prompt_other_adjudicator/finish").options
    assert option.startswith("As shipped · version")
    data = compared(page)
    assert option in data["titles"][0]
    assert any(row[0] == "changed" for row in data["rows"])


def test_a_version_that_was_in_use_before_is_kept_and_compared(open_page: OpenPage, prompts: Path) -> None:
    change(prompts, "The reviewer had no remarks.", "Nobody had remarks.")
    open_page("settings")
    change(prompts, "Nobody had remarks.", "There are no remarks.")
    page = open_page("settings")
    choose(page, "adjudicator/finish")
    box = page.selectbox(key="prompt_other_adjudicator/finish")
    kept = [option for option in box.options if option.startswith("In use before")]
    assert len(kept) == 1
    box.select(kept[0]).run()
    assert "Nobody" in json.dumps(compared(page)["rows"])


def test_a_broken_prompt_is_an_error_and_the_others_can_be_read(open_page: OpenPage, prompts: Path) -> None:
    change(prompts, "{% if remarks %}", "{% if remarks")
    page = open_page("settings")
    choose(page, "adjudicator/finish")
    assert "finish.md" in plain(page.error[0].value)
    choose(page, "critic/review")
    assert not page.error
