"""What can come out of a documented function or class, and what could come out that the source does not name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from reflexion_core.checks._library import is_library, may_library_raise
from reflexion_core.checks._natural_cases import is_natural_case
from reflexion_core.checks._parts import has_word
from reflexion_core.checks.base import Paper
from reflexion_core.document.python_code import parse_expression
from reflexion_core.source.exception_facts import ExceptionFact, LanguageFault, UnknownCall
from reflexion_core.source.exception_types import ExceptionTypes
from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts

_AT_ANY_TIME = frozenset({"KeyboardInterrupt", "MemoryError", "RecursionError", "SystemError"})
_LOOKUPS = {"ValueError": "{}(…)", "KeyError": "{}[…]"}
"""What finding a member of an enum raises where there is none, by how it is looked for."""
_OWN_DOING = ("ZeroDivisionError", "RecursionError", "MemoryError", "FloatingPointError")
"""Types of which a document tells for what a function does itself, and of what it is given only by its name."""


@dataclass(frozen=True)
class Raiser:
    """A function, method, property or class with the exceptions that leave it."""

    qualname: str
    symbol: FunctionFact | ClassFact
    facts: ModuleFacts
    body: str
    """Its lines in the source."""

    @cached_property
    def members(self) -> tuple[FunctionFact | ClassFact, ...]:
        """Itself and all that a claim about it may mean: of a class, its methods too."""
        others = self.symbol.all_methods if isinstance(self.symbol, ClassFact) else self.symbol.alternatives
        return (self.symbol, *others)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names that its caller gives."""
        given = self.symbol.constructor if isinstance(self.symbol, ClassFact) else self.symbol.signature_parameters
        return tuple(parameter.name for parameter in given or ())

    @property
    def types(self) -> ExceptionTypes:
        return self.facts.exception_types

    @cached_property
    def raises(self) -> tuple[ExceptionFact, ...]:
        """All that can be meant."""
        return tuple(fact for member in self.members for fact in member.raises)

    @property
    def own(self) -> tuple[ExceptionFact, ...]:
        """What a call of itself raises."""
        return self.symbol.raises

    @cached_property
    def faults(self) -> tuple[LanguageFault, ...]:
        return tuple(fault for member in self.members for fault in member.language_faults)

    @cached_property
    def calls(self) -> tuple[UnknownCall, ...]:
        return tuple(call for member in self.members for call in member.unknown_calls)

    def of_type(self, name: str) -> tuple[ExceptionFact, ...]:
        """Return the exceptions that are of a type, or of one below it."""
        return tuple(fact for fact in self.raises if self.is_a(fact, name))

    def is_a(self, fact: ExceptionFact, name: str) -> bool:
        """Say whether an exception is of a type; one from another module may be written without the module."""
        if fact.type is None:
            return False
        last = name.rpartition(".")[2]
        return self.types.is_subclass(fact.type, name) is True or (fact.name == last and name not in self.types.bases)

    def other_source(self, name: str, told: str = "") -> str:
        """Return in plain words what else could raise a type; empty where nothing could.

        Args:
            name: The type, as the source knows it.
            told: The case of which the document tells, if it tells of one.
        """
        if doubt := self.doubt or self._kinship(name):
            return doubt
        is_natural = is_natural_case(self.types, name, told)
        if name in _AT_ANY_TIME and is_natural:
            return f"Python may raise `{name}` at any time"
        if reason := self._other_raise(name) or (self._lookup(name) if is_natural else ""):
            return reason
        for fault in self.faults if is_natural else ():
            if self.types.is_subclass(fault.type, name) is not False:
                return f"`{fault.text}` (line {fault.line}) may raise it"
        for call in self.calls:
            is_likely = is_natural and not (call.kind != "imported" and name in _OWN_DOING)
            if call.kind == "given" and not call.arguments and call.arguments is not None:
                # what is called without arguments, such as a clock, knows of no argument
                is_likely = is_likely and not any(has_word(told, one) for one in self.parameters)
            if (is_likely or self._is_others(call, told)) and self.may_come_from(call, name):
                return f"`{call.callee}` (line {call.line}) may raise it"
        return self._other_type(name)

    def _lookup(self, name: str) -> str:
        """Return how finding a member of an enum may raise a type; empty where it may not."""
        if not isinstance(self.symbol, ClassFact) or self.symbol.kind != "enum":
            return ""
        ways = [way for kind, way in _LOOKUPS.items() if self.types.is_subclass(kind, name) is True]
        return f"`{ways[0].format(self.symbol.name)}` raises it where there is no such member" if ways else ""

    def _kinship(self, name: str) -> str:
        """Return that a type may be the symbol itself, a base of it, or one below it; empty where it is none."""
        if not isinstance(self.symbol, ClassFact) or not self.symbol.is_exception:
            return ""
        own = self.symbol.qualname
        is_akin = self.types.is_subclass(own, name) is not False or self.types.is_subclass(name, own) is not False
        return f"`{self.symbol.name}` is an exception itself" if is_akin else ""

    def _other_raise(self, name: str) -> str:
        """Return which statement may raise a type without saying so."""
        for fact in self.raises:
            if fact.type is None and not _stops(self.types, fact.caught, name):
                return f"line {fact.line} raises what only running it shows (`{fact.written}`)"
            if fact.type is not None and self.types.is_subclass(fact.type, name) is None:
                return f"whether `{fact.type}` is a `{name}` stands in another file"
            if _is_numbered(fact) and self.types.is_subclass(name, "OSError"):
                return f"`{fact.written}` (line {fact.line}) is a `{name}` for some numbers"
        return ""

    @cached_property
    def doubt(self) -> str:
        """Return in plain words why what it raises is not the whole story; empty where it is."""
        symbol = self.symbol
        if isinstance(symbol, ClassFact):
            return self._class_doubt(symbol)
        if symbol.setter is not None or symbol.deleter is not None:
            return "setting it may raise it"
        if symbol.is_wrapped:
            return "a decorator from elsewhere may raise it"
        if any(_is_active(self.facts.class_(name)) for name in symbol.returns.types or ()):
            return "what it returns may raise it later"
        return "it is there to be replaced by a class below" if is_replaceable(self.facts, symbol) else ""

    def _class_doubt(self, kind: ClassFact) -> str:
        if kind.has_unknown_base:
            return "a base class from another file may raise it"
        is_open = any(fact.name == "NotImplementedError" for method in kind.methods for fact in method.raises)
        return "its methods are there to be replaced by classes below" if is_open else ""

    def _other_type(self, name: str) -> str:
        """Return where a type below one that is caught may be passed on."""
        narrower = [f for f in self.raises if f.type is not None and self.types.is_subclass(name, f.type) is True]
        possible = [fact for fact in narrower if fact.type != name and fact.origin == "reraise"]
        return f"line {possible[0].line} passes on whatever `{possible[0].type}` it caught" if possible else ""

    def _is_others(self, call: UnknownCall, told: str) -> bool:
        """Say whether a call has reasons of its own to raise: it is another package's, or the document tells of it."""
        if call.kind == "imported":
            return not is_library(self.facts, call.callee)
        words = set(re.findall(r"[^\W\d_]{3,}", call.callee)) - {"self", "the", "with"}
        return any(word.lower() in told.lower() for word in words)

    def may_come_from(self, call: UnknownCall, name: str) -> bool:
        """Say whether what a call runs may raise a type that is not caught there."""
        if _stops(self.types, call.caught, name):
            return False
        if name not in self.types.bases:
            return call.kind != "imported" or may_library_raise(self.facts, call.callee, name)
        makers = list(self._makers(name))
        if not makers:
            return True  # made for others to raise
        if call.kind == "method":
            return any(maker.name == call.name and _takes(maker, call.arguments) for maker in makers)
        return call.kind == "given" or any(has_word(self.body, maker.name) for maker in makers)

    def _makers(self, name: str) -> Iterator[FunctionFact]:
        """Yield the functions of the file that raise a type."""
        for function in self.facts.all_functions():
            if any(f.type is not None and self.types.is_subclass(f.type, name) is not False for f in function.raises):
                yield function


