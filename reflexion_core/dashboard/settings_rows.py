"""Every setting as a row of a table: its value, the place that says it, what it does; secrets are never in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from reflexion_core.providers.base import PROVIDERS
from reflexion_core.setting_fields import setting_field, setting_keys, value_at
from reflexion_core.settings import LoadedSettings, Settings

_PASSWORD = re.compile(r"(://[^:/@\s]*:)[^@\s]*@")
"""The password in an address such as `postgresql://me:secret@host/db`."""


@dataclass(frozen=True)
class SettingRow:
    """One setting of this server."""

    key: str
    value: str
    origin: str
    """The place that says the value."""
    sentence: str
    is_changed: bool
    """Whether it differs from the built-in default."""


def setting_rows(loaded: LoadedSettings) -> list[SettingRow]:
    """Return every setting, and every option of the providers."""
    defaults = Settings()
    rows = [
        _row(loaded, key, value_at(loaded.settings, key), value_at(defaults, key), setting_field(key).sentence)
        for key in setting_keys()
        if key != "providers"
    ]
    return [*rows, *_provider_rows(loaded)]


def _provider_rows(loaded: LoadedSettings) -> Iterator[SettingRow]:
    for name in PROVIDERS:
        kind = PROVIDERS[name].Options
        told = loaded.settings.providers.get(name, {})
        if PROVIDERS[name].is_double and not told:
            continue
        options, defaults = kind.model_validate(told), kind()
        for field, about in kind.model_fields.items():
            sentence = " ".join((about.description or "").split())
            key = f"providers.{name}.{field}"
            yield _row(loaded, key, getattr(options, field), getattr(defaults, field), sentence)


def _row(loaded: LoadedSettings, key: str, value: Any, default: Any, sentence: str) -> SettingRow:
    origin = loaded.origin(key)
    if origin == loaded.config_file:
        origin = Path(origin).name
    return SettingRow(key, value_words(value), origin, sentence, value != default)


def value_words(value: Any) -> str:
    """Return a value as a reader sees it; of a secret only whether there is one."""
    if isinstance(value, SecretStr):
        return "set, not shown" if value.get_secret_value() else "empty"
    if value is None or value in ("", ()):
        return "empty"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return _PASSWORD.sub(r"\1…@", str(value))
