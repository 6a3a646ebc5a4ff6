"""Calls that can be tried: arguments made from annotations, as somebody writing an example would."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts, ParameterFact
from reflexion_core.source.flat_code import parse_expression
from reflexion_core.true_page.page import ShownCall

_ATOMS: dict[str, tuple[str, ...]] = {
    "int": ("3", "12", "5", "250", "8"),
    "float": ("0.05", "2.5", "120.0", "0.75"),
    "complex": ("1 + 2j",),
    "str": ('"apples"', '"north"', '"R-17"', '"blue"'),
    "bytes": ('b"data"', 'b"abc"'),
    "bool": ("True", "False"),
    "object": ("1", '"x"'),
    "Any": ("1", '"x"'),
    "date": ("date(2026, 3, 2)", "date(2026, 3, 5)", "date(2026, 4, 1)"),
    "datetime": ("datetime(2026, 3, 2, 9, 30)", "datetime(2026, 3, 5, 18, 0)"),
    "timedelta": ("timedelta(days=3)", "timedelta(hours=36)"),
    "Decimal": ('Decimal("12.50")', 'Decimal("3.20")'),
    "Fraction": ("Fraction(1, 3)", "Fraction(3, 4)"),
}
_NUMBERS = ("int", "float")
_MODULES = {"Decimal": "decimal", "Fraction": "fractions", "date": "datetime", "datetime": "datetime"}
_MODULES |= {"timedelta": "datetime"}
_LISTS = {"Sequence", "Iterable", "Collection", "list", "List", "MutableSequence"}
_MAPPINGS = {"Mapping", "dict", "Dict", "MutableMapping"}
_EMPTY = {"str": '""', "bytes": 'b""', "list": "[]"}
_VARIANTS = 3
_MOST_DEPTH = 3


@dataclass
class _Supply:
    """Hands out values and remembers what has to be imported for them."""

    facts: ModuleFacts
    turn: int
    imports: dict[str, set[str]] = field(default_factory=dict)

    def value(self, annotation: str | None, depth: int = 0) -> str | None:
        """Return an expression of a type; None where there is none at hand."""
        node = parse_expression(annotation or "object")
        return self._of(node, depth) if node is not None and depth < _MOST_DEPTH else None

    def _of(self, node: ast.expr, depth: int) -> str | None:
        match node:
            case ast.Name(id=name):
                return self._named(name, depth)
            case ast.BinOp(left=left, op=ast.BitOr()):
                return self._of(left, depth)
            case ast.Subscript(value=ast.Name(id=name), slice=inner) if name in _LISTS:
                items = [self._of(inner, depth + 1) for _ in range(3)]
                return f"[{', '.join(item or '' for item in items)}]" if all(items) else None
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=[key, value])) if name in _MAPPINGS:
                pairs = [(self._of(key, depth + 1), self._of(value, depth + 1)) for _ in range(2)]
                shown = [f"{one}: {other}" for one, other in pairs if one and other]
                return f"{{{', '.join(shown)}}}" if len(shown) == len(pairs) else None
        return None

    def _named(self, name: str, depth: int) -> str | None:
        if name in _ATOMS:
            if name in _MODULES:
                self.imports.setdefault(_MODULES[name], set()).add(name)
            self.turn += 1
            return _ATOMS[name][self.turn % len(_ATOMS[name])]
        kind = self.facts.class_(name)
        if kind is not None and kind.members:
            self._import_own(name)
            self.turn += 1
            return f"{name}.{kind.members[self.turn % len(kind.members)].name}"
        if kind is not None:
            return self.instance(kind, depth + 1)
        is_type_variable = any(item.name == name and "TypeVar(" in (item.value or "") for item in self.facts.constants)
        return self._named("int", depth) if is_type_variable else None

    def instance(self, kind: ClassFact, depth: int = 0) -> str | None:
        """Return a call that makes an instance."""
        if kind.constructor is None or kind.is_abstract or kind.kind not in ("class", "dataclass", "named_tuple"):
            return None
        arguments = self.arguments(kind.constructor, depth)
        if arguments is None or "." in kind.qualname:
            return None
        self._import_own(kind.name)
        return f"{kind.name}({', '.join(arguments)})"

    def arguments(
        self, parameters: Sequence[ParameterFact], depth: int = 0, *, has_more: bool = False
    ) -> tuple[str, ...] | None:
        """Return arguments for what a call must give, and for one more if asked to."""
        more = next((item.name for item in parameters if item.has_default), "") if has_more else ""
        given: list[str] = []
        for parameter in parameters:
            if not (parameter.is_required or parameter.name == more or parameter.kind == "var_positional"):
                continue
            value = self.value(parameter.annotation, depth)
            if value is None and parameter.is_required:
                return None
            if value is not None:
                is_named = parameter.kind == "keyword_only" or parameter.has_default
                is_named = is_named and parameter.kind != "positional_only"
                given.append(f"{parameter.name}={value}" if is_named else value)
        return tuple(given)

    def _import_own(self, name: str) -> None:
        self.imports.setdefault(self.facts.name, set()).add(name)

    @property
    def import_lines(self) -> tuple[str, ...]:
        """The imports, those of the library first."""
        modules = sorted(self.imports, key=lambda module: (module == self.facts.name, module))
        return tuple(f"from {module} import {', '.join(sorted(self.imports[module]))}" for module in modules)


def sample_calls(facts: ModuleFacts, rng: random.Random, most: int) -> list[tuple[str, ShownCall]]:
    """Return calls of public symbols that are worth a try, each with the symbol's qualified name.

    Args:
        facts: What the source says.
        rng: Chooses where there are too many.
        most: How many are returned at most.
    """
    found = [
        (function.qualname, call)
        for function in facts.public_callables()
        for call in dict.fromkeys(_calls(function, facts))
    ]
    chosen = sorted(rng.sample(range(len(found)), min(most, len(found))))
    return [found[place] for place in chosen]


def _calls(function: FunctionFact, facts: ModuleFacts) -> Iterator[ShownCall]:
    if function.flavour not in ("plain", "generator") or function.is_abstract:
        return
    for variant in range(_VARIANTS):
        supply = _Supply(facts, turn=variant)
        call = _call(function, supply, has_more=variant == 1)
        if call is None or (call.is_listed and not call.arguments):
            return
        yield call
        if variant == 0:
            yield from _refused(function, call)


def _call(function: FunctionFact, supply: _Supply, *, has_more: bool) -> ShownCall | None:
    owner, _, name = function.qualname.rpartition(".")
    setup: tuple[str, ...] = ()
    holder = owner
    if owner and function.kind in ("method", "property"):
        kind = supply.facts.class_(owner)
        made = supply.instance(kind) if kind is not None else None
        if made is None:
            return None
        holder = "".join(part.lower() for part in owner.rpartition(".")[2:]) or "item"
        setup = (f"{holder} = {made}",)
    else:
        supply.imports.setdefault(supply.facts.name, set()).add(owner.partition(".")[0] or name)
    arguments = None
    if function.kind != "property":
        arguments = supply.arguments(function.signature_parameters, has_more=has_more)
        if arguments is None:
            return None
    target = f"{holder}.{name}" if holder else name
    return ShownCall(supply.import_lines, setup, target, arguments, is_listed=function.flavour == "generator")


def _refused(function: FunctionFact, call: ShownCall) -> Iterator[ShownCall]:
    """Yield calls with a value that may well be refused, for a symbol that refuses some."""
    arguments = call.arguments or ()
    required = [item for item in function.signature_parameters if item.is_required]
    if not function.raises or len(required) != len(arguments):
        return
    for place, parameter in enumerate(required):
        base = (parameter.annotation or "").partition("[")[0]
        kind = "list" if base in _LISTS else base
        bad = "-1" if kind in _NUMBERS else _EMPTY.get(kind)
        if bad is not None and "=" not in arguments[place]:
            yield replace(call, arguments=(*arguments[:place], bad, *arguments[place + 1 :]))
