"""Whether a value that a sentence gives for the case without a parameter must be meant for its default."""

from __future__ import annotations

from collections.abc import Sequence

from reflexion_core.checks._owners import Owner
from reflexion_core.document.claims import DefaultClaim
from reflexion_core.document.values import normalize_value, same_value
from reflexion_core.source.facts import ParameterFact


def must_mean(claim: DefaultClaim, facts: Sequence[ParameterFact], owner: Owner, stand_ins: Sequence[str] = ()) -> bool:
    """Say whether a value is of the default's kind and is no other parameter's default.

    "If `limit` is omitted, 20 items come" is about `limit` where that has a number; where it has None, or where
    `page_size` has 20, the number may be another one's. What takes the place of None counts as the default.
    """
    if not all(
        _is_alike(claim.value, fact.default or "None") or _is_stood_in(claim, fact, stand_ins) for fact in facts
    ):
        return False
    others = [one for call in owner.calls for one in call.parameters if one.name != claim.name and one.default]
    return not any(same_value(claim.value, one.default or "") for one in others)


def _is_stood_in(claim: DefaultClaim, fact: ParameterFact, stand_ins: Sequence[str]) -> bool:
    """Say whether a value is of the kind of all that is taken in place of None."""
    known = [
        text for text in (*fact.stand_ins, *stand_ins) if (value := normalize_value(text)) and value.kind != "name"
    ]
    return fact.default == "None" and bool(known) and all(_is_alike(claim.value, text) for text in known)


def _is_alike(stated: str, default: str) -> bool:
    value, actual = normalize_value(stated), normalize_value(default)
    if actual is None or actual.kind not in ("number", "string"):
        return False
    if value is not None and value.kind == actual.kind:
        return True
    return actual.kind == "string" and " " not in stated and not stated.isidentifier() and "(" not in stated
