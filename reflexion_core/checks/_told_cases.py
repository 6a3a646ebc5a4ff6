"""Whether the words of a condition tell of exactly one case, and of which.

A list may name a type once for several cases ("if an argument is invalid"), so that a case without a claim of its own
is mostly not left out. Only where every claim on the type is about one other case, word for word, it is.
"""

from __future__ import annotations

import re

from reflexion_core.checks._bounds import actual_bounds, stated_bounds
from reflexion_core.checks._raise_groups import RaiseGroup
from reflexion_core.document.claims import RaisesClaim
from reflexion_core.source.condition_words import say_conditions
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.messages import Message

_WORD = re.compile(r"[^\W\d_]{2,}")
_PLAIN = re.compile(
    r"if|when|is|are|been?|was|were|its?|of|to|the|an|not?|does|do|has|have|in|on|by|for|that|which|and|or|given|argument"
    r"|parameter|value|empty|false|true|none|null|zero|negative|positive|less|greater|smaller|larger|fewer|more|lower"
    r"|higher|than|at|most|least|below|above|under|over|exceeds?|equals?|missing|blank"
)
"""Words that say how something is tested, and not what."""
_LEAST_STEM = 4
"""Letters that two forms of one word have in common: `label` and `labels`."""


def says_the_same(claim: RaisesClaim, fact: ExceptionFact) -> bool:
    """Say whether a claim's condition is an exception's, word for word."""
    said = _plain(claim.condition)
    return bool(said) and said == _plain(say_conditions(fact))


def tells_only(group: RaiseGroup, claim: RaisesClaim, fact: ExceptionFact) -> bool:
    """Say whether a claim's condition is an exception's and leaves no word over for another case."""
    said = _plain(claim.condition)
    if not said:
        return False
    if said == _plain(say_conditions(fact)):
        return True
    if fact.via or not set(map(str.lower, _tested(group, fact))) <= set(_words(said)) or not _tested(group, fact):
        return False
    for bound in stated_bounds(claim.condition, group.raiser.parameters):
        if actual_bounds([fact], bound.name) != (bound,):
            return False
    known = _own_words(fact)
    return all(_PLAIN.fullmatch(word) or _is_among(word, known) for word in _words(said))


def may_tell(text: str, fact: ExceptionFact, other: ExceptionFact) -> bool:
    """Say whether words may tell of one exception's case beside another's, of which they tell for certain."""
    if _plain(text) == _plain(say_conditions(other)):
        return _plain(text) == _plain(say_conditions(fact))
    telling = {word for word in _own_words(fact) - _own_words(other) if not _PLAIN.fullmatch(word)}
    return not telling or any(_is_among(word, telling) for word in _words(text))


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "").removeprefix("if ").lower().split())


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _tested(group: RaiseGroup, fact: ExceptionFact) -> set[str]:
    """Return the words of the parameters that the tests name."""
    tests = " ".join(condition.text for condition in fact.conditions if condition.kind == "if")
    named = [name for name in group.raiser.parameters if re.search(rf"(?<![\w.]){re.escape(name)}\b", tests)]
    return {word for name in named for word in _WORD.findall(name)}


def _own_words(fact: ExceptionFact) -> set[str]:
    """Return the words of an exception's tests and of its message."""
    tests = " ".join(condition.text for condition in fact.conditions if condition.kind != "not")
    message = _fixed(fact.message) if fact.message is not None else ""
    return set(_words(f"{tests} {message} {say_conditions(fact)}"))


def _fixed(message: Message) -> str:
    return " ".join(part for part in message.parts if isinstance(part, str))


def _is_among(word: str, known: set[str]) -> bool:
    if word in known:
        return True
    stem = word[: max(_LEAST_STEM, len(word) - 3)]
    return len(word) >= _LEAST_STEM and any(other.startswith(stem) for other in known)
