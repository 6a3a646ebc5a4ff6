"""What a call reaches: a function of the file, a well-known one, or something that cannot be told."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from reflexion_core.source.definition_nodes import ClassNode, FunctionNode
from reflexion_core.source.exception_facts import CalleeKind
from reflexion_core.source.exceptions.frames import Frame
from reflexion_core.source.exceptions.language import BUILTIN_CALLS, BUILTIN_METHODS, LIBRARY_CALLS, METHOD_CALLS
from reflexion_core.source.exceptions.outcomes import Outcome
from reflexion_core.source.inference import TypeReader
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.statements import dotted_name

MAKING = ("__new__", "__init__", "__post_init__")
"""The methods that run when an instance is made."""
_MAX_REPLACED = 20
"""How many subclasses are looked at for one call."""
_Reached = TypeVar("_Reached", str, ast.Attribute)
_EXITS = frozenset({"exit", "quit", "sys.exit"})
_METHOD_FAULTS = ("TypeError", "AttributeError")


@dataclass(frozen=True, slots=True)
class Target:
    """What one call may reach."""

    kind: Literal["function", "known", "unknown", "exit", "callable"]
    function: FunctionNode | None = None
    faults: tuple[str, ...] = ()
    """What a well-known function could raise."""
    callee_kind: CalleeKind = "given"
    outcome: Outcome | None = None
    """What a callable does that a decorator was given."""
    is_certain: bool = True
    """Whether it is this one and not one of several."""


_GIVEN = Target("unknown", callee_kind="given")
_IMPORTED = Target("unknown", callee_kind="imported")
_METHOD = Target("unknown", callee_kind="method")
_HARMLESS = Target("known")


class CallReader:
    """Resolves calls within one module.

    Args:
        index: The names of the module.
        reader: Infers types of receivers.
    """

    def __init__(self, index: ModuleIndex, reader: TypeReader) -> None:
        self._index = index
        self._reader = reader
        self._found: dict[tuple[str | ast.Attribute, str], list[Target]] = {}
        """What was found for global names and for attributes, which stand for the same on all paths of a function."""

    def targets(self, func: ast.expr, frame: Frame, depth: int = 0) -> list[Target]:
        """Return all that a call of an expression may reach."""
        match func:
            case ast.Name(id=name):
                return self._named(name, frame, depth)
            case ast.Attribute():
                return self._once(func, frame, self._attribute)
            case ast.Lambda() | ast.Call(func=ast.Name(id="super")):
                return [_HARMLESS]
            case ast.IfExp(body=left, orelse=right) if depth < 3:
                return self.targets(left, frame, depth + 1) + self.targets(right, frame, depth + 1)
        kind = self._reader.type_of(func, frame.function)
        return self._instance_call(kind) if isinstance(kind, ClassNode) else [_GIVEN]

    def making(self, kind: ClassNode) -> list[Target]:
        """Return what making an instance of a class reaches."""
        methods = [self._index.find_method(kind, name) for name in MAKING]
        found = [Target("function", method) for method in methods if method is not None]
        outside = self._index.outside_bases(kind)
        if "enum" in {base.partition(".")[0] for base in outside}:
            return [Target("known", faults=("ValueError",))]
        if not found and any(not self._is_harmless(base) for base in outside):
            return [_IMPORTED]
        return found or [Target("known", faults=("TypeError",))]

    def callbacks(self, call: ast.Call, frame: Frame) -> list[FunctionNode]:
        """Return the functions of the file that a call is given as arguments."""
        found: list[FunctionNode] = []
        for arg in (*call.args, *(keyword.value for keyword in call.keywords)):
            if isinstance(arg, ast.Name):
                meant = self._index.find(arg.id, frame.function)
            elif isinstance(arg, ast.Attribute) and isinstance(arg.value, ast.Name):
                owner = self._owner(arg.value, frame)
                meant = self._index.find_method(owner, arg.attr) if owner is not None else None
            else:
                continue
            if isinstance(meant, FunctionNode) and not is_property(meant):
                found.append(meant)
        return found

    def property_function(self, node: ast.Attribute, frame: Frame) -> FunctionNode | None:
        """Return the property of the file that an attribute runs."""
        kind = self._owner(node.value, frame, is_instance_only=True)
        method = self._index.find_method(kind, node.attr) if kind is not None else None
        if method is None or not is_property(method) or method.owner is None:
            return None
        if isinstance(node.ctx, ast.Load):
            return method
        return method.owner.accessor(node.attr, "setter" if isinstance(node.ctx, ast.Store) else "deleter")

    def _owner(self, value: ast.expr, frame: Frame, *, is_instance_only: bool = False) -> ClassNode | None:
        if isinstance(value, ast.Name):
            if value.id == frame.function.self_name:
                return frame.function.owner if not (is_instance_only and frame.function.is_class_method) else None
            if not is_instance_only and (kind := self._index.find_class(value.id, frame.function)):
                return kind
            if not is_instance_only and value.id in self._index.imports:
                return None
        found = self._reader.type_of(value, frame.function)
        return found if isinstance(found, ClassNode) else None

    def _named(self, name: str, frame: Frame, depth: int) -> list[Target]:
        if name in frame.callables:
            return [Target("callable", outcome=frame.callables[name])]
        outer = frame.function.self_name if frame.function.is_class_method else None
        if name == outer and frame.function.owner is not None:
            return self.making(frame.function.owner)
        meanings = frame.bindings.get(name)
        if meanings is not None and depth < 3:
            return self._meant(meanings, frame, depth)
        return self._once(name, frame, self._global)

    def _once(self, func: _Reached, frame: Frame, find: Callable[[_Reached, Frame], list[Target]]) -> list[Target]:
        key = (func, frame.function.key)
        if key not in self._found:
            self._found[key] = find(func, frame)
        return self._found[key]

    def _global(self, name: str, frame: Frame) -> list[Target]:
        found = self._index.find(name, frame.function)
        if isinstance(found, FunctionNode):
            return [Target("function", found)]
        if isinstance(found, ClassNode):
            return self.making(found)
        if self._reader.is_builtin(name, frame.function):
            return [self._builtin(name)]
        if name in self._index.imports and not _is_local(name, frame.function):
            return [self._imported(self._index.imports[name])]
        return self._variable(name, frame)

    def _meant(self, meanings: tuple[object, ...], frame: Frame, depth: int) -> list[Target]:
        found: list[Target] = []
        for meaning in meanings:
            if isinstance(meaning, ast.Name | ast.Attribute | ast.Lambda):
                found += self.targets(meaning, frame, depth + 1)
            elif isinstance(meaning, ast.expr):
                kind = self._reader.type_of(meaning, frame.function)
                found += self._instance_call(kind) if isinstance(kind, ClassNode) else [_GIVEN]
            else:
                found.append(_GIVEN)
        return found

    def _variable(self, name: str, frame: Frame) -> list[Target]:
        kind = self._reader.type_of(ast.Name(id=name), frame.function)
        if isinstance(kind, ClassNode):
            return self._instance_call(kind)
        meant = self._index.lookup(name) if not _is_local(name, frame.function) else None
        if isinstance(meant, ast.Lambda):
            return [_HARMLESS]
        if isinstance(meant, ast.Name | ast.Attribute):
            written = dotted_name(meant)
            if written and written != name:
                return [self._imported(self._index.resolve(written))]
        return [_GIVEN]

    def _instance_call(self, kind: ClassNode) -> list[Target]:
        method = self._index.find_method(kind, "__call__")
        return [Target("function", method)] if method is not None else [_GIVEN]

    def _builtin(self, name: str) -> Target:
        if name in _EXITS:
            return Target("exit")
        if name in BUILTIN_CALLS:
            return Target("known", faults=BUILTIN_CALLS[name])
        kind = getattr(builtins, name, None)
        if isinstance(kind, type) and issubclass(kind, BaseException):
            return _HARMLESS
        return _IMPORTED

    def _imported(self, target: str) -> Target:
        if target in _EXITS:
            return Target("exit")
        if target in LIBRARY_CALLS:
            return Target("known", faults=LIBRARY_CALLS[target])
        head, _, attr = target.rpartition(".")
        if head in BUILTIN_METHODS and attr in BUILTIN_METHODS[head]:
            return Target("known", faults=BUILTIN_METHODS[head][attr])
        return _IMPORTED

    def _attribute(self, func: ast.Attribute, frame: Frame) -> list[Target]:
        if isinstance(func.value, ast.Call) and isinstance(func.value.func, ast.Name) and func.value.func.id == "super":
            return [self._super(func.attr, frame)]
        written = dotted_name(func)
        head = written.partition(".")[0] if written else ""
        if written and head in self._index.imports and not _is_local(head, frame.function):
            kind = self._index.find_class(written, frame.function)
            return self.making(kind) if kind else [self._imported(self._index.resolve(written, frame.function))]
        nested = self._index.find_class(written, frame.function) if written else None
        if nested is not None:
            return self.making(nested)
        owner = self._owner(func.value, frame)
        if owner is not None:
            return self._method(owner, func, frame)
        return [self._method_of_other(func, frame)]

    def _super(self, name: str, frame: Frame) -> Target:
        owner = frame.function.owner
        if owner is None:
            return _METHOD
        method = self._index.find_method(owner, name, after=owner)
        if method is not None:
            return Target("function", method)
        is_harmless = all(self._is_harmless(base) for base in self._index.outside_bases(owner))
        return _HARMLESS if is_harmless else _IMPORTED

    def _method(self, owner: ClassNode, func: ast.Attribute, frame: Frame) -> list[Target]:
        method = self._index.find_method(owner, func.attr)
        if method is not None:
            return self._dispatched(owner, method) if not is_property(method) else [_GIVEN]
        for entry in self._index.mro(owner):
            if isinstance(entry, ClassNode) and func.attr in entry.classes:
                return self.making(entry.classes[func.attr])
        values = [
            v for e in self._index.mro(owner) if isinstance(e, ClassNode) for v in e.instance_values.get(func.attr, ())
        ]
        for value, method_node in values[:1]:
            kind = self._reader.type_of(value, method_node) if value is not None else None
            if isinstance(kind, ClassNode):
                return self._instance_call(kind)
        if values or all(self._is_harmless(base) for base in self._index.outside_bases(owner)):
            return [_GIVEN if values else self._method_of_other(func, frame)]
        return [_IMPORTED]

    def _dispatched(self, owner: ClassNode, method: FunctionNode) -> list[Target]:
        """Return a method and those of subclasses in the file that may be reached instead of it."""
        replaced = [
            Target("function", other, is_certain=False)
            for kind in self._index.subclasses(owner)
            if (other := kind.method(method.node.name)) is not None and other is not method
        ]
        return [Target("function", method), *replaced[:_MAX_REPLACED]]

    def _method_of_other(self, func: ast.Attribute, frame: Frame) -> Target:
        kind = self._reader.type_of(func.value, frame.function)
        if isinstance(kind, str) and kind in _BUILTIN_TYPES:
            faults = BUILTIN_METHODS.get(kind, {}).get(func.attr, ()) + METHOD_CALLS.get(func.attr, ())
            return Target("known", faults=(*faults, *_METHOD_FAULTS))
        if isinstance(func.value, ast.Name) and self._reader.is_builtin(func.value.id, frame.function):
            faults = BUILTIN_METHODS.get(func.value.id, {}).get(func.attr, ())
            return Target("known", faults=(*faults, *_METHOD_FAULTS))
        if func.attr in METHOD_CALLS:
            return Target("known", faults=METHOD_CALLS[func.attr])
        return _METHOD

    def _is_harmless(self, base: str) -> bool:
        """Say whether a base that is not in the file is one whose methods raise nothing of note."""
        plain = base.partition("[")[0]
        return hasattr(builtins, plain) or plain in _HARMLESS_BASES or plain.startswith(("typing.", "collections.abc."))


_HARMLESS_BASES = frozenset(
    {"abc.ABC", "Generic", "Protocol", "NamedTuple", "TypedDict", "enum.Enum", "enum.IntEnum", "enum.StrEnum"}
)
_BUILTIN_TYPES = frozenset(
    {
        "str",
        "int",
        "float",
        "bool",
        "bytes",
        "list",
        "tuple",
        "dict",
        "set",
        "frozenset",
        "NoneType",
        "complex",
        "range",
    }
)
_PROPERTIES = frozenset(
    {
        *("property", "functools.cached_property", "abc.abstractproperty", "enum.property"),
        *("cached_property", "types.DynamicClassAttribute", "enum.DynamicClassAttribute"),
    }
)


def is_property(function: FunctionNode) -> bool:
    """Say whether a method is run by reading an attribute."""
    last = {decorator.rpartition(".")[2] for decorator in function.decorators}
    return bool(_PROPERTIES & {*function.decorators, *(last & {"cached_property"})})


def _is_local(name: str, function: FunctionNode | None) -> bool:
    while function is not None:
        if name in function.parameters or name in function.assignments:
            return True
        function = function.parent
    return False
