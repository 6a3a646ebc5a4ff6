"""What the source offers where an example uses it in a way that it does not have."""

from __future__ import annotations

import re

from reflexion_core.sandbox.base import RaisedException
from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts
from reflexion_core.source.flat_code import flat_signature

_ABSTRACT = re.compile(r"Can't instantiate abstract class '?(?P<name>\w+)'?")
_BAD_CALL = re.compile(
    r"(?P<name>[\w.]+)\(\) (?:missing \d+ required|got (?:an unexpected keyword|multiple values|some positional-only)"
    r"|takes (?:no|from \d+|\d+) )"
)
_NO_MEMBER = re.compile(r"'(?P<name>\w+)' object has no attribute '(?P<member>\w+)'")
_FILE_NAME = re.compile(r"([\"'])(?P<name>[\w./-]*\w\.[A-Za-z]\w{0,4})\1")
_NOT_THERE = re.compile(r"(?i)\b(?:not exist|no such file|not found|cannot be (?:read|opened|found)|missing)\b")
_MOST_NAMED = 6


def right_use(facts: ModuleFacts, raised: RaisedException, code: str) -> str:
    """Return what the source has instead, or what the example lacks, in words; empty where neither can be told.

    Args:
        facts: The source's.
        raised: What the example raised.
        code: The example's.
    """
    if raised.type == "TypeError" and (found := _ABSTRACT.search(raised.message)):
        return _concrete_classes(facts, found["name"])
    if raised.type == "TypeError" and (found := _BAD_CALL.match(raised.message)):
        return _signature(facts, found["name"])
    if raised.type == "AttributeError" and (found := _NO_MEMBER.match(raised.message)):
        return _members(facts, found["name"])
    return _missing_file(raised, code)


def _missing_file(raised: RaisedException, code: str) -> str:
    """Return how an example gets the file that it reads: nobody has put it into the folder that it runs in."""
    if raised.type != "FileNotFoundError" and not _NOT_THERE.search(raised.message):
        return ""
    names = [found["name"] for found in _FILE_NAME.finditer(code) if found["name"] in raised.message]
    if not names:
        return ""
    written = f'`Path("{names[0]}").write_text(...)` with what belongs in it'
    return f"the example runs in an empty folder: let it write the file first, {written}, or show what needs no file"


def _concrete_classes(facts: ModuleFacts, name: str) -> str:
    derived = [kind for kind in facts.public_classes() if name in kind.ancestors and not kind.is_abstract]
    shown = [f"`{flat_signature(kind)}`" for kind in derived[:_MOST_NAMED]]
    return f"`{name}` is abstract: make a {' or '.join(shown)} instead" if shown else ""


def _signature(facts: ModuleFacts, called: str) -> str:
    """Return how a function or class is called, by the name that Python's message gives."""
    owner, _, last = called.rpartition(".")
    symbol: ClassFact | FunctionFact | None
    symbol = facts.class_(owner) if last == "__init__" else facts.function(called) or facts.class_(called)
    if symbol is None or not symbol.is_public:
        return ""
    if isinstance(symbol, ClassFact) and symbol.signature is None:
        return ""
    return f"the source has `{flat_signature(symbol)}` (line {symbol.line})"


def _members(facts: ModuleFacts, name: str) -> str:
    kind = facts.class_(name)
    names = [method.name for method in kind.all_methods if method.is_public] if kind is not None else []
    shown = ", ".join(f"`{member}`" for member in names[:_MOST_NAMED])
    return f"`{name}` has {shown}" if shown else ""
