"""One function, method, property or class as blocks of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reflexion_core.skeleton.markdown import code, fenced, listed, phrase, prose, table
from reflexion_core.skeleton.pieces import Piece
from reflexion_core.source.condition_words import say_conditions
from reflexion_core.source.docstrings import DocstringFact
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.fact_sheet import own_attributes
from reflexion_core.source.facts import (
    AttributeFact,
    ClassFact,
    ConstantFact,
    FunctionFact,
    ModuleFacts,
    ParameterFact,
)
from reflexion_core.source.flat_code import flat_code, wrapped_signature

_LONGEST_VALUE = 80
"""Characters; a longer value tells a reader less than the source does."""
_KINDS = {"classmethod": "A class method", "staticmethod": "A static method"}
_FLAVOURS = {
    "generator": "A generator",
    "coroutine": "A coroutine",
    "async_generator": "An asynchronous generator",
    "context_manager": "A context manager",
    "async_context_manager": "An asynchronous context manager",
}
_CLASS_KINDS = {
    "class": "A class",
    "dataclass": "A dataclass",
    "named_tuple": "A named tuple",
    "enum": "An enumeration",
    "typed_dict": "A typed dictionary",
    "protocol": "A protocol",
    "exception": "An exception",
}
_NOT_CALLED = ("enum", "typed_dict")
"""Kinds of class whose call is Python's own affair."""
_LOWEST_LEVEL = 6
_IMPLIED_BASES = {"ABC", "Protocol", "Enum", "NamedTuple", "TypedDict", "object"}
_WHEN = {
    "iterated": "when its result is iterated",
    "entered": "when its result is entered",
}


class SymbolWriter:
    """Writes the parts of a module's symbols.

    Args:
        facts: What the module's source says.
    """

    def __init__(self, facts: ModuleFacts) -> None:
        self._public = frozenset(function.qualname for function in facts.public_callables())

    def pieces(self, symbol: FunctionFact | ClassFact, level: int) -> Iterator[Piece]:
        """Yield the blocks of a symbol; those of a class's public members stand below its own."""
        yield from self._class(symbol, level) if isinstance(symbol, ClassFact) else self._function(symbol, level)

    def _function(self, function: FunctionFact, level: int) -> Iterator[Piece]:
        owner = function.qualname
        yield Piece(f"{'#' * level} {code(owner)}", owner)
        if not function.is_property:
            lead = "async def " if function.is_async else "def "
            yield Piece(fenced(wrapped_signature(function, lead)), owner)
        yield from _nature(_function_nature(function), owner)
        yield from _text(function.docstring, owner)
        if not function.is_property:
            yield from _parameters(function.signature_parameters, function.docstring, owner)
            yield from _returns(function)
        raises = list(_raises(function.raises, owner, self._public))
        yield from raises
        if not (raises or function.is_property or function.signature_parameters or _result(function)):
            yield Piece("It takes no arguments.", owner)

    def _class(self, kind: ClassFact, level: int) -> Iterator[Piece]:
        owner = kind.qualname
        yield Piece(f"{'#' * level} {code(owner)}", owner)
        parameters = kind.constructor if kind.kind not in _NOT_CALLED else None
        if parameters is not None:
            yield Piece(fenced(wrapped_signature(kind, "class ")), owner)
        yield from _nature(_class_nature(kind), owner)
        yield from _text(kind.docstring, owner)
        yield from _parameters(parameters or (), _constructor_docstring(kind), owner)
        yield from _attributes(kind)
        yield from _raises(kind.raises, owner, self._public)
        members: list[FunctionFact | ClassFact] = [method for method in kind.methods if method.is_public]
        members += [inner for inner in kind.classes if inner.is_public]
        for member in sorted(members, key=lambda item: item.line):
            yield from self.pieces(member, min(level + 1, _LOWEST_LEVEL))


