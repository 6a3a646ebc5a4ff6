"""The names that a module offers: what its documentation has to cover."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from reflexion_core.records import Source
from reflexion_core.source.parsing import parse_module
from reflexion_core.source.statements import DEFINITIONS, Definition, Function, module_statements


def public_symbols(source: Source) -> tuple[str, ...]:
    """Return the public functions and classes of a module and the classes' public methods, in source order.

    A method or property reads `Class.method`. With a literal `__all__` its names are the public ones of
    the top level; without, those that do not start with an underscore.

    Raises:
        SourceError: the source does not parse.
    """
    module = parse_module(source.name, source.text)
    listed = listed_names(module.body)
    names: list[str] = []
    for definition in _definitions(module.body):
        if definition.name in listed if listed is not None else is_public_name(definition.name):
            names.append(definition.name)
            names += _method_names(definition)
    return tuple(dict.fromkeys(names))


def used_names(source: Source) -> frozenset[str]:
    """Return every identifier of a source, and every string in it that reads like one, such as a key.

    Raises:
        SourceError: the source does not parse.
    """
    names: set[str] = set()
    for node in ast.walk(parse_module(source.name, source.text)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Constant(value=str(text)) if text.isidentifier():
                names.add(text)
            case ast.keyword(arg=str(name)):
                names.add(name)
    return frozenset(names)


def listed_names(body: Sequence[ast.stmt]) -> tuple[str, ...] | None:
    """Return what `__all__` lists, in its order; None where there is none or it is computed."""
    listed: tuple[str, ...] | None = None
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                listed = _literal_names(value)
            case ast.AnnAssign(target=ast.Name(id="__all__"), value=ast.expr() as value):
                listed = _literal_names(value)
            case ast.AugAssign(target=ast.Name(id="__all__"), value=value):
                more = _literal_names(value)
                listed = listed + more if listed is not None and more is not None else None
    return listed


def is_public_name(name: str) -> bool:
    """Say whether a name is public where no `__all__` says otherwise."""
    return not name.startswith("_")


def _method_names(definition: Definition) -> list[str]:
    if not isinstance(definition, ast.ClassDef):
        return []
    return [
        f"{definition.name}.{method.name}"
        for method in _definitions(definition.body)
        if isinstance(method, Function) and is_public_name(method.name)
    ]


def _definitions(body: Sequence[ast.stmt]) -> Iterator[Definition]:
    """Yield what a body defines, also under `if`, `try` and `with`."""
    for placed in module_statements(body):
        if isinstance(placed.statement, DEFINITIONS) and not placed.is_typing_only:
            yield placed.statement


def _literal_names(value: ast.expr) -> tuple[str, ...] | None:
    if not isinstance(value, ast.List | ast.Tuple):
        return None
    names = [item.value for item in value.elts if isinstance(item, ast.Constant)]
    strings = [name for name in names if isinstance(name, str)]
    return tuple(strings) if len(strings) == len(value.elts) else None
