"""What the panel of a run's settings is made of: one entry a setting, in the order of the screen.

What a setting does, and what it can be, comes with the setting itself; here stands only how it is called and where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reflexion_core.errors import SettingsError
from reflexion_core.setting_fields import SettingField, setting_field, value_at
from reflexion_core.settings import Settings, parse_model

MODELS, ROUNDS, LIMITS, TEXT = "How models answer", "How rounds go", "What a run may use", "The document"
GROUPS = (ROUNDS, MODELS, LIMITS, TEXT)
"""Parts of the panel that are folded away at first, in their order."""
LARGEST = 2**53 - 1
"""The largest whole number that a browser can hold."""


@dataclass(frozen=True)
class Tuning:
    """One setting on the screen."""

    key: str
    """Its key in `config.json`."""
    label: str
    group: str = ""
    """Where it stands; empty for those that are always in sight."""
    widget: str = ""
    """What the page knows it by, where that is not made from the key."""

    @property
    def field(self) -> SettingField:
        return setting_field(self.key)

    @property
    def widget_key(self) -> str:
        return self.widget or f"tune_{self.key.replace('.', '_').lower()}"

    @property
    def is_model(self) -> bool:
        return self.key.startswith("model_registry.")


TUNINGS: tuple[Tuning, ...] = (
    Tuning("quality_score_bar", "Quality bar", widget="bar"),
    Tuning("max_attempts", "Attempts", widget="attempts"),
    Tuning("strategy", "Strategy", widget="strategy"),
    Tuning("model_registry.GENERATOR", "Generator model", widget="model_generator"),
    Tuning("model_registry.CRITIC", "Critic model", widget="model_critic"),
    Tuning("model_registry.ADJUDICATOR", "Adjudicator model", widget="model_adjudicator"),
    Tuning("patience", "Patience", ROUNDS),
    Tuning("revise", "Revision", ROUNDS),
    Tuning("ask_critic", "Critic", ROUNDS),
    Tuning("critic_mode", "Critic's way", ROUNDS),
    Tuning("adjudicate", "Final word", ROUNDS),
    Tuning("committee", "Further critics", ROUNDS),
    Tuning("rubric", "Rubric", ROUNDS),
    Tuning("policy", "Who decides", ROUNDS),
    Tuning("repair", "Repair by code", ROUNDS),
    Tuning("lessons", "Lessons of earlier runs", ROUNDS),
    Tuning("project", "Project of lessons", ROUNDS),
    Tuning("temperatures.GENERATOR", "Generator temperature", MODELS),
    Tuning("temperatures.CRITIC", "Critic temperature", MODELS),
    Tuning("temperatures.ADJUDICATOR", "Adjudicator temperature", MODELS),
    Tuning("seed", "Seed", MODELS),
    Tuning("share_prefix", "Source read once", MODELS),
    Tuning("max_context_tokens", "Window (tokens)", MODELS),
    Tuning("savings.limit_answers", "End answers that are too long", MODELS),
    Tuning("savings.stop_repetition", "End answers that repeat themselves", MODELS),
    Tuning("savings.check_ahead", "Check while the model writes", MODELS),
    Tuning("savings.load_ahead", "Load models ahead", MODELS),
    Tuning("budget.tokens", "Tokens", LIMITS),
    Tuning("budget.seconds", "Seconds", LIMITS),
    Tuning("budget.calls", "Calls", LIMITS),
    Tuning("language", "Language", TEXT),
    Tuning("max_output_tokens", "Length (tokens)", TEXT),
)

LANGUAGES = (
    "English",
    "Chinese",
    "Czech",
    "Dutch",
    "French",
    "German",
    "Italian",
    "Japanese",
    "Korean",
    "Polish",
    "Portuguese",
    "Spanish",
    "Turkish",
    "Ukrainian",
)
"""What is offered; any other can be typed."""


def start_values(settings: Settings, models: Mapping[str, str]) -> dict[str, Any]:
    """Return what the panel stands at when nobody has touched it, by key.

    Args:
        settings: The server's.
        models: The model of each role as `provider:name`, by the role's key in `model_registry`.
    """
    values = {tuning.key: value_at(settings, tuning.key) for tuning in TUNINGS}
    values["committee"] = [str(parse_model(name)) for name in settings.committee]
    return values | {f"model_registry.{role}": name for role, name in models.items()}


def form_values(values: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Return a preset's values as the panel shows them.

    Raises:
        SettingsError: a number is larger than a browser can hold.
    """
    shown: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, (int, float)) and abs(value) > LARGEST:
            raise SettingsError(f"{place}: {key!r} is {value!r}: input should be less than or equal to {LARGEST}")
        shown[key] = str(parse_model(value)) if key.startswith("model_registry.") else value
        if key == "committee":
            shown[key] = [str(parse_model(name)) for name in value]
    return shown


def changed_keys(now: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    """Return the keys of `before` whose value is another now, in the order of the screen."""
    return [tuning.key for tuning in TUNINGS if tuning.key in before and now.get(tuning.key) != before[tuning.key]]


def choice_words(value: str) -> str:
    """Return a choice as it is shown."""
    return value.replace("_", " ")
