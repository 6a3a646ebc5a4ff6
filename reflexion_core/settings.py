"""Where every setting comes from: flags over `REFLEXION_*` variables over the configuration file over defaults.

This is the only module that reads the environment. A variable is named as its key, parts joined by two
underscores: `REFLEXION_QUALITY_SCORE_BAR`, `REFLEXION_PROVIDERS__OLLAMA__HOST`.
"""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_data_path
from pydantic import BaseModel, Field, ValidationError

from reflexion_core.errors import SettingsError
from reflexion_core.providers.base import PROVIDERS
from reflexion_core.records import ModelRef, Record, RoleName, Score
from reflexion_core.run_options import (
    MOST_FURTHER_CRITICS,
    Budget,
    CriticMode,
    Language,
    Policy,
    Project,
    RoleOptions,
    RunOptions,
    Savings,
)
from reflexion_core.strategies.base import STRATEGIES

_PREFIX = "REFLEXION_"
_CONFIG_VARIABLE = "REFLEXION_CONFIG"
DEFAULT_PROVIDER = "ollama"
Access = Literal["local", "sign_in", "open"]
BUILT_IN = "built-in default"
"""Where a value comes from that nobody has said."""


class ModelRegistry(Record):
    """The model of each role, as `provider:name`; without a known provider it is Ollama's."""

    GENERATOR: str = Field(default="qwen3.5:9b", min_length=1)
    """Model that writes the drafts, as `provider:name`; without a provider it is Ollama's."""
    CRITIC: str = Field(default="deepseek-coder:6.7b", min_length=1)
    """Model that judges each draft and names what is wrong with it."""
    ADJUDICATOR: str = Field(default="llama3:8b", min_length=1)
    """Model that has the final word on the best draft."""


class Temperatures(Record):
    """How freely each role chooses its words, from 0 (always the likeliest) to 2."""

    GENERATOR: float = Field(default=0.7, ge=0, le=2)
    """How freely the generator chooses its words: 0 always takes the likeliest, 2 hardly cares."""
    CRITIC: float = Field(default=0.0, ge=0, le=2)
    """How freely the critic chooses its words: at 0 it says the same of the same draft."""
    ADJUDICATOR: float = Field(default=0.2, ge=0, le=2)
    """How freely the adjudicator chooses its words: low, for it should change little."""


class Limits(Record):
    """What is taken from a user."""

    source_bytes: int = Field(default=262_144, ge=1)
    """Largest file, in bytes."""
    files: int = Field(default=20, ge=1)
    """Most files at once."""
    runs_each: int = Field(default=1, ge=1)
    """Most runs of one person that are at work at once, where several people use the dashboard; the others wait."""
    runs_at_once: int | None = Field(default=None, ge=1)
    """Most runs of everybody that are at work at once; null lets those run side by side that use different models."""


class Storage(Record):
    """Where runs are kept."""

    url: str | None = None
    """SQLAlchemy URL; null is a SQLite file in the data folder."""
    folder: str | None = None
    """The data folder; null is the user's own for this program."""
    keep_days: int | None = Field(default=None, ge=1, le=36_500)
    """Days after its end at which a run is deleted; null keeps runs for ever."""


