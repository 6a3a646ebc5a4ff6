"""Exceptions that a document should name and does not."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from reflexion_core.checks._messages import same_message
from reflexion_core.checks._missing_entries import missing_entry
from reflexion_core.checks._parts import has_word
from reflexion_core.checks._raise_groups import RaiseGroup, shown_type
from reflexion_core.checks._raised_instead import instead_mistake, shares_words, told_instead
from reflexion_core.checks._range_cases import is_told_by_range
from reflexion_core.checks._told_cases import may_tell, says_the_same, tells_only
from reflexion_core.checks.base import Mistake, Paper
from reflexion_core.document.claim_roles import ENTRY_ROLES
from reflexion_core.document.claims import Place, RaisesClaim
from reflexion_core.source.condition_words import say_conditions
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.facts import ClassFact, FunctionFact

_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*|(?<=self\.)\w+")
_NO_NAMES = {
    "self",
    "cls",
    "not",
    "and",
    "or",
    "in",
    "is",
    "if",
    "else",
    "for",
    "None",
    "True",
    "False",
    *dir(builtins),
}
_VAGUE = re.compile(r"\b(?:rais\w+|throw\w*|errors?|exceptions?|fail\w*|reject\w*|refus\w*)\b", re.IGNORECASE)
_EXAMPLES = re.compile(r"\b(?:e\.g\.|such as|for example|for instance|among others)", re.IGNORECASE)
_GENERAL = re.compile(
    r"\b(?:any\w*|either|all|both|each|every\w*|another|other\w*|arguments?|inputs?|parameters?|values"
    r"|(?:in|not )valid\w*|malformed|ill-formed|broken|corrupt\w*|damaged|wrong\w*|bad|faulty|illegal|unusable|amiss"
    r"|(?:cannot|can't|can not|could not) be \w+|(?:is|are) (?:not|no) (?:an? )?\w+|isn't an? \w+"
    r"|un(?:readable|parsable|supported|acceptable|expected)|anything|something|problems?|whenever|one of)\b",
    re.IGNORECASE,
)
"""Words that may tell of more cases than one."""
_FEW_WORDS = 40
"""Words, title included, up to which a part without entries only mentions its symbol."""


@dataclass
class Judged:
    """What judging the claims on one symbol has come to so far."""

    meant: list[ExceptionFact] = field(default_factory=list)
    """What wrong claims stand for: it is not left out as well."""
    doubted: list[RaisesClaim] = field(default_factory=list)
    """Claims on types that no statement raises, but that may come from elsewhere."""

    @property
    def types(self) -> set[str | None]:
        return {fact.type for fact in self.meant}


@dataclass(frozen=True)
class LeftOut:
    """An exception that is left out, and where it belongs."""

    place: Place
    fact: ExceptionFact
    mistake: Mistake


def find_left_out(paper: Paper, group: RaiseGroup, judged: Judged) -> Iterator[LeftOut]:
    """Yield the exceptions that a symbol's part leaves out.

    Args:
        paper: The document and its source.
        group: The claims on the symbol.
        judged: What judging the claims has come to.
    """
    if not group.own_parts or not _is_public(group):
        return
    instead = list(_told_instead(paper, group))
    yield from instead
    place = next((p for part in group.own_parts if (p := group.parts.labels.get((part.owner, "raises")))), None)
    if place is None and not group.stated and any(_VAGUE.search(part.prose) for part in group.own_parts):
        return
    if place is None and not group.stated and not any(part.is_full for part in group.own_parts):
        return
    for fact in group.unnamed:
        if any(fact is one.fact for one in instead):
            continue
        if fact.type not in judged.types and not (place is None and not group.stated and _is_others(group, fact)):
            instead_of = _instead(group, fact, judged)
            what = f"does not say that {_raises(group, fact)}"
            if instead_of is not None:
                what = f"names `{instead_of.text}` and {what}"
            yield _left_out(paper, group, fact, what, place, instead_of)
    said = {_case(fact) for fact in judged.meant}
    for fact in _unsaid_cases(group):
        if _case(fact) not in said:
            said.add(_case(fact))
            what = f"leaves out a case: {_raises(group, fact)}"
            yield _left_out(paper, group, fact, what, place, _instead(group, fact, judged))


def _told_instead(paper: Paper, group: RaiseGroup) -> Iterator[LeftOut]:
    """Yield the exceptions in whose case the document says that a constant comes back."""
    function = group.raiser.symbol
    for fact in group.unnamed:
        told = told_instead(paper, function, fact) if isinstance(function, FunctionFact) else None
        if told is not None and isinstance(function, FunctionFact):
            yield LeftOut(told.place, fact, instead_mistake(paper, told, function, fact, shown_type(fact)))


def _case(fact: ExceptionFact) -> tuple[str | None, str]:
    """Return what a document can tell apart: the type and the condition, or the message where there is none."""
    return fact.type, say_conditions(fact) or str(fact.message)


def _is_public(group: RaiseGroup) -> bool:
    return group.raiser.symbol.is_public or group.owner.endswith("__")


def _is_others(group: RaiseGroup, fact: ExceptionFact) -> bool:
    """Say whether it comes from far away, or out of another public function, whose own part tells of it."""
    if len(fact.via) > 1:
        return True
    called = group.raiser.facts.symbol(fact.via[0]) if fact.via else None
    if isinstance(called, FunctionFact | ClassFact):
        return called.is_public or called.name.endswith("__")
    return False


def _instead(group: RaiseGroup, fact: ExceptionFact, judged: Judged) -> Place | None:
    """Return where another type is named for the same parameter, if one is."""
    claims = [claim for claim in judged.doubted if group.shares_condition(claim, fact)]
    if not claims and len(group.unnamed) == 1:
        claims = [claim for claim in judged.doubted if claim.form != "prose" and shares_words(claim.condition, fact)]
    return claims[0].type_place or claims[0].place if len(claims) == 1 else None


def _start(group: RaiseGroup) -> Place:
    return group.own_parts[0].symbol.place


def _is_mention(paper: Paper, group: RaiseGroup) -> bool:
    """Say whether a part only mentions its symbol: a few words, and nothing on parameters, results or exceptions.

    Who reads "`chunks(items, size)` cuts a list" expects no list of exceptions; the omission is true, but small.
    """
    owners = {part.owner for part in group.own_parts}
    has_entries = any(one.owner in owners and one.form != "prose" for one in paper.claims.parameters)
    has_part = any(one.owner in owners and one.role in ENTRY_ROLES for one in paper.claims.parts)
    words = sum(len(part.prose.split()) for part in group.own_parts)
    return not (group.stated or has_entries or has_part) and words < _FEW_WORDS


def _lines(paper: Paper, group: RaiseGroup, place: Place) -> tuple[int, int]:
    """Return where a reader looks for what is left out: in the lines on exceptions, else in all of the part's own."""
    titled = next((one for one in paper.claims.parts if one.place == place), None)
    if titled is not None:
        return titled.line, max(titled.part_end_line, titled.end_line)
    whole = group.own_parts[0]
    if place == whole.symbol.place:
        return whole.symbol.line, max(whole.own_last_line, whole.symbol.end_line)
    return place.line, place.end_line


