"""What a document says of the exceptions of one symbol, taken together, beside what leaves it in the source."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from reflexion_core.checks._bounds import actual_bounds, stated_bounds
from reflexion_core.checks._messages import nearness, same_message
from reflexion_core.checks._parts import Part, Parts, has_word
from reflexion_core.checks._raisers import Raiser, find_raiser
from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import RaisesClaim
from reflexion_core.source.condition_words import say_conditions
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.messages import Message

_TOO_WIDE = frozenset({"Exception", "BaseException", "object"})
_NOT_EXPECTED = frozenset(
    {
        "NotImplementedError",
        "AssertionError",
        "StopIteration",
        "StopAsyncIteration",
        "GeneratorExit",
        "KeyboardInterrupt",
        "SystemExit",
    }
)
"""Exceptions that belong to a protocol of Python, or to a bug, and that documents seldom name."""
_SMALL_WORDS = re.compile(
    r"\b(?:if|when|is|are|not|be|must|should|can|cannot|the|an?|of|to|was|were|has|have|in|on|for|it|got|no)\b",
    re.IGNORECASE,
)
_SAME = 0.5
"""Share of common words from which on a message is taken for another one's, only written differently."""


@dataclass(frozen=True)
class RaiseGroup:
    """The claims on one symbol's exceptions."""

    raiser: Raiser
    claims: tuple[RaisesClaim, ...]
    parts: Parts

    @property
    def owner(self) -> str:
        return self.raiser.qualname

    @cached_property
    def own_parts(self) -> tuple[Part, ...]:
        """The symbol's part of the document, and that of its constructor."""
        names = (self.owner, f"{self.owner}.__init__", f"{self.owner}.__new__", f"{self.owner}.__post_init__")
        return tuple(part for part in map(self.parts.get, names) if part is not None)

    @cached_property
    def stated(self) -> tuple[RaisesClaim, ...]:
        return tuple(claim for claim in self.claims if claim.type and not claim.is_negative)

    def resolve(self, claim: RaisesClaim) -> str:
        """Return the type that a claim means, as the source knows it."""
        return self.raiser.types.resolve(claim.type)

    def covers(self, claim: RaisesClaim, fact: ExceptionFact) -> bool:
        """Say whether a claim names the type of an exception, or one above it."""
        return self.raiser.is_a(fact, self.resolve(claim))

    @cached_property
    def expected(self) -> tuple[ExceptionFact, ...]:
        """The exceptions that a reader of the document has to be told of."""
        facts = self.raiser.own
        return tuple(fact for fact in facts if fact.certainty == "certain" and self._is_telling(fact))

    def _is_telling(self, fact: ExceptionFact) -> bool:
        name = fact.name
        return fact.origin == "raise" and name is not None and not name.startswith("_") and name not in _NOT_EXPECTED

    @cached_property
    def unnamed(self) -> tuple[ExceptionFact, ...]:
        """Those of `expected` that the document does not name, one for each type."""
        found: dict[str, ExceptionFact] = {}
        for fact in self.expected:
            if not self.is_named(fact):
                found.setdefault(fact.type or "", fact)
        return tuple(found.values())

    def is_named(self, fact: ExceptionFact) -> bool:
        """Say whether the type of an exception, or one above it, is named where it may be meant for the symbol."""
        if any(self.covers(claim, fact) for claim in self.claims):
            return True
        above = {name.rpartition(".")[2] for name in self.raiser.types.ancestors(fact.type or "")[0]}
        names = {fact.name or ""} | above - _TOO_WIDE
        return any(has_word(text, name) for text in self._texts(fact) for name in names)

    def _texts(self, fact: ExceptionFact) -> Iterator[str]:
        yield self.parts.rest
        for part in self.own_parts:
            yield part.prose
            if not self.claims:
                yield part.code
        own = self.parts.get(fact.type or "")
        if own is not None and own.names(self.owner.rpartition(".")[2]):
            yield own.prose
        holder = self.owner.rpartition(".")[0]
        around = self.parts.get(holder)
        is_holders = any(other.type == fact.type for other in self.raiser.facts.escapes(holder))
        if around is not None and not is_holders:
            yield around.prose

    def told_by(self, claim: RaisesClaim) -> ExceptionFact | None:
        """Return the exception of another type that has the message which a claim states."""
        if claim.message is None:
            return None
        for fact in self.raiser.raises:
            if fact.message is None or fact.type is None or not any(has_word(w, w.strip()) for w in fact.message.words):
                continue
            if same_message(claim.message, fact.message) and nearness(claim.message, fact.message) >= _SAME:
                return fact
        return None

    def is_same_case(self, claim: RaisesClaim, fact: ExceptionFact) -> bool:
        """Say whether a claim's condition is an exception's, by its comparison or by the words of its message."""
        said = _plain(say_conditions(fact))
        if said and said == _plain(claim.condition):
            return True
        if not self.shares_condition(claim, fact):
            return False
        for bound in stated_bounds(claim.condition, self.raiser.parameters):
            if actual_bounds([fact], bound.name) == (bound,):
                return True
        words = _SMALL_WORDS.sub(" ", claim.condition)
        return fact.message is not None and nearness(words, _without_small_words(fact.message)) >= _SAME

    def shares_condition(self, claim: RaisesClaim, fact: ExceptionFact) -> bool:
        """Say whether a claim and an exception are about the same parameter."""
        tests = " ".join(str(condition) for condition in fact.conditions)
        return any(has_word(claim.condition, name) and has_word(tests, name) for name in self.raiser.parameters)


def find_groups(paper: Paper) -> Iterator[RaiseGroup]:
    """Yield a group for each symbol of the source that the document has a part or a claim about."""
    parts = paper.parts
    by_owner: defaultdict[str, list[RaisesClaim]] = defaultdict(list)
    for claim in paper.claims.raises:
        by_owner[claim.owner].append(claim)
    claims: dict[str, list[RaisesClaim]] = {}
    raisers: dict[str, Raiser] = {}
    for owner in dict.fromkeys([*by_owner, *parts.by_owner]):
        raiser = find_raiser(paper, owner) if owner else None
        if raiser is not None:
            raisers.setdefault(raiser.qualname, raiser)
            claims.setdefault(raiser.qualname, []).extend(by_owner.get(owner, ()))
    for name, raiser in raisers.items():
        yield RaiseGroup(raiser, tuple(sorted(claims[name], key=lambda claim: claim.place.start)), parts)


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "").removeprefix("if ").split())


def _without_small_words(message: Message) -> Message:
    return Message(tuple(_SMALL_WORDS.sub(" ", part) if isinstance(part, str) else part for part in message.parts))


def shown_type(fact: ExceptionFact) -> str:
    """Return an exception's type as a document writes it: dotted if it is another module's."""
    name = fact.type or ""
    return name if name.count(".") == 1 and name[:1].islower() else name.rpartition(".")[2]
