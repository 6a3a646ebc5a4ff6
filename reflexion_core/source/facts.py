"""What a source says, as records: the ground on which every check stands.

Every record knows its lines in the source, counted from 1. "None" in a field means that the source does not say
it, or that it cannot be told without running the source; each field says which.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from reflexion_core.source.docstrings import DocstringFact
from reflexion_core.source.exception_facts import ExceptionFact, LanguageFault, UnknownCall
from reflexion_core.source.exception_types import ExceptionTypes
from reflexion_core.source.literals import Value

ParameterKind = Literal["positional_only", "positional_or_keyword", "var_positional", "keyword_only", "var_keyword"]
FunctionKind = Literal["function", "method", "classmethod", "staticmethod", "property"]
Flavour = Literal[
    "plain", "generator", "coroutine", "async_generator", "context_manager", "async_context_manager", "unknown"
]
"""What a call gives: `plain` is what is returned; `unknown` is hidden by a decorator that is not in the file."""
ClassKind = Literal["class", "dataclass", "named_tuple", "enum", "typed_dict", "protocol", "exception"]
ShapeKind = Literal["constant", "dict", "tuple", "list", "set", "instance", "call", "name", "expression"]

_BUILTINS = vars(builtins)
_MODULE_NAMES = frozenset({"__name__", "__doc__", "__file__", "__dict__", "__spec__", "__loader__", "__package__"})
_STARS = {"var_positional": "*", "var_keyword": "**"}


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Something that the source says, and where."""

    line: int
    """The first line."""
    end_line: int
    """The last line."""


@dataclass(frozen=True, kw_only=True)
class ParameterFact(Fact):
    """One parameter."""

    name: str
    """Without stars."""
    kind: ParameterKind
    annotation: str | None = None
    """The annotation in source text; None where there is none."""
    default: str | None = None
    """The default in source text; None where there is none."""
    default_value: Value | None = None
    """The default's value; None where there is no default or its value cannot be told."""
    is_self: bool = False
    """Whether Python itself fills it in: `self`, `cls`."""
    stand_ins: tuple[str, ...] = ()
    """Expressions that the body takes instead when the argument is None or empty: the default in effect."""

    @property
    def has_default(self) -> bool:
        return self.default is not None

    @property
    def is_variadic(self) -> bool:
        return self.kind in _STARS

    @property
    def is_required(self) -> bool:
        """Whether a call must give it."""
        return not self.has_default and not self.is_variadic and not self.is_self

    @property
    def starred_name(self) -> str:
        """The name as a signature shows it: `*args`, `**options`."""
        return _STARS.get(self.kind, "") + self.name

    def __str__(self) -> str:
        annotation = f": {self.annotation}" if self.annotation else ""
        if self.default is None:
            return f"{self.starred_name}{annotation}"
        equals = " = " if self.annotation else "="
        return f"{self.starred_name}{annotation}{equals}{self.default}"


@dataclass(frozen=True, kw_only=True)
class SignatureFact(Fact):
    """Parameters and what comes back: of a function, or of one of its overloads."""

    parameters: tuple[ParameterFact, ...]
    """With `self` or `cls`, in the order of the source."""
    returns: str | None = None
    """The annotation of the return in source text; None where there is none."""


@dataclass(frozen=True, kw_only=True)
class ShapeFact(Fact):
    """What one `return` or `yield` gives."""

    text: str
    """The expression in source text, `None` for a bare `return`."""
    kind: ShapeKind
    type: str | None = None
    """The type's name: a built-in one or a class of the same file; None where it cannot be told."""
    value: Value | None = None
    """The value of a constant; None where it cannot be told."""
    keys: tuple[str, ...] | None = None
    """The string keys of a dict that are always there; None where it is no dict whose keys can be told."""
    optional_keys: tuple[str, ...] = ()
    """Keys that are there on some paths."""
    is_open: bool = False
    """Whether there may be more keys or elements than those named."""
    elements: tuple[ShapeFact, ...] | None = None
    """The elements of a tuple or list display; None where there is none."""

    @property
    def length(self) -> int | None:
        """The length of a tuple or list; None where it cannot be told."""
        return None if self.elements is None or self.is_open else len(self.elements)


