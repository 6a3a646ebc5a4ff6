"""Keys, functions and imports that there are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reflexion_core.faults._names import misspelt
from reflexion_core.faults.base import FAULTS, Fault, FaultKind, Sheet
from reflexion_core.source.facts import ClassFact, ParameterFact
from reflexion_core.true_page.page import Entry, Mark, ParameterRow, Part, StatedSignature
from reflexion_core.true_page.writing import words_of

_FUNCTIONS = ("from_file", "to_json", "validate", "reset", "summary", "is_valid", "from_dict", "describe")


@FAULTS.register("wrong_key")
class WrongKey(FaultKind):
    """A key that the returned dict does not have."""

    name = "wrong_key"
    summary = "A key of a returned dict has another name than in the source."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            for key in entry.keys:
                names = [name for name in misspelt(key) if name not in entry.keys]
                name = sheet.rng.choice(names) if names else f"{key}_count"
                keys = tuple(name if item == key else item for item in entry.keys)
                page = sheet.page.with_entry(replace(entry, keys=keys))
                marks = frozenset({Mark(entry.qualname, "key", name), Mark(entry.qualname, "returns")})
                planted = f"key `{name}` instead of `{key}`"
                yield Fault(page, marks, entry.qualname, planted, name, is_missing=True)


@FAULTS.register("invented_function")
class InventedFunction(FaultKind):
    """A whole entry for a function or method that does not exist."""

    name = "invented_function"
    summary = "A function or method is described that there is not."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        owners = [""] + [entry.qualname for entry in sheet.page.entries if entry.kind == "class"]
        for owner in owners:
            names = [name for name in _FUNCTIONS if _is_unknown(name, owner, sheet)]
            if not names:
                continue
            entry = _made_up(owner, sheet.rng.choice(names))
            page = replace(sheet.page, entries=_with(sheet.page.entries, entry))
            parts: tuple[Part, ...] = ("heading", "signature", "returns")
            marks = {Mark(entry.qualname, part) for part in parts} | {Mark(entry.qualname, "parameter", "data")}
            planted = f"`{entry.qualname}` made up"
            yield Fault(page, frozenset(marks), entry.qualname, planted, entry.name)


@FAULTS.register("wrong_import")
class WrongImport(FaultKind):
    """An import of a module or name that does not exist."""

    name = "wrong_import"
    summary = "An import names a module or a name that does not exist."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        module = sheet.page.module
        modules = [module.replace("_", ""), f"{module}_lib", f"{module}.core", f"my_{module}"]
        right = f"from {module} import "
        for number, line in enumerate(sheet.page.imports):
            wrong = sheet.rng.choice([item for item in modules if item != module])
            yield _import(sheet, number, line.replace(f"from {module} ", f"from {wrong} ", 1))
            names = line.removeprefix(right).split(", ") if line.startswith(right) else []
            if names:
                name = sheet.rng.choice(names)
                other = next((item for item in misspelt(name) if sheet.facts.has_name(item) is False), None)
                if other is not None:
                    others = ", ".join(other if item == name else item for item in names)
                    yield _import(sheet, number, right + others)
        yield from _in_examples(sheet, modules)


def _in_examples(sheet: Sheet, modules: list[str]) -> Iterator[Fault]:
    module = sheet.page.module
    for entry in sheet.page.entries:
        for number, call in enumerate(entry.examples):
            wrong = sheet.rng.choice([item for item in modules if item != module])
            lines = tuple(line.replace(f"from {module} ", f"from {wrong} ", 1) for line in call.imports)
            if lines == call.imports:
                continue
            examples = (*entry.examples[:number], replace(call, imports=lines), *entry.examples[number + 1 :])
            page = sheet.page.with_entry(replace(entry, examples=examples))
            marks = frozenset({Mark(entry.qualname, "example", str(number))})
            yield Fault(page, marks, entry.qualname, f"import of `{wrong}` instead of `{module}`", wrong)


def _import(sheet: Sheet, number: int, line: str) -> Fault:
    lines = (*sheet.page.imports[:number], line, *sheet.page.imports[number + 1 :])
    page = replace(sheet.page, imports=lines)
    return Fault(page, frozenset({Mark("", "import")}), "", f"`{line}` instead of `{sheet.page.imports[number]}`", line)


def _is_unknown(name: str, owner: str, sheet: Sheet) -> bool:
    if not owner:
        return sheet.facts.has_name(name) is False
    kind = sheet.facts.class_(owner)
    return isinstance(kind, ClassFact) and kind.has_member(name) is False


def _made_up(owner: str, name: str) -> Entry:
    parameter = ParameterFact(name="data", kind="positional_or_keyword", annotation="str", line=1, end_line=1)
    return Entry(
        qualname=f"{owner}.{name}" if owner else name,
        kind="method" if owner else "function",
        summary=f"{words_of(name).capitalize()}.",
        signature=StatedSignature(name, (parameter,), "bool", "def "),
        parameters=(ParameterRow("data", "str", None, "The data."),),
        returns="bool",
    )


def _with(entries: tuple[Entry, ...], entry: Entry) -> tuple[Entry, ...]:
    """Put an entry behind those of its class, or at the end."""
    owner = entry.qualname.rpartition(".")[0]
    inside = [place for place, item in enumerate(entries) if item.qualname.startswith(f"{owner}.")] if owner else []
    own = [place for place, item in enumerate(entries) if owner and item.qualname == owner]
    at = max([*inside, *own], default=len(entries) - 1) + 1
    return (*entries[:at], entry, *entries[at:])
