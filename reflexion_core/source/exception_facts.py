"""What is known about the exceptions that come out of a function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reflexion_core.source.messages import Message

ConditionKind = Literal["if", "not", "for", "while", "case", "except"]
Origin = Literal["raise", "reraise", "assert", "exit"]
Certainty = Literal["certain", "possible"]
When = Literal["called", "iterated", "awaited", "entered"]
CalleeKind = Literal["imported", "given", "method"]


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that must hold on the way to a statement."""

    kind: ConditionKind
    """`if`: a test that must be true; `not`: what must hold because an earlier branch left; `for`, `while`: the
    loop around it; `case`: the pattern that must match; `except`: what must have been raised before."""
    text: str
    """In source text; what has the kind `not` is already negated."""

    def __str__(self) -> str:
        words = {"for": "for {}", "while": "while {}", "except": "except {}"}
        return words.get(self.kind, "{}").format(self.text)


@dataclass(frozen=True, kw_only=True, slots=True)
class ExceptionFact:
    """One exception that escapes from a function: raised in its body, or in what it calls in the same file."""

    type: str | None
    """A name of the file, a built-in or a dotted name; None where it cannot be told."""
    written: str
    """What the `raise` says, in source text."""
    message: Message | None
    """None where it cannot be told."""
    conditions: tuple[Condition, ...]
    """From the outside in; those of the caller come before those of what it calls."""
    origin: Origin
    certainty: Certainty
    """`certain`: a statement that can be reached raises it, and nothing that is known catches it."""
    line: int
    """Where it is raised."""
    end_line: int
    via: tuple[str, ...] = ()
    """The functions of the file through which it comes, from the one called to the one that raises."""
    call_line: int = 0
    """Where this function raises it or calls what raises it."""
    caught: tuple[str, ...] = ()
    """Types that cannot come out, where `type` is None."""
    when: When = "called"
    """When it comes: a generator raises when it is iterated, not when it is called."""

    @property
    def name(self) -> str | None:
        """The type's last name, as documents write it."""
        return None if self.type is None else self.type.rpartition(".")[2]

    @property
    def condition(self) -> str:
        """The tests that lead there, joined by "and"; empty where there is none."""
        chosen = _telling(self.conditions)
        return " and ".join(_bracket(str(c)) if len(chosen) > 1 else str(c) for c in chosen)


def _telling(conditions: tuple[Condition, ...]) -> list[Condition]:
    """Return the conditions that a reader needs: branches, and what is passed inside of them, but not before."""
    first = next((place for place, c in enumerate(conditions) if c.kind in ("if", "case", "except")), None)
    if first is not None:
        return [c for c in conditions[first:] if c.kind not in ("for", "while")]
    return [c for c in conditions if c.kind == "not"] or list(conditions)


def _bracket(text: str) -> str:
    return f"({text})" if " or " in text or " if " in text else text


@dataclass(frozen=True, kw_only=True, slots=True)
class LanguageFault:
    """An exception that Python itself could raise, whatever the author had in mind."""

    type: str
    text: str
    """The expression that could raise it, in short."""
    line: int


@dataclass(frozen=True, kw_only=True, slots=True)
class UnknownCall:
    """A call of what is neither in the file nor well known."""

    callee: str
    """In source text."""
    kind: CalleeKind
    """`imported`: from another module; `given`: a value that somebody else made, such as a parameter; `method`: of
    such a value."""
    line: int
    arguments: int | None
    """How many it is given; None where there are stars."""
    caught: tuple[str, ...] = ()
    """Types that cannot come out of it here."""

    @property
    def name(self) -> str:
        """The last part of the callee."""
        return self.callee.rpartition(".")[2]
