"""What a symbol is said to be, against what it is: async, a generator, a property, a class."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from reflexion_core.document.claims import SymbolKind, Trait
from reflexion_core.document.python_code import parse_expression
from reflexion_core.source.facts import (
    AttributeFact,
    ClassFact,
    ClassKind,
    ConstantFact,
    Flavour,
    FunctionFact,
    ModuleFacts,
    ShapeFact,
    Symbol,
)

_FLAVOURS: dict[Flavour, str] = {
    "generator": "a generator",
    "coroutine": "a coroutine",
    "async_generator": "an async generator",
    "context_manager": "a context manager",
    "async_context_manager": "an async context manager",
}
_ACTIVE = ("__await__", "__iter__", "__next__", "__aiter__", "__anext__", "__enter__", "__aenter__", "__call__")
_WORD = re.compile(r"[^\W\d][\w.]*")
_PLAIN_NAMES = frozenset(
    {
        *("None", "Optional", "Union", "Literal", "Sequence", "Mapping", "Callable", "Decimal", "Fraction", "Path"),
        *("List", "Dict", "Tuple", "Set", "date", "datetime", "timedelta", "time", "Self", "Never", "NoReturn"),
        *("bytearray", "Type", "type", "UUID", "Counter", "deque", "defaultdict", "OrderedDict"),
    }
)
"""Further names in annotations of what is neither awaited nor entered, and no lazy iterator."""
_PLAIN = {"int", "float", "str", "bytes", "bool", "list", "dict", "tuple", "set", "NoneType", "complex", "frozenset"}


_CLASS_KINDS: dict[Trait, ClassKind] = {
    "dataclass": "dataclass",
    "enum": "enum",
    "named tuple": "named_tuple",
    "protocol": "protocol",
}
_CLASS_WORDS: dict[ClassKind, str] = {
    "class": "a plain class",
    "dataclass": "a dataclass",
    "named_tuple": "a named tuple",
    "enum": "an enum",
    "typed_dict": "a typed dict",
    "protocol": "a protocol",
    "exception": "an exception class",
}


@dataclass(frozen=True)
class Fit:
    """Whether a word fits a symbol."""

    outcome: bool | None
    actual: str = ""
    """What the symbol is, with its article, where the word is wrong."""


_FITS = Fit(True)
_UNKNOWN = Fit(None)


def describe(symbol: Symbol) -> str:
    """Return what a symbol is, with its article."""
    match symbol:
        case ClassFact():
            return "an exception class" if symbol.is_exception else "a class"
        case ConstantFact():
            return "a constant"
        case AttributeFact():
            return "an attribute"
    kinds = {"property": "a property", "classmethod": "a class method", "staticmethod": "a static method"}
    if symbol.kind in kinds:
        return kinds[symbol.kind]
    if symbol.flavour in _FLAVOURS:
        return _FLAVOURS[symbol.flavour]
    return "a method" if symbol.kind == "method" else "a function"


def describe_class(kind: ClassFact) -> str:
    """Return what kind of class it is, with its article."""
    return _CLASS_WORDS.get(kind.kind, "a class")


def fit_kind(symbol: Symbol, kind: SymbolKind) -> Fit:
    """Say whether a symbol is what a document calls it; function and method are one, attribute and property too."""
    if isinstance(symbol, ClassFact):
        outcome = _is_class_of_kind(symbol, kind)
    elif isinstance(symbol, FunctionFact):
        outcome = _is_function_of_kind(symbol, kind)
    else:
        # a name may stand for a function or a class that was made elsewhere
        outcome = True if kind in ("constant", "attribute", "property") else None
    return Fit(outcome, describe(symbol))


def _is_class_of_kind(symbol: ClassFact, kind: SymbolKind) -> bool | None:
    if kind == "exception" and symbol.has_unknown_base and not symbol.is_exception:
        return None
    return kind == "class" or (kind == "exception" and symbol.is_exception)


def _is_function_of_kind(symbol: FunctionFact, kind: SymbolKind) -> bool | None:
    if kind in ("function", "method"):
        return not symbol.is_property
    if kind in ("property", "attribute"):
        return symbol.is_property or (None if symbol.is_wrapped else False)
    return False


def fit_trait(symbol: Symbol, trait: Trait, inert: Collection[str] = ()) -> Fit:
    """Say whether a symbol is what else a document says that it is.

    Args:
        symbol: The symbol.
        trait: What it is said to be.
        inert: The classes of the file whose instances can be neither awaited, nor iterated, nor entered.
    """
    if isinstance(symbol, ClassFact):
        return _fit_class(symbol, trait)
    if isinstance(symbol, AttributeFact):
        return _fit_attribute(symbol, trait)
    if not isinstance(symbol, FunctionFact) or trait not in _FUNCTION_TRAITS:
        return _UNKNOWN
    outcome = _FUNCTION_TRAITS[trait](symbol, inert)
    return Fit(outcome, _actual(symbol, trait) if outcome is False else "")


def _fit_class(kind: ClassFact, trait: Trait) -> Fit:
    needed = {"context manager": ("__enter__", "__aenter__"), "iterator": ("__next__", "__iter__", "__anext__")}
    if trait in needed:
        has = [kind.has_member(name) for name in needed[trait]]
        if True in has:
            return _FITS
        return Fit(None if None in has or kind.decorators else False, f"a class without `{needed[trait][0]}`")
    if trait in ("abstract", "abstract class"):
        return _fit_abstract(kind)
    return _fit_class_kind(kind, trait)


def _fit_abstract(kind: ClassFact) -> Fit:
    if kind.is_abstract or "ABC" in {base.rpartition(".")[2] for base in kind.bases}:
        return _FITS
    is_plain_data = kind.kind in ("dataclass", "enum", "named_tuple", "typed_dict") and not kind.methods
    return Fit(False, "a class that is not abstract") if is_plain_data and not kind.has_unknown_base else _UNKNOWN


def _fit_class_kind(kind: ClassFact, trait: Trait) -> Fit:
    """Judge "a dataclass", "an enum"; a base or decorator from elsewhere may make it one."""
    wanted = _CLASS_KINDS.get(trait)
    if wanted is None:
        return _UNKNOWN
    if kind.kind == wanted:
        return _FITS
    is_open = kind.has_unknown_base or bool(kind.decorators) or (kind.kind == "class" and bool(kind.bases))
    return _UNKNOWN if (is_open and wanted != "enum") or kind.has_unknown_base else Fit(False, describe_class(kind))


def _fit_attribute(attribute: AttributeFact, trait: Trait) -> Fit:
    if trait == "class attribute" and attribute.is_instance and attribute.value is not None:
        return Fit(False, "an attribute that only instances have")
    return _FITS if trait == "instance attribute" and attribute.is_instance else _UNKNOWN


def _actual(function: FunctionFact, trait: Trait) -> str:
    if trait in ("async", "coroutine"):
        return "not async"
    if trait in ("read-only", "settable"):
        return "a property that can be set" if function.setter is not None else "a read-only property"
    if trait == "abstract":
        return "not abstract"
    return describe(function)


def _is_async(function: FunctionFact, inert: Collection[str]) -> bool | None:
    if function.is_async or function.flavour in ("coroutine", "async_generator", "async_context_manager"):
        return True
    hidden = _unless_hidden(function, inert)
    is_open = hidden is None and not function.is_wrapped and function.flavour == "plain" and not function.alternatives
    return False if is_open and any(_is_plain(shape) for shape in function.returns.returns) else hidden


def _is_plain(shape: ShapeFact) -> bool:
    """Say whether a `return` gives, in one case at least, a value that nobody can await."""
    if shape.type in _PLAIN - {"NoneType"}:
        return True
    node = parse_expression(shape.text)
    cases = (node.body, node.orelse) if isinstance(node, ast.IfExp) else ()
    return any(isinstance(case, ast.JoinedStr | ast.Dict | ast.List | ast.Tuple) for case in cases)


def _is_generator(function: FunctionFact, inert: Collection[str]) -> bool | None:
    if function.is_generator:
        return True
    return None if "context_manager" in function.flavour else _unless_hidden(function, inert)


def _is_async_generator(function: FunctionFact, inert: Collection[str]) -> bool | None:
    return True if function.flavour == "async_generator" else _unless_hidden(function, inert)


def _is_context_manager(function: FunctionFact, inert: Collection[str]) -> bool | None:
    return True if "context_manager" in function.flavour else _unless_hidden(function, inert)


def _unless_hidden(function: FunctionFact, inert: Collection[str]) -> bool | None:
    """Return None where what a function returns, or a decorator, may make it what it does not look like."""
    if function.is_wrapped or function.flavour == "unknown" or any(o.is_wrapped for o in function.alternatives):
        return None
    if function.flavour != "plain":
        return False
    annotation, types = function.returns.annotation or "", function.returns.types
    if types is not None and set(types) <= _PLAIN:
        return False
    words = [word.rpartition(".")[2] for word in _WORD.findall(annotation)]
    is_plain = bool(words) and all(word in _PLAIN or word in _PLAIN_NAMES or word in inert for word in words)
    return False if is_plain else None


def inert_classes(facts: ModuleFacts) -> frozenset[str]:
    """Return the classes of the file whose instances can be neither awaited, nor iterated, nor entered."""
    found = (kind for kind in facts.all_classes() if not kind.may_have_more)
    return frozenset(kind.name for kind in found if not any(kind.method(name) for name in _ACTIVE))


def _is_abstract(function: FunctionFact) -> bool | None:
    if function.is_abstract:
        return True
    is_meant = any("NotImplemented" in (fault.type or "") for fault in function.raises) or function.is_wrapped
    return None if is_meant or not function.returns.shapes else False


def _can_be_set(function: FunctionFact) -> bool | None:
    if not function.is_property or any("cached" in decorator for decorator in function.decorators):
        return None
    return function.setter is not None


def _is_read_only(function: FunctionFact) -> bool | None:
    can_be_set = _can_be_set(function)
    return None if can_be_set is None else not can_be_set


_FUNCTION_TRAITS: dict[Trait, Callable[[FunctionFact, Collection[str]], bool | None]] = {
    "async": _is_async,
    "coroutine": _is_async,
    "generator": _is_generator,
    "iterator": _is_generator,
    "async generator": _is_async_generator,
    "context manager": _is_context_manager,
    "property": lambda function, _: function.is_property or (None if function.is_wrapped else False),
    "static method": lambda function, _: function.kind == "staticmethod" or (None if function.is_wrapped else False),
    "class method": lambda function, _: function.kind == "classmethod" or (None if function.is_wrapped else False),
    "synchronous": lambda function, _: None if function.is_wrapped else not function.is_async,
    "abstract": lambda function, _: _is_abstract(function),
    "read-only": lambda function, _: _is_read_only(function),
    "settable": lambda function, _: _can_be_set(function),
}
