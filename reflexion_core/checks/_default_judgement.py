"""What can be said of one stated default against one parameter, or of a stated value against what the source sets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reflexion_core.checks._default_values import (
    compare_default,
    compare_value,
    is_definite,
    shown_default,
    split_unit,
)
from reflexion_core.document.claims import DefaultClaim
from reflexion_core.document.values import normalize_value
from reflexion_core.source.facts import AttributeFact, ConstantFact, ModuleFacts, ParameterFact

_NOT_A_VALUE = re.compile(r"[-–—./ ]*|n/?a|required|mandatory|none given", re.IGNORECASE)


@dataclass(frozen=True)
class Judgement:
    """What can be said of one claim against one fact."""

    outcome: bool | None
    actual: str = ""
    """What the source says, for the message and the repair; empty where it has no default."""
    reason: str = ""
    in_effect: str = ""
    """What the source takes where the default is None, if it differs from what is stated."""


@dataclass(frozen=True)
class Reach:
    """The source of what may take a value in place of None."""

    text: str
    """The whole source."""
    own: str
    """The function with all that it may call in the same file, or its whole class."""


def judge_default(claim: DefaultClaim, fact: ParameterFact, reach: Reach, stand_ins: tuple[str, ...] = ()) -> Judgement:
    """Judge a stated default, or the statement that there is none.

    Args:
        claim: The claim.
        fact: The parameter.
        reach: The source, in which a default in effect may stand.
        stand_ins: What functions that the parameter is passed on to take in place of None.
    """
    is_absent = not claim.value or bool(_NOT_A_VALUE.fullmatch(claim.value))
    if fact.is_variadic:
        return Judgement(None, reason=f"`{fact.starred_name}` takes any number of arguments")
    if not fact.has_default:
        return _judge_required(claim, is_absent=is_absent)
    actual = shown_default(fact)
    if is_absent:
        return _judge_absent(claim, actual)
    same = compare_default(claim.value, fact, stand_ins)
    if same is None and _cannot_be(claim, fact, reach, stand_ins):
        same = False
    if same is not False:
        return Judgement(same, actual, f"whether that is `{actual}` cannot be told")
    if actual == "None" and not fact.stand_ins and not stand_ins and _may_be_in_effect(claim, reach.own):
        return Judgement(None, actual, "the default is None, and the value may be what is taken in its place")
    in_effect = [text for text in (*fact.stand_ins, *stand_ins) if is_definite(text)]
    return Judgement(False, actual, in_effect=in_effect[0] if actual == "None" and in_effect else "")


def _cannot_be(claim: DefaultClaim, fact: ParameterFact, reach: Reach, stand_ins: tuple[str, ...]) -> bool:
    """Say whether a value that cannot be compared is another one all the same."""
    actual = shown_default(fact)
    if claim.is_code and _is_bare_string(claim.value, actual, reach.text):
        return True
    if actual == "None":  # a value that the source never names can only be made by a call
        is_made = any("(" in expression for expression in (*fact.stand_ins, *stand_ins))
        return is_definite(claim.value) and not is_made and not _may_be_in_effect(claim, reach.own)
    return False


def spell_out(claim: DefaultClaim, facts: Sequence[ParameterFact], module: ModuleFacts) -> DefaultClaim:
    """Return a claim with the value of the constant that it names, unless the source names it too."""
    constant = module.symbol(claim.value)
    if not isinstance(constant, ConstantFact) or constant.literal is None:
        return claim
    if any(fact.default is None or claim.value in fact.default for fact in facts):
        return claim
    return replace(claim, value=repr(constant.literal.value))


def _is_bare_string(stated: str, actual: str, text: str) -> bool:
    """Say whether a word in code can only be a string without its quotes: it names nothing in the source."""
    value = normalize_value(actual)
    is_word = bool(re.fullmatch(r"[A-Za-z][\w-]*", stated))
    return is_word and value is not None and value.kind == "string" and not _stands_in(stated, text)


def _judge_required(claim: DefaultClaim, *, is_absent: bool) -> Judgement:
    if is_absent or claim.is_ambiguous:
        return Judgement(True)
    is_sure = claim.is_code or is_definite(claim.value)
    return Judgement(False if is_sure else None, reason="the words may not mean a default")


def _judge_absent(claim: DefaultClaim, actual: str) -> Judgement:
    """Judge "no default", a blank or "required" for a parameter that has a default."""
    if claim.value and not claim.says_required:
        return Judgement(None, actual, "a dash may mean many things")
    if actual == "None":
        return Judgement(None, actual, "the default is None, which may be what is meant")
    return Judgement(False, actual)


def judge_value(claim: DefaultClaim, fact: AttributeFact | ConstantFact) -> Judgement:
    if not claim.value or "..." in claim.value or "…" in claim.value:
        return Judgement(None, reason="the value is not given in full")
    same = compare_value(claim.value, fact.value, fact.literal)
    return Judgement(same, fact.value or "", "the value cannot be told without running the source")


def _may_be_in_effect(claim: DefaultClaim, text: str) -> bool:
    """Say whether a value may be what is taken in place of None, somewhere that the facts do not reach."""
    if not claim.is_code and claim.form != "table":
        return True
    return _stands_in(split_unit(claim.value).value.strip("`\"'"), text)


def _stands_in(word: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", text))
