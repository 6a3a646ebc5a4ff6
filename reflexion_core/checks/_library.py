"""What calls of Python's library may raise, as far as their module tells.

A module that neither reads nor writes anything, and calls nothing that it is given, complains about values; it never
finds a file missing or a connection lost.
"""

from __future__ import annotations

from reflexion_core.source.exception_types import ExceptionTypes
from reflexion_core.source.facts import ModuleFacts

_PURE = frozenset(
    {
        "base64",
        "binascii",
        "calendar",
        "collections",
        "csv",
        "dataclasses",
        "datetime",
        "decimal",
        "difflib",
        "fractions",
        "hashlib",
        "hmac",
        "html",
        "ipaddress",
        "json",
        "math",
        "random",
        "re",
        "secrets",
        "shlex",
        "statistics",
        "string",
        "struct",
        "textwrap",
        "time",
        "unicodedata",
        "urllib.parse",
        "uuid",
    }
)
_NUMERIC = frozenset({"datetime", "decimal", "fractions", "math", "random", "statistics"})
_OF_VALUES = ("ValueError", "TypeError", "LookupError", "AttributeError", "RuntimeError")


def may_library_raise(facts: ModuleFacts, callee: str, name: str) -> bool:
    """Say whether a call of an imported name may raise a type; what is not known may raise anything."""
    head, _, tail = callee.partition(".")
    target = next((one.target for one in facts.imports if one.name == head), head)
    full = f"{target}.{tail}" if tail else target
    module = next((module for module in _PURE if full.startswith(f"{module}.")), "")
    types = ExceptionTypes()
    if not module or not types.is_known(name) or name.startswith(f"{module}."):
        return True
    kinds = (*_OF_VALUES, "ArithmeticError") if module in _NUMERIC else _OF_VALUES
    return any(types.is_subclass(name, kind) or types.is_subclass(kind, name) for kind in kinds)
