"""Parameters that are renamed, left out, made up or out of order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from reflexion_core.faults._names import misspelt, parameter_names, without
from reflexion_core.faults.base import FAULTS, Fault, FaultKind, Sheet
from reflexion_core.source.facts import ParameterFact
from reflexion_core.true_page.page import Entry, Mark, ParameterRow
from reflexion_core.true_page.writing import words_of


@FAULTS.register("renamed_parameter")
class RenamedParameter(FaultKind):
    """A parameter under a name that the source does not give it."""

    name = "renamed_parameter"
    summary = "A parameter is described under another name."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            own = [parameter.name for parameter in sheet.parameters(entry)]
            for row in entry.parameters:
                names = without([*misspelt(row.name.lstrip("*")), *parameter_names(sheet)[:3]], own)
                if row.name.startswith("*") or not names:
                    continue
                name = sheet.rng.choice(names[:4])
                rows = tuple(replace(item, name=name) if item is row else item for item in entry.parameters)
                yield _fault(sheet, entry, rows, name, f"parameter `{name}` instead of `{row.name}`")


@FAULTS.register("dropped_parameter")
class DroppedParameter(FaultKind):
    """A list of parameters that lacks one."""

    name = "dropped_parameter"
    summary = "One of several parameters is left out."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            if len(entry.parameters) < 2:
                continue
            for row in entry.parameters:
                if not row.name.startswith("*"):
                    rows = tuple(item for item in entry.parameters if item is not row)
                    yield _fault(sheet, entry, rows, row.name, f"parameter `{row.name}` left out")


@FAULTS.register("invented_parameter")
class InventedParameter(FaultKind):
    """A parameter that a call does not take."""

    name = "invented_parameter"
    summary = "A parameter is described that there is not."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            facts = sheet.parameters(entry)
            if entry.signature is None or any(parameter.kind == "var_keyword" for parameter in facts):
                continue
            names = without(parameter_names(sheet), [parameter.name for parameter in facts])
            if not names:
                continue
            name = sheet.rng.choice(names)
            kind, default = sheet.rng.choice((("bool", "False"), ("int", "10"), ("str | None", "None"), ("str", None)))
            row = ParameterRow(name, kind, default, f"The {words_of(name)}.")
            yield _fault(sheet, entry, (*entry.parameters, row), name, f"parameter `{name}` made up")


@FAULTS.register("reordered_parameter")
class ReorderedParameter(FaultKind):
    """Two parameters that can be given by place, in the wrong order."""

    name = "reordered_parameter"
    summary = "Two parameters that are given by their place have changed places."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            if entry.signature is None:
                continue
            for first, second in pairwise(entry.signature.parameters):
                if not _can_swap(first, second):
                    continue
                signature = replace(entry.signature, parameters=_swapped(entry.signature.parameters, first, second))
                names = {first.name: second.name, second.name: first.name}
                by_name = {row.name: row for row in entry.parameters}
                rows = tuple(by_name[names.get(row.name, row.name)] for row in entry.parameters)
                page = sheet.page.with_entry(replace(entry, signature=signature, parameters=rows))
                marks = {Mark(entry.qualname, "signature"), Mark(entry.qualname, "heading")}
                marks |= {Mark(entry.qualname, "parameter", name) for name in names}
                planted = f"`{second.name}` before `{first.name}`"
                yield Fault(page, frozenset(marks), entry.qualname, planted, first.name, is_missing=True)


def _can_swap(first: ParameterFact, second: ParameterFact) -> bool:
    """Say whether two neighbours can both be given by place and a signature with them swapped is Python."""
    kinds = ("positional_only", "positional_or_keyword")
    return first.kind == second.kind and first.kind in kinds and first.has_default == second.has_default


def _swapped(
    parameters: tuple[ParameterFact, ...], first: ParameterFact, second: ParameterFact
) -> tuple[ParameterFact, ...]:
    return tuple(second if item is first else first if item is second else item for item in parameters)


def _fault(sheet: Sheet, entry: Entry, rows: tuple[ParameterRow, ...], name: str, planted: str) -> Fault:
    page = sheet.page.with_entry(replace(entry, parameters=rows))
    marks = frozenset({Mark(entry.qualname, "parameter", name)}) if name in [row.name for row in rows] else frozenset()
    is_missing = {row.name for row in entry.parameters} - {row.name for row in rows} != set()
    return Fault(page, marks, entry.qualname, planted, name, is_missing=is_missing)
