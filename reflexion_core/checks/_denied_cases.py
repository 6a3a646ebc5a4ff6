"""Whether "does not raise for …" denies just the case in which the source raises.

Which case some words mean is told by the parameter and the number that they compare it with, or by what is said to be
missing: "a flag that is not defined" is the case of `UnknownFlag`, whose message is `unknown flag: …`.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from reflexion_core.checks._bounds import actual_bounds, stated_bounds
from reflexion_core.source.exception_facts import ExceptionFact

_MISSING = re.compile(
    r"\b(?:unknown|undefined|unregistered|missing|absent|nonexistent|non-existent|no such|not (?:\w+ )?(?:defined|known"
    r"|registered|found|there|present|set|exist\w*)|(?:is|are)n['’]t (?:defined|known|registered|there|present|set)"
    r"|do(?:es)? not exist|do(?:es)?n['’]t exist|never (?:defined|registered|set))\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"\b(?:empty|blank|no (?:items|elements|values|arguments))\b", re.IGNORECASE)
_NARROWER = re.compile(r"\b(?:and|if|when|unless|but|with|while|as long as)\b", re.IGNORECASE)
"""What limits the case further."""
_KINDS = (_MISSING, _EMPTY)
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_WORD = re.compile(r"[a-z]{3,}")
_NO_NOUN = re.compile(
    r"the|that|this|with|which|not|are|was|has|have|and|for|any|all|can|does|been|must|should|given|such|there|error"
    r"|exception|values?|names?|keys?|items?|elements?|arguments?|(?:un)?known|(?:un)?defined|(?:un)?registered|found"
    r"|missing|absent|present|exists?|nonexistent|invalid|empty|blank|set"
)


def is_denied_case(condition: str, fact: ExceptionFact, parameters: Collection[str]) -> bool:
    """Say whether the words of a denial's condition tell of the case in which an exception is raised."""
    for bound in stated_bounds(condition, parameters):
        if actual_bounds([fact], bound.name) == (bound,):
            return True
    if _NARROWER.search(condition[1:]):
        return False
    said = _said_of(fact)
    return any(kind.search(condition) and kind.search(said) for kind in _KINDS) and bool(
        _nouns(condition) & _nouns(said)
    )


def _said_of(fact: ExceptionFact) -> str:
    """Return an exception's name in words, and those of its message."""
    name = " ".join(_PARTS.findall(fact.name or "")).removesuffix(" Error")
    words = " ".join(fact.message.words) if fact.message is not None else ""
    found = f"{name} {words}".replace("Not Found", "not found").replace("_", " ")
    return f"{found} missing" if fact.name in ("KeyError", "FileNotFoundError") else found


def _nouns(text: str) -> set[str]:
    return {word.removesuffix("s") for word in _WORD.findall(text.lower()) if not _NO_NOUN.fullmatch(word)}
