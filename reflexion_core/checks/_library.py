"""What calls of Python's library may raise, as far as their module tells.

A module that neither reads nor writes anything, and calls nothing that it is given, complains about values; it never
finds a file missing or a connection lost. Exceptions of a module's own may always come out of it.
"""

from __future__ import annotations

import sys

from reflexion_core.source.exception_types import ExceptionTypes
from reflexion_core.source.facts import ModuleFacts

_OF_VALUES = ("ValueError", "TypeError", "AttributeError")
_OF_NUMBERS = (*_OF_VALUES, "ArithmeticError")
_OF_TEXT = (*_OF_VALUES, "UnicodeError", "LookupError")
_OF_FILES = (*_OF_VALUES, "OSError", "UnicodeError", "NotImplementedError", "RuntimeError", "RecursionError")

_BY_MODULE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("base64", "binascii", "hashlib", "hmac", "html", "ipaddress", "secrets", "uuid"), _OF_VALUES),
    **dict.fromkeys(("bisect", "copy", "dataclasses", "difflib", "enum", "numbers", "textwrap", "types"), _OF_VALUES),
    **dict.fromkeys(("datetime", "decimal", "fractions", "math", "statistics", "time"), _OF_NUMBERS),
    **dict.fromkeys(("calendar", "heapq", "random"), (*_OF_NUMBERS, "IndexError")),
    **dict.fromkeys(("csv", "shlex", "string", "unicodedata", "urllib.parse"), _OF_TEXT),
    **dict.fromkeys(("pathlib", "os", "shutil", "tempfile"), (*_OF_FILES, "KeyError")),
    "collections": (*_OF_VALUES, "LookupError", "RuntimeError"),
    "configparser": (*_OF_TEXT, "OSError"),
    "io.BytesIO": _OF_VALUES,
    "io.StringIO": _OF_VALUES,
    "json": (*_OF_TEXT, "RecursionError"),
    "re": (*_OF_VALUES, "IndexError", "RecursionError"),
    "struct": (*_OF_VALUES, "OverflowError"),
    "threading": (*_OF_VALUES, "RuntimeError"),
    "tomllib": (*_OF_TEXT, "RecursionError"),
    "zoneinfo": (*_OF_VALUES, "KeyError", "OSError"),
}
"""By module or callee, the types above all that come out of it."""


def full_name(facts: ModuleFacts, callee: str) -> str:
    """Return what a callee stands for by the imports of the source."""
    head, _, tail = callee.partition(".")
    target = next((one.target for one in facts.imports if one.name == head), head)
    return f"{target}.{tail}" if tail else target


def is_library(facts: ModuleFacts, callee: str) -> bool:
    """Say whether a callee belongs to Python's own library."""
    return full_name(facts, callee).partition(".")[0] in sys.stdlib_module_names


def may_library_raise(facts: ModuleFacts, callee: str, name: str) -> bool:
    """Say whether a call of an imported name may raise a type; what is not known may raise anything."""
    full = full_name(facts, callee)
    module = next((one for one in _BY_MODULE if full == one or full.startswith(f"{one}.")), "")
    types = ExceptionTypes()
    if not module or not types.is_known(name) or name.startswith(f"{module}."):
        return True
    return any(_is_among(types, name, kind) for kind in _BY_MODULE[module])


def _is_among(types: ExceptionTypes, name: str, kind: str) -> bool:
    """Say whether a type is one of a kind; of values alone, one about the coding of text is none."""
    if kind == "ValueError" and types.is_subclass(name, "UnicodeError"):
        return False
    return types.is_subclass(name, kind) is True or types.is_subclass(kind, name) is True
