"""What a source says of classes, their attributes and their members."""

from __future__ import annotations

import builtins
import collections
import collections.abc
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reflexion_core.source.docstrings import DocstringFact
from reflexion_core.source.exception_facts import ExceptionFact, LanguageFault, UnknownCall
from reflexion_core.source.fact import Fact
from reflexion_core.source.function_facts import FunctionFact
from reflexion_core.source.literals import Value
from reflexion_core.source.signature_facts import ParameterFact, show_parameters

ClassKind = Literal["class", "dataclass", "named_tuple", "enum", "typed_dict", "protocol", "exception"]
_BUILTINS = vars(builtins)
_LIBRARY = {"collections": collections, "collections.abc": collections.abc}
_OF_INSTANCES = {
    **{f"collections.{name}": frozenset({"data"}) for name in ("UserDict", "UserList", "UserString")},
    "collections.ChainMap": frozenset({"maps"}),
}
"""What instances have that the class does not show."""


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


@lru_cache(maxsize=256)
def _builtin_members(base: str) -> frozenset[str]:
    kind = _BUILTINS.get(base) or _library_class(base)
    return frozenset(dir(kind)) | _OF_INSTANCES.get(base, frozenset()) if isinstance(kind, type) else frozenset()


def is_library_class(base: str) -> bool:
    """Say whether a class is one of `collections` or `collections.abc`, whose members are known."""
    return _library_class(base) is not None


def _library_class(base: str) -> type | None:
    module, _, name = base.rpartition(".")
    kind = vars(_LIBRARY[module]).get(name) if module in _LIBRARY else None
    return kind if isinstance(kind, type) else None
