"""What a `raise` statement raises: the classes that its expression can stand for, and their messages."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

from reflexion_core.source.assignments import is_attribute_of
from reflexion_core.source.definition_nodes import FunctionNode
from reflexion_core.source.exception_types import ExceptionTypes
from reflexion_core.source.exceptions.bindings import Caught
from reflexion_core.source.exceptions.class_messages import ClassMessages, read_arguments
from reflexion_core.source.exceptions.exception_classes import ExceptionClasses
from reflexion_core.source.exceptions.frames import Frame
from reflexion_core.source.exceptions.known_texts import KnownTexts
from reflexion_core.source.exceptions.outcomes import Bucket
from reflexion_core.source.messages import Message
from reflexion_core.source.module_index import ModuleIndex

_MAX_DEPTH = 6
_MAX_SIDES = 16
"""Alternatives that are looked at: time must not explode."""


class Candidate(NamedTuple):
    """One thing that a `raise` can raise."""

    type: str | None
    """None where it cannot be told."""
    message: Message | None = None
    bucket: Bucket | None = None
    """What a handler has caught, to be raised again."""
    is_certain: bool = True


_UNKNOWN = Candidate(None, is_certain=False)


class RaisedValues:
    """Finds out what is raised.

    Args:
        index: The names of the module.
        types: How exceptions inherit.
    """

    def __init__(self, index: ModuleIndex, types: ExceptionTypes) -> None:
        self._index = index
        self._types = types
        self._messages = ClassMessages(index, types)
        self.classes = ExceptionClasses(index)
        self.texts = KnownTexts(index)

    def candidates(self, node: ast.expr, frame: Frame, depth: int = 0) -> list[Candidate]:
        """Return all that an expression may raise; one of no type stands for what cannot be told."""
        if depth > _MAX_DEPTH:
            return [_UNKNOWN]
        find = _FINDERS.get(type(node))
        if find is not None:
            return find(self, node, frame, depth)
        names = self.classes.classes(node, frame, depth)
        return [self._make(name, None, frame) for name in names] or [_UNKNOWN]

    def _alternatives(self, node: ast.IfExp | ast.BoolOp, frame: Frame, depth: int) -> list[Candidate]:
        sides = [node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values
        return self._all(sides[:_MAX_SIDES], frame, depth)

    def _inner(self, node: ast.Await | ast.NamedExpr, frame: Frame, depth: int) -> list[Candidate]:
        return self.candidates(node.value, frame, depth + 1)

    def _constant(self, node: ast.Constant, _frame: Frame, _depth: int) -> list[Candidate]:
        return [] if node.value is None else [_UNKNOWN]

    def _all(self, nodes: list[ast.expr], frame: Frame, depth: int) -> list[Candidate]:
        return [found for node in nodes for found in self.candidates(node, frame, depth + 1)]

    def _make(self, name: str | None, call: ast.Call | None, frame: Frame, *, is_certain: bool = True) -> Candidate:
        if name is None:
            return _UNKNOWN
        arguments = read_arguments(call, lambda inner: self.texts.resolve(inner, frame))
        return Candidate(name, self._messages.message(name, arguments), is_certain=is_certain)

    def _called(self, node: ast.Call, frame: Frame, depth: int) -> list[Candidate]:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "with_traceback":
            return self.candidates(node.func.value, frame, depth + 1)
        classes = self.classes.classes(node.func, frame, depth)
        if classes:
            return [self._make(name, node, frame, is_certain=len(classes) == 1) for name in classes]
        factory = self._function(node.func, frame)
        if factory is None:
            return [_UNKNOWN]
        inner = Frame(factory)
        for name, values in factory.assignments.items():
            inner.bindings.set(name, *values[:_MAX_DEPTH])
        returned = [s.value for s in factory.statements if isinstance(s, ast.Return)]
        found = [
            c for value in returned[:_MAX_SIDES] if value is not None for c in self.candidates(value, inner, depth + 2)
        ]
        return found or [_UNKNOWN]

    def _function(self, func: ast.expr, frame: Frame) -> FunctionNode | None:
        match func:
            case ast.Name(id=name):
                found = self._index.find(name, frame.function)
                return found if isinstance(found, FunctionNode) else None
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                is_self = name == frame.function.self_name
                owner = frame.function.owner if is_self else self._index.find_class(name, frame.function)
                return self._index.find_method(owner, attr) if owner is not None else None
        return None

    def _named(self, node: ast.Name | ast.Attribute, frame: Frame, depth: int) -> list[Candidate]:
        meanings = frame.bindings.get(node.id) if isinstance(node, ast.Name) else None
        if meanings is not None:
            found: list[Candidate] = []
            for meaning in meanings:
                if isinstance(meaning, Caught):
                    found.append(Candidate(None, bucket=meaning.bucket))
                elif meaning is None:
                    found.append(_UNKNOWN)
                else:
                    found += self.candidates(meaning, frame, depth + 1)
            return found
        classes = self.classes.classes(node, frame, depth)
        if classes:
            return [self._make(name, None, frame) for name in classes]
        if isinstance(node, ast.Name) and node.id in frame.function.parameters:
            return self._parameter(node.id, frame)
        return self._stored(node, frame, depth) or [_UNKNOWN]

    def _stored(self, node: ast.expr, frame: Frame, depth: int) -> list[Candidate]:
        """Return the exceptions that methods of the class keep in an attribute."""
        owner = frame.function.owner
        if owner is None or not is_attribute_of(node, frame.function.self_name):
            return []
        found: list[Candidate] = []
        for value, method in owner.instance_values.get(node.attr, ()):
            handler = _handler_named(method, value)
            if handler is not None:
                types, is_dynamic = self.classes.handler_types(handler.type, Frame(method))
                found += [Candidate(name, is_certain=False) for name in types]
                found += [_UNKNOWN] if is_dynamic else []
            elif value is not None:
                found += [c._replace(is_certain=False) for c in self.candidates(value, Frame(method), depth + 1)]
            else:
                found.append(_UNKNOWN)
        return found

    def _parameter(self, name: str, frame: Frame) -> list[Candidate]:
        annotation = frame.function.parameters[name].annotation
        names = [annotation]
        if isinstance(annotation, ast.BinOp):
            names = [annotation.left, annotation.right]
        found = [c for part in names if part is not None for c in self.classes.classes(part, frame, 0) if c is not None]
        return [Candidate(c, is_certain=False) for c in found if self._types.is_known(c)] or [_UNKNOWN]


def _handler_named(method: FunctionNode, value: ast.expr | None) -> ast.ExceptHandler | None:
    """Return the handler of a method that gives its exception the name that an expression is."""
    if not isinstance(value, ast.Name):
        return None
    for statement in method.statements:
        if isinstance(statement, ast.Try | ast.TryStar):
            for handler in statement.handlers:
                if handler.name == value.id:
                    return handler
    return None


_FINDERS: dict[type[ast.expr], Callable[[RaisedValues, Any, Frame, int], list[Candidate]]] = {
    ast.Call: RaisedValues._called,
    ast.Name: RaisedValues._named,
    ast.Attribute: RaisedValues._named,
    ast.BoolOp: RaisedValues._alternatives,
    ast.IfExp: RaisedValues._alternatives,
    ast.Await: RaisedValues._inner,
    ast.NamedExpr: RaisedValues._inner,
    ast.Constant: RaisedValues._constant,
}
