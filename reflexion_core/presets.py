"""Named settings of a run, one file each, in the form of `config.json`.

Such a file can be handed to a colleague, or to the command line with `--config`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reflexion_core.errors import SettingsError, StorageError
from reflexion_core.setting_fields import nested, run_keys, value_at
from reflexion_core.settings import Settings, overlay, parse_config
from reflexion_core.whole_files import write_whole

_NAME = re.compile(r"\w(?:[\w .()+-]{0,58}[\w)+-])?")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""What Windows takes for a device, whatever comes after the dot."""


@dataclass(frozen=True)
class Preset:
    """What a file says of how a run goes."""

    values: dict[str, Any]
    """Values by the keys of `run_keys`; those that the file does not name are not in it."""
    left_out: tuple[str, ...] = ()
    """Keys of the file that are right and belong to the server, not to a run."""


def read_preset(text: str, place: str) -> Preset:
    """Read a file in the form of `config.json`.

    Args:
        text: What it holds.
        place: Its name, for what is said of it.

    Raises:
        SettingsError: it is no JSON object, a key or a value is wrong, or it says nothing of a run; names the place,
            the key and what is allowed.
    """
    payload = parse_config(text.removeprefix("\ufeff"), place)
    settings = overlay(Settings(), payload, place)
    values = {key: value_at(settings, key) for key in run_keys() if _is_said(payload, key)}
    groups = {key.partition(".")[0] for key in run_keys()}
    if not values:
        raise SettingsError(f"{place}: says nothing of a run", hint=f"known keys: {', '.join(sorted(groups))}")
    return Preset(values, tuple(key for key in payload if key not in groups))


def write_preset(values: dict[str, Any]) -> str:
    """Return the text of a preset's file.

    Args:
        values: Values by key, as `Preset.values`.
    """
    ordered = {key: values[key] for key in run_keys() if key in values}
    return json.dumps(nested(ordered), indent=2, ensure_ascii=False) + "\n"


def run_values(settings: Settings) -> dict[str, Any]:
    """Return what the settings say of a run, by key."""
    return {key: value_at(settings, key) for key in run_keys()}


class PresetFolder:
    """The presets of a server.

    Args:
        folder: Where their files are; made when the first one is saved.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """Return the names of all presets, in alphabetical order."""
        found = (path.stem for path in self._folder.glob("*.json") if _is_name(path.stem))
        return sorted(found, key=str.casefold)

    def load(self, name: str) -> Preset:
        """Read a preset.

        Raises:
            SettingsError: the name is none, or the file has been made wrong by hand.
            StorageError: it is not there, or cannot be read.
        """
        path = self._file(name)
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError as exc:
            raise StorageError(f"there is no preset {name!r} any more", hint="somebody may have deleted it") from exc
        except (OSError, UnicodeDecodeError) as exc:
            raise StorageError(f"{path}: cannot be read: {exc}") from exc
        return read_preset(text, f"preset {name!r}")

    def save(self, name: str, values: dict[str, Any]) -> None:
        """Keep a preset, in place of one with the same name.

        Raises:
            SettingsError: the name is none.
            StorageError: the file cannot be written.
        """
        path = self._file(name)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, write_preset(values))
        except OSError as exc:
            raise StorageError(f"{path}: cannot be written: {exc.strerror}") from exc

    def delete(self, name: str) -> None:
        """Delete a preset; nothing happens for one that is not there.

        Raises:
            SettingsError: the name is none.
            StorageError: the file cannot be deleted.
        """
        path = self._file(name)
        try:
            path.unlink(missing_ok=True)
        except OSError as exc:
            raise StorageError(f"{path}: cannot be deleted: {exc.strerror}") from exc

    def _file(self, name: str) -> Path:
        if not _is_name(name):
            raise SettingsError(
                f"{name!r} cannot be the name of a preset",
                hint="up to 60 letters, digits, spaces and ._()+-, with a letter or a digit first",
            )
        return self._folder / f"{name}.json"


def _is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and _RESERVED.fullmatch(name) is None


def _is_said(payload: dict[str, Any], key: str) -> bool:
    *groups, last = key.split(".")
    for part in groups:
        payload = payload.get(part, {})
    return last in payload
