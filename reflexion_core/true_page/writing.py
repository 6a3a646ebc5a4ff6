"""Facts → page: everything that a careful writer would say, and nothing that is not so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reflexion_core.skeleton.markdown import code, prose
from reflexion_core.source.condition_words import say_conditions
from reflexion_core.source.docstrings import DocstringFact
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.fact_sheet import own_attributes, public_top_level
from reflexion_core.source.facts import AttributeFact, ClassFact, ConstantFact, FunctionFact, ModuleFacts, ParameterFact
from reflexion_core.source.flat_code import flat_code
from reflexion_core.true_page.page import Entry, EntryKind, Page, ParameterRow, RaiseRow, ShownCall, StatedSignature

_LONGEST_VALUE = 80
"""Characters; nobody writes a longer value out."""
_FLAVOURS = {
    "generator": "A generator.",
    "coroutine": "A coroutine.",
    "async_generator": "An asynchronous generator.",
    "context_manager": "A context manager.",
    "async_context_manager": "An asynchronous context manager.",
}
_KINDS = {"classmethod": "A class method.", "staticmethod": "A static method.", "property": "A property."}
_CLASSES = {"dataclass": "A dataclass.", "enum": "An enumeration.", "exception": "An exception."}
_NOT_CALLED = ("enum", "typed_dict")
_WHEN = {"iterated": "when it is iterated", "entered": "when it is entered", "awaited": "when it is awaited"}

Examples = Mapping[str, Sequence[ShownCall]]
"""From the qualified name of a symbol to its examples."""


def write_page(facts: ModuleFacts, examples: Examples) -> Page:
    """Return the true page of a module."""
    symbols = public_top_level(facts)
    constants = [item for item in facts.constants if facts.is_exported(item.name) and item.name != "__all__"]
    names = [item.name for item in symbols] or [item.name for item in constants]
    writer = _EntryWriter(facts, examples)
    return Page(
        module=facts.name,
        title=facts.name,
        intro=_summary(facts.docstring, ""),
        imports=(f"from {facts.name} import {', '.join(names)}",) if names else (f"import {facts.name}",),
        constants=tuple((item.name, shown) for item in constants if (shown := _shown(item))),
        entries=tuple(entry for symbol in symbols for entry in writer.entries(symbol)),
    )


def words_of(name: str) -> str:
    """Return a name as words: `zero_division` → "zero division"."""
    return " ".join(part for part in name.strip("*_").split("_") if part)


class _EntryWriter:
    def __init__(self, facts: ModuleFacts, examples: Examples) -> None:
        self._facts = facts
        self._examples = examples
        self._public = frozenset(function.qualname for function in facts.public_callables())

    def entries(self, symbol: FunctionFact | ClassFact) -> list[Entry]:
        """Return the entry of a symbol, and of a class's public members."""
        if isinstance(symbol, FunctionFact):
            return [self._function(symbol)]
        members: list[FunctionFact | ClassFact] = [method for method in symbol.methods if method.is_public]
        members += [inner for inner in symbol.classes if inner.is_public]
        members.sort(key=lambda item: item.line)
        return [self._class(symbol), *(entry for member in members for entry in self.entries(member))]

    def _function(self, function: FunctionFact) -> Entry:
        nature = (_KINDS.get(function.kind, ""), _FLAVOURS.get(function.flavour, ""))
        kind: EntryKind = "property" if function.is_property else "method" if "." in function.qualname else "function"
        parameters = function.signature_parameters
        annotation = function.returns.annotation
        lead = "async def " if function.is_async else "def "
        signature = StatedSignature(function.name, parameters, flat_code(annotation) if annotation else None, lead)
        return Entry(
            qualname=function.qualname,
            kind=kind,
            summary=_summary(function.docstring, function.name),
            signature=None if function.is_property else signature,
            nature=tuple(word for word in (*nature, "Abstract." if function.is_abstract else "") if word),
            parameters=_rows(parameters, function.docstring),
            returns=_result(function),
            keys=_keys(function),
            raises=self._raises(function.raises, function.qualname),
            examples=tuple(self._examples.get(function.qualname, ())),
        )

    def _class(self, kind: ClassFact) -> Entry:
        parameters = (kind.constructor if kind.kind not in _NOT_CALLED else None) or ()
        is_called = kind.constructor is not None and kind.kind not in _NOT_CALLED
        bases = [code(flat_code(base)) for base in kind.bases if base not in ("ABC", "Enum", "object")]
        nature = (_CLASSES.get(kind.kind, ""), "Abstract." if kind.is_abstract else "")
        inherits = f"It inherits from {' and '.join(bases)}." if bases else ""
        values = [f"{code(item.name)} = {code(_shown(item))}" for item in kind.members if _shown(item)]
        values += [code(item.name) for item in own_attributes(kind)]
        return Entry(
            qualname=kind.qualname,
            kind="class",
            summary=_summary(kind.docstring, kind.name),
            signature=StatedSignature(kind.name, parameters, None, "class ") if is_called else None,
            nature=tuple(word for word in (*nature, inherits) if word),
            parameters=_rows(parameters, kind.docstring),
            values=tuple(values),
            raises=self._raises(kind.raises, kind.qualname),
            examples=tuple(self._examples.get(kind.qualname, ())),
        )

    def _raises(self, raised: Sequence[ExceptionFact], owner: str) -> tuple[RaiseRow, ...]:
        rows = [self._raise(fact, owner) for fact in raised if fact.type is not None]
        return tuple(dict.fromkeys(rows))

    def _raise(self, fact: ExceptionFact, owner: str) -> RaiseRow:
        source = next((via for via in fact.via if via in self._public and via != owner), None)
        if source is not None:
            return RaiseRow(fact.name or "", None, f"where {code(source)} raises it")
        is_said = fact.message is not None and not fact.message.is_open and str(fact.message).strip()
        words = [_WHEN.get(fact.when, ""), say_conditions(fact)]
        return RaiseRow(
            fact.name or "", str(fact.message) if is_said else None, " ".join(word for word in words if word)
        )