def _left_out(
    paper: Paper, group: RaiseGroup, fact: ExceptionFact, what: str, titled: Place | None, instead_of: Place | None
) -> LeftOut:
    """Return what is left out, with the entry that mends it where nothing wrong stands in its place."""
    place = instead_of or titled or _start(group)
    is_mention = _is_mention(paper, group)
    mistake = Mistake(
        f"The part on `{group.owner}` (line {place.line}) {what} (line {fact.line})",
        expected=shown_type(fact),
        severity="low" if is_mention else "medium" if fact.via else "high",
        dimension="completeness",
        replacement=None if is_mention or instead_of is not None else missing_entry(paper, group, fact),
        is_omission=True,
        lines=_lines(paper, group, place),
    )
    return LeftOut(place, fact, mistake)


def _raises(group: RaiseGroup, fact: ExceptionFact) -> str:
    """Return "it raises `ValueError` with the message `…` when `n < 0`"."""
    name = group.owner.rpartition(".")[2]
    words = f"`{name}` raises `{shown_type(fact)}`"
    if fact.message is not None and fact.message.parts:
        words += f" with the message `{fact.message}`"
    return words + (f" if `{fact.condition}`" if fact.condition else "")


def _unsaid_cases(group: RaiseGroup) -> Iterator[ExceptionFact]:
    """Yield exceptions whose type is named, but only for other cases that the document tells apart."""
    unnamed = {fact.type for fact in group.unnamed}
    for fact in group.expected:
        claims = [claim for claim in group.stated if group.covers(claim, fact)]
        if any(_names_way(claim, fact) for claim in claims):
            continue
        if fact.type in unnamed or not claims or any(_is_general(group, claim) for claim in claims):
            continue
        if _is_named_more(group, claims, fact) or is_told_by_range(group, fact):
            continue
        tests = (_is_other_message, _is_other_parameter, _is_other_case)
        if any(is_other(group, claims, fact) for is_other in tests):
            yield fact


