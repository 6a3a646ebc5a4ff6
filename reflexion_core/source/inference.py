"""The type of an expression, where a glance at the file is enough to know it.

A wrong type would make a check wrong, so that "cannot be told" is the answer in all but clear cases.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from reflexion_core.source.definition_nodes import ClassNode, FunctionNode
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.statements import dotted_name

_MAX_DEPTH = 6
_MAX_SIDES = 8
"""Alternatives, or assignments to one name, past which a type is not looked for: time must not explode."""

_DISPLAYS: dict[type[ast.expr], str] = {
    ast.JoinedStr: "str",
    ast.List: "list",
    ast.ListComp: "list",
    ast.Tuple: "tuple",
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.GeneratorExp: "generator",
    ast.Lambda: "function",
}

_MAKERS = {
    **{name: name for name in ("str", "int", "float", "bool", "bytes", "list", "tuple", "dict", "set", "frozenset")},
    **{name: name for name in ("complex", "bytearray", "memoryview", "range", "slice")},
    **dict.fromkeys(("len", "ord", "hash", "id"), "int"),
    **dict.fromkeys(("repr", "ascii", "chr", "bin", "hex", "oct", "format", "input"), "str"),
    **dict.fromkeys(("isinstance", "issubclass", "callable", "hasattr", "any", "all"), "bool"),
    **dict.fromkeys(("sorted", "dir"), "list"),
    "print": "NoneType",
}
"""What a call of a built-in gives back."""

_METHODS = {
    "str": {
        **dict.fromkeys(("split", "rsplit", "splitlines"), "list"),
        **dict.fromkeys(("partition", "rpartition"), "tuple"),
        **dict.fromkeys(("startswith", "endswith", "isdigit", "isalpha", "isidentifier", "isspace"), "bool"),
        **dict.fromkeys(("strip", "lstrip", "rstrip", "lower", "upper", "title", "join", "format", "replace"), "str"),
        **dict.fromkeys(("casefold", "capitalize", "center", "ljust", "rjust", "zfill", "removeprefix"), "str"),
        **dict.fromkeys(("count", "find", "index", "rfind", "rindex"), "int"),
        "encode": "bytes",
    },
    "bytes": {"decode": "str", "hex": "str", "split": "list", "strip": "bytes", "join": "bytes", "startswith": "bool"},
    "dict": {"copy": "dict"},
    "list": {"copy": "list", "append": "NoneType", "sort": "NoneType", "extend": "NoneType", "index": "int"},
    "set": {"copy": "set", "union": "set", "intersection": "set", "difference": "set"},
}

_ANNOTATIONS = {
    **{name: name for name in ("str", "int", "float", "bool", "bytes", "complex", "bytearray", "range")},
    **{name: name for name in ("list", "tuple", "dict", "set", "frozenset")},
    **{name.title(): name for name in ("list", "tuple", "dict", "set")},
    "None": "NoneType",
}
_NUMBERS = ("int", "float")
_SEQUENCES = ("str", "bytes", "list", "tuple")

Inferred = ClassNode | str
"""A class of the file, or the name of a built-in type."""


class TypeReader:
    """Infers types within one module.

    Args:
        index: The names of the module.
    """

    def __init__(self, index: ModuleIndex) -> None:
        self._index = index
        self._known: dict[tuple[ast.expr, str], Inferred | None] = {}

    def type_of(self, node: ast.expr, scope: FunctionNode | None, depth: int = 0) -> Inferred | None:
        """Return the type of an expression as it is met in a function; None where it cannot be told."""
        if depth > _MAX_DEPTH:
            return None
        if depth:
            return self._infer(node, scope, depth)
        key = (node, scope.key if scope is not None else "")
        if key not in self._known:
            self._known[key] = self._infer(node, scope, 0)
        return self._known[key]

    def _infer(self, node: ast.expr, scope: FunctionNode | None, depth: int) -> Inferred | None:
        if isinstance(node, ast.Constant):
            return type(node.value).__name__
        if type(node) in _DISPLAYS:
            return _DISPLAYS[type(node)]
        infer = _INFERRERS.get(type(node))
        return infer(self, node, scope, depth) if infer is not None else None

    def _name(self, node: ast.Name, scope: FunctionNode | None, depth: int) -> Inferred | None:
        return self._type_of_name(node.id, scope, depth)

    def _attribute(self, node: ast.Attribute, scope: FunctionNode | None, depth: int) -> Inferred | None:
        return self._type_of_attribute(node.value, node.attr, scope, depth)

    def _await(self, node: ast.Await, scope: FunctionNode | None, depth: int) -> Inferred | None:
        if not isinstance(node.value, ast.Call):
            return None
        return self._type_of_call(node.value, scope, depth, is_awaited=True)

    def _unary(self, node: ast.UnaryOp, scope: FunctionNode | None, depth: int) -> Inferred | None:
        if isinstance(node.op, ast.Not):
            return "bool"
        found = self.type_of(node.operand, scope, depth + 1)
        return found if found in _NUMBERS else None

    def _comparison(self, node: ast.Compare, scope: FunctionNode | None, depth: int) -> Inferred | None:
        if all(isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot) for op in node.ops):
            return "bool"
        parts = [self.type_of(part, scope, depth + 1) for part in (node.left, *node.comparators)]
        return "bool" if all(isinstance(part, str) for part in parts) else None

    def _named(self, node: ast.NamedExpr, scope: FunctionNode | None, depth: int) -> Inferred | None:
        return self.type_of(node.value, scope, depth + 1)

    def _alternatives(self, node: ast.IfExp | ast.BoolOp, scope: FunctionNode | None, depth: int) -> Inferred | None:
        sides = [node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values
        if len(sides) > _MAX_SIDES:
            return None
        found = [self.type_of(side, scope, depth + 1) for side in sides]
        return found[0] if all(kind == found[0] for kind in found) else None

    def _slice(self, node: ast.Subscript, scope: FunctionNode | None, depth: int) -> Inferred | None:
        if not isinstance(node.slice, ast.Slice):
            return None
        found = self.type_of(node.value, scope, depth + 1)
        return found if found in _SEQUENCES else None

    def annotated(self, annotation: ast.expr | None, scope: FunctionNode | None = None) -> Inferred | None:
        """Return the one type that an annotation names; None for unions, strings and all else."""
        if annotation is None:
            return None
        if isinstance(annotation, ast.Constant) and annotation.value is None:
            return "NoneType"
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            return self._index.find_class(annotation.value, scope) or _ANNOTATIONS.get(annotation.value)
        written = dotted_name(annotation.value if isinstance(annotation, ast.Subscript) else annotation)
        if written is None:
            return None
        found = self._index.find_class(written, scope)
        return found or _ANNOTATIONS.get(written.removeprefix("typing."))

    def _type_of_name(self, name: str, scope: FunctionNode | None, depth: int) -> Inferred | None:
        while scope is not None:
            values = scope.assignments.get(name)
            if name == scope.self_name and values is None and not scope.is_class_method:
                return scope.owner
            if name in scope.parameters:
                kind = self._type_of_parameter(name, scope)
                return kind if values is None else self._agreed(kind, values, scope, depth)
            if values is not None:
                return self._agreed(None, values, scope, depth, has_first=False)
            scope = scope.parent
        value = self._index.lookup(name)
        return None if value is None else self.type_of(value, None, depth + 1)

    def _type_of_parameter(self, name: str, scope: FunctionNode) -> Inferred | None:
        args = scope.node.args
        if args.vararg and args.vararg.arg == name:
            return "tuple"
        if args.kwarg and args.kwarg.arg == name:
            return "dict"
        return self.annotated(scope.parameters[name].annotation, scope.parent)

    def _agreed(
        self,
        first: Inferred | None,
        values: list[ast.expr | None],
        scope: FunctionNode,
        depth: int,
        *,
        has_first: bool = True,
    ) -> Inferred | None:
        """Return the type that all values of a name have."""
        if len(values) > _MAX_SIDES:
            return None
        found = [None if value is None else self.type_of(value, scope, depth + 1) for value in values]
        kinds = [first, *found] if has_first else found
        return kinds[0] if all(kind == kinds[0] for kind in kinds) else None

    def _type_of_attribute(self, value: ast.expr, attr: str, scope: FunctionNode | None, depth: int) -> Inferred | None:
        kind = self.type_of(value, scope, depth + 1)
        if not isinstance(kind, ClassNode):
            return None
        method = self._index.find_method(kind, attr)
        if method is not None:
            is_property = bool({"property", "functools.cached_property"} & set(method.decorators))
            return self.annotated(method.node.returns, method.parent) if is_property else None
        for entry in self._index.mro(kind):
            if not isinstance(entry, ClassNode):
                return None
            found = self._type_of_own_attribute(entry, attr, depth)
            if found is not None:
                return found
        return None

    def _type_of_own_attribute(self, kind: ClassNode, attr: str, depth: int) -> Inferred | None:
        values = kind.instance_values.get(attr, [])
        if not values and attr in kind.values:
            return self.type_of(kind.values[attr], None, depth + 1)
        if not values or len(values) > _MAX_SIDES:
            return None
        found = [None if value is None else self.type_of(value, method, depth + 1) for value, method in values]
        return found[0] if all(other == found[0] for other in found) else None

    def _type_of_call(
        self, node: ast.Call, scope: FunctionNode | None, depth: int, *, is_awaited: bool = False
    ) -> Inferred | None:
        written = dotted_name(node.func)
        if written is not None:
            found = self._index.find_class(written, scope)
            if found is not None:
                return None if self._has_own_new(found) else found
        if isinstance(node.func, ast.Name):
            name = node.func.id
            function = self._index.find(name, scope)
            if isinstance(function, FunctionNode):
                return self.result_of(function, depth + 1, is_awaited=is_awaited)
            return _MAKERS.get(name) if self.is_builtin(name, scope) else None
        if isinstance(node.func, ast.Attribute):
            return self._type_of_method_call(node.func, scope, depth, is_awaited=is_awaited)
        return None

    def _type_of_method_call(
        self, func: ast.Attribute, scope: FunctionNode | None, depth: int, *, is_awaited: bool
    ) -> Inferred | None:
        kind = self.type_of(func.value, scope, depth + 1)
        if isinstance(kind, ClassNode):
            method = self._index.find_method(kind, func.attr)
            return None if method is None else self.result_of(method, depth + 1, is_awaited=is_awaited)
        return _METHODS.get(kind, {}).get(func.attr) if kind is not None else None

    def result_of(self, function: FunctionNode, depth: int = 0, *, is_awaited: bool = False) -> Inferred | None:
        """Return the type that a call gives back, all returns of the function being of it."""
        is_coroutine = isinstance(function.node, ast.AsyncFunctionDef)
        if depth > _MAX_DEPTH or is_coroutine != is_awaited or function.is_generator:
            return "generator" if function.is_generator and not is_coroutine and not function.decorators else None
        plain = {"staticmethod", "classmethod"}
        if set(function.decorators) - plain:
            return None
        annotated = self.annotated(function.node.returns, function.parent)
        if annotated is not None:
            return annotated
        values = [s.value for s in function.statements if isinstance(s, ast.Return)]
        if not values or len(values) > _MAX_SIDES or not isinstance(function.node.body[-1], ast.Return):
            return None
        found = [None if value is None else self.type_of(value, function, depth + 1) for value in values]
        return found[0] if all(kind == found[0] for kind in found) else None

    def is_builtin(self, name: str, scope: FunctionNode | None) -> bool:
        """Say whether a plain name is not given another meaning in the file."""
        while scope is not None:
            if name in scope.parameters or name in scope.assignments or name in scope.definitions:
                return False
            scope = scope.parent
        index = self._index
        return name not in index.definitions and name not in index.imports and name not in index.constants

    def _has_own_new(self, kind: ClassNode) -> bool:
        return self._index.find_method(kind, "__new__") is not None

    def _type_of_operation(self, node: ast.BinOp, scope: FunctionNode | None, depth: int) -> Inferred | None:
        left = self.type_of(node.left, scope, depth + 1)
        if isinstance(node.op, ast.Mod) and left in ("str", "bytes"):
            return left
        right = self.type_of(node.right, scope, depth + 1)
        if left in _NUMBERS and right in _NUMBERS:
            return _number_type(node.op, left, right)
        is_same = left == right
        is_kept = (
            (is_same and left in _SEQUENCES and isinstance(node.op, ast.Add))
            or (left in _SEQUENCES and right == "int" and isinstance(node.op, ast.Mult))
            or (is_same and left in ("dict", "set") and isinstance(node.op, ast.BitOr))
        )
        return left if is_kept else None


_INFERRERS: dict[type[ast.expr], Callable[[TypeReader, Any, FunctionNode | None, int], Inferred | None]] = {
    ast.Name: TypeReader._name,
    ast.Attribute: TypeReader._attribute,
    ast.Call: TypeReader._type_of_call,
    ast.Await: TypeReader._await,
    ast.UnaryOp: TypeReader._unary,
    ast.Compare: TypeReader._comparison,
    ast.NamedExpr: TypeReader._named,
    ast.IfExp: TypeReader._alternatives,
    ast.BoolOp: TypeReader._alternatives,
    ast.BinOp: TypeReader._type_of_operation,
    ast.Subscript: TypeReader._slice,
}


def _number_type(op: ast.operator, left: Inferred, right: Inferred) -> str | None:
    if isinstance(op, ast.Pow):
        return None  # 2 ** -1 is no int
    return "float" if isinstance(op, ast.Div) or "float" in (left, right) else "int"


def type_name(kind: Inferred | None) -> str | None:
    """Return the name of a type, None for none."""
    return kind.key if isinstance(kind, ClassNode) else kind
