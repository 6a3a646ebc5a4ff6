"""What the names of a module stand for: its functions, classes, imports and constants, as nodes of its tree."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cached_property

from reflexion_core.source.assignments import assigned, imported_names, is_attribute_of
from reflexion_core.source.definition_nodes import ClassNode, FunctionNode
from reflexion_core.source.literals import Value, literal_value
from reflexion_core.source.segments import SourceText
from reflexion_core.source.statements import (
    DEFINITIONS,
    Function,
    dotted_name,
    module_statements,
    walk_statements,
)


class ModuleIndex:
    """The names of a module and what they stand for.

    Args:
        tree: The module's tree.
        text: The module's text.
    """

    def __init__(self, tree: ast.Module, text: str) -> None:
        self.tree = tree
        self.text = SourceText(text)
        self.imports: dict[str, str] = {}
        """Names that imports bind, those inside functions included."""
        self.local_imports: dict[str, str] = {}
        """Names that only imports inside functions bind."""
        self.top_imports: list[tuple[ast.stmt, str, str]] = []
        """Imports of the top level with the names that they bind."""
        self.typing_imports: set[str] = set()
        """Names that are imported for type checkers alone."""
        self.star_imports: list[str] = []
        self.deleted: set[str] = set()
        """Names that the top level deletes at last."""
        self.loose_attributes: set[str] = set()
        """Attributes that are set on something other than `self`: on a class from outside, on any instance."""
        self.functions: dict[str, FunctionNode] = {}
        """Every function by its key."""
        self.classes: dict[str, ClassNode] = {}
        """Every class by its key."""
        self.definitions: dict[str, list[FunctionNode | ClassNode]] = {}
        """What the top level defines, every definition of a name in source order."""
        self.constants: dict[str, list[ast.expr | None]] = {}
        """What the top level sets names to, every assignment in source order."""
        self.rebound: set[str] = set()
        """Names that functions set through `global`."""
        self._read_imports(tree)
        self._read_module(tree)

    def lookup(self, name: str) -> ast.expr | None:
        """Return what a name of the top level stands for, when it is set once and to an expression."""
        values = self.constants.get(name, [])
        if len(values) != 1 or name in self.definitions or name in self.imports or name in self.rebound:
            return None
        return values[0]

    def value(self, node: ast.expr) -> Value | None:
        """Return the value of an expression, names of constants resolved."""
        return literal_value(node, self.lookup)

    def find(self, name: str, scope: FunctionNode | None = None) -> FunctionNode | ClassNode | None:
        """Return the function or class that a plain name stands for in a scope."""
        while scope is not None:
            if name in scope.definitions:
                return scope.definitions[name]
            if name in scope.parameters or name in scope.assignments:
                return None
            scope = scope.parent
        found = self.definitions.get(name)
        return found[-1] if found else None

    def find_class(self, name: str, scope: FunctionNode | None = None) -> ClassNode | None:
        """Return the class that a plain or dotted name stands for."""
        head, *rest = name.split(".")
        found = self.find(head, scope)
        for part in rest:
            found = found.classes.get(part) if isinstance(found, ClassNode) else None
        return found if isinstance(found, ClassNode) else None

    def resolve(self, name: str, scope: FunctionNode | None = None, depth: int = 0) -> str:
        """Return the key of a class of the file, the dotted name of an import, or the name itself."""
        found = self.find_class(name, scope)
        if found is not None:
            return found.key
        head, dot, rest = name.partition(".")
        if head in self.imports and head not in self.definitions:
            return self.imports[head] + dot + rest
        alias = self.lookup(head)
        written = dotted_name(alias) if alias is not None else None
        if written is None or depth > 5 or written == head:
            return name
        return self.resolve(written + dot + rest, depth=depth + 1)

    def mro(self, kind: ClassNode) -> list[ClassNode | str]:
        """Return a class and its ancestors in the order in which Python looks for a method.

        What is not in the file is there by name; what it inherits from is not listed.
        """
        cached = self._mros.get(kind.key)
        if cached is None:
            cached = self._mros[kind.key] = self._linearise(kind, set())
        return cached

    @cached_property
    def _mros(self) -> dict[str, list[ClassNode | str]]:
        return {}

    def _linearise(self, kind: ClassNode, above: set[str]) -> list[ClassNode | str]:
        above = above | {kind.key}
        found: list[ClassNode | str] = []
        for name in kind.bases:
            base = self.classes.get(name)
            if base is None or base.key in above:
                found.append(name)
            else:
                found += self._linearise(base, above) if len(above) < 50 else [base]
        # depth first, and what comes twice stays where it comes last: Python's order in all but odd diamonds
        last = {id(entry) if isinstance(entry, ClassNode) else entry: place for place, entry in enumerate(found)}
        kept = set(last.values())
        return [kind, *(entry for place, entry in enumerate(found) if place in kept)]

    def subclasses(self, kind: ClassNode) -> list[ClassNode]:
        """Return the classes of the file that inherit from a class, directly or not."""
        found: dict[str, ClassNode] = {}
        waiting = [kind.key]
        while waiting:
            for other in self._children.get(waiting.pop(), ()):
                if other.key not in found and other is not kind:
                    found[other.key] = other
                    waiting.append(other.key)
        return list(found.values())

    @cached_property
    def _children(self) -> dict[str, list[ClassNode]]:
        children: dict[str, list[ClassNode]] = {}
        for kind in self.classes.values():
            for base in kind.bases:
                children.setdefault(base, []).append(kind)
        return children

    def find_method(self, kind: ClassNode, name: str, *, after: ClassNode | None = None) -> FunctionNode | None:
        """Return the method that a class has or inherits within the file.

        Args:
            kind: The class.
            name: The method's name.
            after: Look only behind this class, as `super()` does.
        """
        order = self.mro(kind)
        start = order.index(after) + 1 if after in order else 0
        for entry in order[start:]:
            if isinstance(entry, ClassNode) and (found := entry.method(name)):
                return found
        return None

    def outside_bases(self, kind: ClassNode) -> list[str]:
        """Return the ancestors that are not in the file."""
        return [entry for entry in self.mro(kind) if isinstance(entry, str)]

    def _read_imports(self, tree: ast.Module) -> None:
        """Read the imports of the whole file: those inside functions bind names as well."""
        typing_only = {id(p.statement) for p in module_statements(tree.body) if p.is_typing_only}
        local: dict[str, str] = {}
        for statement, is_top in _all_statements(tree):
            if isinstance(statement, ast.Global):
                self.rebound.update(statement.names)
            for node, _ in assigned(statement):
                if isinstance(node, ast.Attribute) and not is_attribute_of(node, "self"):
                    self.loose_attributes.add(node.attr)
            if not isinstance(statement, ast.Import | ast.ImportFrom):
                continue
            for name, target in imported_names(statement):
                if name == "*":
                    self.star_imports.append(target)
                    continue
                (self.imports if is_top else local).setdefault(name, target)
                if is_top:
                    self.top_imports.append((statement, name, target))
                if id(statement) in typing_only:
                    self.typing_imports.add(name)
        self.local_imports = {name: target for name, target in local.items() if name not in self.imports}
        self.imports |= self.local_imports

    def _read_module(self, tree: ast.Module) -> None:
        for statement, is_conditional, is_typing_only in module_statements(tree.body):
            if is_typing_only:
                continue
            if isinstance(statement, DEFINITIONS):
                found = self._add(statement, None, None, "")
                found.is_conditional = is_conditional
                self.definitions.setdefault(statement.name, []).append(found)
                continue
            for target, value in assigned(statement):
                if isinstance(target, ast.Name) and isinstance(statement, ast.Delete):
                    self.deleted.add(target.id)
                elif isinstance(target, ast.Name):
                    self.constants.setdefault(target.id, []).append(value)

    def _add(
        self, node: Function | ast.ClassDef, owner: ClassNode | None, parent: FunctionNode | None, prefix: str
    ) -> FunctionNode | ClassNode:
        decorators = tuple(self._decorator_name(decorator) for decorator in node.decorator_list)
        if isinstance(node, ast.ClassDef):
            return self._add_class(node, decorators, parent, prefix)
        key = self._free_key(prefix + node.name + _accessor_suffix(node.name, decorators))
        function = FunctionNode(key, node, owner, parent, decorators)
        self.functions[key] = function
        for statement in function.statements:
            if isinstance(statement, DEFINITIONS):
                inner = self._add(statement, None, function, f"{key}.<locals>.")
                function.definitions[statement.name] = inner
        return function

    def _add_class(
        self, node: ast.ClassDef, decorators: tuple[str, ...], parent: FunctionNode | None, prefix: str
    ) -> ClassNode:
        key = prefix + node.name
        if key in self.classes:
            key = self._free_key(key)
        kind = ClassNode(key, node, (), decorators, parent)
        # a base of the same name is an older definition or an import, so bases come before the class itself
        kind.bases = tuple(self._base_name(base, parent, prefix) for base in node.bases)
        self.classes[key] = kind
        for statement in walk_statements(node.body):
            if isinstance(statement, ast.ClassDef):
                inner = self._add(statement, None, parent, f"{key}.")
                if isinstance(inner, ClassNode):
                    kind.classes[statement.name] = inner
            elif isinstance(statement, DEFINITIONS):
                method = self._add(statement, kind, parent, f"{key}.")
                if isinstance(method, FunctionNode):
                    kind.methods.setdefault(statement.name, []).append(method)
            else:
                for target, value in assigned(statement):
                    if isinstance(target, ast.Name) and value is not None:
                        kind.values[target.id] = value
        return kind

    def _base_name(self, base: ast.expr, parent: FunctionNode | None, prefix: str) -> str:
        plain = base.value if isinstance(base, ast.Subscript) else base
        written = dotted_name(plain)
        if written is None:
            return self.text.segment(base)
        if prefix and f"{prefix}{written}" in self.classes:  # a class defined beside it
            return f"{prefix}{written}"
        return self.resolve(written, parent)

    def _decorator_name(self, node: ast.expr) -> str:
        written = dotted_name(node.func if isinstance(node, ast.Call) else node)
        if written is None:
            return "?"
        head, dot, rest = written.partition(".")
        return self.imports.get(head, head) + dot + rest

    def _free_key(self, key: str) -> str:
        if key not in self.functions and key not in self.classes:
            return key
        number = self._key_counts[key] = self._key_counts.get(key, 1) + 1
        return f"{key}#{number}"

    @cached_property
    def _key_counts(self) -> dict[str, int]:
        return {}


def _accessor_suffix(name: str, decorators: tuple[str, ...]) -> str:
    kinds = [kind for kind in ("setter", "deleter") if f"{name}.{kind}" in decorators]
    return f".{kinds[0]}" if kinds else ""


def _all_statements(tree: ast.Module) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield every statement of a file, and whether it stands outside of all definitions."""
    waiting: deque[Sequence[ast.stmt]] = deque([tree.body])
    is_top = True
    while waiting:
        for statement in walk_statements(waiting.popleft()):
            yield statement, is_top
            if isinstance(statement, DEFINITIONS):
                waiting.append(statement.body)
        is_top = False
