"""Exceptions of the wrong type or with the wrong message, left out and made up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from reflexion_core.faults.base import FAULTS, Fault, FaultKind, Sheet
from reflexion_core.source.exception_facts import ExceptionFact
from reflexion_core.source.facts import ClassFact, FunctionFact
from reflexion_core.true_page.page import Entry, Mark, RaiseRow

_SIBLINGS = {
    "ValueError": ("TypeError", "RuntimeError", "AssertionError"),
    "TypeError": ("ValueError", "AttributeError"),
    "KeyError": ("IndexError", "ValueError", "AttributeError"),
    "IndexError": ("KeyError", "ValueError"),
    "ZeroDivisionError": ("ValueError", "OverflowError"),
    "RuntimeError": ("ValueError", "OSError", "TypeError"),
    "FileNotFoundError": ("PermissionError", "ValueError"),
}
_USUAL = ("ValueError", "TypeError", "RuntimeError")
_MADE_UP = ("PermissionError", "TimeoutError", "NotImplementedError", "FileNotFoundError", "KeyError", "RuntimeError")
_WORDS = (
    ("must not be negative", "must be non-negative"),
    ("must not be empty", "cannot be empty"),
    ("must be positive", "must be greater than zero"),
    ("must not be", "cannot be"),
    ("must be", "should be"),
    ("at least", "more than"),
    ("does not", "did not"),
    ("is missing", "was not found"),
    ("is not", "was not"),
    ("is required", "is missing"),
    ("needs", "requires"),
    ("wanted", "requested"),
)


@FAULTS.register("wrong_exception")
class WrongException(FaultKind):
    """The right message under another type."""

    name = "wrong_exception"
    summary = "An exception has another type than the one that is raised."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            for number, row in enumerate(entry.raises):
                own = [kind.name for kind in sheet.facts.classes if kind.is_exception]
                near = [*own, *_SIBLINGS.get(row.type, _USUAL)]
                types = [name for name in near if row.message and _cannot_be(name, entry, sheet)]
                if types:
                    new = replace(row, type=sheet.rng.choice(types))
                    yield _changed(sheet, entry, number, new, f"`{new.type}` instead of `{row.type}`", new.type)


@FAULTS.register("wrong_message")
class WrongMessage(FaultKind):
    """The right type with words that it does not carry."""

    name = "wrong_message"
    summary = "An exception has another message than the source's."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        others = [row.message for entry in sheet.page.entries for row in entry.raises if row.message][:3]
        for entry in sheet.page.entries:
            for number, row in enumerate(entry.raises):
                texts = _other_messages(row.message or "", others)
                texts = [text for text in texts if not _is_a_message(text, entry, sheet)]
                if row.message and texts:
                    new = replace(row, message=sheet.rng.choice(texts))
                    planted = f"message `{new.message}` instead of `{row.message}`"
                    yield _changed(sheet, entry, number, new, planted, new.message or "")


@FAULTS.register("dropped_exception")
class DroppedException(FaultKind):
    """An exception that the symbol itself raises and the document does not say."""

    name = "dropped_exception"
    summary = "An exception that the code raises for sure is left out."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            certain = [item.name for item in _facts(entry, sheet) if item.certainty == "certain"]
            for number, row in enumerate(entry.raises):
                if row.message is None or row.type not in certain:
                    continue
                rows = entry.raises[:number] + entry.raises[number + 1 :]
                # An example that shows the exception would still tell a reader of it.
                silent = tuple(shown for shown in entry.examples if row.type not in shown.error)
                page = sheet.page.with_entry(replace(entry, raises=rows, examples=silent))
                planted = f"`{row.type}` with `{row.message}` left out"
                yield Fault(page, frozenset(), entry.qualname, planted, row.type, is_missing=True)


@FAULTS.register("invented_exception")
class InventedException(FaultKind):
    """An exception that nothing in the code could raise."""

    name = "invented_exception"
    summary = "An exception is stated that the code cannot raise."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            symbol = sheet.facts.symbol(entry.qualname)
            if not isinstance(symbol, FunctionFact | ClassFact) or symbol.unknown_calls:
                continue
            if any(item.type is None for item in symbol.raises):
                continue
            own = [kind.name for kind in sheet.facts.classes if kind.is_exception]
            types = [name for name in (*own, *_MADE_UP) if _cannot_be(name, entry, sheet)]
            if entry.kind == "property" or not types or not entry.parameters:
                continue
            name = entry.parameters[0].name.lstrip("*")
            row = RaiseRow(sheet.rng.choice(types), None, f"if `{name}` is not valid")
            number = len(entry.raises)
            page = sheet.page.with_entry(replace(entry, raises=(*entry.raises, row)))
            marks = frozenset({Mark(entry.qualname, "raise", str(number))})
            yield Fault(page, marks, entry.qualname, f"`{row.type}` made up", row.type)


def _facts(entry: Entry, sheet: Sheet) -> tuple[ExceptionFact, ...]:
    return sheet.facts.escapes(entry.qualname)


def _cannot_be(name: str, entry: Entry, sheet: Sheet) -> bool:
    """Say whether an exception is neither raised, nor the base or a kind of one that is, nor one of Python's own."""
    symbol = sheet.facts.symbol(entry.qualname)
    if not isinstance(symbol, FunctionFact | ClassFact):
        return False
    raised = [item.type for item in symbol.raises if item.type] + [item.type for item in symbol.language_faults]
    types = sheet.facts.exception_types
    related = (
        types.is_subclass(name, other) is not False or types.is_subclass(other, name) is not False for other in raised
    )
    return name not in raised and not any(related)


def _other_messages(message: str, of_others: Iterable[str]) -> list[str]:
    found = [message.replace(old, new) for old, new in _WORDS if old in message]
    words = message.split(" ")
    found.append(re.sub(r"(?<![\w.{])\d+(?![\w.}])", lambda number: str(int(number[0]) + 1), message, count=1))
    found.append(f"invalid {words[0]}" if words[0].isalpha() and len(words[0]) > 2 else f"Error: {message}")
    found += of_others
    return [text for text in dict.fromkeys(found) if text != message]


def _is_a_message(text: str, entry: Entry, sheet: Sheet) -> bool:
    """Say whether something that the symbol raises could carry a text, and the row would be right after all."""
    return any(item.message is None or item.message.matches(text) for item in _facts(entry, sheet))


def _changed(sheet: Sheet, entry: Entry, number: int, row: RaiseRow, planted: str, word: str) -> Fault:
    rows = (*entry.raises[:number], row, *entry.raises[number + 1 :])
    page = sheet.page.with_entry(replace(entry, raises=rows))
    marks = frozenset({Mark(entry.qualname, "raise", str(number))})
    return Fault(page, marks, entry.qualname, planted, word, is_missing=True)
