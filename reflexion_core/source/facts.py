"""What a source says, as records: the ground on which every check stands.

Every record knows its lines in the source, counted from 1. "None" in a field means that the source does not say
it, or that it cannot be told without running the source; each field says which.

The records of functions, classes and what they consist of have files of their own; all are imported from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from reflexion_core.source.class_facts import AttributeFact, ClassFact, ClassKind
from reflexion_core.source.docstrings import DocstringFact
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.exception_types import ExceptionTypes
from reflexion_core.source.fact import Fact
from reflexion_core.source.function_facts import Flavour, FunctionFact, FunctionKind
from reflexion_core.source.literals import Value
from reflexion_core.source.return_facts import ReturnsFact, ShapeFact, ShapeKind
from reflexion_core.source.signature_facts import (
    KeywordOptions,
    ParameterFact,
    ParameterKind,
    SignatureFact,
    show_parameters,
)

__all__ = [
    "AttributeFact",
    "ClassFact",
    "ClassKind",
    "ConstantFact",
    "Fact",
    "Flavour",
    "FunctionFact",
    "FunctionKind",
    "ImportFact",
    "KeywordOptions",
    "ModuleFacts",
    "ParameterFact",
    "ParameterKind",
    "ReturnsFact",
    "ShapeFact",
    "ShapeKind",
    "SignatureFact",
    "Symbol",
    "show_parameters",
]

_MODULE_NAMES = frozenset({"__name__", "__doc__", "__file__", "__dict__", "__spec__", "__loader__", "__package__"})


@dataclass(frozen=True, kw_only=True)
class ConstantFact(Fact):
    """A name that the top level of the module sets."""

    name: str
    annotation: str | None = None
    """In source text; None where there is none."""
    value: str | None = None
    """In source text; None where it is only declared, or unpacked from something."""
    literal: Value | None = None
    """The value where it can be told."""
    docstring: str | None = None
    """The string that stands right below it."""

    @property
    def is_public(self) -> bool:
        return not self.name.startswith("_")


@dataclass(frozen=True, kw_only=True)
class ImportFact(Fact):
    """A name that an import binds at the top level."""

    name: str
    target: str
    """What it stands for: `os.path`, `json.JSONDecodeError`, `.errors.Fault`."""
    is_typing_only: bool = False
    """Whether it is there for type checkers alone."""


Symbol = FunctionFact | ClassFact | ConstantFact | AttributeFact


@dataclass(frozen=True, kw_only=True)
class ModuleFacts(Fact):
    """All that one source says."""

    name: str
    """What it is imported as: the file's name without `.py`."""
    file: str
    """The file's name."""
    docstring: DocstringFact | None
    functions: tuple[FunctionFact, ...]
    """The functions of the top level, private ones included, in source order."""
    classes: tuple[ClassFact, ...]
    """The classes of the top level, private ones included, in source order."""
    constants: tuple[ConstantFact, ...]
    imports: tuple[ImportFact, ...]
    star_imports: tuple[str, ...]
    """Modules of which every name is imported."""
    exported: tuple[str, ...] | None
    """What a literal `__all__` lists; None where there is none or it is computed."""
    names: frozenset[str]
    """Every name that the top level binds when it is imported."""
    may_have_more: bool
    """Whether there may be more names than these: from a star import, `__getattr__` or `globals()`."""
    exception_types: ExceptionTypes
    """How exceptions inherit from each other."""

    def symbol(self, qualname: str) -> Symbol | None:
        """Return what `function`, `Class`, `Class.member` or `CONSTANT` stands for, inherited members included."""
        found: Symbol | None = self._symbols.get(qualname)
        if found is None and "." in qualname:
            owner, _, name = qualname.rpartition(".")
            holder = self.symbol(owner)
            if isinstance(holder, ClassFact):
                found = holder.method(name) or holder.attribute(name)
        return found

    def function(self, qualname: str) -> FunctionFact | None:
        """Return a function, method or property."""
        found = self.symbol(qualname)
        return found if isinstance(found, FunctionFact) else None

    def class_(self, qualname: str) -> ClassFact | None:
        """Return a class."""
        found = self.symbol(qualname)
        return found if isinstance(found, ClassFact) else None

    def has_name(self, name: str) -> bool | None:
        """Say whether the module has a name; None where that cannot be told."""
        return True if name in self.names or name in _MODULE_NAMES else None if self.may_have_more else False

    def is_exported(self, name: str) -> bool:
        """Say whether a name of the top level is public."""
        return name in self.exported if self.exported is not None else not name.startswith("_")

    def escapes(self, qualname: str) -> tuple[ExceptionFact, ...]:
        """Return what a call can raise, in source order; nothing for what is no callable."""
        found = self.symbol(qualname)
        return found.raises if isinstance(found, FunctionFact | ClassFact) else ()

    def public_classes(self) -> Iterator[ClassFact]:
        """Yield public classes in source order, those inside public classes included."""
        waiting = [kind for kind in reversed(self.classes) if kind.is_public]
        while waiting:
            kind = waiting.pop()
            yield kind
            waiting += [inner for inner in reversed(kind.classes) if inner.is_public]

    def public_callables(self) -> Iterator[FunctionFact]:
        """Yield public functions, and the public methods and properties of public classes, in source order."""
        found = [function for function in self.functions if function.is_public]
        found += [method for kind in self.public_classes() for method in kind.methods if method.is_public]
        yield from sorted(found, key=lambda function: function.line)

    def all_functions(self) -> Iterator[FunctionFact]:
        """Yield every function, method and property."""
        yield from self.functions
        for kind in self.all_classes():
            yield from kind.methods

    def all_classes(self) -> Iterator[ClassFact]:
        """Yield every class, those inside classes included."""
        waiting = list(reversed(self.classes))
        while waiting:
            kind = waiting.pop()
            yield kind
            waiting += reversed(kind.classes)

    @property
    def symbol_names(self) -> frozenset[str]:
        """The qualified names of all functions, methods, properties, classes and constants, private ones included."""
        return frozenset(self._symbols)

    @cached_property
    def symbol_lines(self) -> Mapping[str, int]:
        """The line of each symbol by its qualified name."""
        return {name: symbol.line for name, symbol in self._symbols.items()}

    @cached_property
    def parameter_names(self) -> Mapping[str, tuple[str, ...]]:
        """From the qualified names of functions, methods and classes to the names of what they take."""
        table = {function.qualname: function.signature_parameters for function in self.all_functions()}
        table |= {kind.qualname: kind.constructor or () for kind in self.all_classes()}
        return {name: tuple(parameter.name for parameter in taken) for name, taken in table.items()}

    @cached_property
    def _symbols(self) -> dict[str, Symbol]:
        table: dict[str, Symbol] = {constant.name: constant for constant in self.constants}
        table |= {function.qualname: function for function in self.all_functions()}
        table |= {kind.qualname: kind for kind in self.all_classes()}
        return table
