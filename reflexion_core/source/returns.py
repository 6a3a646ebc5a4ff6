"""What functions give back: constants, the keys of dicts, the elements of tuples, types."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from reflexion_core.source.definition_nodes import ClassNode, FunctionNode
from reflexion_core.source.facts import ReturnsFact, ShapeFact, ShapeKind
from reflexion_core.source.inference import TypeReader, type_name
from reflexion_core.source.literals import literal_value
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.statements import DEFINITIONS, inner_blocks, names_in, nodes_of

_MAX_DEPTH = 4
_KINDS: dict[type[ast.expr], ShapeKind] = {
    ast.Dict: "dict",
    ast.Tuple: "tuple",
    ast.List: "list",
    ast.Set: "set",
    ast.Constant: "constant",
    ast.Call: "call",
    ast.Name: "name",
}


class ReturnsReader:
    """Reads returns within one module.

    Args:
        index: The names of the module.
        reader: Infers types.
    """

    def __init__(self, index: ModuleIndex, reader: TypeReader) -> None:
        self._index = index
        self._reader = reader

    def read(self, function: FunctionNode, *, end_is_reached: bool) -> ReturnsFact:
        """Read all that a function gives back.

        Args:
            function: The function.
            end_is_reached: Whether a call can run to the end of the body.
        """
        returns: list[ShapeFact] = []
        yields: list[ShapeFact] = []
        for node in function.own_nodes_of(ast.Return, ast.Yield, ast.YieldFrom):
            if isinstance(node, ast.Return | ast.Yield):
                value = node.value or ast.copy_location(ast.Constant(value=None), node)
                shape = self._shape(value, function, node, 0, is_bare=node.value is None)
                (returns if isinstance(node, ast.Return) else yields).append(shape)
            elif isinstance(node, ast.YieldFrom):
                yields.append(self._from_shape(node))
        annotation = function.node.returns
        return ReturnsFact(
            line=function.node.lineno,
            end_line=function.node.end_lineno or function.node.lineno,
            annotation=self._index.text.segment(annotation) if annotation is not None else None,
            returns=tuple(returns),
            yields=tuple(yields),
            every_path_returns=not end_is_reached,
        )

    def _from_shape(self, node: ast.YieldFrom) -> ShapeFact:
        text = f"*{self._index.text.segment(node.value)}"
        return ShapeFact(line=node.lineno, end_line=node.end_lineno or node.lineno, text=text, kind="expression")

    def _shape(
        self,
        node: ast.expr,
        function: FunctionNode,
        at: ast.stmt | ast.expr,
        depth: int,
        *,
        is_bare: bool = False,
    ) -> ShapeFact:
        inferred = self._reader.type_of(node, function)
        kind: ShapeKind = "instance" if isinstance(inferred, ClassNode) else _KINDS.get(type(node), "expression")
        keys = _DictKeys(self._index, function).read(node)
        value = literal_value(node, self._index.lookup)
        return ShapeFact(
            line=at.lineno,
            end_line=at.end_lineno or at.lineno,
            text="None" if is_bare else self._index.text.segment(node),
            kind="dict" if keys is not None else kind,
            type=type_name(inferred) or ("dict" if keys is not None else None),
            value=value if value is not None and self._is_constant(node, function) else None,
            keys=tuple(keys.sure) if keys is not None else None,
            optional_keys=tuple(key for key in keys.maybe if key not in keys.sure) if keys is not None else (),
            is_open=keys.is_open if keys is not None else _has_stars(node),
            elements=self._elements(node, function, depth),
        )

    def _is_constant(self, node: ast.expr, function: FunctionNode) -> bool:
        """Say whether a value is fixed: a local name may hide a constant of the module."""
        return not any(name in function.parameters or name in function.assignments for name in names_in(node))

    def _elements(self, node: ast.expr, function: FunctionNode, depth: int) -> tuple[ShapeFact, ...] | None:
        if not isinstance(node, ast.Tuple | ast.List) or depth >= _MAX_DEPTH or len(node.elts) > 50:
            return None
        return tuple(self._shape(item, function, item, depth + 1) for item in node.elts)


def _has_stars(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple | ast.List):
        return any(isinstance(item, ast.Starred) for item in node.elts)
    return not isinstance(node, ast.Constant)


@dataclass
class _Keys:
    sure: dict[str, None] = field(default_factory=dict)
    """Keys that are always there, in the order in which they are set."""
    maybe: dict[str, None] = field(default_factory=dict)
    """Keys that are there on some path."""
    is_open: bool = False
    """Whether there may be others."""


class _DictKeys:
    """Follows a dict from where it is made to where it is returned.

    Args:
        index: The names of the module.
        function: The function that returns it.
    """

    def __init__(self, index: ModuleIndex, function: FunctionNode) -> None:
        self._function = function
        self._index = index

    def read(self, node: ast.expr) -> _Keys | None:
        """Return the keys of a returned dict; None where it is no dict whose keys can be told."""
        keys = self._display(node) if not isinstance(node, ast.Name) else self._followed(node)
        return None if keys is not None and keys.is_open and not keys.sure and not keys.maybe else keys

    def _followed(self, node: ast.Name) -> _Keys | None:
        name = node.id
        values = self._function.assignments.get(name, [])
        made = [value for value in values if value is not None and self._display(value) is not None]
        if not made or name in self._function.parameters:
            return None
        added = [s for s in self._function.statements if _is_added_to(s, name)]
        if len(made) + len(added) != len(values):
            return None
        keys = _Keys()
        self._follow(self._function.node.body, name, keys)
        return keys

    def _follow(self, body: Sequence[ast.stmt], name: str, keys: _Keys) -> None:
        for statement in body:
            if isinstance(statement, DEFINITIONS):
                continue
            blocks = inner_blocks(statement)
            if not blocks:
                self._step(statement, name, keys)
            elif isinstance(statement, ast.With | ast.AsyncWith):
                self._follow(statement.body, name, keys)
            else:
                self._branch(statement, blocks, name, keys)

    def _branch(self, statement: ast.stmt, blocks: list[list[ast.stmt]], name: str, keys: _Keys) -> None:
        """Keep as sure what all branches of an `if` set; what other blocks set is not sure."""
        if not any(_mentions(block, name) for block in blocks):
            return
        outcomes: list[_Keys] = []
        for block in blocks:
            inner = _Keys(dict(keys.sure), dict(keys.maybe), keys.is_open)
            self._follow(block, name, inner)
            if not block or not isinstance(block[-1], ast.Return | ast.Raise | ast.Continue):
                outcomes.append(inner)
            keys.maybe |= {**inner.sure, **inner.maybe}
            keys.is_open = keys.is_open or inner.is_open
        if isinstance(statement, ast.If) and outcomes:
            first, *others = outcomes
            keys.sure = {key: None for key in first.sure if all(key in other.sure for other in others)}

    def _step(self, statement: ast.stmt, name: str, keys: _Keys) -> None:
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                self._restart(value, keys)
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                self._restart(value, keys)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=target), slice=key)]) if target == name:
                _set_key(key, keys)
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=target))) if target == name:
                pass
            case ast.AugAssign(target=ast.Name(id=target), value=value) if target == name:
                self._add(value, keys)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=target), attr=method)) as call) if (
                target == name
            ):
                self._call(method, call, keys)
            case ast.Delete():
                if _mentions([statement], name):
                    keys.maybe |= keys.sure
                    keys.sure.clear()
            case ast.Return():
                pass
            case _:
                if _is_handed_on(statement, name):
                    keys.is_open = True

    def _restart(self, value: ast.expr, keys: _Keys) -> None:
        made = self._display(value)
        keys.sure, keys.is_open = (made.sure, made.is_open) if made is not None else ({}, True)

    def _display(self, node: ast.expr) -> _Keys | None:
        """Return the keys of `{…}` and `dict(…)`."""
        keys = _Keys()
        match node:
            case ast.Dict():
                for key, value in zip(node.keys, node.values, strict=True):
                    if key is None:
                        self._add(value, keys)
                    else:
                        _set_key(key, keys)
                return keys
            case ast.Call(func=ast.Name(id="dict"), args=args, keywords=keywords):
                for arg in args:
                    self._add(arg, keys)
                for keyword in keywords:
                    if keyword.arg is None:
                        self._add(keyword.value, keys)
                    else:
                        keys.sure[keyword.arg] = None
                return keys
        return None

    def _add(self, value: ast.expr, keys: _Keys) -> None:
        meant = self._index.lookup(value.id) if isinstance(value, ast.Name) and not self._is_local(value.id) else None
        more = self._display(meant if isinstance(meant, ast.Dict) else value)
        if more is None:
            keys.is_open = True
        else:
            keys.sure |= more.sure
            keys.maybe |= more.maybe
            keys.is_open = keys.is_open or more.is_open

    def _call(self, method: str, call: ast.Call, keys: _Keys) -> None:
        if method == "update":
            for arg in call.args:
                self._add(arg, keys)
            for keyword in call.keywords:
                if keyword.arg is None:
                    keys.is_open = True
                else:
                    keys.sure[keyword.arg] = None
        elif method == "setdefault" and call.args:
            _set_key(call.args[0], keys)
        elif method in ("pop", "clear", "popitem"):
            keys.maybe |= keys.sure
            keys.sure.clear()

    def _is_local(self, name: str) -> bool:
        return name in self._function.parameters or name in self._function.assignments


def _set_key(key: ast.expr, keys: _Keys) -> None:
    match key:
        case ast.Constant(value=str(text)):
            keys.sure[text] = None
        case _:
            keys.is_open = True


def _is_added_to(statement: ast.stmt, name: str) -> bool:
    """Say whether a statement is `name |= …`."""
    match statement:
        case ast.AugAssign(target=ast.Name(id=target), op=ast.BitOr()):
            return target == name
    return False


def _mentions(body: Sequence[ast.stmt], name: str) -> bool:
    return any(name in names_in(statement) for statement in body)


def _is_handed_on(statement: ast.stmt, name: str) -> bool:
    """Say whether something else gets hold of the dict and could add keys."""
    for node in nodes_of(statement):
        match node:
            case ast.Call(args=args, keywords=keywords):
                values = [*args, *(keyword.value for keyword in keywords)]
                if any(isinstance(value, ast.Name) and value.id == name for value in values):
                    return not (isinstance(node.func, ast.Name) and node.func.id in _READERS)
            case ast.Assign(value=ast.Name(id=value)) if value == name:
                return True
    return False


_READERS = frozenset(
    {"len", "print", "sorted", "list", "tuple", "set", "str", "repr", "sum", "min", "max", "any", "all"}
)
