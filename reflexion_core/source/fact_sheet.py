"""The facts of a module as a short text for a prompt: what a writer must not get wrong."""

from __future__ import annotations

from collections.abc import Sequence

from reflexion_core.source.condition_words import say_conditions
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.facts import AttributeFact, ClassFact, ConstantFact, FunctionFact, ModuleFacts
from reflexion_core.source.flat_code import flat_code, flat_signature

_FEW = 3
"""So many exceptions that come out of another function are named once more."""
_LONGEST_VALUE = 80
"""Characters; a longer value is left out, since a writer would have to shorten it."""
_FLAVOURS = {
    "generator": "generator",
    "coroutine": "async",
    "async_generator": "async generator",
    "context_manager": "context manager",
    "async_context_manager": "async context manager",
}
_KINDS = {"classmethod": "class method", "staticmethod": "static method", "property": "property"}
_CLASS_KINDS = {"dataclass": "dataclass", "named_tuple": "named tuple", "enum": "enum", "typed_dict": "typed dict"}
_WHEN = {"iterated": "when iterated", "entered": "when entered"}


def fact_sheet(facts: ModuleFacts) -> str:
    """Return the public facts of a module in Markdown, a line each, the same for the same source."""
    public = public_top_level(facts)
    constants = [item for item in facts.constants if facts.is_exported(item.name) and item.name != "__all__"]
    names = ", ".join([item.name for item in public] or [item.name for item in constants])
    lines = [f"Module `{facts.name}`" + (f"; import with `from {facts.name} import {names}`" if names else "")]
    lines += [f"- constant {_constant(item)}" for item in constants]
    writer = _SheetWriter(facts)
    for symbol in public:
        lines += writer.lines(symbol, "")
    return "\n".join(lines) + "\n"


def section_facts(facts: ModuleFacts, symbols: Sequence[str]) -> str:
    """Return the facts of some symbols in Markdown, each member below its class and nothing of other symbols."""
    writer = _SheetWriter(facts)
    lines = [f"Module `{facts.name}`"]
    holder = ""
    for name in symbols:
        symbol, around = facts.symbol(name), facts.class_(name.rpartition(".")[0])
        if around is not None and around.qualname != holder and around.qualname not in symbols:
            lines.append(f"- {_class_line(around)}")
        holder = around.qualname if around is not None else ""
        indent = "  " if around is not None else ""
        if isinstance(symbol, ConstantFact):
            lines.append(f"- constant {_constant(symbol)}")
        elif isinstance(symbol, FunctionFact | ClassFact):
            lines += writer.own_lines(symbol, indent)
    return "\n".join(lines) + "\n"


def public_top_level(facts: ModuleFacts) -> list[FunctionFact | ClassFact]:
    """Return the public functions and classes of the top level in source order."""
    symbols: list[FunctionFact | ClassFact] = [function for function in facts.functions if function.is_public]
    symbols += [kind for kind in facts.classes if kind.is_public]
    return sorted(symbols, key=lambda symbol: symbol.line)


def own_attributes(kind: ClassFact) -> list[AttributeFact]:
    """Return a class's own public attributes that neither a constructor made from them nor an enum's members say."""
    is_made = kind.kind in ("dataclass", "named_tuple", "typed_dict")
    taken = {parameter.name for parameter in kind.constructor or () if is_made}
    taken |= {method.name for method in kind.methods}
    found = [item for item in kind.attributes if item.is_public and not item.is_member and item.name not in taken]
    return [item for item in found if kind.line <= item.line <= kind.end_line]


