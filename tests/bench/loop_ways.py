"""The ways in which `make bench-loop` has the same file documented: settings of a run, by name."""

from __future__ import annotations

from typing import Any

from reflexion_core.run_options import Savings

_OURS: dict[str, Any] = {"policy": "grounded", "repair": True}
WAYS: dict[str, dict[str, Any]] = {
    "ours": _OURS,
    "classic": {
        "policy": "model",
        "repair": False,
        "revise": "whole",
        "ask_critic": "always",
        "adjudicate": "always",
        "share_prefix": False,
        "savings": dict.fromkeys(Savings.model_fields, False),
    },
}
"""Compared where nothing else is asked for."""
SAVINGS: dict[str, dict[str, Any]] = {
    "no-shared-prefix": {**_OURS, "share_prefix": False},
    "whole-revisions": {**_OURS, "revise": "whole"},
    "critic-always": {**_OURS, "ask_critic": "always"},
    "adjudicator-always": {**_OURS, "adjudicate": "always"},
    "answers-of-any-length": {**_OURS, "savings": {"limit_answers": False}},
    "repetition-let-go-on": {**_OURS, "savings": {"stop_repetition": False}},
    "checks-afterwards": {**_OURS, "savings": {"check_ahead": False}},
    "models-loaded-late": {**_OURS, "savings": {"load_ahead": False}},
}
"""Ours with one saving switched off each."""
LESSONS_OFF, LESSONS_ON = "lessons-off", "lessons-on"
LESSON_WAYS: dict[str, dict[str, Any]] = {
    LESSONS_OFF: {**_OURS, "lessons": False},
    LESSONS_ON: {**_OURS, "lessons": True},
}
ALL_WAYS = WAYS | SAVINGS | LESSON_WAYS
