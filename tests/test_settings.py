"""Where a setting comes from, and what a wrong one is answered with."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from reflexion_core.errors import SettingsError
from reflexion_core.providers.base import PROVIDERS
from reflexion_core.providers.ollama import OllamaOptions
from reflexion_core.records import ModelRef, RoleName
from reflexion_core.settings import LoadedSettings, load_settings, parse_model, shipped_folder
from reflexion_core.strategies.base import STRATEGIES

NOWHERE = Path("nowhere/config.json")


def load(config: Path | None = None, flags: dict[str, Any] | None = None, **variables: str) -> LoadedSettings:
    return load_settings(config, flags, variables)


def write(folder: Path, values: object) -> Path:
    path = folder / "mine.json"
    path.write_text(values if isinstance(values, str) else json.dumps(values), encoding="utf-8")
    return path


def refusal(*args: Any, **variables: str) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        load(*args, **variables)
    return caught.value


def at(values: Any, path: str) -> object:
    for part in path.split("."):
        values = values[part] if isinstance(values, dict) else getattr(values, part)
    return values


def nested(path: str, value: object) -> dict[str, Any]:
    for part in reversed(path.split(".")):
        value = {part: value}
    assert isinstance(value, dict)
    return value


LADDER = [
    ("quality_score_bar", 95, 70, 80, 90),
    ("max_attempts", 4, 2, 3, 5),
    ("strategy", "critic_loop", "single_pass", "critic_loop", "single_pass"),
    ("model_registry.CRITIC", "deepseek-coder:6.7b", "a:1b", "b:1b", "c:1b"),
    ("temperatures.GENERATOR", 0.7, 0.1, 0.2, 0.3),
    ("limits.source_bytes", 262_144, 1000, 2000, 3000),
    ("budget.tokens", None, 10, 20, 30),
    ("storage.url", None, "sqlite:///a", "sqlite:///b", "sqlite:///c"),
    ("providers.ollama.connect_seconds", None, 1.5, 2.5, 3.5),
]


@pytest.mark.parametrize(("key", "default", "in_file", "in_variable", "in_flag"), LADDER, ids=str)
def test_a_flag_goes_over_a_variable_over_the_file_over_the_default(
    tmp_path: Path, key: str, default: object, in_file: object, in_variable: object, in_flag: object
) -> None:
    config = write(tmp_path, nested(key, in_file))
    variable = {"REFLEXION_" + key.upper().replace(".", "__"): str(in_variable)}
    flags = nested(key, in_flag)
    if not key.startswith("providers"):
        assert at(load(NOWHERE).settings, key) == default
    assert at(load(config).settings, key) == in_file
    assert at(load(config, **variable).settings, key) == in_variable
    assert at(load(config, flags, **variable).settings, key) == in_flag


def test_a_nested_value_leaves_its_neighbours_as_they_are(tmp_path: Path) -> None:
    config = write(tmp_path, {"model_registry": {"GENERATOR": "a:1b", "CRITIC": "b:1b"}})
    registry = load(config, REFLEXION_MODEL_REGISTRY__CRITIC="c:1b").settings.model_registry
    assert (registry.GENERATOR, registry.CRITIC, registry.ADJUDICATOR) == ("a:1b", "c:1b", "llama3:8b")


def test_the_shipped_file_says_what_the_built_in_defaults_are() -> None:
    shipped, built_in = load().settings, load(NOWHERE).settings
    assert shipped.model_copy(update={"providers": {}}) == built_in
    for name, told in shipped.providers.items():
        if name == "ollama":
            assert OllamaOptions.model_validate(told) == OllamaOptions()


def test_the_variable_of_the_config_file_names_the_file(tmp_path: Path) -> None:
    config = write(tmp_path, {"max_attempts": 2})
    assert load(REFLEXION_CONFIG=str(config)).settings.max_attempts == 2


def test_a_config_file_that_is_named_goes_over_the_variable(tmp_path: Path) -> None:
    config = write(tmp_path, {"max_attempts": 2})
    assert load(config, REFLEXION_CONFIG=str(NOWHERE)).settings.max_attempts == 2


def ollama_host(loaded: LoadedSettings) -> object:
    return loaded.settings.providers.get("ollama", {}).get("host")


def test_the_address_of_ollamas_own_tools_is_taken_when_nothing_else_is_said() -> None:
    assert ollama_host(load(NOWHERE, OLLAMA_HOST="10.0.0.5:11434")) == "10.0.0.5:11434"


def test_the_shipped_file_leaves_the_address_of_ollama_to_its_own_variable() -> None:
    assert ollama_host(load(OLLAMA_HOST="10.0.0.5:11434")) == "10.0.0.5:11434"


def test_the_address_of_ollamas_own_tools_is_below_the_file(tmp_path: Path) -> None:
    config = write(tmp_path, {"providers": {"ollama": {"host": "http://b"}}})
    assert ollama_host(load(config, OLLAMA_HOST="http://a")) == "http://b"
    assert ollama_host(load(config, OLLAMA_HOST="http://a", REFLEXION_PROVIDERS__OLLAMA__HOST="http://c")) == "http://c"


def test_a_missing_file_gives_defaults_and_one_warning(tmp_path: Path) -> None:
    loaded = load(tmp_path / "gone.json")
    assert loaded.settings.max_attempts == 4
    assert loaded.warnings == (f"{tmp_path / 'gone.json'} does not exist; the built-in defaults are used",)


def test_a_file_that_is_there_gives_no_warning(tmp_path: Path) -> None:
    assert load(write(tmp_path, {})).warnings == ()


def test_a_broken_file_is_refused_with_line_and_column(tmp_path: Path) -> None:
    config = write(tmp_path, '{\n  "max_attempts": 3\n  "strategy": "x"\n}')
    assert refusal(config).message == f"{config}, line 3, column 3: not JSON: expecting ',' delimiter"


@pytest.mark.parametrize("text", ["", "[1]", '"text"', "null"])
def test_a_file_without_an_object_is_refused_by_its_name(tmp_path: Path, text: str) -> None:
    assert refusal(write(tmp_path, text)).message.startswith(str(tmp_path / "mine.json"))


def test_a_file_that_is_not_utf_8_is_refused_by_its_name(tmp_path: Path) -> None:
    config = tmp_path / "mine.json"
    config.write_bytes(b'{"strategy": "\xff"}')
    assert refusal(config).message.startswith(f"{config}: cannot be read: 'utf-8' codec")


def test_a_byte_order_mark_does_not_matter(tmp_path: Path) -> None:
    config = tmp_path / "mine.json"
    config.write_bytes(b'\xef\xbb\xbf{"max_attempts": 2}')
    assert load(config).settings.max_attempts == 2


def test_a_folder_is_no_missing_file(tmp_path: Path) -> None:
    assert refusal(tmp_path).message == f"{tmp_path}: cannot be read: Is a directory"


@pytest.mark.parametrize(
    ("values", "key", "hint"),
    [
        ({"max_atempts": 3}, "max_atempts", "did you mean 'max_attempts'?"),
        ({"Quality_Score_Bar": 3}, "Quality_Score_Bar", "did you mean 'quality_score_bar'?"),
        ({"model_registry": {"generator": "x"}}, "model_registry.generator", "did you mean 'GENERATOR'?"),
        ({"budget": {"zzz": 1}}, "budget.zzz", "known keys: calls, seconds, tokens"),
        ({"providers": {"ollama": {"hots": "x"}}}, "providers.ollama.hots", "did you mean 'host'?"),
    ],
)
def test_a_wrong_key_names_the_file_the_key_and_what_is_near(
    tmp_path: Path, values: dict[str, Any], key: str, hint: str
) -> None:
    config = write(tmp_path, values)
    error = refusal(config)
    assert error.message == f"{config}: unknown key {key!r}"
    assert error.hint == hint


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"quality_score_bar": 101}, "'quality_score_bar' is 101: input should be less than or equal to 100"),
        ({"quality_score_bar": "high"}, "'quality_score_bar' is 'high': input should be a valid number"),
        ({"max_attempts": 0}, "'max_attempts' is 0: input should be greater than or equal to 1"),
        ({"max_attempts": 2.5}, "'max_attempts' is 2.5: input should be a valid integer"),
        ({"policy": "kind"}, "'policy' is 'kind': input should be 'grounded' or 'model'"),
        ({"model_registry": 5}, "'model_registry' is 5: input should be"),
        ({"model_registry": {"CRITIC": ""}}, "'model_registry.CRITIC' is ''"),
        ({"temperatures": {"CRITIC": 3}}, "'temperatures.CRITIC' is 3: input should be less than or equal to 2"),
        ({"providers": {"ollama": 5}}, "'providers.ollama' is 5: input should be a valid dictionary"),
        (
            {"providers": {"ollama": {"connect_seconds": 0}}},
            "'providers.ollama.connect_seconds' is 0: input should be greater than 0",
        ),
    ],
)
def test_a_wrong_value_names_the_file_the_key_and_what_is_allowed(
    tmp_path: Path, values: dict[str, Any], message: str
) -> None:
    config = write(tmp_path, values)
    assert refusal(config).message.startswith(f"{config}: {message}")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-1"])
def test_a_bar_that_is_no_score_is_refused(tmp_path: Path, number: str) -> None:
    config = write(tmp_path, f'{{"quality_score_bar": {number}}}')
    assert "'quality_score_bar'" in refusal(config).message


@pytest.mark.parametrize(
    ("values", "message", "registry"),
    [
        ({"strategy": "magic"}, "'strategy' is 'magic'", STRATEGIES),
        ({"providers": {"olama": {}}}, "'providers.olama' is 'olama'", PROVIDERS),
    ],
)
def test_a_wrong_plug_in_names_those_that_there_are(
    tmp_path: Path, values: dict[str, Any], message: str, registry: Iterable[str]
) -> None:
    config = write(tmp_path, values)
    error = refusal(config)
    assert (error.message, error.hint) == (f"{config}: {message}", f"allowed: {', '.join(registry)}")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("REFLEXION_MAX_ATTEMPTS", "99", "'max_attempts' is 99: input should be less than or equal to 10"),
        ("REFLEXION_STRATEGY", "magic", "'strategy' is 'magic'"),
        ("REFLEXION_BAR", "90", "unknown key 'bar'"),
        ("REFLEXION_PROVIDERS__OLLAMA__HOST", "ftp://x", "'providers.ollama.host' is 'ftp://x'"),
        ("REFLEXION_BUDGET__TOKENS", "many", "'budget.tokens' is 'many'"),
    ],
)
def test_a_wrong_variable_is_named(name: str, text: str, message: str) -> None:
    assert refusal(NOWHERE, **{name: text}).message.startswith(f"{name}: {message}")


def test_a_wrong_flag_names_the_command_line(tmp_path: Path) -> None:
    config = write(tmp_path, {"quality_score_bar": 90})
    message = refusal(config, {"quality_score_bar": 900}).message
    assert message.startswith("the command line: 'quality_score_bar' is 900")


@pytest.mark.parametrize(
    ("text", "provider", "name"),
    [
        ("qwen3.5:9b", "ollama", "qwen3.5:9b"),
        ("llama3", "ollama", "llama3"),
        ("ollama:qwen3.5:9b", "ollama", "qwen3.5:9b"),
        ("hf.co/a/b:Q4_K_M", "ollama", "hf.co/a/b:Q4_K_M"),
        ("embedded", "embedded", "qwen2.5-coder-1.5b-instruct"),
        ("embedded:", "embedded", "qwen2.5-coder-1.5b-instruct"),
        ("embedded:/models/x.gguf", "embedded", "/models/x.gguf"),
        ("scripted", "scripted", "demo"),
        ("scripted:a:b.json", "scripted", "a:b.json"),
        ("unknown:x", "ollama", "unknown:x"),
    ],
)
def test_a_model_is_read_as_provider_and_name(text: str, provider: str, name: str) -> None:
    assert parse_model(text) == ModelRef(provider=provider, name=name)


def chosen(*args: Any, **variables: str) -> set[RoleName]:
    return set(load(*args, **variables).chosen_roles)


def test_no_role_is_chosen_by_the_shipped_file() -> None:
    assert chosen() == set()


def test_a_role_is_chosen_by_a_flag_a_variable_or_a_file_that_was_named(tmp_path: Path) -> None:
    config = write(tmp_path, {"model_registry": {"GENERATOR": "qwen3.5:9b"}})
    flags = {"model_registry": {"CRITIC": "x"}}
    assert chosen(config) == {RoleName.GENERATOR}
    assert chosen(None, flags) == {RoleName.CRITIC}
    assert chosen(None, None, REFLEXION_MODEL_REGISTRY__ADJUDICATOR="y") == {RoleName.ADJUDICATOR}
    assert chosen(config, flags, REFLEXION_MODEL_REGISTRY__ADJUDICATOR="y") == set(RoleName)


def test_a_registry_of_a_wrong_type_below_a_variable_is_no_crash(tmp_path: Path) -> None:
    config = write(tmp_path, {"model_registry": 5})
    variable = {"REFLEXION_MODEL_REGISTRY__CRITIC": "x"}
    assert chosen(config, None, **variable) == {RoleName.CRITIC}


def test_run_options_take_over_what_the_settings_say(tmp_path: Path) -> None:
    settings = load(write(tmp_path, {"quality_score_bar": 80, "seed": 3, "budget": {"seconds": 9}})).settings
    options = settings.run_options()
    assert (options.quality_score_bar, options.seed, options.budget.seconds) == (80, 3, 9)
    assert (options.generator.temperature, options.critic.temperature, options.adjudicator.temperature) == (0.7, 0, 0.2)


def test_run_options_use_the_models_that_were_chosen() -> None:
    small = ModelRef(provider="embedded", name="small")
    options = load().settings.run_options({RoleName.CRITIC: small})
    assert options.critic.model == small
    assert options.generator.model == ModelRef(provider="ollama", name="qwen3.5:9b")


def test_the_data_folder_holds_the_database(tmp_path: Path) -> None:
    settings = load(NOWHERE, REFLEXION_STORAGE__FOLDER=str(tmp_path)).settings
    assert settings.storage_url == f"sqlite:///{tmp_path / 'runs.db'}"
    url = load(NOWHERE, REFLEXION_STORAGE__URL="sqlite:////x.db").settings.storage_url
    assert url == "sqlite:////x.db"


def test_the_shipped_folder_holds_config_and_prompts() -> None:
    assert (shipped_folder() / "config" / "prompts" / "critic" / "system.md").is_file()
