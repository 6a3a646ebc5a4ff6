"""Read a program's settings from INI text, and say exactly what is wrong with them."""

from __future__ import annotations

import configparser
from dataclasses import dataclass
from pathlib import Path

LEVELS = ("debug", "info", "warning", "error")


class SettingsError(ValueError):
    """A setting is missing or wrong."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(f"{key}: {problem}")
        self.key = key


@dataclass(frozen=True)
class Settings:
    host: str
    port: int = 8080
    timeout: float = 2.5
    level: str = "info"
    debug: bool = False


def parse_settings(text: str) -> Settings:
    """Read the section `[server]` of an INI text."""
    values = _read_section(text, "server")
    return Settings(
        host=_require(values, "host"),
        port=_read_port(values.get("port", "8080")),
        timeout=_read_positive("timeout", values.get("timeout", "2.5")),
        level=_read_choice("level", values.get("level", "info"), LEVELS),
        debug=_read_flag("debug", values.get("debug", "no")),
    )


def load_settings(path: Path | str) -> Settings:
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SettingsError("file", f"{path.name} does not exist") from None
    except UnicodeDecodeError as exc:
        raise SettingsError("file", f"{path.name} is not UTF-8") from exc
    return parse_settings(text)


def load_or_default(path: Path | str, default: Settings) -> Settings:
    """Return the settings of a file, or the default when there is no such file.

    A file that is there and wrong is still an error.
    """
    if not Path(path).exists():
        return default
    return load_settings(path)


def _read_section(text: str, name: str) -> dict[str, str]:
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
        return dict(parser[name])
    except KeyError:
        raise SettingsError(name, "section is missing") from None
    except configparser.Error as exc:
        raise SettingsError("file", "is not INI text") from exc


def _require(values: dict[str, str], key: str) -> str:
    value = values.get(key, "").strip()
    if not value:
        raise SettingsError(key, "is required")
    return value


def _read_port(value: str) -> int:
    try:
        port = int(value)
    except ValueError as exc:
        raise SettingsError("port", f"{value!r} is not a whole number") from exc
    if not 1 <= port <= 65535:
        raise SettingsError("port", f"{port} is not between 1 and 65535")
    return port


def _read_positive(key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError as exc:
        raise SettingsError(key, f"{value!r} is not a number") from exc
    if not number > 0:
        raise SettingsError(key, "must be positive")
    return number


def _read_choice(key: str, value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise SettingsError(key, f"must be one of {', '.join(choices)}")
    return value


def _read_flag(key: str, value: str) -> bool:
    try:
        return configparser.ConfigParser.BOOLEAN_STATES[value.lower()]
    except KeyError:
        raise SettingsError(key, f"{value!r} is neither yes nor no") from None
