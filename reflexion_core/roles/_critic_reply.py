"""A critic's reply: the schema it is asked for, and how what comes is read.

Some servers sort the keys of a schema, so the names are chosen to sort in the order in which a model should
think: problems, then numbers, then the one fix. A reply in the records' own names is read as well.
"""

from __future__ import annotations

import math
import re
from typing import Annotated, Any

import json_repair
from pydantic import AliasChoices, BaseModel, BeforeValidator, Field, ValidationError

from reflexion_core.document.thinking import strip_thinking
from reflexion_core.records import CriticIssue, Critique, Severity
from reflexion_core.scoring import DIMENSIONS

MAX_ISSUES = 4
_QUOTE_CHARACTERS = 140
_PROBLEM_CHARACTERS = 220
_FIX_CHARACTERS = 300


_SCORE_KEYS = {f"{prefix}{name}" for prefix in ("score_", "") for name in DIMENSIONS}
_CUT_NUMBER = re.compile(r"""["']\s*:\s*["']?-?\d+\.?\d*$""")
"""A number that ends a reply may have lost digits: `9` may have been 95."""


class UnreadableReply(Exception):
    """A reply that is no verdict; the message says why, for the critic and for the user."""


def _text(limit: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": limit}


_SCORE = {"type": "integer", "minimum": 0, "maximum": 100}
_ISSUE_PROPERTIES: dict[str, Any] = {
    "dimension": {"type": "string", "enum": list(DIMENSIONS)},
    "problem": _text(_PROBLEM_CHARACTERS),
    "quote": _text(_QUOTE_CHARACTERS),
    "severity": {"type": "string", "enum": ["high", "medium", "low"]},
    "suggestion": _text(_PROBLEM_CHARACTERS),
}
_PROPERTIES: dict[str, Any] = {
    "issues": {
        "type": "array",
        "maxItems": MAX_ISSUES,
        "items": {
            "type": "object",
            "properties": _ISSUE_PROPERTIES,
            "required": list(_ISSUE_PROPERTIES),
            "additionalProperties": False,
        },
    },
    "score_completeness": _SCORE,
    "score_technical_accuracy": _SCORE,
    "single_critical_fix": _text(_FIX_CHARACTERS),
}
ANSWER_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": _PROPERTIES,
    "required": list(_PROPERTIES),
    "additionalProperties": False,
}
"""Small and flat, every key required, every text bounded: small models run away otherwise."""

_SEVERITIES: dict[str, Severity] = {
    "critical": "high",
    "high": "high",
    "major": "high",
    "medium": "medium",
    "moderate": "medium",
    "minor": "low",
    "low": "low",
}


def _read_score(value: object) -> object:
    """Take `95`, `"95"`, `"95%"` and `"95/100"`; leave the rest to the validation."""
    if isinstance(value, str) and (match := re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:%|/\s*100)?\s*", value)):
        return float(match.group(1))
    if isinstance(value, bool) or (isinstance(value, float) and not math.isfinite(value)):
        return None
    return value


_ReplyScore = Annotated[float, BeforeValidator(_read_score), Field(ge=0, le=100)]


def _own_words(value: object) -> str:
    """Return a text, and nothing for a placeholder of the prompt that came back unfilled."""
    if isinstance(value, list):
        value = value[0] if value else None
    if value is None or isinstance(value, bool | dict | list):
        return ""
    text = str(value).encode(errors="replace").decode().strip()  # half a character cannot be stored
    return "" if text.startswith("<") and text.endswith(">") else text


def _listed(value: object) -> list[object]:
    """Return issues as a list, also a single one; what is no issue at all counts as none."""
    if isinstance(value, list):
        return value
    return [value] if isinstance(value, dict) else []


class _Reply(BaseModel):
    technical_accuracy: _ReplyScore = Field(
        validation_alias=AliasChoices("score_technical_accuracy", "technical_accuracy")
    )
    completeness: _ReplyScore = Field(validation_alias=AliasChoices("score_completeness", "completeness"))
    issues: Annotated[list[object], BeforeValidator(_listed)] = Field(default_factory=list)
    single_critical_fix: Annotated[str, BeforeValidator(_own_words)] = ""


def read_critique(text: str) -> Critique:
    """Read a critic's reply, mending its JSON where that is possible.

    Issues that lack a problem are dropped; a missing number is never made up.

    Raises:
        UnreadableReply: there is no object with both numbers from 0 to 100.
    """
    answer = strip_thinking(text).strip()
    if _CUT_NUMBER.search(answer):
        raise UnreadableReply("it breaks off in the middle of a number")
    payload = _find_object(answer)
    try:
        reply = _Reply.model_validate(payload)
    except ValidationError as exc:
        raise UnreadableReply(_describe(exc)) from exc
    issues = [issue for item in reply.issues if (issue := _read_issue(item)) is not None]
    return Critique(
        technical_accuracy=reply.technical_accuracy,
        completeness=reply.completeness,
        issues=tuple(issues),
        single_critical_fix=reply.single_critical_fix,
    )


def _find_object(answer: str) -> dict[str, Any]:
    """Return the object with the scores, the last of several; without one any object."""
    start = answer.find("{")
    try:
        payload = json_repair.loads(answer[start:]) if start >= 0 else None
    except (RecursionError, ValueError) as exc:
        raise UnreadableReply("it is not JSON") from exc
    objects = [item for item in (payload if isinstance(payload, list) else [payload]) if isinstance(item, dict)]
    if not objects:
        raise UnreadableReply("it holds no JSON object")
    scored = [item for item in objects if _SCORE_KEYS & item.keys()]
    return (scored or objects)[-1]


def _read_issue(item: object) -> CriticIssue | None:
    if not isinstance(item, dict):
        return None
    words = {key: _own_words(item.get(key)) for key in _ISSUE_PROPERTIES}
    if not words["problem"] and not words["suggestion"]:
        return None
    dimension = words["dimension"] if words["dimension"] in DIMENSIONS else DIMENSIONS[0]
    return CriticIssue(
        quote=words["quote"],
        problem=words["problem"],
        suggestion=words["suggestion"],
        severity=_SEVERITIES.get(words["severity"].casefold(), "medium"),
        dimension=dimension,
    )


def _describe(exc: ValidationError) -> str:
    first = exc.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    return f"{key!r}: {first['msg'].lower()}"
