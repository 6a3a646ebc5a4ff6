"""Functions and classes of a file as nodes of its tree, with what is asked of them again and again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from reflexion_core.source.assignments import assigned, collect_assignments, is_attribute_of
from reflexion_core.source.statements import DEFINITIONS, Function, nodes_of, walk_statements

OVERLOAD = frozenset({"overload", "typing.overload", "typing_extensions.overload"})


@dataclass(eq=False)
class FunctionNode:
    """A function of the file, wherever it is defined."""

    key: str
    """Unique in the file: `Class.method`, `Class.size.setter`, `outer.<locals>.inner`, `twice#2`."""
    node: Function
    owner: ClassNode | None
    """The class whose method it is."""
    parent: FunctionNode | None
    """The function that it stands in."""
    decorators: tuple[str, ...]
    """Dotted names, resolved through imports; `?` for what has none."""
    is_conditional: bool = False
    definitions: dict[str, FunctionNode | ClassNode] = field(default_factory=dict)
    """What is defined in its body."""

    @cached_property
    def arguments(self) -> list[ast.arg]:
        """All parameters in the order of the source, those with stars included."""
        args = self.node.args
        stars = [arg for arg in (args.vararg, args.kwarg) if arg is not None]
        return [*args.posonlyargs, *args.args, *args.kwonlyargs, *stars]

    @cached_property
    def parameters(self) -> dict[str, ast.arg]:
        return {arg.arg: arg for arg in self.arguments}

    @cached_property
    def self_name(self) -> str | None:
        """What the method calls its instance, or its class in a class method."""
        first = [*self.node.args.posonlyargs, *self.node.args.args][:1]
        if self.owner is None or "staticmethod" in self.decorators or not first:
            return None
        return first[0].arg

    @cached_property
    def is_class_method(self) -> bool:
        implicit = ("__new__", "__init_subclass__", "__class_getitem__")
        return "classmethod" in self.decorators or (self.owner is not None and self.node.name in implicit)

    @cached_property
    def assignments(self) -> dict[str, list[ast.expr | None]]:
        """What each local name is set to; None in the list where that is no expression."""
        return collect_assignments(self.statements, self.own_nodes_of(ast.NamedExpr))

    @cached_property
    def statements(self) -> list[ast.stmt]:
        """Every statement of its body, those of inner definitions left out."""
        return list(walk_statements(self.node.body))

    @cached_property
    def nodes_by_statement(self) -> dict[ast.AST, list[ast.AST]]:
        """The nodes of each statement of its body without its blocks; inner definitions are left out."""
        return {
            statement: nodes_of(statement) for statement in self.statements if not isinstance(statement, DEFINITIONS)
        }

    @cached_property
    def own_nodes(self) -> list[ast.AST]:
        """Every node of its body that runs when it is called, in source order."""
        return [node for nodes in self.nodes_by_statement.values() for node in nodes]

    def own_nodes_of(self, *kinds: type[ast.AST]) -> list[ast.AST]:
        """Return the nodes of its body that are of certain kinds, in source order."""
        present = [kind for kind in kinds if kind in self._nodes_by_kind]
        if len(present) < 2:
            return self._nodes_by_kind[present[0]] if present else []
        return [node for node in self.own_nodes if type(node) in present]

    @cached_property
    def _nodes_by_kind(self) -> dict[type[ast.AST], list[ast.AST]]:
        found: dict[type[ast.AST], list[ast.AST]] = {}
        for node in self.own_nodes:
            found.setdefault(type(node), []).append(node)
        return found

    @cached_property
    def is_generator(self) -> bool:
        return bool(self.own_nodes_of(ast.Yield, ast.YieldFrom))


@dataclass(eq=False)
class ClassNode:
    """A class of the file, wherever it is defined."""

    key: str
    node: ast.ClassDef
    bases: tuple[str, ...]
    """Resolved names; what has no name is in source text."""
    decorators: tuple[str, ...]
    parent: FunctionNode | None
    is_conditional: bool = False
    methods: dict[str, list[FunctionNode]] = field(default_factory=dict)
    """Every definition of a name, setters and overloads included, in source order."""
    values: dict[str, ast.expr] = field(default_factory=dict)
    """What the class's body sets names to."""
    classes: dict[str, ClassNode] = field(default_factory=dict)

    def method(self, name: str) -> FunctionNode | None:
        """Return the definition that a call reaches."""
        found = [m for m in self.methods.get(name, ()) if not _is_accessor(m) and not OVERLOAD & set(m.decorators)]
        return found[-1] if found else None

    def accessor(self, name: str, kind: str) -> FunctionNode | None:
        """Return the setter or deleter of a property."""
        found = [m for m in self.methods.get(name, ()) if f"{name}.{kind}" in m.decorators]
        return found[-1] if found else None

    @cached_property
    def instance_values(self) -> dict[str, list[tuple[ast.expr | None, FunctionNode]]]:
        """What methods set attributes of `self` or `cls` to, with the method that does it."""
        found: dict[str, list[tuple[ast.expr | None, FunctionNode]]] = {}
        for method in (m for group in self.methods.values() for m in group):
            for statement in method.statements:
                for target, value in assigned(statement):
                    # a class method that makes an instance calls it `self` as well
                    if is_attribute_of(target, method.self_name) or is_attribute_of(target, "self"):
                        found.setdefault(target.attr, []).append((value, method))
            for name, value in _set_by_call(method):
                if name is not None:
                    found.setdefault(name, []).append((value, method))
        return found

    @cached_property
    def sets_computed_names(self) -> bool:
        """Whether methods give `self` attributes whose names are not written in the file."""
        methods = [method for group in self.methods.values() for method in group]
        return any(name is None for method in methods for name, _ in _set_by_call(method))


def _set_by_call(method: FunctionNode) -> Iterator[tuple[str | None, ast.expr | None]]:
    """Yield what `setattr(self, name, value)` and its like set; None for a name that is computed."""
    for node in (*method.own_nodes_of(ast.Call), *method.own_nodes_of(ast.Attribute)):
        match node:
            case ast.Call(
                func=ast.Name(id="setattr") | ast.Attribute(attr="__setattr__"), args=[ast.Name(), name, value]
            ):
                written = name.value if isinstance(name, ast.Constant) else None
                yield (written if isinstance(written, str) else None), value
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="__dict__"), attr="update")):
                yield None, None
            case ast.Attribute(attr="__dict__", ctx=ast.Store()):
                yield None, None


def _is_accessor(method: FunctionNode) -> bool:
    name = method.node.name
    return any(decorator in (f"{name}.setter", f"{name}.deleter") for decorator in method.decorators)
