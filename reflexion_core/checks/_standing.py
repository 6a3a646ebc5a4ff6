"""A name in a document → whether the source has it, and whether it is the source's at all."""

from __future__ import annotations

import builtins
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from reflexion_core.checks._near import NearNames, near_names
from reflexion_core.checks._traits import inert_classes
from reflexion_core.source.facts import AttributeFact, ClassFact, ConstantFact, Fact, FunctionFact, ModuleFacts, Symbol

State = Literal["there", "missing", "unsure", "foreign"]
_WORD = re.compile(r"[^\W\d]\w*")
_SETS_BY_NAME = re.compile(r"\bsetattr\(|\b__dict__\b|\bvars\(self\)|\b__slots__\b")
_WITH_MODULE = 3
"""Parts of `module.Class.member`."""
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True)
class Standing:
    """What the source says of one name."""

    state: State
    """`missing`: it would have to be in the source and is not; `foreign`: nothing says that it is the source's."""
    symbol: Symbol | None = None
    """What it is; None for what is imported, built in or not a symbol of its own."""
    holder: ClassFact | None = None
    """The class that lacks it; None where the module does."""
    near: tuple[str, ...] = ()
    """Last parts of names that it may be a slip of the pen for."""
    reason: str = ""


class Names:
    """The names of a source."""

    def __init__(self, facts: ModuleFacts, source_text: str) -> None:
        self.facts = facts
        self._text = source_text
        self._lines = source_text.split("\n")

    def standing(self, name: str, scope: str = "") -> Standing:
        """Return what the source says of a name as a document writes it.

        Args:
            name: Bare or dotted.
            scope: The function or class that the place is about.
        """
        parts = name.split(".")
        if name.strip("_") == self.facts.name.strip("_"):
            return Standing("there", self.facts.symbol(name))
        if len(parts) > 1 and parts[0] == self.facts.name and parts[0] not in self._values:
            return self._in_module(parts[1:])
        for written in self._readings(name, scope):
            if symbol := self.facts.symbol(written):
                return Standing("there", symbol)
        if len(parts) > 1:
            return self._dotted(parts)
        return self._bare(name)

    def all_called(self, name: str) -> tuple[Symbol, ...]:
        """Return every symbol whose name ends so."""
        return tuple(self._by_tail.get(name.rpartition(".")[2], ()))

    def is_word_of_source(self, name: str) -> bool:
        """Say whether a name stands anywhere in the source: as a variable, a key, in a docstring."""
        return name in self._words

    def is_python(self, name: str) -> bool:
        """Say whether a name is one of Python's own: built in, or a module of the standard library."""
        return name in _PYTHON

    def is_other_value(self, name: str) -> bool:
        """Say whether a name is a parameter or a variable too, and so may be meant as one."""
        return name in self._parameters

    def _readings(self, name: str, scope: str) -> Iterator[str]:
        kind = scope
        while kind:
            if self.facts.class_(kind):
                yield f"{kind}.{name}"
            kind = kind.rpartition(".")[0]
        yield name

    def _in_module(self, parts: list[str]) -> Standing:
        symbol = self.facts.symbol(".".join(parts))
        if symbol is not None:
            return Standing("there", symbol)
        if len(parts) > 1 and self.facts.class_(parts[0]):
            return self._dotted(parts)
        has = self.facts.has_name(parts[0])
        if has is False:
            near = self._near_top.find(parts[0]) if len(parts) == 1 else ()
            return Standing("missing", near=near)
        return Standing("there" if has else "unsure", reason="another module may bring the name")

    def _dotted(self, parts: list[str]) -> Standing:
        """Judge `Class.member`, also with a module in front of it."""
        kind = self.facts.class_(".".join(parts[:-1]))
        if kind is None and (len(parts) < _WITH_MODULE or parts[-3] == self.facts.name):
            kind = self.facts.class_(parts[-2])
        if kind is None or (parts[-2] == self.facts.name and self.facts.has_name(parts[-1]) is not False):
            return Standing("foreign")
        return self.member(kind, parts[-1])

    def member(self, kind: ClassFact, name: str) -> Standing:
        """Return what the source says of a class's member."""
        has = kind.has_member(name)
        symbol = kind.method(name) or kind.attribute(name)
        if has:
            return Standing("there", symbol)
        if has is None or self._may_gain(kind, name):
            return Standing("unsure", reason=f"`{kind.name}` may have it from a class of another file", holder=kind)
        own = [*(method.name for method in kind.all_methods), *(attribute.name for attribute in kind.attributes)]
        near = near_names(name, (one for one in own if not one.startswith("__")))
        return Standing("missing", holder=kind, near=near)

    def _may_gain(self, kind: ClassFact, name: str) -> bool:
        """Say whether a subclass in the file has a member, or the class sets members by name."""
        family = [other for other in self.facts.all_classes() if kind.qualname in other.ancestors]
        if any(other.has_member(name) is not False for other in family):
            return True
        names = {kind.qualname, *kind.ancestors}
        return any(self._sets_by_name(other) for other in self.facts.all_classes() if other.qualname in names)

    def _sets_by_name(self, kind: ClassFact) -> bool:
        text = "\n".join(self._lines[kind.line - 1 : kind.end_line])
        return bool(_SETS_BY_NAME.search(text))

    def _bare(self, name: str) -> Standing:
        found = self.all_called(name)
        if found:
            return Standing("there", found[0] if len(found) == 1 else None)
        if name in self.facts.names or name in _PYTHON:
            return Standing("there")
        if self.is_word_of_source(name):
            return Standing("unsure", reason=f"`{name}` stands in the source, though not as a symbol of its own")
        if self.facts.has_name(name) is None:
            return Standing("unsure", reason="another module may bring the name")
        return Standing("foreign", near=self._near.find(name))

    @cached_property
    def inert(self) -> frozenset[str]:
        """The classes whose instances are neither awaited, nor iterated, nor entered."""
        return inert_classes(self.facts)

    @cached_property
    def _near(self) -> NearNames:
        return NearNames(self._by_tail)

    @cached_property
    def _near_top(self) -> NearNames:
        return NearNames(self._top)

    @cached_property
    def _top(self) -> tuple[str, ...]:
        facts = self.facts
        symbols: list[FunctionFact | ClassFact | ConstantFact] = [*facts.functions, *facts.classes, *facts.constants]
        return tuple(item.name for item in symbols)

    @cached_property
    def _by_tail(self) -> dict[str, list[Symbol]]:
        table: dict[str, list[Symbol]] = defaultdict(list)
        symbols: list[Symbol] = [*self.facts.all_functions(), *self.facts.all_classes(), *self.facts.constants]
        symbols += [attribute for kind in self.facts.all_classes() for attribute in kind.attributes]
        seen: set[int] = set()  # an inherited attribute is listed by each class that has it
        for symbol in symbols:
            if id(symbol) not in seen:
                seen.add(id(symbol))
                table[symbol.name].append(symbol)
        return dict(table)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self._text))

    @cached_property
    def _parameters(self) -> frozenset[str]:
        taken = {parameter.name for function in self.facts.all_functions() for parameter in function.parameters}
        return frozenset(taken | {p.name for kind in self.facts.all_classes() for p in kind.constructor or ()})

    @cached_property
    def _values(self) -> frozenset[str]:
        """Names that may be a value although the module is called so too."""
        attributes = {attribute.name for kind in self.facts.all_classes() for attribute in kind.attributes}
        imported = {name for item in self.facts.imports for name in (item.name, item.target.partition(".")[0])}
        instances = {snake_case(kind.name) for kind in self.facts.all_classes()}
        return self._parameters | instances | attributes | set(self._top) | imported | sys.stdlib_module_names


_PYTHON = frozenset(dir(builtins)) | sys.stdlib_module_names


def fact_of(symbol: Symbol | None, fallback: Fact | None = None) -> Fact | None:
    """Return the lines that show a symbol: of a function or class the first alone."""
    if isinstance(symbol, FunctionFact | ClassFact):
        return Fact(line=symbol.line, end_line=symbol.line)
    return symbol if isinstance(symbol, AttributeFact | ConstantFact) else fallback


def snake_case(name: str) -> str:
    """Return a class's name as a variable that holds an instance is mostly called."""
    return _CAPITAL.sub("_", name).lower()
