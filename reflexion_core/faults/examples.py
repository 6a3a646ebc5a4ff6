"""Examples that give something else than stated, or do not run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from reflexion_core.faults.base import FAULTS, Fault, FaultKind, Sheet
from reflexion_core.source.facts import ClassFact
from reflexion_core.true_page.page import Entry, Mark, ShownCall

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")


@FAULTS.register("wrong_output")
class WrongOutput(FaultKind):
    """A number that the example does not give."""

    name = "wrong_output"
    summary = "A number in the stated output of an example is another one."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            for number, call in enumerate(entry.examples):
                found = list(_NUMBER.finditer(call.value))
                if call.error or not found or len(found) != len(_NUMBER.findall(call.printed)):
                    continue
                place = sheet.rng.randrange(len(found))
                wrong = sheet.rng.choice(_other_numbers(found[place][0]))
                new = replace(call, value=_put(call.value, place, wrong), printed=_put(call.printed, place, wrong))
                planted = f"`{call.expression}` gives `{new.value}` instead of `{call.value}`"
                yield _changed(sheet, entry, number, new, planted, new.value)


@FAULTS.register("failing_example")
class FailingExample(FaultKind):
    """A call that cannot work: a keyword or name that there is not, an argument too few."""

    name = "failing_example"
    summary = "An example calls what does not exist, or with arguments that are not taken."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry in sheet.page.entries:
            for number, call in enumerate(entry.examples):
                broken = _broken(call, entry, sheet) if not call.error else []
                if broken:
                    new = sheet.rng.choice(broken)
                    planted = f"`{new.expression}` instead of `{call.expression}`"
                    yield _changed(sheet, entry, number, new, planted, new.expression)


def _other_numbers(text: str) -> list[str]:
    whole, point, part = text.partition(".")
    if not point:
        value = int(text)
        return list(dict.fromkeys([str(value + 1), str(value * 2 or 2), str(value * 10 or 5)]))
    last = (int(part[-1]) + 3) % 10
    near = f"{whole}.{part[:-1]}{last}" if last or len(part) > 1 else f"{whole}.5"
    return [near, f"{int(whole) + 1}.{part}"]


def _put(text: str, place: int, number: str) -> str:
    found = list(_NUMBER.finditer(text))[place]
    return text[: found.start()] + number + text[found.end() :]


def _broken(call: ShownCall, entry: Entry, sheet: Sheet) -> list[ShownCall]:
    """Return calls that fail for sure, whatever the values are."""
    parameters = sheet.parameters(entry)
    found: list[ShownCall] = []
    if call.arguments is not None and not any(parameter.is_variadic for parameter in parameters):
        wrong = next(name for name in ("verbose", "strict_mode") if name not in [item.name for item in parameters])
        found.append(replace(call, arguments=(*call.arguments, f"{wrong}=True")))
        if len(call.arguments) == sum(parameter.is_required for parameter in parameters) > 0:
            found.append(replace(call, arguments=call.arguments[:-1]))
    holder, dot, name = call.target.rpartition(".")
    wrong = f"{name}s" if not name.endswith("s") else f"get_{name}"
    if _is_unknown(wrong, entry.qualname.rpartition(".")[0], sheet):
        found.append(replace(call, target=f"{holder}{dot}{wrong}"))
    return found


def _is_unknown(name: str, owner: str, sheet: Sheet) -> bool:
    """Say whether neither the class nor, without one, the module or Python has a name."""
    if owner:
        kind = sheet.facts.class_(owner)
        return isinstance(kind, ClassFact) and kind.has_member(name) is False
    return sheet.facts.has_name(name) is False


def _changed(sheet: Sheet, entry: Entry, number: int, call: ShownCall, planted: str, word: str) -> Fault:
    examples = (*entry.examples[:number], call, *entry.examples[number + 1 :])
    page = sheet.page.with_entry(replace(entry, examples=examples))
    return Fault(page, frozenset({Mark(entry.qualname, "example", str(number))}), entry.qualname, planted, word)
