"""What assignments make of the names of a function while it is walked through."""

from __future__ import annotations

import ast

from reflexion_core.source.assignments import assigned
from reflexion_core.source.exceptions.bindings import Meanings
from reflexion_core.source.exceptions.effects import Effects
from reflexion_core.source.statements import names_in


class BindingEffects(Effects):
    """Keeps up with what names stand for."""

    def _bind(self, statement: ast.stmt) -> None:
        bindings = self.frame.bindings
        if isinstance(statement, ast.AugAssign):
            self._bind_sum(statement)
            return
        pairs = [(target.id, value) for target, value in assigned(statement) if isinstance(target, ast.Name)]
        meanings = [self._meanings_of(value, name) for name, value in pairs]
        for (name, _), found in zip(pairs, meanings, strict=True):
            bindings.set(name, *found)

    def _meanings_of(self, value: ast.expr | None, name: str) -> Meanings:
        if isinstance(value, ast.Name):  # another name for what that one stands for now
            known = self.frame.bindings.get(value.id)
            return known if known is not None else (value,) if value.id != name else (None,)
        if value is not None and name in names_in(value):
            return (None,)
        return (value,)

    def _bind_sum(self, statement: ast.AugAssign) -> None:
        if not isinstance(statement.target, ast.Name):
            return
        match self.frame.bindings.get(statement.target.id):
            case (ast.expr() as before,) if isinstance(statement.op, ast.Add) and not _is_long(before):
                joined = ast.copy_location(ast.BinOp(before, statement.op, statement.value), statement)
                self.frame.bindings.set(statement.target.id, joined)
            case _:
                self.frame.bindings.set(statement.target.id, None)


def _is_long(node: ast.expr) -> bool:
    depth = 0
    while isinstance(node, ast.BinOp):
        node, depth = node.left, depth + 1
    return depth > 20