class Settings(Record):
    """Every setting with its default.

    What is said of those that every run has its own of stands in `RunOptions`.
    """

    model_registry: ModelRegistry = ModelRegistry()
    """Model of `GENERATOR`, `CRITIC` and `ADJUDICATOR`, as `provider:name`; without a provider it is Ollama's."""
    quality_score_bar: Score = 95
    max_attempts: int = Field(default=4, ge=1, le=10)
    strategy: str = "critic_loop"
    policy: Policy = "grounded"
    repair: bool = True
    revise: Literal["parts", "whole"] = "parts"
    ask_critic: Literal["always", "when_needed"] = "when_needed"
    critic_mode: CriticMode = "deduction"
    committee: tuple[Annotated[str, Field(min_length=1)], ...] = Field(default=(), max_length=MOST_FURTHER_CRITICS)
    share_prefix: bool = True
    adjudicate: Literal["always", "when_needed", "never"] = "when_needed"
    run_examples: bool = True
    """Whether examples of a document are run, where this machine has a sandbox that isolates them."""
    allow_limited_sandbox: bool = False
    """Whether examples may run where they are only hindered: one made to do harm can read and write what you can."""
    temperatures: Temperatures = Temperatures()
    """How freely each role chooses its words, from 0 (always the likeliest) to 2."""
    seed: int = Field(default=7, ge=0)
    patience: int = Field(default=2, ge=1, le=10)
    rubric: str = "classic"
    language: Language = "English"
    max_output_tokens: int | None = Field(default=None, ge=64, le=32_768)
    max_context_tokens: int = Field(default=32_768, ge=512)
    lessons: bool = False
    project: Project = ""
    budget: Budget = Budget()
    savings: Savings = Savings()
    limits: Limits = Limits()
    """What is taken at once: `source_bytes` of a file, `files`, `runs_each` of a person and `runs_at_once` of all."""
    access: Access = "local"
    """Who may use the dashboard: this machine alone (`local`), whoever signs in by OpenID Connect (`sign_in`), or with
    `open` everybody who reaches its address: they need no password, their runs use this machine and its models, and
    a cookie is all that keeps one person's files from another."""
    hosts: tuple[str, ...] = ()
    """Names by which other machines reach the dashboard, without a port, such as `docs.example.org`; addresses in
    figures need none, and any other name is refused."""
    storage: Storage = Storage()
    """Where runs are kept: the `url` of a database (SQLAlchemy), or another `folder`."""
    prompts_folder: str | None = None
    """Where the prompts are, versioned Markdown files; null is those that ship. A run records which it used."""
    providers: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """What each provider is told, by its name, such as `ollama.host` or `embedded.context_tokens`."""

    @property
    def data_folder(self) -> Path:
        return Path(self.storage.folder) if self.storage.folder else user_data_path("reflexion")

    @property
    def storage_url(self) -> str:
        return self.storage.url or f"sqlite:///{self.data_folder / 'runs.db'}"

    @property
    def prompts_path(self) -> Path:
        return Path(self.prompts_folder) if self.prompts_folder else shipped_folder() / "config" / "prompts"

    def model(self, role: RoleName) -> ModelRef:
        name: str = getattr(self.model_registry, role.value.upper())
        return parse_model(name)

    def run_options(self, models: Mapping[RoleName, ModelRef] | None = None) -> RunOptions:
        """Return the options of a run.

        Args:
            models: Models to use instead of those of the registry.
        """
        roles = {
            role.value: RoleOptions(
                model=(models or {}).get(role, self.model(role)),
                temperature=getattr(self.temperatures, role.value.upper()),
            )
            for role in RoleName
        }
        same = RunOptions.model_fields.keys() & type(self).model_fields.keys()
        committee = {"committee": [parse_model(name) for name in self.committee]}
        return RunOptions.model_validate({name: getattr(self, name) for name in same} | roles | committee)


@dataclass(frozen=True)
class Layer:
    """One place that settings come from."""

    place: str
    """As the user knows it: a file, a variable's name, a flag."""
    values: dict[str, Any]


@dataclass(frozen=True)
class LoadedSettings:
    """Settings, and what the user should know about where they come from."""

    settings: Settings
    warnings: tuple[str, ...] = ()
    chosen_roles: frozenset[RoleName] = field(default_factory=frozenset)
    """Roles whose model the user has named; the others have the default."""
    layers: tuple[Layer, ...] = ()
    """The places that settings come from, the lowest first."""
    config_file: str = ""
    """The configuration file, whether it is there or not."""

    def origin(self, key: str) -> str:
        """Return the place that the value at a key comes from, as the user knows it."""
        return _place_of(tuple(key.split(".")), self.layers, BUILT_IN)


def shipped_folder() -> Path:
    """Return the folder that holds `config`, `pages`, `examples` and `app.py`.

    It is the project's folder, or in an installed package the copy inside it.
    """
    packaged = Path(__file__).parent / "_shipped"
    return packaged if packaged.is_dir() else Path(__file__).parent.parent


