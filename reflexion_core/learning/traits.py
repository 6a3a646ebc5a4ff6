"""What is true of a symbol, in few words: by these a source resembles what a lesson was learnt from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts, ParameterFact, Symbol


class Trait(StrEnum):
    """Something that is true of a symbol, as it is stored."""

    FUNCTION = "function"
    METHOD = "method"
    PROPERTY = "property"
    CLASS = "class"
    DATACLASS = "dataclass"
    ENUM = "enum"
    EXCEPTION_CLASS = "exception_class"
    GENERATOR = "generator"
    COROUTINE = "coroutine"
    CONTEXT_MANAGER = "context_manager"
    DEFAULTS = "defaults"
    KEYWORD_ONLY = "keyword_only"
    POSITIONAL_ONLY = "positional_only"
    ANY_POSITIONAL = "any_positional"
    ANY_KEYWORD = "any_keyword"
    RAISES = "raises"
    FILLED_MESSAGE = "filled_message"
    SEVERAL_RAISES = "several_raises"
    RAISES_THROUGH = "raises_through"
    RETURNS_DICT = "returns_dict"
    RETURNS_TUPLE = "returns_tuple"
    RETURNS_NOTHING = "returns_nothing"


TRAIT_WORDS: dict[str, str] = {
    Trait.FUNCTION: "is a function",
    Trait.METHOD: "is a method",
    Trait.PROPERTY: "is a property",
    Trait.CLASS: "is a class",
    Trait.DATACLASS: "is a dataclass",
    Trait.ENUM: "is an enum",
    Trait.EXCEPTION_CLASS: "is an exception",
    Trait.GENERATOR: "is a generator",
    Trait.COROUTINE: "is a coroutine",
    Trait.CONTEXT_MANAGER: "is a context manager",
    Trait.DEFAULTS: "has defaults",
    Trait.KEYWORD_ONLY: "has keyword-only parameters",
    Trait.POSITIONAL_ONLY: "has positional-only parameters",
    Trait.ANY_POSITIONAL: "takes any number of positional arguments",
    Trait.ANY_KEYWORD: "takes any keyword arguments",
    Trait.RAISES: "raises exceptions",
    Trait.FILLED_MESSAGE: "raises messages with values filled in",
    Trait.SEVERAL_RAISES: "raises one exception in several cases",
    Trait.RAISES_THROUGH: "raises through another function",
    Trait.RETURNS_DICT: "returns a dict",
    Trait.RETURNS_TUPLE: "returns a tuple",
    Trait.RETURNS_NOTHING: "returns nothing",
}
"""Each trait as what is said of a symbol."""

_PARAMETERS = {
    "keyword_only": Trait.KEYWORD_ONLY,
    "positional_only": Trait.POSITIONAL_ONLY,
    "var_positional": Trait.ANY_POSITIONAL,
    "var_keyword": Trait.ANY_KEYWORD,
}
_FLAVOURS = {
    "generator": (Trait.GENERATOR,),
    "coroutine": (Trait.COROUTINE,),
    "async_generator": (Trait.GENERATOR, Trait.COROUTINE),
    "context_manager": (Trait.CONTEXT_MANAGER,),
    "async_context_manager": (Trait.CONTEXT_MANAGER, Trait.COROUTINE),
}
_KINDS = {"dataclass": Trait.DATACLASS, "enum": Trait.ENUM, "exception": Trait.EXCEPTION_CLASS}
_SHAPES = {"dict": Trait.RETURNS_DICT, "tuple": Trait.RETURNS_TUPLE}


def symbol_traits(symbol: Symbol | None) -> frozenset[str]:
    """Return what is true of a symbol; nothing for a constant, an attribute, or none."""
    if isinstance(symbol, FunctionFact):
        return frozenset(_function_traits(symbol))
    return frozenset(_class_traits(symbol)) if isinstance(symbol, ClassFact) else frozenset()


def public_traits(facts: ModuleFacts) -> dict[str, frozenset[str]]:
    """Return what is true of each public function, method, property and class, in the order of the source."""
    symbols: list[FunctionFact | ClassFact] = [*facts.public_callables(), *facts.public_classes()]
    symbols.sort(key=lambda symbol: symbol.line)
    return {symbol.qualname: symbol_traits(symbol) for symbol in symbols}


def trait_words(traits: frozenset[str]) -> str:
    """Return traits as what is said of a symbol: "is a method and has defaults"."""
    words = [said for trait, said in TRAIT_WORDS.items() if trait in traits]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _function_traits(function: FunctionFact) -> Iterator[Trait]:
    if function.is_property:
        yield Trait.PROPERTY
    else:
        yield Trait.FUNCTION if function.kind == "function" else Trait.METHOD
    yield from _FLAVOURS.get(function.flavour, ())
    yield from _parameter_traits(function.signature_parameters)
    yield from _exception_traits(function.raises)
    if function.returns.is_nothing and not function.is_generator:
        yield Trait.RETURNS_NOTHING
    yield from (_SHAPES[shape.kind] for shape in function.returns.shapes if shape.kind in _SHAPES)


def _class_traits(kind: ClassFact) -> Iterator[Trait]:
    yield Trait.CLASS
    if kind.kind in _KINDS:
        yield _KINDS[kind.kind]
    yield from _parameter_traits(kind.constructor or ())
    yield from _exception_traits(kind.raises)


def _parameter_traits(parameters: tuple[ParameterFact, ...]) -> Iterator[Trait]:
    for parameter in parameters:
        if parameter.has_default:
            yield Trait.DEFAULTS
        if parameter.kind in _PARAMETERS:
            yield _PARAMETERS[parameter.kind]


def _exception_traits(raised: tuple[ExceptionFact, ...]) -> Iterator[Trait]:
    counts = Counter(fact.type for fact in raised)
    for fact in raised:
        yield Trait.RAISES
        if fact.message is not None and not fact.message.is_literal:
            yield Trait.FILLED_MESSAGE
        if fact.via:
            yield Trait.RAISES_THROUGH
        if counts[fact.type] > 1:
            yield Trait.SEVERAL_RAISES