def _is_named_more(group: RaiseGroup, claims: list[RaisesClaim], fact: ExceptionFact) -> bool:
    """Say whether a part names a type oftener than it was read as raised: it may tell of the case in other words."""
    name = shown_type(fact).rpartition(".")[2]
    read = len({claim.place.start for claim in claims})
    if sum(part.prose.count(name) for part in group.own_parts) <= read:
        return False
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return sum(len(word.findall(part.prose)) for part in group.own_parts) > read


def _is_general(group: RaiseGroup, claim: RaisesClaim) -> bool:
    """Say whether a claim's words may tell of cases that they do not name, and are not one case's own."""
    if _EXAMPLES.search(_words_of(claim)):
        return True
    if claim.message is not None or any(says_the_same(claim, fact) for fact in group.raiser.raises):
        return False
    return _GENERAL.search(claim.condition) is not None


def _names_way(claim: RaisesClaim, fact: ExceptionFact) -> bool:
    """Say whether a claim names the function that an exception comes through."""
    return any(has_word(claim.condition, name.rpartition(".")[2]) for name in fact.via)


def _is_other_message(group: RaiseGroup, claims: list[RaisesClaim], fact: ExceptionFact) -> bool:
    """Say whether every claim states a message, each one is another exception's, and this one's is not among them."""
    if fact.message is None or any(claim.message is None for claim in claims):
        return False
    others = [other.message for other in group.raiser.raises if other.message is not None and other is not fact]
    for claim in claims:
        stated = claim.message or ""
        if same_message(stated, fact.message) is not False or not any(same_message(stated, other) for other in others):
            return False
    return True


def _is_other_parameter(group: RaiseGroup, claims: list[RaisesClaim], fact: ExceptionFact) -> bool:
    """Say whether every claim is about certain parameters, and this one is tested on others."""
    tested = _tested(fact)
    if any(claim.message is not None for claim in claims) or not tested:
        return False
    if not tested <= set(group.raiser.parameters):
        return False  # what the body or a called function names, the document names otherwise
    others = set().union(*(_tested(other) for other in group.raiser.raises if other is not fact))
    for claim in claims:
        named = {name for name in others | tested if has_word(claim.condition, name)}
        if not named or named & tested:
            return False
    text = "\n".join(part.prose for part in group.own_parts)
    return not any(_is_told(text, name) for name in tested)


def _is_other_case(group: RaiseGroup, claims: list[RaisesClaim], fact: ExceptionFact) -> bool:
    """Say whether every claim tells of exactly one other case, and nothing in the part tells of this one."""
    others = [other for other in group.raiser.raises if other is not fact and other.conditions != fact.conditions]
    for claim in claims:
        if claim.message is not None or group.is_same_case(claim, fact) or tells_only(group, claim, fact):
            return False
        told = [other for other in others if group.covers(claim, other) and tells_only(group, claim, other)]
        if not told or all(may_tell(claim.condition, fact, other) for other in told):
            return False
    return not any(_is_told(part.prose, name) for part in group.own_parts for name in _unclaimed(claims, fact))


def _unclaimed(claims: list[RaisesClaim], fact: ExceptionFact) -> set[str]:
    """Return the names in an exception's tests of which no claim speaks."""
    return {name for name in _tested(fact) if not any(has_word(claim.condition, name) for claim in claims)}


def _tested(fact: ExceptionFact) -> set[str]:
    """Return the names in the tests that lead to an exception."""
    tests = " ".join(condition.text for condition in fact.conditions if condition.kind != "not")
    return set(_NAME.findall(re.sub(r"[\"'][^\"']*[\"']", " ", tests))) - _NO_NAMES


def _is_told(text: str, name: str) -> bool:
    """Say whether a paragraph of a part speaks of raising and of a parameter."""
    return any(_VAGUE.search(piece) and has_word(piece, name) for piece in re.split(r"\n\s*\n", text))


def _words_of(claim: RaisesClaim) -> str:
    return f"{claim.text} {claim.condition}"
