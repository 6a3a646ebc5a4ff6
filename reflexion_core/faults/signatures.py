"""Signatures that are not the source's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from reflexion_core.faults._names import misspelt, parameter_names, without
from reflexion_core.faults.base import FAULTS, Fault, FaultKind, Sheet
from reflexion_core.faults.values import other_defaults, other_types
from reflexion_core.source.facts import ParameterFact
from reflexion_core.true_page.page import Mark, StatedSignature


@FAULTS.register("wrong_signature")
class WrongSignature(FaultKind):
    """A signature with a parameter, default, type or mark that the source does not have."""

    name = "wrong_signature"
    summary = "A signature is not the source's."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            signature = entry.signature
            if signature is None:
                continue
            changes = [*_changed_parameters(signature, sheet), *_changed_whole(signature)]
            if not changes:
                continue
            new, planted, word = sheet.rng.choice(changes)
            page = sheet.page.with_entry(replace(entry, signature=new))
            marks = frozenset({Mark(entry.qualname, "signature"), Mark(entry.qualname, "heading")})
            yield Fault(page, marks, entry.qualname, f"signature: {planted}", word, is_missing=True)


_Change = tuple[StatedSignature, str, str]
"""The new signature, what is wrong with it, and a word for that."""


def _changed_parameters(signature: StatedSignature, sheet: Sheet) -> Iterator[_Change]:
    own = [parameter.name for parameter in signature.parameters]
    for parameter in signature.parameters:
        if parameter.is_variadic:
            continue
        names = without([*misspelt(parameter.name), *parameter_names(sheet)[:2]], own)
        if names:
            name = sheet.rng.choice(names[:3])
            new = _with(signature, parameter, replace(parameter, name=name))
            yield new, f"`{name}` instead of `{parameter.name}`", name
        defaults = other_defaults(parameter) if parameter.has_default else []
        if defaults:
            value = sheet.rng.choice(defaults)
            new = _with(signature, parameter, replace(parameter, default=value))
            yield new, f"default `{value}` instead of `{parameter.default}`", value
        if parameter.has_default or parameter is signature.parameters[-1]:
            rest = tuple(item for item in signature.parameters if item is not parameter)
            yield replace(signature, parameters=rest), f"without `{parameter.name}`", parameter.name
        kinds = other_types(parameter.annotation)
        if kinds:
            kind = sheet.rng.choice(kinds)
            new = _with(signature, parameter, replace(parameter, annotation=kind))
            yield new, f"`{parameter.name}` of type `{kind}`", kind


def _changed_whole(signature: StatedSignature) -> Iterator[_Change]:
    if any(parameter.kind == "keyword_only" for parameter in signature.parameters) and not any(
        parameter.kind == "var_positional" for parameter in signature.parameters
    ):
        free = tuple(
            replace(item, kind="positional_or_keyword") if item.kind == "keyword_only" else item
            for item in signature.parameters
        )
        is_python = all(before.has_default <= after.has_default for before, after in pairwise(free))
        if is_python:
            yield replace(signature, parameters=free), "without the `*`", "*"
    kinds = other_types(signature.returns)
    if kinds:
        yield replace(signature, returns=kinds[0]), f"returns `{kinds[0]}`", kinds[0]


def _with(signature: StatedSignature, old: ParameterFact, new: ParameterFact) -> StatedSignature:
    parameters = tuple(new if item is old else item for item in signature.parameters)
    return replace(signature, parameters=parameters)