def values_table(constants: Sequence[ConstantFact | AttributeFact]) -> Piece:
    """Return constants with their values, and what the source says below them."""
    described = [item.docstring if isinstance(item, ConstantFact) else None for item in constants]
    rows = [(*_value_cells(item), phrase(words or "")) for item, words in zip(constants, described, strict=True)]
    return _described_table(("Constant", "Type", "Value", "Description"), rows, "")


def _value_cells(constant: ConstantFact | AttributeFact) -> tuple[str, str, str]:
    """Return name, type and value; empty where the source gives none, or too much of it."""
    value = flat_code(constant.value) if constant.value is not None else ""
    shown = code(value) if value and len(value) <= _LONGEST_VALUE else ""
    return code(constant.name), code(flat_code(constant.annotation)) if constant.annotation else "", shown


def _described_table(headings: Sequence[str], rows: Sequence[tuple[str, str, str, str]], owner: str) -> Piece:
    """Return a table whose last column holds somebody's words, which the checks may take out."""
    full, bare = table(headings, rows), table(headings, [(*row[:3], "") for row in rows])
    if not any(any(row[1:]) for row in rows):
        return Piece("\n".join(f"- {row[0]}" for row in rows), owner)
    return Piece(full, owner, fallback=bare if full != bare else None)


def _function_nature(function: FunctionFact) -> list[str]:
    if function.is_property:
        annotation = function.returns.annotation
        words = [f"A property of type {code(flat_code(annotation))}" if annotation else "A property"]
        words += ["It can be set"] if function.setter else []
        words += ["It can be deleted"] if function.deleter else []
    else:
        words = [_KINDS.get(function.kind, ""), _FLAVOURS.get(function.flavour, "")]
    return [word for word in [*words, "Abstract" if function.is_abstract else ""] if word]


def _class_nature(kind: ClassFact) -> list[str]:
    is_frozen = any("frozen=True" in decorator.replace(" ", "") for decorator in kind.decorators)
    name = "A frozen dataclass" if kind.kind == "dataclass" and is_frozen else _CLASS_KINDS[kind.kind]
    words = [f"An abstract {name.partition(' ')[2]}" if kind.is_abstract else name]
    bases = [code(flat_code(base)) for base in kind.bases if base.rpartition(".")[2] not in _IMPLIED_BASES]
    return [word for word in [*words, f"It inherits from {listed(bases)}" if bases else ""] if word]


def _nature(words: Sequence[str], owner: str) -> Iterator[Piece]:
    if words:
        yield Piece(" ".join(f"{word}." for word in words), owner)


def _text(docstring: DocstringFact | None, owner: str) -> Iterator[Piece]:
    for paragraph in prose(docstring.body) if docstring is not None else ():
        yield Piece(paragraph, owner, fallback="")


def _constructor_docstring(kind: ClassFact) -> DocstringFact | None:
    """Return the docstring that describes the parameters: the class's, or that of `__init__`."""
    init = kind.method("__init__")
    if kind.docstring is not None and kind.docstring.parameters:
        return kind.docstring
    return init.docstring if init is not None and init.docstring is not None else kind.docstring


def _parameters(parameters: Sequence[ParameterFact], docstring: DocstringFact | None, owner: str) -> Iterator[Piece]:
    if not parameters:
        return
    described = docstring.parameters if docstring is not None else ()
    descriptions = {item.name.lstrip("*"): _without_default(phrase(item.description)) for item in described}
    rows = [(*_parameter_cells(parameter), descriptions.get(parameter.name, "")) for parameter in parameters]
    yield Piece("**Parameters**", owner)
    yield _described_table(("Parameter", "Type", "Default", "Description"), rows, owner)


def _without_default(description: str) -> str:
    """Return a description that does not speak of a default, which stands in a column of its own."""
    return "" if "default" in description.casefold() else description


