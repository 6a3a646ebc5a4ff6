"""Can a condition hold at all, for a call whose arguments are partly known?

A helper that raises for `strict=True` raises nothing for a caller that leaves `strict` at False.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from reflexion_core.source.definition_nodes import FunctionNode
from reflexion_core.source.exception_facts import Condition
from reflexion_core.source.literals import Value, literal_value
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.statements import dotted_name, names_in


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enum of the file."""

    name: str


Known = Mapping[str, Value]
"""What is known of parameters; an enum's member is a `Value(Member(…))`."""

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}
_TYPES = {kind.__name__: kind for kind in (str, int, float, bool, bytes, list, tuple, dict, set, frozenset, complex)}


class Feasibility:
    """Judges conditions within one module.

    Args:
        index: The names of the module.
    """

    def __init__(self, index: ModuleIndex) -> None:
        self._index = index
        self.tests: dict[str, ast.expr] = {}
        """The tests behind the texts of conditions."""
        self._enums = {
            kind.key: kind
            for kind in index.classes.values()
            if any(base.startswith("enum.") for base in index.outside_bases(kind))
        }

    def known_arguments(self, function: FunctionNode, call: ast.Call, scope: FunctionNode) -> Known:
        """Return what is known of a function's parameters when it is called so."""
        if any(isinstance(arg, ast.Starred) for arg in call.args) or any(k.arg is None for k in call.keywords):
            return {}
        if function.self_name is not None and not function.is_class_method and self._is_unbound(call, scope):
            return {}
        args = function.node.args
        names = [arg.arg for arg in (*args.posonlyargs, *args.args)]
        defaults = dict(zip(reversed(names), reversed(args.defaults), strict=False))
        keyword_only = zip(args.kwonlyargs, args.kw_defaults, strict=True)
        defaults |= {arg.arg: default for arg, default in keyword_only if default is not None}
        if function.self_name is not None:
            names = names[1:]
        given = dict(zip(names, call.args, strict=False)) | {k.arg: k.value for k in call.keywords if k.arg}
        found: dict[str, Value] = {}
        for name in function.parameters:
            value = self._value(given[name], scope) if name in given else None
            if name not in given and name in defaults:
                value = self._value(defaults[name], None)
            if value is not None and name not in function.assignments:
                found[name] = value
        return found

    def is_impossible(self, conditions: tuple[Condition, ...], known: Known) -> bool:
        """Say whether one of the conditions cannot hold."""
        tests = [self.tests.get(c.text) for c in conditions if c.kind in ("if", "not")]
        return any(self._truth(test, known) is False for test in tests)

    def _is_unbound(self, call: ast.Call, scope: FunctionNode) -> bool:
        """Say whether a method is called on its class, with the instance as the first argument."""
        owner = dotted_name(call.func.value) if isinstance(call.func, ast.Attribute) else None
        return owner is not None and self._index.find_class(owner, scope) is not None

    def _value(self, node: ast.expr, scope: FunctionNode | None) -> Value | None:
        value = self._member(node) or literal_value(node, self._index.lookup)
        if value is None or scope is None:
            return value
        is_local = any(name in scope.parameters or name in scope.assignments for name in names_in(node))
        return None if is_local else value

    def _member(self, node: ast.expr) -> Value | None:
        owner, _, name = (dotted_name(node) or "").rpartition(".")
        kind = self._enums.get(owner)
        return Value(Member(f"{owner}.{name}")) if kind is not None and name in kind.values else None

    def _truth(self, node: ast.expr | None, known: Known) -> bool | None:
        """Return what a test gives; None where that cannot be told."""
        match node:
            case ast.BoolOp(op=op, values=values):
                found = [self._truth(value, known) for value in values]
                decisive = isinstance(op, ast.Or)
                return decisive if decisive in found else None if None in found else not decisive
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                truth = self._truth(operand, known)
                return None if truth is None else not truth
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compare(left, op, right, known)
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, kinds]):
                return self._is_instance(value, kinds, known)
            case ast.expr():
                found_value = self._operand(node, known)
                is_open = found_value is None or isinstance(found_value.value, Member)
                return None if found_value is None or is_open else bool(found_value.value)
        return None

    def _operand(self, node: ast.expr, known: Known) -> Value | None:
        if isinstance(node, ast.Name):
            return known.get(node.id)
        return self._member(node) or literal_value(node)

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr, known: Known) -> bool | None:
        sides = [self._operand(side, known) for side in (left, right)]
        if sides[0] is None or sides[1] is None:
            return None
        first, second = sides[0].value, sides[1].value
        if isinstance(op, ast.Is | ast.IsNot):
            both = (first, second)
            if not any(value is None or isinstance(value, bool | Member) for value in both):
                return None
            is_same = first == second and type(first) is type(second)
            return is_same == isinstance(op, ast.Is)
        if isinstance(first, Member) != isinstance(second, Member) and not isinstance(op, ast.In | ast.NotIn):
            return None  # a member may be equal to its value
        try:
            return bool(_COMPARISONS[type(op)](first, second))
        except TypeError:
            return None

    def _is_instance(self, value: ast.expr, kinds: ast.expr, known: Known) -> bool | None:
        operand = self._operand(value, known)
        names = [dotted_name(kind) for kind in (kinds.elts if isinstance(kinds, ast.Tuple) else [kinds])]
        if operand is None or isinstance(operand.value, Member) or any(name not in _TYPES for name in names):
            return None
        return isinstance(operand.value, tuple(_TYPES[name] for name in names if name is not None))
