"""The message that an exception class makes of what it is given, its own `__init__` and `__str__` included."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from reflexion_core.source.assignments import assigned
from reflexion_core.source.definition_nodes import ClassNode, FunctionNode
from reflexion_core.source.exception_types import ExceptionTypes, canonical
from reflexion_core.source.exceptions.message_reading import Resolve, Text, message_of, read_text
from reflexion_core.source.messages import Message
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.statements import dotted_name

_MAX_DEPTH = 8
_OWN_WORDING = ("json.JSONDecodeError", "subprocess.SubprocessError", "UnicodeError", "urllib.error.HTTPError")
"""Classes of the library, and those below them, whose `__str__` is not just their argument."""


@dataclass(frozen=True)
class Arguments:
    """What a call gives, each as text."""

    positional: tuple[Text, ...] = ()
    named: dict[str, Text] = field(default_factory=dict)


def read_arguments(call: ast.Call | None, resolve: Resolve) -> Arguments | None:
    """Return the arguments of a call; None where stars hide some of them."""
    if call is None:
        return Arguments()
    if any(isinstance(arg, ast.Starred) for arg in call.args) or any(k.arg is None for k in call.keywords):
        return None
    named = {keyword.arg: read_text(keyword.value, resolve) for keyword in call.keywords if keyword.arg}
    return Arguments(tuple(read_text(arg, resolve) for arg in call.args), named)


class ClassMessages:
    """Makes messages of exceptions.

    Args:
        index: The names of the module.
        types: How exceptions inherit.
    """

    def __init__(self, index: ModuleIndex, types: ExceptionTypes) -> None:
        self._index = index
        self._types = types

    def message(self, name: str, arguments: Arguments | None) -> Message | None:
        """Return the message of an exception of that type made with those arguments; None if it cannot be told."""
        if arguments is None:
            return None
        kind = self._index.classes.get(name)
        if kind is None:
            return self._outside(name, arguments)
        if kind.decorators or self._index.find_method(kind, "__new__"):
            return None
        shown = self._index.find_method(kind, "__str__")
        if shown is not None:
            return self._from_str(kind, shown, arguments)
        return self._from_init(kind, None, arguments, 0)

    def _from_init(self, kind: ClassNode, after: ClassNode | None, arguments: Arguments, depth: int) -> Message | None:
        init = self._index.find_method(kind, "__init__", after=after)
        if init is None or init.owner is None or depth > _MAX_DEPTH:
            outside = self._index.outside_bases(kind)
            return self._outside(outside[0], arguments) if outside and init is None else None
        scope = InitScope.enter(self._index, kind, init, arguments)
        if scope is None:
            return None
        calls = _super_calls(init)
        if not calls:  # BaseException keeps what the class was called with
            outside = self._index.outside_bases(kind)
            return self._outside(outside[0], arguments) if outside else None
        if len(calls) > 1:
            return None
        given = scope.arguments(calls[0])
        return None if given is None else self._from_init(kind, init.owner, given, depth + 1)

    def _from_str(self, kind: ClassNode, shown: FunctionNode, arguments: Arguments) -> Message | None:
        match [s for s in shown.node.body if not _is_docstring(s)]:
            case [ast.Return(value=ast.expr() as value)] if "super()" not in ast.unparse(value):
                init = self._index.find_method(kind, "__init__")
                scope = InitScope.enter(self._index, kind, init, arguments) if init else None
                if scope is None:
                    return None
                if shown.self_name != scope.init.self_name:
                    return None
                return message_of(read_text(value, scope.attribute))
        return None

    def _outside(self, name: str, arguments: Arguments) -> Message | None:
        """Return what Python's own classes make of their arguments."""
        if not self._types.is_known(name):
            return None
        if any(self._types.is_subclass(name, own) for own in _OWN_WORDING):
            return None
        count = len(arguments.positional)
        if count < 2:
            return message_of(arguments.positional[0]) if count else Message(())
        is_system = self._types.is_subclass(canonical(name), "OSError")
        return message_of(arguments.positional[1]) if is_system and count <= 5 else None


