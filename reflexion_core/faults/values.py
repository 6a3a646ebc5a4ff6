"""Defaults and types that are not the source's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from reflexion_core.faults.base import FAULTS, Fault, FaultKind, Sheet
from reflexion_core.source.facts import ParameterFact
from reflexion_core.source.literals import Value
from reflexion_core.true_page.page import Entry, Mark, ParameterRow

_TYPES = {
    "int": ("str", "list[int]"),
    "float": ("str", "bool"),
    "str": ("int", "bytes"),
    "bytes": ("str", "int"),
    "bool": ("str", "float"),
    "Decimal": ("str", "bool"),
    "date": ("str", "int"),
    "datetime": ("str", "float"),
}
"""For each type others that it has nothing in common with."""
_GENERIC = re.compile(r"\b(?:Sequence|list|Iterable|Iterator|dict|Mapping|tuple)\[")
_OTHER_GENERIC = {"Sequence": "dict[str, int]", "list": "dict[str, int]", "Iterable": "int", "Iterator": "int"}
_OTHER_GENERIC |= {"dict": "list[str]", "Mapping": "list[str]", "tuple": "str"}


@FAULTS.register("wrong_default")
class WrongDefault(FaultKind):
    """A default with another value."""

    name = "wrong_default"
    summary = "A default is another value than the source's, or there is none."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            for row in entry.parameters:
                fact = next((item for item in sheet.parameters(entry) if item.starred_name == row.name), None)
                values = other_defaults(fact) if fact is not None else []
                if not values:
                    continue
                value = sheet.rng.choice(values)
                truth = f"`{row.default}`" if row.default is not None else "none"
                planted = f"default of `{row.name}`: `{value}` instead of {truth}"
                yield _changed_row(sheet, entry, row, replace(row, default=value), planted, value)


@FAULTS.register("wrong_type")
class WrongType(FaultKind):
    """A type that has nothing in common with the annotation."""

    name = "wrong_type"
    summary = "A parameter or a result has another type than its annotation says."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            for row in entry.parameters:
                kinds = other_types(row.type)
                if kinds:
                    kind = sheet.rng.choice(kinds)
                    planted = f"type of `{row.name}`: `{kind}` instead of `{row.type}`"
                    yield _changed_row(sheet, entry, row, replace(row, type=kind), planted, kind)
            kinds = other_types(entry.returns) if not entry.keys and entry.kind != "property" else []
            if kinds:
                kind = sheet.rng.choice(kinds)
                page = sheet.page.with_entry(replace(entry, returns=kind))
                marks = frozenset({Mark(entry.qualname, "returns")})
                yield Fault(page, marks, entry.qualname, f"returns `{kind}` instead of `{entry.returns}`", kind)


def other_types(annotation: str | None) -> list[str]:
    """Return types that an annotation does not allow; none where that is not plain."""
    if annotation is None:
        return []
    base, mark, _ = annotation.partition(" | None")
    if base in _TYPES:
        return [f"{kind}{mark}" for kind in _TYPES[base]]
    generic = _GENERIC.match(annotation)
    if generic is None or "|" in annotation:
        return []
    inner = [
        annotation.replace(f"[{atom}]", f"[{others[0]}]")
        for atom, others in _TYPES.items()
        if f"[{atom}]" in annotation
    ]
    return [*inner, _OTHER_GENERIC[generic[0].rstrip("[")]]


def _changed_row(sheet: Sheet, entry: Entry, row: ParameterRow, new: ParameterRow, planted: str, word: str) -> Fault:
    rows = tuple(new if item is row else item for item in entry.parameters)
    page = sheet.page.with_entry(replace(entry, parameters=rows))
    return Fault(page, frozenset({Mark(entry.qualname, "parameter", row.name)}), entry.qualname, planted, word)


def other_defaults(fact: ParameterFact) -> list[str]:
    """Return values that somebody could have taken for the default."""
    if fact.is_variadic:
        return []
    if not fact.has_default:
        return ["None", *_typical(fact.annotation)]
    if fact.default_value is None:
        return []
    found = _near(fact.default_value, fact.annotation)
    known = {fact.default, *fact.stand_ins, repr(fact.default_value.value)}
    return [value for value in dict.fromkeys(found) if value not in known]


def _near(value: Value, annotation: str | None) -> list[str]:
    found: list[str] = []
    match value.value:
        case bool(flag):
            found = [str(not flag)]
        case int(number):
            found = [str(number + 1), str(number * 2 or 10), str(number - 1), str(number * 10 or 100)]
        case float(number):
            found = [repr(number * 2 or 0.5), repr(number / 2 or 1.0), repr(number * 10 or 10.0)]
        case str(text):
            found = [repr(other) for other in _other_texts(text)] + ["None"]
        case None:
            found = _typical((annotation or "").replace(" | None", ""))
        case tuple():
            found = ["None", "[]"]
    return found


def _other_texts(text: str) -> list[str]:
    if not text:
        return ["default", "utf-8"]
    if text.isalpha():
        return [text.capitalize() if text.islower() else text.lower(), f"{text}s", ""]
    return [text + text[-1], ""]


def _typical(annotation: str | None) -> list[str]:
    typical = {"int": ["1", "10"], "float": ["1.0", "0.5"], "str": ["''", "'default'"], "bool": ["False", "True"]}
    return typical.get(annotation or "", [])