def rubric_files() -> dict[str, Path]:
    """Return the rubric files that ship, by name."""
    return {path.stem: path for path in sorted((shipped_folder() / "config" / "rubrics").glob("*.json"))}


def parse_model(text: str) -> ModelRef:
    """Read `provider:name`; a provider alone means its default model."""
    provider, _, name = text.partition(":")
    if provider not in PROVIDERS:
        return ModelRef(provider=DEFAULT_PROVIDER, name=text)
    return ModelRef(provider=provider, name=name or PROVIDERS[provider].default_model)


def load_settings(
    config: Path | None = None,
    flags: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
) -> LoadedSettings:
    """Read the settings from everywhere.

    Args:
        config: The configuration file; None is the one that ships, or the one that `REFLEXION_CONFIG` names.
        flags: Nested values that the user gave on the screen or the command line.
        environment: Variables; None is the process's own.

    Raises:
        SettingsError: a file is broken, or a key or a value is wrong; names the place, the key and what is allowed.
    """
    variables = os.environ if environment is None else environment
    warnings: list[str] = []
    layers = [_ollama_layer(variables)]
    named = config or (Path(variables[_CONFIG_VARIABLE]) if variables.get(_CONFIG_VARIABLE) else None)
    path = named or shipped_folder() / "config" / "config.json"
    try:
        layers.append(Layer(str(path), _read_file(path)))
    except FileNotFoundError:
        warnings.append(f"{path} does not exist; the built-in defaults are used")
    layers += _variable_layers(variables)
    layers.append(Layer("the command line", dict(flags or {})))
    settings = _validate(layers)
    chosen = _chosen_roles(settings, layers, is_named=named is not None)
    return LoadedSettings(settings, tuple(warnings), chosen, tuple(layers), str(path))


def overlay(settings: Settings, values: Mapping[str, Any], place: str) -> Settings:
    """Return settings with other values over them.

    Args:
        settings: What stays where nothing else is said.
        values: Nested values, in the form of the configuration file.
        place: Where they come from, as the user knows it.

    Raises:
        SettingsError: a key or a value is wrong; names the place, the key and what is allowed.
    """
    return _validate([Layer(BUILT_IN, settings.model_dump()), Layer(place, dict(values))])


def parse_config(text: str, place: str) -> dict[str, Any]:
    """Read the text of a configuration file.

    Raises:
        SettingsError: it is not JSON, or holds something else than an object; names the place.
    """
    try:
        payload = json.loads(text)
    except json.JSONDecodeError as exc:
        raise SettingsError(f"{place}, line {exc.lineno}, column {exc.colno}: not JSON: {exc.msg.lower()}") from exc
    except RecursionError as exc:
        raise SettingsError(f"{place}: cannot be read: {exc}") from exc
    if not isinstance(payload, dict):
        raise SettingsError(f"{place}: the file must hold one JSON object, not {type(payload).__name__}")
    return payload


def set_config_variable(path: Path) -> None:
    """Hand a configuration file on to what this process starts later."""
    os.environ[_CONFIG_VARIABLE] = str(path.resolve())


def _read_file(path: Path) -> dict[str, Any]:
    """Read a configuration file.

    Raises:
        FileNotFoundError: there is none.
        SettingsError: it cannot be read or holds something else.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise
    except OSError as exc:
        raise SettingsError(f"{path}: cannot be read: {exc.strerror}") from exc
    except UnicodeDecodeError as exc:
        raise SettingsError(f"{path}: cannot be read: {exc}") from exc
    return parse_config(text, str(path))


def _ollama_layer(variables: Mapping[str, str]) -> Layer:
    """Take the address that Ollama's own tools use, below everything that is said to us."""
    host = variables.get("OLLAMA_HOST", "").strip()
    return Layer("OLLAMA_HOST", {"providers": {"ollama": {"host": host}}} if host else {})


