"""What decorators make of a function."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from reflexion_core.source.definition_nodes import FunctionNode
from reflexion_core.source.module_index import ModuleIndex

CONTEXT_MANAGERS = frozenset(
    {"contextlib.contextmanager", "contextmanager", "contextlib.asynccontextmanager", "asynccontextmanager"}
)
_TRANSPARENT = frozenset(
    {
        *("property", "staticmethod", "classmethod", "functools.cached_property", "functools.cache"),
        *("functools.lru_cache", "functools.wraps", "functools.singledispatch", "functools.singledispatchmethod"),
        *("functools.total_ordering", "types.coroutine", "atexit.register", "enum.property", "enum.nonmember"),
        *("warnings.deprecated", "typing_extensions.deprecated", "reprlib.recursive_repr", "enum.member"),
        *CONTEXT_MANAGERS,
    }
)
_TRANSPARENT_MODULES = ("abc.", "typing.", "typing_extensions.", "dataclasses.")
_TRANSPARENT_ENDINGS = (".setter", ".deleter", ".getter", ".register")


@dataclass(frozen=True)
class Wrapper:
    """The function that a decorator of the file puts in place of another."""

    function: FunctionNode
    parameter: str
    """What the decorator calls the function that it wraps."""


def is_transparent(decorator: str) -> bool:
    """Say whether a decorator leaves alone what a call raises and gives back."""
    return (
        decorator in _TRANSPARENT
        or decorator.startswith(_TRANSPARENT_MODULES)
        or decorator.endswith(_TRANSPARENT_ENDINGS)
    )


def find_wrapper(index: ModuleIndex, decorator: ast.expr) -> Wrapper | bool | None:
    """Return what a decorator of the file puts in place of a function.

    Returns:
        The wrapper; True where the function itself is given back; None where it cannot be told.
    """
    is_called = isinstance(decorator, ast.Call)
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    made = index.find(name.id) if isinstance(name, ast.Name) else None
    if not isinstance(made, FunctionNode):
        return None
    if is_called:
        inner = _returned_function(made)
        if inner is None:
            return None
        made = inner
    if not made.arguments:
        return None
    parameter = made.arguments[0].arg
    returned = _returned_names(made)
    if returned == {parameter}:
        return True
    wrapper = _returned_function(made)
    return Wrapper(wrapper, parameter) if wrapper is not None else None


def _returned_function(function: FunctionNode) -> FunctionNode | None:
    """Return the inner function that a function gives back, when it is the only thing that it gives back."""
    names = _returned_names(function)
    if names is None or len(names) != 1:
        return None
    found = function.definitions.get(next(iter(names)))
    return found if isinstance(found, FunctionNode) else None


def _returned_names(function: FunctionNode) -> set[str] | None:
    """Return the names that a function gives back; None where it gives back anything else."""
    names: set[str] = set()
    for statement in function.statements:
        if not isinstance(statement, ast.Return):
            continue
        match statement.value:
            case ast.Name(id=name):
                names.add(name)
            case ast.Call(args=[*_, ast.Name(id=name)]):  # `functools.wraps(function)(wrapper)`, `update_wrapper(…)`
                names.add(name)
            case _:
                return None
    return names
