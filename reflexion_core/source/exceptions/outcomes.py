"""What comes out of a piece of code, and what a handler makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from reflexion_core.source.exception_facts import ExceptionFact, UnknownCall
from reflexion_core.source.exception_types import ExceptionTypes

_CATCH_ALL = frozenset({"Exception", "BaseException"})
MAX_PASSED_ON = 32
"""How many different exceptions a function passes on from what it calls before only their types are told apart."""


class Place(NamedTuple):
    line: int
    text: str


@dataclass(slots=True)
class Outcome:
    """The exceptions that come out of a piece of code."""

    raises: dict[object, ExceptionFact] = field(default_factory=dict)
    """Raised by statements; the key tells one from the other."""
    language: dict[str, Place] = field(default_factory=dict)
    """What Python could raise, by type, with the first place."""
    unknown: dict[object, UnknownCall] = field(default_factory=dict)

    def add(self, fact: ExceptionFact) -> None:
        self.raises.setdefault(_identity(fact), fact)

    def add_unknown(self, call: UnknownCall) -> None:
        self.unknown.setdefault((call.callee, call.kind, call.arguments, call.caught), call)

    def add_faults(self, types: Iterable[str], line: int, text: str) -> None:
        for name in types:
            if name not in self.language:
                self.language[name] = Place(line, text)

    def merge(self, other: Outcome) -> None:
        for key, fact in other.raises.items():
            self.raises.setdefault(key, fact)
        for name, place in other.language.items():
            self.language.setdefault(name, place)
        for call_key, call in other.unknown.items():
            self.unknown.setdefault(call_key, call)

    def passed_on(self, limit: int = MAX_PASSED_ON) -> Outcome:
        """Return what a caller gets: alike exceptions once, and not more of them than can be read.

        Args:
            limit: How many are kept before only their types are told apart.
        """
        kept: dict[object, ExceptionFact] = {}
        for fact in self.raises.values():
            key: object = (fact.type, fact.written, fact.message, fact.certainty, fact.caught)
            if len(kept) >= limit:
                key = (fact.type, fact.certainty)
            kept.setdefault(key, fact)
        calls: dict[object, UnknownCall] = {}
        for call in self.unknown.values():
            name = call.name if call.kind == "method" else ""
            calls.setdefault((call.kind, name, call.arguments if name else 0, call.caught), call)
        return Outcome({_identity(fact): fact for fact in kept.values()}, self.language, calls)


def _identity(fact: ExceptionFact) -> object:
    return (fact.line, fact.type, fact.message, fact.written, fact.certainty, fact.caught)


@dataclass(slots=True)
class Bucket:
    """A handler and what it has caught."""

    types: tuple[str, ...]
    """What it catches."""
    is_dynamic: bool = False
    """Whether it catches more types that cannot be told."""
    caught: Outcome = field(default_factory=Outcome)

    @property
    def catches_all(self) -> bool:
        return bool(_CATCH_ALL & set(self.types))

    def catches(self, name: str, types: ExceptionTypes) -> bool | None:
        """Say whether it catches a type for sure; None where that cannot be told."""
        verdicts = [types.is_subclass(name, base) for base in self.types]
        if True in verdicts or "BaseException" in self.types:
            return True
        if "Exception" in self.types:  # what is neither known nor of Python's own four is below Exception
            return name not in ("SystemExit", "KeyboardInterrupt", "GeneratorExit", "asyncio.CancelledError")
        return None if self.is_dynamic or None in verdicts else False


def sort_into(outcome: Outcome, buckets: list[Bucket], types: ExceptionTypes) -> Outcome:
    """Give each exception to the handlers that catch it and return what is left."""
    left = Outcome()
    for fact in outcome.raises.values():
        rest = _offer_unknown_type(fact, buckets) if fact.type is None else _offer(fact, fact.type, buckets, types)
        if rest is not None:
            left.add(rest)
    for name, place in outcome.language.items():
        if _offer_fault(name, place, buckets, types):
            left.language.setdefault(name, place)
    for call in outcome.unknown.values():
        remaining = _offer_call(call, buckets)
        if remaining is not None:
            left.add_unknown(remaining)
    return left


def _offer(fact: ExceptionFact, name: str, buckets: list[Bucket], types: ExceptionTypes) -> ExceptionFact | None:
    for bucket in buckets:
        verdict = bucket.catches(name, types)
        if verdict is True:
            bucket.caught.add(fact)
            return None
        if verdict is None:
            fact = replace(fact, certainty="possible")
            bucket.caught.add(fact)
    return fact


def _offer_unknown_type(fact: ExceptionFact, buckets: list[Bucket]) -> ExceptionFact | None:
    for bucket in buckets:
        bucket.caught.add(fact)
        if bucket.catches_all:
            return None
        fact = replace(fact, certainty="possible", caught=_more(fact.caught, bucket.types))
    return fact


def _offer_fault(name: str, place: Place, buckets: list[Bucket], types: ExceptionTypes) -> bool:
    for bucket in buckets:
        verdict = bucket.catches(name, types)
        if verdict is not False:
            bucket.caught.language.setdefault(name, place)
        if verdict is True:
            return False
    return True


def _offer_call(call: UnknownCall, buckets: list[Bucket]) -> UnknownCall | None:
    for bucket in buckets:
        bucket.caught.add_unknown(call)
        if bucket.catches_all:
            return None
        call = replace(call, caught=_more(call.caught, bucket.types))
    return call


def _more(caught: tuple[str, ...], types: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({*caught, *types}))
