"""What a function or a class makes use of: its own code and all of the file that it may call.

A call on something whose class is not known reaches every class of the file that has such a member: what is reached
is rather too much than too little.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from functools import cached_property

from reflexion_core.source.facts import ModuleFacts

_DYNAMIC = re.compile(r"\b(?:globals|eval|exec|getattr|vars|importlib|__import__|__getattr__|__getattribute__)\b")
_BUILTIN = frozenset(dir(builtins))
_SELF = frozenset({"self", "cls"})
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class ReachedCode:
    """The top level of one source, and what each part of it leads to.

    Args:
        facts: The source.
        tree: Its tree.
    """

    def __init__(self, facts: ModuleFacts, tree: ast.Module) -> None:
        self._facts = facts
        self._statements: dict[str, list[ast.stmt]] = {}
        self.loose: list[ast.stmt] = []
        """Statements that set no name: they may change what has been defined."""
        for statement in _flat(tree.body):
            names = list(_bound(statement))
            for name in names:
                self._statements.setdefault(name, []).append(statement)
            if not names and not isinstance(statement, ast.Import | ast.ImportFrom):
                self.loose.append(statement)
        self._classes = {
            name: kind for name, kinds in self._statements.items() if isinstance(kind := kinds[-1], ast.ClassDef)
        }
        self._members = {name: self._members_of(kind) for name, kind in self._classes.items()}
        self._strangers = {one.name for one in facts.imports if _is_stranger(one.target)}

    def users(self, names: frozenset[str]) -> list[str]:
        """Return what of the top level uses any of some names."""
        return [name for name, found in self._statements.items() if any(names & _names(one) for one in found)]

    def reach(self, name: str) -> list[ast.stmt] | None:
        """Return the code that a function or class may run; None where that cannot be told."""
        if self._facts.star_imports or name not in self._statements:
            return None
        found: dict[str, list[ast.stmt]] = {}
        waiting = [*self._family(name), *self._heirs(name)]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found[one] = self._statements[one]
                waiting += self._next(one)
        reached = [statement for statements in found.values() for statement in statements]
        return None if any(self._is_unclear(one) for one in reached) else reached

    def surely(self, name: str) -> list[ast.stmt]:
        """Return the code of a function or class, of its bases, and of what these name."""
        found = list(self._family(name))
        for one in found:
            named = {name for statement in self._statements[one] for name in _names(statement)}
            found += [name for name in named & self._statements.keys() if name not in found]
        return [statement for one in found for statement in self._statements[one]]

    def _family(self, name: str) -> list[str]:
        """Return a class with those of its bases that are in the file; of anything else the name alone."""
        return self._families.get(name, [name])

    @cached_property
    def _families(self) -> dict[str, list[str]]:
        families: dict[str, list[str]] = {}
        for name in self._classes:
            found = families[name] = [name]
            for one in found:
                bases = [base.id for base in self._classes[one].bases if isinstance(base, ast.Name)]
                found += [base for base in bases if base in self._classes and base not in found]
        return families

    def _heirs(self, name: str) -> list[str]:
        return self._all_heirs.get(name, [])

    @cached_property
    def _all_heirs(self) -> dict[str, list[str]]:
        heirs: dict[str, list[str]] = {}
        for kind, family in self._families.items():
            for one in family:
                heirs.setdefault(one, []).append(kind)
        return heirs

    def _next(self, name: str) -> Iterator[str]:
        """Yield what a part of the top level leads to by itself."""
        own = {member for one in (*self._family(name), *self._heirs(name)) for member in self._members.get(one, ())}
        for statement in self._statements[name]:
            bases = {id(base) for base in statement.bases} if isinstance(statement, ast.ClassDef) else set()
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and id(node) not in bases and node.id in self._statements:
                    yield from (*self._family(node.id), *self._heirs(node.id))
                elif isinstance(node, ast.Attribute) and not (_is_self(node.value) and node.attr in own):
                    yield from self._holders(node.attr)

    def _holders(self, member: str) -> list[str]:
        return self._all_holders.get(member, []) if not member.startswith("__") else []

    @cached_property
    def _all_holders(self) -> dict[str, list[str]]:
        """From each member to the classes that have it, with their bases."""
        holders: dict[str, list[str]] = {}
        for name, members in self._members.items():
            for member in members:
                holders.setdefault(member, []).extend(self._family(name))
        return holders

    def _members_of(self, kind: ast.ClassDef) -> frozenset[str]:
        found = {name for statement in _flat(kind.body) for name in _bound(statement)}
        for node in ast.walk(kind):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value):
                found.add(node.attr)
        return frozenset(found)

    def _is_unclear(self, statement: ast.stmt) -> bool:
        """Say whether code calls what is not seen: another package's, something computed, a local value."""
        if _names(statement) & self._strangers or _DYNAMIC.search(ast.unparse(statement)):
            return True
        known = _BUILTIN | self._statements.keys() | {one.name for one in self._facts.imports} | _parameters(statement)
        calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
        plain = (called for called in calls if not isinstance(called, ast.Attribute))
        return any(not isinstance(called, ast.Name) or called.id not in known for called in plain)


def has_name(statements: list[ast.stmt], names: frozenset[str]) -> bool:
    """Say whether code has one of some names, be it in a string."""
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    return any(pattern.search(ast.unparse(statement)) for statement in statements)


def _flat(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, those under `if` and `try` one by one."""
    for statement in statements:
        if isinstance(statement, ast.If | ast.Try):
            parts = [statement.body, statement.orelse]
            if isinstance(statement, ast.Try):
                parts += [statement.finalbody, *(handler.body for handler in statement.handlers)]
            for part in parts:
                yield from _flat(part)
        else:
            yield statement


def _bound(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement gives a meaning to, where it is no import."""
    if isinstance(statement, _Definition):
        yield statement.name
    elif not isinstance(statement, ast.Import | ast.ImportFrom):
        nodes = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
        yield from dict.fromkeys(node.id for node in nodes if isinstance(node.ctx, ast.Store))


def _names(statement: ast.stmt) -> set[str]:
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}


def _parameters(statement: ast.stmt) -> set[str]:
    nested = {node.name for node in ast.walk(statement) if isinstance(node, _Definition)}
    return nested | {node.arg for node in ast.walk(statement) if isinstance(node, ast.arg)}


def _is_self(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "super"
    return isinstance(node, ast.Name) and node.id in _SELF


def _is_stranger(target: str) -> bool:
    """Say whether an import is of something else than Python's own library."""
    return target.startswith(".") or target.partition(".")[0] not in sys.stdlib_module_names