def _is_numbered(fact: ExceptionFact) -> bool:
    """Say whether it is an OSError made with an error number, of which Python makes a narrower one."""
    call = parse_expression(fact.written) if fact.type == "OSError" else None
    return isinstance(call, ast.Call) and len(call.args) > 1


def _is_active(kind: ClassFact | None) -> bool:
    """Say whether making use of an instance runs code of its class without a call by name."""
    names = ("__enter__", "__aenter__", "__iter__", "__next__", "__aiter__", "__await__", "__call__")
    return kind is not None and any(kind.method(name) is not None for name in names)


def is_replaceable(facts: ModuleFacts, function: FunctionFact) -> bool:
    """Say whether a method is there for classes below its own: it does nothing, or one of them has its own."""
    holder, _, name = function.qualname.rpartition(".")
    if function.is_abstract or any(fact.name == "NotImplementedError" for fact in function.raises):
        return True
    if not holder:
        return False
    does_nothing = not (function.raises or function.language_faults or function.unknown_calls)
    if does_nothing and function.returns.is_nothing:
        return True
    below = (kind for kind in facts.all_classes() if holder in kind.ancestors)
    return any(method.name == name for kind in below for method in kind.methods)


def find_raiser(paper: Paper, owner: str) -> Raiser | None:
    """Return the symbol that claims about exceptions are about; None where the source has none of that name."""
    found = paper.owner(owner)
    if found is None:
        return None
    symbol = found.symbol
    lines = paper.source_lines[symbol.line - 1 : symbol.end_line]
    return Raiser(found.qualname, symbol, paper.facts, "\n".join(lines))


def _stops(types: ExceptionTypes, caught: tuple[str, ...], name: str) -> bool:
    return any(types.is_subclass(name, base) is True for base in caught)


def _takes(function: FunctionFact, arguments: int | None) -> bool:
    if arguments is None:
        return True
    parameters = function.signature_parameters
    required = sum(parameter.is_required for parameter in parameters)
    is_open = any(parameter.is_variadic for parameter in parameters)
    return required <= arguments and (is_open or arguments <= len(parameters))
