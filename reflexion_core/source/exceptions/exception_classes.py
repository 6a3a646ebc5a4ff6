"""Which exception classes an expression can stand for."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from reflexion_core.source.definition_nodes import ClassNode
from reflexion_core.source.exception_types import canonical, is_builtin_exception, is_library_exception
from reflexion_core.source.exceptions.bindings import Caught
from reflexion_core.source.exceptions.frames import Frame
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.statements import dotted_name

_MAX_DEPTH = 6
_MAX_SIDES = 16
"""Alternatives that are looked at: time must not explode."""


class ExceptionClasses:
    """Resolves exception classes.

    Args:
        index: The names of the module.
    """

    def __init__(self, index: ModuleIndex) -> None:
        self._index = index

    def handler_types(self, node: ast.expr | None, frame: Frame) -> tuple[tuple[str, ...], bool]:
        """Return the types that an `except` names, and whether there are more that cannot be told."""
        if node is None:
            return ("BaseException",), False
        names: list[str] = []
        is_dynamic = False
        waiting = [node]
        while waiting:
            current = waiting.pop(0)
            meant = self._index.lookup(current.id) if isinstance(current, ast.Name) else None
            if isinstance(current, ast.Tuple):
                waiting += current.elts
            elif isinstance(current, ast.Starred):
                waiting.append(current.value)
            elif isinstance(meant, ast.Tuple):
                waiting.append(meant)
            else:
                found = self.classes(current, frame, 0)
                names += [name for name in found if name is not None]
                is_dynamic = is_dynamic or not found or None in found
        return tuple(dict.fromkeys(names)), is_dynamic

    def classes(self, node: ast.expr, frame: Frame, depth: int) -> list[str | None]:
        """Return the exception classes that an expression can stand for; empty where it is no class."""
        if depth > _MAX_DEPTH:
            return [None]
        find = _FINDERS.get(type(node))
        return find(self, node, frame, depth) if find is not None else []

    def _of_call(self, node: ast.Call, frame: Frame, depth: int) -> list[str | None]:
        match node:
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_, *default]):
                found = self._classes_in(table, frame, depth)
                return found + [c for value in default for c in self.classes(value, frame, depth + 1)] if found else []
            case ast.Call(func=ast.Name(id="type"), args=[value]):
                return self._classes_of_caught(value, frame)
            case ast.Call(func=ast.Name(id="getattr")):
                return [None]
        return []

    def _of_subscript(self, node: ast.Subscript, frame: Frame, depth: int) -> list[str | None]:
        return self._classes_in(node.value, frame, depth)

    def _of_alternatives(self, node: ast.IfExp | ast.BoolOp, frame: Frame, depth: int) -> list[str | None]:
        sides = [node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values
        found = [self.classes(side, frame, depth + 1) for side in sides[:_MAX_SIDES]]
        return [name for names in found for name in names] if all(found) else []

    def _of_name(self, node: ast.Name, frame: Frame, depth: int) -> list[str | None]:
        name = node.id
        meanings = frame.bindings.get(name)
        if meanings is not None:
            found: list[str | None] = []
            for meaning in meanings:
                found += self.classes(meaning, frame, depth + 1) if isinstance(meaning, ast.expr) else []
            return found
        if name in frame.function.parameters:
            return []
        return self._known_class(self._index.resolve(name, frame.function))

    def _known_class(self, name: str) -> list[str | None]:
        if name in self._index.classes:
            return [name]
        last = name.rpartition(".")[2]
        if is_builtin_exception(name) or is_library_exception(name) or last[:1].isupper():
            return [canonical(name)] if not self._is_constant(name) else []
        return []

    def _is_constant(self, name: str) -> bool:
        return name in self._index.constants or name in self._index.functions

    def _of_attribute(self, node: ast.Attribute, frame: Frame, depth: int) -> list[str | None]:
        if node.attr == "__class__":
            return self._classes_of_caught(node.value, frame)
        written = dotted_name(node)
        if written is None:
            return []
        head, _, rest = written.partition(".")
        if head == frame.function.self_name and frame.function.owner is not None:
            return self._classes_of_member(frame.function.owner, rest, frame, depth)
        kind = self._index.find_class(head, frame.function)
        if kind is not None and self._index.find_class(written, frame.function) is None:
            return self._classes_of_member(kind, rest, frame, depth)
        if head in frame.function.parameters or frame.bindings.get(head) is not None:
            return [None] if rest.rpartition(".")[2][:1].isupper() else []
        return self._known_class(self._index.resolve(written, frame.function))

    def _classes_of_member(self, kind: ClassNode, name: str, frame: Frame, depth: int) -> list[str | None]:
        for entry in self._index.mro(kind):
            if not isinstance(entry, ClassNode):
                continue
            if name in entry.classes:
                return [entry.classes[name].key]
            if name in entry.values:
                return self.classes(entry.values[name], Frame(frame.function), depth + 1)
        return []

    def _classes_of_caught(self, node: ast.expr, frame: Frame) -> list[str | None]:
        meanings = frame.bindings.get(node.id) if isinstance(node, ast.Name) else None
        found: list[str | None] = []
        for meaning in meanings or ():
            found += meaning.bucket.types if isinstance(meaning, Caught) else [None]
        return found or [None]

    def _classes_in(self, node: ast.expr, frame: Frame, depth: int) -> list[str | None]:
        """Return the classes among the values of a dict or list that a name stands for."""
        table = self._table(node, frame)
        if isinstance(table, ast.Dict):
            values = table.values
        elif isinstance(table, ast.List | ast.Tuple):
            values = table.elts
        else:
            return []
        found = [c for value in values for c in self.classes(value, frame, depth + 1)]
        return list(dict.fromkeys(found))

    def _table(self, node: ast.expr, frame: Frame) -> ast.expr | None:
        match node:
            case ast.Name(id=name):
                match frame.bindings.get(name):
                    case (ast.expr() as meant,):
                        return meant
                return self._index.lookup(name)
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if frame.function.owner is not None:
                if name in (frame.function.self_name, frame.function.owner.node.name):
                    return frame.function.owner.values.get(attr)
        return node if isinstance(node, ast.Dict) else None


_FINDERS: dict[type[ast.expr], Callable[[ExceptionClasses, Any, Frame, int], list[str | None]]] = {
    ast.Name: ExceptionClasses._of_name,
    ast.Attribute: ExceptionClasses._of_attribute,
    ast.Call: ExceptionClasses._of_call,
    ast.Subscript: ExceptionClasses._of_subscript,
    ast.IfExp: ExceptionClasses._of_alternatives,
    ast.BoolOp: ExceptionClasses._of_alternatives,
}