@dataclass(frozen=True, kw_only=True)
class ReturnsFact(Fact):
    """All that a function gives back."""

    annotation: str | None
    """In source text; None where there is none."""
    returns: tuple[ShapeFact, ...]
    """One for each `return` that can be reached, in source order."""
    yields: tuple[ShapeFact, ...]
    """One for each `yield`; `yield from` gives a shape of kind `expression`."""
    every_path_returns: bool
    """Whether the end of the body is never reached, so that no None comes back unsaid."""

    @property
    def is_nothing(self) -> bool:
        """Whether None is all that ever comes back."""
        values = [shape.value for shape in self.returns]
        return all(value is not None and value.value is None for value in values) and (
            bool(values) or not self.every_path_returns
        )

    @property
    def shapes(self) -> tuple[ShapeFact, ...]:
        """The shapes of the returns that are not None."""
        return tuple(shape for shape in self.returns if shape.value is None or shape.value.value is not None)

    @property
    def keys(self) -> tuple[str, ...] | None:
        """The keys that every returned dict has; None where a return is no dict whose keys can be told."""
        if not self.shapes or any(shape.keys is None for shape in self.shapes):
            return None
        first, *others = (shape.keys or () for shape in self.shapes)
        return tuple(key for key in first if all(key in keys for keys in others))

    @property
    def all_keys(self) -> tuple[str, ...]:
        """Every key that a returned dict can have, as far as it can be told."""
        keys = [key for shape in self.shapes for key in (*(shape.keys or ()), *shape.optional_keys)]
        return tuple(dict.fromkeys(keys))

    @property
    def has_all_keys(self) -> bool:
        """Whether `all_keys` is the whole list."""
        return self.keys is not None and not any(shape.is_open for shape in self.shapes)

    @property
    def types(self) -> tuple[str, ...] | None:
        """The names of all types that can come back; None where one of them cannot be told."""
        names: list[str] = []
        for shape in self.returns:
            if shape.type is None:
                return None
            names.append(shape.type)
        if not self.every_path_returns:
            names.append("NoneType")
        return tuple(dict.fromkeys(names))


@dataclass(frozen=True, kw_only=True)
class FunctionFact(Fact):
    """A function, method or property."""

    name: str
    qualname: str
    """`function` or `Class.method`."""
    kind: FunctionKind
    flavour: Flavour
    is_async: bool
    """Whether it is written `async def`, or a decorator of the same file makes it so."""
    parameters: tuple[ParameterFact, ...]
    """With `self` or `cls`, in the order of the source."""
    returns: ReturnsFact
    decorators: tuple[str, ...]
    """In source text, without the `@`."""
    docstring: DocstringFact | None
    """None where there is none."""
    is_public: bool
    is_abstract: bool
    is_wrapped: bool
    """Whether a decorator that is not in the file may change what a call does."""
    overloads: tuple[SignatureFact, ...] = ()
    """What `@overload` declares."""
    setter: SignatureFact | None = None
    """The setter of a property."""
    deleter: SignatureFact | None = None
    """The deleter of a property."""
    raises: tuple[ExceptionFact, ...] = ()
    """What escapes from it: raised in its body or in what it calls in the same file, and not caught on the way."""
    language_faults: tuple[LanguageFault, ...] = ()
    """What Python itself could raise in it, such as KeyError for `d[key]`."""
    unknown_calls: tuple[UnknownCall, ...] = ()
    """Calls of what is not in the file and not well known: they may raise anything that is not caught."""
    alternatives: tuple[FunctionFact, ...] = ()
    """Other definitions of the same name under `if` and `try`, of which one is taken when it is imported."""
    body_line: int = 0
    """The first line of the body."""

    @property
    def signature_parameters(self) -> tuple[ParameterFact, ...]:
        """The parameters that a caller gives."""
        return tuple(parameter for parameter in self.parameters if not parameter.is_self)

    @property
    def signature(self) -> str:
        """`name(a, b=1, *, c) -> int`, as a caller sees it."""
        returns = f" -> {self.returns.annotation}" if self.returns.annotation else ""
        return f"{self.name}({show_parameters(self.signature_parameters)}){returns}"

    @property
    def is_property(self) -> bool:
        return self.kind == "property"

    @property
    def is_generator(self) -> bool:
        return self.flavour in ("generator", "async_generator")

    @property
    def calls_unknown(self) -> bool:
        """Whether more exceptions than those named could come out of it."""
        return bool(self.unknown_calls)

    def parameter(self, name: str) -> ParameterFact | None:
        """Return the parameter of that name, which may have stars in front."""
        bare = name.lstrip("*")
        return next((parameter for parameter in self.parameters if parameter.name == bare), None)


@dataclass(frozen=True, kw_only=True)
class AttributeFact(Fact):
    """A name that a class or its instances have, or a member of an enum, or a field of a dataclass."""

    name: str
    annotation: str | None = None
    """In source text; None where there is none."""
    value: str | None = None
    """What it is set to first, in source text; None where it is only declared."""
    literal: Value | None = None
    """The value where it can be told."""
    is_instance: bool = False
    """Whether only instances have it: it is set through `self`, or a field without a value."""
    is_class_variable: bool = False
    """Whether it is annotated `ClassVar`."""
    is_member: bool = False
    """Whether it is a member of an enum."""

    @property
    def is_public(self) -> bool:
        return not self.name.startswith("_")


