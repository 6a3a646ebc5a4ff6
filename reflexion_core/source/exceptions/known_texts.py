"""What names stand for when they turn up in a message."""

from __future__ import annotations

import ast

from reflexion_core.source.definition_nodes import ClassNode, FunctionNode
from reflexion_core.source.exceptions.frames import Frame
from reflexion_core.source.exceptions.message_reading import Text, read_text
from reflexion_core.source.module_index import ModuleIndex


class KnownTexts:
    """Resolves names inside messages.

    Args:
        index: The names of the module.
    """

    def __init__(self, index: ModuleIndex) -> None:
        self._index = index

    def resolve(self, name: str, frame: Frame) -> Text | None:
        """Return what is known of a name as text at this point of a function."""
        meanings = frame.bindings.get(name)
        if meanings is None:
            return self._text_of_attribute(name, frame) if "." in name else self._text_of_constant(name, frame)
        match meanings:
            case (ast.expr() as node,):
                found = read_text(node, lambda inner: self._text_of_inner(inner, frame))
                return found if found.is_telling else None
        return None

    def _text_of_inner(self, name: str, frame: Frame) -> Text | None:
        """Return what is known of a name that another local name was set from: only what never changes."""
        values = frame.function.assignments.get(name)
        if values is None or name in frame.function.parameters:
            return self._text_of_constant(name, frame) if values is None else None
        if len(values) != 1 or values[0] is None:
            return None
        found = read_text(values[0], lambda inner: self._text_of_constant(inner, frame))
        return found if found.is_telling else None

    def _text_of_constant(self, name: str, frame: Frame) -> Text | None:
        scope: FunctionNode | None = frame.function
        while scope is not None:
            if name in scope.parameters or name in scope.assignments:
                return None
            scope = scope.parent
        meant = self._index.lookup(name)
        if meant is None:
            return None
        value = self._index.value(meant)
        if value is not None:
            return Text((str(value.value),), value)
        found = read_text(meant, lambda _: None)
        return found if found.is_telling else None

    def _text_of_attribute(self, name: str, frame: Frame) -> Text | None:
        """Return a constant of the class that `self.NAME` stands for."""
        head, _, attr = name.partition(".")
        owner = frame.function.owner if head == frame.function.self_name else self._index.find_class(head)
        if owner is None or "." in attr or attr in owner.instance_values:
            return None
        for entry in self._index.mro(owner):
            if isinstance(entry, ClassNode) and attr in entry.values:
                value = self._index.value(entry.values[attr])
                return Text((str(value.value),), value) if value is not None else None
        return None
