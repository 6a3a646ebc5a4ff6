"""What every kind of fault has: from a true page it makes pages that are wrong in one known place.

A planted fault is a fault beyond doubt: the facts are asked whether what the page says now could be so after all, and
where that cannot be told, none is planted. The code that is to find faults is never asked.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from reflexion_core.registry import Registry
from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts, ParameterFact
from reflexion_core.true_page.page import Entry, Mark, Page


@dataclass(frozen=True)
class Sheet:
    """A true page, and what is needed to make it wrong."""

    page: Page
    facts: ModuleFacts
    rng: random.Random

    def parameters(self, entry: Entry) -> tuple[ParameterFact, ...]:
        """Return what a call of the entry's symbol takes."""
        symbol = self.facts.symbol(entry.qualname)
        if isinstance(symbol, FunctionFact):
            return symbol.signature_parameters
        return (symbol.constructor or ()) if isinstance(symbol, ClassFact) else ()


@dataclass(frozen=True)
class Fault:
    """A page with one fault in it."""

    page: Page
    marks: frozenset[Mark]
    """What the lines are about in which it stands; those that are the same as on the true page do not count."""
    owner: str
    """Qualified name of the symbol; empty for the document as a whole."""
    planted: str
    """What is wrong, in words: "default of `by`: `4` instead of `2`"."""
    words: str
    """A name or value by which somebody who found it would call it."""
    is_missing: bool = False
    """Whether something is left out, so that whatever is said about its symbol is about it."""


class FaultKind(ABC):
    """Plants one kind of fault."""

    name: ClassVar[str]
    summary: ClassVar[str]
    """What it plants, in a sentence."""

    @abstractmethod
    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        """Yield faults of the kind, one for each place where one can stand, in the order of the page."""


FAULTS: Registry[type[FaultKind]] = Registry("fault", "reflexion_core.faults")