@dataclass(frozen=True, kw_only=True)
class ClassFact(Fact):
    """A class."""

    name: str
    qualname: str
    kind: ClassKind
    bases: tuple[str, ...]
    """In source text."""
    ancestors: tuple[str, ...]
    """Every class that it inherits from as far as that can be told: names of the file, built-in or dotted names."""
    has_unknown_base: bool
    """Whether a base, or a base of one, is neither in the file nor known: it may have more members than these."""
    docstring: DocstringFact | None
    decorators: tuple[str, ...]
    is_public: bool
    is_abstract: bool
    methods: tuple[FunctionFact, ...]
    """Its own methods and properties, private ones included."""
    inherited: tuple[FunctionFact, ...]
    """Methods and properties of its bases in the same file that it does not replace."""
    attributes: tuple[AttributeFact, ...]
    """Its own and its instances' attributes, then those of its bases in the same file."""
    constructor: tuple[ParameterFact, ...] | None
    """What a call of the class takes, without `self`; None where that cannot be told."""
    constructor_line: int | None
    """Where the constructor is defined, when it is written out in the file."""
    raises: tuple[ExceptionFact, ...] = ()
    """What escapes from making an instance."""
    language_faults: tuple[LanguageFault, ...] = ()
    unknown_calls: tuple[UnknownCall, ...] = ()
    classes: tuple[ClassFact, ...] = ()
    """Classes defined in its body."""
    may_have_more: bool = False
    """Whether there may be more members than these: below an unknown base, or set under computed names."""
    loose_names: frozenset[str] = frozenset()
    """Attributes that the file sets on something else than `self`, which may be an instance of this class."""

    @property
    def signature(self) -> str | None:
        """`Class(a, b=1)`; None where it cannot be told."""
        return None if self.constructor is None else f"{self.name}({show_parameters(self.constructor)})"

    @property
    def all_methods(self) -> tuple[FunctionFact, ...]:
        """Own methods and properties, then inherited ones."""
        return self.methods + self.inherited

    @property
    def members(self) -> tuple[AttributeFact, ...]:
        """The members of an enum."""
        return tuple(attribute for attribute in self.attributes if attribute.is_member)

    @property
    def is_exception(self) -> bool:
        return "BaseException" in self.ancestors

    def method(self, name: str) -> FunctionFact | None:
        """Return a method or property, own or inherited."""
        return next((method for method in self.all_methods if method.name == name), None)

    def attribute(self, name: str) -> AttributeFact | None:
        return next((attribute for attribute in self.attributes if attribute.name == name), None)

    def has_member(self, name: str) -> bool | None:
        """Say whether the class or its instances have a member of that name; None where it cannot be told."""
        if self.method(name) or self.attribute(name) or any(inner.name == name for inner in self.classes):
            return True
        if any(name in _builtin_members(base) for base in ("object", *self.ancestors)) or self._has_generated(name):
            return True
        is_open = self.may_have_more or name in self.loose_names
        return None if is_open or self.method("__getattr__") or self.method("__getattribute__") else False

    def _has_generated(self, name: str) -> bool:
        generated = {
            "dataclass": ("__dataclass_fields__", "__match_args__"),
            "named_tuple": ("_asdict", "_fields", "_field_defaults", "_make", "_replace", *dir(tuple)),
            "enum": ("name", "value", "_name_", "_value_", "__members__", *self._enum_members()),
            "typed_dict": ("__required_keys__", "__optional_keys__", "__total__", *dir(dict)),
        }
        return name in generated.get(self.kind, ())

    def _enum_members(self) -> list[str]:
        """Return the members of the type that the members of an enum are of as well."""
        words = " ".join((*self.ancestors, *self.bases))
        return (dir(int) if "Int" in words or "Flag" in words else []) + (dir(str) if "Str" in words else [])


def _builtin_members(base: str) -> list[str]:
    kind = _BUILTINS.get(base)
    return dir(kind) if isinstance(kind, type) else []


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
    def _symbols(self) -> dict[str, Symbol]:
        table: dict[str, Symbol] = {constant.name: constant for constant in self.constants}
        table |= {function.qualname: function for function in self.all_functions()}
        table |= {kind.qualname: kind for kind in self.all_classes()}
        return table


def show_parameters(parameters: tuple[ParameterFact, ...]) -> str:
    """Return parameters as a signature shows them, with `/` and `*` where they belong."""
    shown: list[str] = []
    for place, parameter in enumerate(parameters):
        before = parameters[place - 1].kind if place else None
        if before == "positional_only" and parameter.kind != "positional_only":
            shown.append("/")
        if parameter.kind == "keyword_only" and before not in ("keyword_only", "var_positional"):
            shown.append("*")
        shown.append(str(parameter))
    if parameters and parameters[-1].kind == "positional_only":
        shown.append("/")
    return ", ".join(shown)
