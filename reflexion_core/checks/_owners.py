"""From the symbol that a claim is about to the ways in which the source lets it be called.

One symbol may have several: definitions under `if` and `try`, overloads. A claim is right if one of them bears it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reflexion_core.source.facts import ClassFact, Fact, FunctionFact, ModuleFacts, ParameterFact
from reflexion_core.source.flat_code import flat_code

_CONSTRUCTORS = ("__init__", "__new__")


@dataclass(frozen=True)
class Call:
    """One way in which a symbol can be called."""

    parameters: tuple[ParameterFact, ...]
    """What a caller gives, without `self`."""
    returns: str | None
    """The annotation of the return in source text."""
    is_async: bool
    head: Fact
    """The lines from the name to the last parameter."""

    @property
    def is_open(self) -> bool:
        """Whether it takes keywords that it does not name."""
        return any(parameter.kind == "var_keyword" for parameter in self.parameters)

    def parameter(self, name: str) -> ParameterFact | None:
        """Return the parameter of that name."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)


@dataclass(frozen=True)
class Owner:
    """A function, method, property or class of the source."""

    qualname: str
    """The class's own name where the claim is about its constructor."""
    symbol: FunctionFact | ClassFact
    calls: tuple[Call, ...]
    """The definition itself first; empty for a property and where the constructor cannot be told."""
    is_certain: bool
    """Whether no decorator from elsewhere may change how it is called."""

    @property
    def name(self) -> str:
        """The name that a caller writes last."""
        return self.symbol.name

    @property
    def is_open(self) -> bool:
        return any(call.is_open for call in self.calls)

    def parameter(self, name: str) -> ParameterFact | None:
        """Return the parameter of that name, of the first definition that has one."""
        return next(self.all_of(name), None)

    def all_of(self, name: str) -> Iterator[ParameterFact]:
        """Yield what each definition says of a parameter."""
        for call in self.calls:
            parameter = call.parameter(name)
            if parameter is not None:
                yield parameter

    @property
    def doubt(self) -> str:
        """Why its parameters cannot be told, in plain words; empty where they can."""
        if isinstance(self.symbol, FunctionFact) and self.symbol.is_property:
            return f"`{self.qualname}` is a property"
        if not self.calls:
            return f"what `{self.qualname}` takes stands in a class of another file"
        return ""


def find_owner(facts: ModuleFacts, qualname: str) -> Owner | None:
    """Return what a claim's owner is in the source; None where it is no function and no class there."""
    holder, _, last = qualname.rpartition(".")
    if last in _CONSTRUCTORS and (kind := facts.class_(holder)):
        return _class_owner(facts, kind)
    symbol = facts.symbol(qualname)
    if isinstance(symbol, ClassFact):
        return _class_owner(facts, symbol)
    if isinstance(symbol, FunctionFact):
        return Owner(symbol.qualname, symbol, tuple(_calls(symbol)), _is_certain(symbol))
    return None


def head_of(symbol: FunctionFact | ClassFact, parameters: tuple[ParameterFact, ...]) -> Fact:
    """Return the lines of a definition's head."""
    ends = [parameter.end_line for parameter in parameters if symbol.line <= parameter.end_line <= symbol.end_line]
    return Fact(line=symbol.line, end_line=max(ends, default=symbol.line))


def _class_owner(facts: ModuleFacts, kind: ClassFact) -> Owner:
    made = [f for name in _CONSTRUCTORS if isinstance(f := facts.symbol(f"{kind.qualname}.{name}"), FunctionFact)]
    calls: list[Call] = []
    if kind.constructor is not None:
        line = kind.constructor_line or kind.line
        ends = [parameter.end_line for parameter in kind.constructor if parameter.end_line >= line]
        head = Fact(line=line, end_line=max(ends, default=line))
        calls.append(Call(_flat(kind.constructor), None, False, head))
        calls += [call for function in made[:1] for call in list(_calls(function))[1:]]
    is_certain = not any(not _is_certain(function) for function in made)
    return Owner(kind.qualname, kind, tuple(calls), is_certain)


def _calls(function: FunctionFact) -> Iterator[Call]:
    if function.is_property:
        return
    head = head_of(function, function.parameters)
    returns = function.returns.annotation
    yield Call(_flat(function.parameters), _flat_text(returns), function.is_async, head)
    for overload in function.overloads:
        yield Call(_flat(overload.parameters), _flat_text(overload.returns), function.is_async, overload)
    for other in function.alternatives:
        yield from _calls(other)


def _flat(parameters: tuple[ParameterFact, ...]) -> tuple[ParameterFact, ...]:
    """Return parameters without `self`, what is written over several lines put on one."""
    return tuple(
        replace(parameter, annotation=_flat_text(parameter.annotation), default=_flat_text(parameter.default))
        for parameter in parameters
        if not parameter.is_self
    )


def _flat_text(text: str | None) -> str | None:
    return flat_code(text) if text is not None else None


def _is_certain(function: FunctionFact) -> bool:
    return not function.is_wrapped and not any(other.is_wrapped for other in function.alternatives)