def _parameter_cells(parameter: ParameterFact) -> tuple[str, str, str]:
    annotation = code(flat_code(parameter.annotation)) if parameter.annotation else ""
    default = "required" if parameter.is_required else ""
    if parameter.default is not None:
        default = code(flat_code(parameter.default))
    return code(parameter.starred_name), annotation, default


def _returns(function: FunctionFact) -> Iterator[Piece]:
    words = _result(function)
    if not words:
        return
    docstring = function.docstring
    described = docstring.returns if docstring is not None else ()
    description = phrase(described[0].description) if len(described) == 1 else ""
    text = f"**Returns** {words}"
    if description:
        yield Piece(f"{text}: {description}", function.qualname, fallback=f"{text}.")
    else:
        yield Piece(f"{text}.", function.qualname)


def _result(function: FunctionFact) -> str:
    """Return the type of what comes back, as far as the source says it; empty where it does not."""
    returns = function.returns
    if function.flavour in ("context_manager", "async_context_manager", "unknown") or function.is_wrapped:
        return ""
    words = code(flat_code(returns.annotation)) if returns.annotation else _inferred(function)
    return words + _keys(function) if words and function.flavour in ("plain", "coroutine") else words


def _keys(function: FunctionFact) -> str:
    """Return the keys of a returned dict, where they are the same on every path and plain words."""
    keys = function.returns.keys or ()
    is_whole = function.returns.has_all_keys and set(keys) == set(function.returns.all_keys)
    if not keys or not is_whole or not all(map(_is_plain, keys)):
        return ""
    return f" with the {'key' if len(keys) == 1 else 'keys'} {listed([code(key) for key in keys])}"


def _is_plain(key: str) -> bool:
    return key.replace("-", "_").replace(".", "_").isidentifier()


def _inferred(function: FunctionFact) -> str:
    if function.is_abstract or function.flavour not in ("plain", "coroutine"):
        return ""
    if function.returns.is_nothing:
        return code("None")
    types = function.returns.types
    return listed([code("None" if name == "NoneType" else name) for name in types], "or") if types else ""


def _raises(raised: Sequence[ExceptionFact], owner: str, public: frozenset[str]) -> Iterator[Piece]:
    items = list(dict.fromkeys(_raise(fact, owner, public) for fact in raised if fact.type is not None))
    if items:
        yield Piece("**Raises**", owner)
        yield Piece("\n".join(f"- {item}" for item in items), owner)


def _raise(fact: ExceptionFact, owner: str, public: frozenset[str]) -> str:
    """Return an exception with its message and condition, or with the public function whose part tells of them."""
    name = code(fact.name or "")
    source = next((via for via in fact.via if via in public and via != owner), None)
    if source is not None:
        return f"{name} when {code(source)} raises it."
    words = [name, _WHEN.get(fact.when, ""), say_conditions(fact)]
    sentence = f"{' '.join(word for word in words if word)}."
    message = str(fact.message) if fact.message is not None and not fact.message.is_open else ""
    return f"{sentence} The message is {code(message)}." if message.strip() else sentence


def _attributes(kind: ClassFact) -> Iterator[Piece]:
    if kind.members:
        yield Piece("**Members**", kind.qualname)
        members = [_value_cells(member) for member in kind.members]
        yield Piece(table(("Member", "Type", "Value"), members), kind.qualname)
    attributes = own_attributes(kind)
    if not attributes:
        return
    described = kind.docstring.attributes if kind.docstring is not None else ()
    descriptions = {item.name: phrase(item.description) for item in described}
    rows = [(*_attribute_cells(item), descriptions.get(item.name, "")) for item in attributes]
    yield Piece("**Attributes**", kind.qualname)
    yield _described_table(("Attribute", "Type", "Value", "Description"), rows, kind.qualname)


def _attribute_cells(attribute: AttributeFact) -> tuple[str, str, str]:
    """Return the cells of an attribute; what instances set is shown where its value is known."""
    name, annotation, value = _value_cells(attribute)
    return name, annotation, value if attribute.literal is not None and not attribute.is_instance else ""
