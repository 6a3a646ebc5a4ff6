"""Coroutines, generators and properties that are said to be something else, and the other way round."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from reflexion_core.faults.base import FAULTS, Fault, FaultKind, Sheet
from reflexion_core.source.facts import FunctionFact
from reflexion_core.source.flat_code import parse_expression
from reflexion_core.true_page.page import Entry, Mark, Part, StatedSignature

_YIELDED = re.compile(r"(?:Iterator|Iterable|Generator|AsyncIterator|AsyncGenerator)\[")


@FAULTS.register("wrong_async")
class WrongAsync(FaultKind):
    """A coroutine that is said to be called plainly, or a plain function that is said to be awaited."""

    name = "wrong_async"
    summary = "A coroutine is said to be a plain function, or the other way round."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry, function in _functions(sheet):
            if entry.signature is None or function.flavour not in ("plain", "coroutine", "async_generator"):
                continue
            is_async = function.flavour != "plain"
            sentence = sheet.rng.choice(_PLAIN if is_async else _AWAITED)
            if function.flavour == "async_generator":
                sentence = "A generator; loop over it with `for`."
            lead = "def " if is_async else "async def "
            new = replace(entry, signature=replace(entry.signature, lead=lead), nature=_nature(entry, sentence))
            yield _fault(sheet, new, sentence)


@FAULTS.register("wrong_generator")
class WrongGenerator(FaultKind):
    """A generator that is said to return a list, or a plain function that is said to yield."""

    name = "wrong_generator"
    summary = "A generator is said to return a list, or a plain function to yield."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry, function in _functions(sheet):
            if entry.signature is None or entry.returns in (None, "None"):
                continue
            if function.flavour == "generator":
                returns = _as_list(entry.returns or "")
                sentence = sheet.rng.choice(_LISTED)
            elif function.flavour == "plain" and not function.is_abstract and not function.is_wrapped:
                if _YIELDED.match(entry.returns or ""):
                    continue
                returns, sentence = f"Iterator[{entry.returns}]", sheet.rng.choice(_YIELDING)
            else:
                continue
            signature = replace(entry.signature, returns=returns)
            new = replace(entry, signature=signature, returns=returns, nature=_nature(entry, sentence), keys=())
            yield _fault(sheet, new, sentence)


@FAULTS.register("wrong_property")
class WrongProperty(FaultKind):
    """A property that is said to be called, or a method that is said to be read."""

    name = "wrong_property"
    summary = "A property is said to be a method, or the other way round."

    def plant(self, sheet: Sheet) -> Iterator[Fault]:
        for entry, function in _functions(sheet):
            if function.kind == "property":
                signature = StatedSignature(entry.name, (), entry.returns, "def ")
                yield _fault(sheet, replace(entry, kind="method", signature=signature, nature=("A method.",)), "method")
            elif function.kind == "method" and function.flavour == "plain" and not entry.parameters:
                nature = ("A read-only property.",)
                yield _fault(sheet, replace(entry, kind="property", signature=None, nature=nature), "property")


_PLAIN = (
    "An ordinary function; it needs no `await`.",
    "A synchronous method.",
    "This is a regular, non-async function.",
)
_AWAITED = ("A coroutine.", "An asynchronous function; `await` its result.", "This is a coroutine and must be awaited.")
_LISTED = ("It returns a list.", "Returns a list with all results.", "An ordinary function that returns a list.")
_YIELDING = ("A generator.", "A generator function that yields its results one by one.", "It is a lazy generator.")


def _functions(sheet: Sheet) -> Iterator[tuple[Entry, FunctionFact]]:
    for entry in sheet.page.entries:
        function = sheet.facts.function(entry.qualname)
        if function is not None and not function.alternatives:
            yield entry, function


def _as_list(annotation: str) -> str:
    """Return the type of a list of what a generator of this annotation yields: `Generator[int, str, bool]`."""
    node = parse_expression(annotation)
    match node:
        case ast.Subscript(slice=ast.Tuple(elts=[first, *_])) if "Generator" in ast.unparse(node.value):
            return f"list[{ast.unparse(first)}]"
        case ast.Subscript(slice=inner):
            return f"list[{ast.unparse(inner)}]"
    return "list"


def _nature(entry: Entry, sentence: str) -> tuple[str, ...]:
    """Return what the entry says of its nature, with another sentence on how it is called."""
    kept = [item for item in entry.nature if item in ("A class method.", "A static method.", "Abstract.")]
    return (*kept, sentence)


def _fault(sheet: Sheet, new: Entry, word: str) -> Fault:
    page = sheet.page.with_entry(new)
    parts: tuple[Part, ...] = ("heading", "signature", "returns")
    marks = {Mark(new.qualname, part) for part in parts}
    marks |= {Mark(new.qualname, "nature", str(number)) for number in range(len(new.nature))}
    return Fault(page, frozenset(marks), new.qualname, f"`{new.qualname}`: {' '.join(new.nature)}", word)