def _rows(parameters: Sequence[ParameterFact], docstring: DocstringFact | None) -> tuple[ParameterRow, ...]:
    described = {item.name.lstrip("*"): item.description for item in (docstring.parameters if docstring else ())}
    return tuple(
        ParameterRow(
            name=parameter.starred_name,
            type=flat_code(parameter.annotation) if parameter.annotation else None,
            default=flat_code(parameter.default) if parameter.default is not None else None,
            words=_described(described.get(parameter.name, ""), parameter),
        )
        for parameter in parameters
    )


def _described(description: str, parameter: ParameterFact) -> str:
    """Return the first sentence of a docstring on a parameter, else what its name says."""
    paragraphs = prose(description)
    sentence = " ".join(paragraphs[0].split()) if paragraphs else ""
    if sentence and "default" not in sentence.casefold():
        return sentence if sentence.endswith(".") else f"{sentence}."
    words = words_of(parameter.name)
    if parameter.is_variadic:
        return f"Any number of {words}."
    verb, _, rest = words.partition(" ")
    return f"Whether it {verb} {rest}." if verb in ("is", "has") and rest else f"The {words}."


def _summary(docstring: DocstringFact | None, name: str) -> str:
    paragraphs = prose(docstring.body) if docstring is not None else []
    if paragraphs:
        return " ".join(paragraphs[0].split())
    words = words_of(name)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _shown(item: ConstantFact | AttributeFact) -> str:
    value = flat_code(item.value) if item.value is not None else ""
    return value if len(value) <= _LONGEST_VALUE else ""


def _result(function: FunctionFact) -> str | None:
    if function.flavour in ("context_manager", "async_context_manager", "unknown") or function.is_wrapped:
        return None
    annotation = function.returns.annotation
    return flat_code(annotation) if annotation else None


def _keys(function: FunctionFact) -> tuple[str, ...]:
    returns = function.returns
    is_whole = returns.has_all_keys and set(returns.keys or ()) == set(returns.all_keys)
    return (returns.keys or ()) if is_whole and function.flavour in ("plain", "coroutine") else ()
