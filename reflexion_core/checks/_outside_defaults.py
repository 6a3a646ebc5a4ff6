"""The stated default of an option or an environment variable, against the source's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

from reflexion_core.checks._default_values import compare_value, is_definite
from reflexion_core.checks.base import Check, Mistake
from reflexion_core.document.claims import OptionClaim, VariableClaim
from reflexion_core.records import Verdict
from reflexion_core.source.command_line import OptionFact
from reflexion_core.source.environment import VariableFact

_C = TypeVar("_C", OptionClaim, VariableClaim)
_NOTHING = frozenset({"none", "nothing", "empty", "no", "off", "null", "unset", "not set", "-", "–", "—", ""})
_WORD = re.compile(r"[\w./:-]+")


def judge_default(check: Check, claim: OptionClaim | VariableClaim, fact: OptionFact | VariableFact) -> Verdict:
    """Return what is to be said of a default that a claim states."""
    subject, place = f"{claim.name}: default", claim.default_place or claim.place
    outcome = _same_default(claim, fact)
    if outcome:
        return check.right(place, subject, fact)
    if outcome is None:
        return check.unsure(place, subject, "the default cannot be told without running the source", fact)
    actual = str(fact.default_value.value if fact.default_value is not None else None)
    mistake = Mistake(
        f"Line {place.line} gives `{claim.name}` the default `{claim.default}`;"
        f" the source has `{actual}` (line {fact.line})",
        expected=actual,
        replacement=(place, actual) if _WORD.fullmatch(actual) and _WORD.fullmatch(place.text) else None,
    )
    return check.wrong(place, subject, mistake, fact=fact)


def once(claims: Iterable[_C]) -> Iterator[_C]:
    """Yield one claim for each place: a list or table says more of it than the sentence in it."""
    best: dict[int, _C] = {}
    for claim in claims:
        before = best.get(claim.place.start)
        if before is None or before.form == "prose":
            best[claim.place.start] = claim
    yield from best.values()


def _same_default(claim: OptionClaim | VariableClaim, fact: OptionFact | VariableFact) -> bool | None:
    """Say whether a stated default is the source's; None where one of them is not a plain value."""
    if fact.default_value is None or fact.default_value.value is None:
        return None
    value, stated = fact.default_value.value, claim.default.strip("\"'")
    if stated == str(value) or compare_value(claim.default, fact.default, fact.default_value):
        return True
    if stated.lower() in _NOTHING:
        return None
    if isinstance(value, str):
        return False if claim.is_default_code and _WORD.fullmatch(stated) else None
    if isinstance(value, bool) or not is_definite(claim.default):
        return None
    return compare_value(claim.default, fact.default, fact.default_value)