def _variable_layers(variables: Mapping[str, str]) -> Iterator[Layer]:
    for name, text in sorted(variables.items()):
        if not name.startswith(_PREFIX) or name == _CONFIG_VARIABLE:
            continue
        keys = name.removeprefix(_PREFIX).split("__")
        # The registry's and the temperatures' keys are the only ones in capitals.
        path = [key if key in RoleName.__members__ and number else key.lower() for number, key in enumerate(keys)]
        values: Any = _variable_value(text)
        for key in reversed(path):
            values = {key: values}
        yield Layer(name, values)


def _variable_value(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _validate(layers: list[Layer]) -> Settings:
    merged: dict[str, Any] = {}
    for layer in layers:
        merged = _merge(merged, layer.values)
    try:
        settings = Settings.model_validate(merged)
    except ValidationError as exc:
        raise _settings_error(Settings, exc, (), layers) from exc
    if settings.strategy not in STRATEGIES:
        raise _choice_error("strategy", settings.strategy, list(STRATEGIES), layers)
    for name, options in settings.providers.items():
        if name not in PROVIDERS:
            raise _choice_error(f"providers.{name}", name, list(PROVIDERS), layers)
        try:
            PROVIDERS[name].Options.model_validate(options)
        except ValidationError as exc:
            raise _settings_error(PROVIDERS[name].Options, exc, ("providers", name), layers) from exc
    return settings


def _merge(low: Mapping[str, Any], high: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(low)
    for key, value in high.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def _chosen_roles(settings: Settings, layers: list[Layer], *, is_named: bool) -> frozenset[RoleName]:
    """Return the roles whose model the user named: anywhere but in the shipped file, or there another one."""
    shipped = str(shipped_folder() / "config" / "config.json")
    defaults = ModelRegistry()
    chosen = set()
    for role in RoleName:
        key = role.value.upper()
        is_said = any(_says(layer, ("model_registry", key)) for layer in layers if is_named or layer.place != shipped)
        if is_said or getattr(settings.model_registry, key) != getattr(defaults, key):
            chosen.add(role)
    return frozenset(chosen)


def _settings_error(
    model: type[BaseModel], exc: ValidationError, prefix: tuple[str, ...], layers: list[Layer]
) -> SettingsError:
    error = exc.errors()[0]
    path = (*prefix, *(str(part) for part in error["loc"]))
    place, key = _place_of(path, layers), ".".join(path)
    if error["type"] == "extra_forbidden":
        allowed = _keys_at(model, error["loc"])
        near = _nearest(path[-1], allowed)
        hint = f"did you mean {near!r}?" if near else f"known keys: {', '.join(allowed)}"
        return SettingsError(f"{place}: unknown key {key!r}", hint=hint)
    return SettingsError(f"{place}: {key!r} is {error['input']!r}: {error['msg'].lower()}")


def _choice_error(key: str, value: str, allowed: list[str], layers: list[Layer]) -> SettingsError:
    place = _place_of(tuple(key.split(".")), layers)
    return SettingsError(f"{place}: {key!r} is {value!r}", hint=f"allowed: {', '.join(allowed)}")


def _keys_at(model: type[BaseModel], location: tuple[int | str, ...]) -> list[str]:
    for part in location[:-1]:
        annotation = model.model_fields[str(part)].annotation
        if not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
            return []
        model = annotation
    return sorted(model.model_fields)


def _nearest(key: str, allowed: list[str]) -> str:
    """Return the known key that is most like this one, whatever its case; empty when none is."""
    known = {name.casefold(): name for name in allowed}
    near = difflib.get_close_matches(key.casefold(), known, n=1)
    return known[near[0]] if near else ""


def _place_of(path: tuple[str, ...], layers: Sequence[Layer], nowhere: str = "settings") -> str:
    """Return the highest place that says something at a path."""
    return next((layer.place for layer in reversed(layers) if _says(layer, path)), nowhere)


def _says(layer: Layer, path: tuple[str, ...]) -> bool:
    value: Any = layer.values
    for part in path:
        if not isinstance(value, dict) or part not in value:
            return False
        value = value[part]
    return True
