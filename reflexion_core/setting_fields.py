"""Every setting as a form or a table needs it: its sentence, what it can be, and its default.

All of it is read from the records themselves, so that a setting is described in one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

from reflexion_core.run_options import RunOptions
from reflexion_core.settings import Settings, rubric_files
from reflexion_core.strategies.base import STRATEGIES

Kind = Literal["choice", "flag", "whole", "number", "text", "group"]

_PER_ROLE = ("model_registry", "temperatures")
"""Keys whose values go into a run's roles."""


@dataclass(frozen=True)
class SettingField:
    """One setting, or a group of them."""

    key: str
    """Its key in `config.json`; parts of a nested one are joined by dots."""
    sentence: str
    """What it does, in words for the user; Markdown with inline code."""
    kind: Kind
    default: Any
    choices: tuple[str, ...] = ()
    """What a choice can be."""
    low: float | None = None
    high: float | None = None
    is_optional: bool = False
    """Whether it can be left empty."""


@cache
def setting_field(key: str) -> SettingField:
    """Return a setting by its key, such as `budget.tokens`.

    Raises:
        KeyError: there is no such setting.
    """
    schema = Settings.model_json_schema()
    node: dict[str, Any] = schema
    for part in key.split("."):
        node = _resolve(node, schema)["properties"][part]
    values = [_resolve(option, schema) for option in node.get("anyOf", [node])]
    value = next(option for option in values if option.get("type") != "null")
    return SettingField(
        key=key,
        sentence=_sentence(key),
        kind=_kind(key, value),
        default=_default(key),
        choices=_names(key) or tuple(value.get("enum", ())),
        low=value.get("minimum", value.get("exclusiveMinimum")),
        high=value.get("maximum"),
        is_optional=len(values) > 1,
    )


@cache
def setting_keys() -> tuple[str, ...]:
    """Return the keys of all settings, those of groups one by one."""
    return tuple(_leaves(Settings, ""))


@cache
def run_keys() -> tuple[str, ...]:
    """Return the keys of the settings that a run can have its own of."""
    own = RunOptions.model_fields.keys() | set(_PER_ROLE)
    return tuple(key for key in setting_keys() if key.partition(".")[0] in own)


def value_at(values: Any, key: str) -> Any:
    """Return what stands at a key of nested dicts or records; None where nothing does."""
    for part in key.split("."):
        values = values.get(part) if isinstance(values, dict) else getattr(values, part, None)
    return values


def nested(values: dict[str, Any]) -> dict[str, Any]:
    """Turn values by key into the form of `config.json`."""
    tree: dict[str, Any] = {}
    for key, value in values.items():
        *groups, last = key.split(".")
        branch = tree
        for part in groups:
            branch = branch.setdefault(part, {})
        branch[last] = value
    return tree


def _leaves(model: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from _leaves(kind, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def _resolve(node: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    reference: str = node.get("$ref", "")
    definition: dict[str, Any] = schema["$defs"][reference.rpartition("/")[2]] if reference else node
    return definition


def _sentence(key: str) -> str:
    model: type[BaseModel] = Settings
    *groups, last = key.split(".")
    for part in groups:
        model = type(getattr(model(), part))
    said = model.model_fields[last].description
    if said is None and not groups:  # settings that a run has its own of are described there
        said = RunOptions.model_fields[last].description
    return " ".join((said or "").split())


def _names(key: str) -> tuple[str, ...]:
    """Return what a setting can be that is the name of something that ships."""
    if key == "strategy":
        return tuple(STRATEGIES)
    return tuple(rubric_files()) if key == "rubric" else ()


def _kind(key: str, value: dict[str, Any]) -> Kind:
    if "enum" in value or _names(key):
        return "choice"
    kinds: dict[str, Kind] = {"boolean": "flag", "integer": "whole", "number": "number", "string": "text"}
    return kinds.get(value.get("type", ""), "group")


def _default(key: str) -> Any:
    return value_at(Settings(), key)
