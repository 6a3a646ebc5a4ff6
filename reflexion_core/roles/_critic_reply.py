"""A critic's reply: the schema it is asked for, and how what comes is read.

Some servers sort the keys of a schema, so the names are chosen to sort in the order in which a model should
think: problems, then numbers, then the one fix. A reply in the records' own names is read as well.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import json_repair
from pydantic import AliasChoices, BaseModel, BeforeValidator, Field, ValidationError, create_model

from reflexion_core.document.thinking import strip_thinking
from reflexion_core.records import CriticIssue, Critique, Severity

MAX_ISSUES = 4
_QUOTE_CHARACTERS = 140
_PROBLEM_CHARACTERS = 220
_FIX_CHARACTERS = 300

_CUT_NUMBER = re.compile(r"""["']\s*:\s*["']?-?\d+\.?\d*$""")
"""A number that ends a reply may have lost digits: `9` may have been 95."""


class UnreadableReply(Exception):
    """A reply that is no verdict; the message says why, for the critic and for the user."""


def _text(limit: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": limit}


_SCORE = {"type": "integer", "minimum": 0, "maximum": 100}
_ISSUE_PROPERTIES: dict[str, Any] = {
    "problem": _text(_PROBLEM_CHARACTERS),
    "quote": _text(_QUOTE_CHARACTERS),
    "severity": {"type": "string", "enum": ["high", "medium", "low"]},
    "suggestion": _text(_PROBLEM_CHARACTERS),
}


def score_keys(dimensions: Sequence[str]) -> list[str]:
    """Return what the numbers of the dimensions are called in a reply, in the order in which they are asked for."""
    return sorted(f"score_{name}" for name in dimensions)


def answer_schema(dimensions: Sequence[str], *, least_issues: int = 0) -> dict[str, Any]:
    """Return what a critic's answer has to look like.

    It is small and flat, every key required, every text bounded: small models run away otherwise.

    Args:
        dimensions: What is scored.
        least_issues: How many problems it must name.
    """
    issue = {"dimension": {"type": "string", "enum": list(dimensions)}} | _ISSUE_PROPERTIES
    issues = {"type": "array", "maxItems": MAX_ISSUES, "items": _object(issue)}
    if least_issues:
        issues["minItems"] = least_issues
    numbers = dict.fromkeys(score_keys(dimensions), _SCORE)
    return _object({"issues": issues} | numbers | {"single_critical_fix": _text(_FIX_CHARACTERS)})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


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
    issues: Annotated[list[object], BeforeValidator(_listed)] = Field(default_factory=list)
    single_critical_fix: Annotated[str, BeforeValidator(_own_words)] = ""


@cache
def _reply_model(dimensions: tuple[str, ...]) -> type[_Reply]:
    """Return the model of a reply with a number for each dimension."""
    numbers: dict[str, Any] = {
        f"score_{name}": (_ReplyScore, Field(validation_alias=AliasChoices(f"score_{name}", name)))
        for name in dimensions
    }
    return create_model("_ScoredReply", __base__=_Reply, **numbers)


def read_critique(text: str, dimensions: tuple[str, ...], *, needs_severity: bool = False) -> Critique:
    """Read a critic's reply, mending its JSON where that is possible.

    Issues that lack a problem are dropped; a missing number is never made up.

    Args:
        text: The reply.
        dimensions: What it has to score.
        needs_severity: Whether an issue of no known severity is dropped; else it counts as a medium one.

    Raises:
        UnreadableReply: there is no object with a number from 0 to 100 for each dimension.
    """
    answer = strip_thinking(text).strip()
    if _CUT_NUMBER.search(answer):
        raise UnreadableReply("it breaks off in the middle of a number")
    payload = _find_object(answer, dimensions)
    try:
        reply = _reply_model(dimensions).model_validate(payload)
    except ValidationError as exc:
        raise UnreadableReply(_describe(exc)) from exc
    found = (_read_issue(item, dimensions, None if needs_severity else "medium") for item in reply.issues)
    issues = [issue for issue in found if issue is not None]
    return Critique(
        dimensions={name: getattr(reply, f"score_{name}") for name in dimensions},
        issues=tuple(issues),
        single_critical_fix=reply.single_critical_fix,
    )


def _find_object(answer: str, dimensions: Sequence[str]) -> dict[str, Any]:
    """Return the object with the scores, the last of several; without one any object."""
    start = answer.find("{")
    try:
        payload = json_repair.loads(answer[start:]) if start >= 0 else None
    except (RecursionError, ValueError) as exc:
        raise UnreadableReply("it is not JSON") from exc
    objects = [item for item in (payload if isinstance(payload, list) else [payload]) if isinstance(item, dict)]
    if not objects:
        raise UnreadableReply("it holds no JSON object")
    keys = {*dimensions, *score_keys(dimensions)}
    scored = [item for item in objects if keys & item.keys()]
    return (scored or objects)[-1]


def _read_issue(item: object, dimensions: Sequence[str], default: Severity | None) -> CriticIssue | None:
    """Return an issue, with a severity where it names none that is known; None where it is none."""
    if not isinstance(item, dict):
        return None
    words = {key: _own_words(item.get(key)) for key in ("dimension", *_ISSUE_PROPERTIES)}
    severity = _SEVERITIES.get(words["severity"].casefold(), default)
    if severity is None or not (words["problem"] or words["suggestion"]):
        return None
    dimension = words["dimension"] if words["dimension"] in dimensions else dimensions[0]
    return CriticIssue(
        quote=words["quote"],
        problem=words["problem"],
        suggestion=words["suggestion"],
        severity=severity,
        dimension=dimension,
    )


def _describe(exc: ValidationError) -> str:
    first = exc.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    return f"{key!r}: {first['msg'].lower()}"