class _SheetWriter:
    def __init__(self, facts: ModuleFacts) -> None:
        self._public = frozenset(function.qualname for function in facts.public_callables())

    def lines(self, symbol: FunctionFact | ClassFact, indent: str) -> list[str]:
        return self._class(symbol, indent) if isinstance(symbol, ClassFact) else self._function(symbol, indent)

    def own_lines(self, symbol: FunctionFact | ClassFact, indent: str) -> list[str]:
        """Return the lines of a symbol; of a class without those of its members."""
        return self._head(symbol, indent) if isinstance(symbol, ClassFact) else self._function(symbol, indent)

    def _function(self, function: FunctionFact, indent: str) -> list[str]:
        line = f"{indent}- {_function_line(function)}{_keys(function)}"
        return [line, *self._raises(function.raises, function.qualname, f"{indent}  ")]

    def _class(self, kind: ClassFact, indent: str) -> list[str]:
        lines = self._head(kind, indent)
        members: list[FunctionFact | ClassFact] = [method for method in kind.methods if method.is_public]
        members += [item for item in kind.classes if item.is_public]
        for member in sorted(members, key=lambda item: item.line):
            lines += self.lines(member, f"{indent}  ")
        return lines

    def _head(self, kind: ClassFact, indent: str) -> list[str]:
        inner = f"{indent}  "
        lines = [f"{indent}- {_class_line(kind)}", *self._raises(kind.raises, kind.qualname, inner)]
        if kind.members:
            lines.append(f"{inner}- members: {', '.join(_constant(member) for member in kind.members)}")
        attributes = [_constant(attribute) for attribute in own_attributes(kind)]
        if attributes:
            lines.append(f"{inner}- attributes: {', '.join(attributes)}")
        return lines

    def _raises(self, raised: Sequence[ExceptionFact], owner: str, indent: str) -> list[str]:
        """Return a line for each exception, and one for all that come out of the same public function if they are many.

        Of a few each has a line of its own: what only points elsewhere is retold by small models as something else.
        """
        lines: list[str] = []
        passed_on: dict[str, list[ExceptionFact]] = {}
        for fact in raised:
            source = next((via for via in fact.via if via in self._public and via != owner), None)
            if fact.type is None:
                continue
            if source is None:
                lines.append(f"{indent}- {_raise(fact)}")
            else:
                passed_on.setdefault(source, []).append(fact)
        for source, facts in passed_on.items():
            if len(facts) <= _FEW:
                lines += [f"{indent}- {_raise(fact)}" for fact in facts]
            else:
                names = dict.fromkeys(f"`{fact.name}`" for fact in facts)
                lines.append(f"{indent}- raises {', '.join(names)} as `{source}` does")
        return list(dict.fromkeys(lines))


def _constant(item: ConstantFact | AttributeFact) -> str:
    annotation = f": {flat_code(item.annotation)}" if item.annotation else ""
    value = flat_code(item.value) if item.value is not None else ""
    is_value = bool(value) and len(value) <= _LONGEST_VALUE and not getattr(item, "is_instance", False)
    return f"`{item.name}{annotation}{f' = {value}' if is_value else ''}`"


def _function_line(function: FunctionFact) -> str:
    words = [_KINDS.get(function.kind, ""), "abstract" if function.is_abstract else ""]
    if function.is_property:
        annotation = function.returns.annotation
        shown = f"`{function.name}{f': {flat_code(annotation)}' if annotation else ''}`"
        words.append("settable" if function.setter else "")
    else:
        shown = f"`{flat_signature(function)}`"
        words.append(_FLAVOURS.get(function.flavour, ""))
    return " ".join([*(word for word in words if word), shown])


def _keys(function: FunctionFact) -> str:
    keys = function.returns.keys
    if not keys or function.flavour not in ("plain", "coroutine"):
        return ""
    is_whole = function.returns.has_all_keys and set(keys) == set(function.returns.all_keys)
    return f", a dict with the keys {', '.join(f'`{key}`' for key in keys)}{'' if is_whole else ' among others'}"


def _class_line(kind: ClassFact) -> str:
    words = ["abstract"] if kind.is_abstract else []
    words.append(_CLASS_KINDS.get(kind.kind, "class"))
    bases = f", derived from {', '.join(f'`{flat_code(base)}`' for base in kind.bases)}" if kind.bases else ""
    signature = kind.name if kind.kind in ("enum", "typed_dict") else flat_signature(kind)
    return f"{' '.join(words)} `{signature}`{bases}"


def _raise(fact: ExceptionFact) -> str:
    words = ["raises" if fact.certainty == "certain" else "may raise", f"`{fact.name}`"]
    if fact.message is not None and str(fact.message).strip():
        words.append(f"with the message `{' '.join(str(fact.message).split(chr(10)))}`")
    if fact.when in _WHEN:
        words.append(_WHEN[fact.when])
    conditions = say_conditions(fact)
    return " ".join([*words, conditions] if conditions else words)
