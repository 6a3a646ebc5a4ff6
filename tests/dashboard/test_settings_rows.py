"""Settings as a table: values with where they come from, and no secret among them."""

from __future__ import annotations

import json
from pathlib import Path

from reflexion_core.dashboard.settings_rows import SettingRow, setting_rows
from reflexion_core.dashboard.settings_view import rows_html
from reflexion_core.setting_fields import setting_keys
from reflexion_core.settings import load_settings


def rows(config: Path | None = None, **variables: str) -> dict[str, SettingRow]:
    return {row.key: row for row in setting_rows(load_settings(config, None, variables))}


def test_every_setting_has_a_row_and_a_sentence() -> None:
    found = rows()
    assert set(setting_keys()) - {"providers"} <= set(found)
    assert all(row.sentence for row in found.values())


def test_a_value_names_the_highest_place_that_says_it(tmp_path: Path) -> None:
    config = tmp_path / "mine.json"
    config.write_text(json.dumps({"max_attempts": 3, "patience": 3}), encoding="utf-8")
    found = rows(config, REFLEXION_PATIENCE="5")
    assert (found["max_attempts"].value, found["max_attempts"].origin) == ("3", "mine.json")
    assert (found["patience"].value, found["patience"].origin) == ("5", "REFLEXION_PATIENCE")
    assert (found["seed"].value, found["seed"].origin) == ("7", "built-in default")
    assert [found[key].is_changed for key in ("max_attempts", "patience", "seed")] == [True, True, False]


def test_a_part_of_a_group_has_a_place_of_its_own(tmp_path: Path) -> None:
    config = tmp_path / "mine.json"
    config.write_text('{"budget": {"tokens": 5000}}', encoding="utf-8")
    found = rows(config)
    assert (found["budget.tokens"].value, found["budget.tokens"].origin) == ("5000", "mine.json")
    assert (found["budget.calls"].value, found["budget.calls"].origin) == ("empty", "built-in default")


def test_no_secret_is_shown() -> None:
    found = rows(
        REFLEXION_PROVIDERS__OLLAMA__API_KEY="hush-hush",
        REFLEXION_STORAGE__URL="postgresql://me:pass-word@db/runs",
        REFLEXION_PROVIDERS__OLLAMA__HOST="http://me:pass-word@server:11434",
    )
    assert found["providers.ollama.api_key"].value == "set, not shown"
    assert found["storage.url"].value == "postgresql://me:…@db/runs"
    assert not any(secret in str(row) for row in found.values() for secret in ("hush", "pass-word"))


def test_an_option_of_a_provider_names_its_place() -> None:
    found = rows(OLLAMA_HOST="10.0.0.5:11434")
    assert found["providers.ollama.host"].origin == "OLLAMA_HOST"
    assert found["providers.ollama.keep_alive"].origin == "built-in default"
    assert "providers.scripted.demo" not in found


def test_nothing_of_a_value_is_read_as_html() -> None:
    row = SettingRow("rubric", "<b onclick=x>", "<i>", "Say `<u>`.", is_changed=False)
    html = rows_html([row])
    assert "&lt;b onclick=x&gt;" in html
    assert '<td class="rx-fix">&lt;i&gt;</td>' in html
    assert "<code>&lt;u&gt;</code>" in html