@dataclass
class InitScope:
    """The names inside an `__init__` that is called with known arguments."""

    index: ModuleIndex
    kind: ClassNode
    init: FunctionNode
    given: dict[str, Text]
    rest: tuple[Text, ...]
    """What `*args` takes."""

    @classmethod
    def enter(cls, index: ModuleIndex, kind: ClassNode, init: FunctionNode, arguments: Arguments) -> InitScope | None:
        """Bind the arguments to the parameters; None where they do not fit."""
        args = init.node.args
        names = [arg.arg for arg in (*args.posonlyargs, *args.args)][1:]
        given: dict[str, Text] = {}
        keyword_defaults = zip(args.kwonlyargs, args.kw_defaults, strict=True)
        defaults = [*zip(reversed(names), reversed(args.defaults), strict=False)]
        defaults += [(arg.arg, default) for arg, default in keyword_defaults if default is not None]
        for name, default in defaults:
            given[name] = read_text(default, _constants(index))
        given |= dict(zip(names, arguments.positional, strict=False))
        given |= {name: text for name, text in arguments.named.items() if name in init.parameters}
        if any(name not in given for name in (*names, *(arg.arg for arg in args.kwonlyargs))):
            return None
        rest = arguments.positional[len(names) :]
        return None if rest and args.vararg is None else cls(index, kind, init, given, rest)

    def arguments(self, call: ast.Call) -> Arguments | None:
        """Return what a call inside the `__init__` is given; `*args` is written out."""
        positional: list[Text] = []
        for arg in call.args:
            match arg:
                case ast.Starred(value=ast.Name(id=name)):
                    if self.init.node.args.vararg is None or name != self.init.node.args.vararg.arg:
                        return None
                    positional += self.rest
                case ast.Starred():
                    return None
                case _:
                    positional.append(read_text(arg, self.name))
        named = {k.arg: read_text(k.value, self.name) for k in call.keywords if k.arg}
        if not (isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call)):
            positional = positional[1:]  # `Base.__init__(self, …)`
        return Arguments(tuple(positional), named)

    def name(self, name: str) -> Text | None:
        """Return what a name means inside the `__init__`."""
        if "." in name:
            return self.attribute(name)
        if name in self.given:
            return self._parameter(name)
        values = self.init.assignments.get(name, [])
        if len(values) == 1 and values[0] is not None:
            found = read_text(values[0], self.name)
            return found if found.is_telling else None
        return _constants(self.index)(name) if not values else None

    def attribute(self, name: str) -> Text | None:
        """Return what `self.x` means once the `__init__` has run."""
        head, _, attr = name.partition(".")
        if head != self.init.self_name or not attr or "." in attr:
            return _constants(self.index)(name)
        values = [value for value, method in self.kind.instance_values.get(attr, []) if method is self.init]
        if self.init.owner is not None and not values:
            values = [v for v, method in self.init.owner.instance_values.get(attr, []) if method is self.init]
        if len(values) == 1 and values[0] is not None:
            return read_text(values[0], self.name)
        for entry in self.index.mro(self.kind) if not values else ():
            if isinstance(entry, ClassNode) and attr in entry.values:
                return read_text(entry.values[attr], _constants(self.index))
        return None

    def _parameter(self, name: str) -> Text | None:
        given = self.given[name]
        if name not in self.init.assignments:
            return given
        default = _replacement(self.init, name)
        if default is None or not given.is_telling:
            return None
        return read_text(default, self.name) if given.value is not None and not given.value.value else given


def _constants(index: ModuleIndex) -> Resolve:
    def resolve(name: str) -> Text | None:
        meant = index.lookup(name)
        value = index.value(meant) if meant is not None else None
        return Text((str(value.value),), value) if value is not None else None

    return resolve


def _replacement(init: FunctionNode, name: str) -> ast.expr | None:
    """Return what `if name is None: name = …` puts in its place, when nothing else sets the name."""
    if len(init.assignments[name]) != 1:
        return None
    for statement in init.node.body:
        match statement:
            case ast.If(test=test, body=[inner], orelse=[]) if _tests_absence(test, name):
                for target, value in assigned(inner):
                    if isinstance(target, ast.Name) and target.id == name:
                        return value
    return None


def _tests_absence(test: ast.expr, name: str) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id=tested), ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
            return tested == name
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=tested)):
            return tested == name
    return False


def _super_calls(init: FunctionNode) -> list[ast.Call]:
    """Return the calls of a base's `__init__`."""
    found: list[ast.Call] = []
    for node in init.own_nodes_of(ast.Call):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__")):
                found.append(node)
            case ast.Call(func=ast.Attribute(attr="__init__") as func) if dotted_name(func):
                found.append(node)
    return found


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
