"""Options that a function takes by `**kwargs` and reads by their literal names: `kwargs.pop("sep", ";")`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from reflexion_core.source.definition_nodes import FunctionNode
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.signature_facts import KeywordOptions, ParameterFact

_MAX_DEPTH = 3
"""Functions of the file through which the options are handed on."""
_HARMLESS = frozenset({"sorted", "list", "len", "set", "tuple", "str", "repr", "bool", "next", "iter", "min", "any"})
_READS = ("pop", "get", "setdefault")


@dataclass
class _Found:
    defaults: defaultdict[str, list[ast.expr | None]] = field(default_factory=lambda: defaultdict(list))
    """What each option is read with; None where a read names no default."""
    is_open: bool = False
    """Whether they go where it cannot be told what is read of them."""
    is_refused: bool = False
    """Whether what is left of them is an error."""


def read_keyword_options(index: ModuleIndex, function: FunctionNode) -> KeywordOptions | None:
    """Return the options of a function; None where it takes no other keywords than its parameters."""
    if function.node.args.kwarg is None:
        return None
    found = _Found()
    _collect(index, function, function.node.args.kwarg.arg, found, _MAX_DEPTH)
    options = tuple(
        _option(index, name, default)
        for name, (default, *others) in found.defaults.items()
        if default is not None and all(one is not None and ast.dump(one) == ast.dump(default) for one in others)
    )
    return KeywordOptions(options, frozenset(found.defaults), found.is_refused and not found.is_open)


def _option(index: ModuleIndex, name: str, default: ast.expr) -> ParameterFact:
    text = "None" if not hasattr(default, "lineno") else index.text.segment(default)
    return ParameterFact(
        line=getattr(default, "lineno", 1),
        end_line=getattr(default, "end_lineno", 1),
        name=name,
        kind="keyword_only",
        default=text,
        default_value=index.value(default),
    )


def _collect(index: ModuleIndex, function: FunctionNode, name: str, found: _Found, depth: int) -> None:
    """Note what a function does with the dict of that name."""
    parents = {child: node for node in ast.walk(function.node) for child in ast.iter_child_nodes(node)}
    for node in parents:
        if isinstance(node, ast.Name) and node.id == name:
            _note(index, function, node, parents, found, depth)


def _note(
    index: ModuleIndex,
    function: FunctionNode,
    node: ast.Name,
    parents: dict[ast.AST, ast.AST],
    found: _Found,
    depth: int,
) -> None:
    parent = parents[node]
    match parent, parents.get(parent):
        case ast.Attribute(attr=method), ast.Call(args=[ast.Constant(value=str(key)), *rest]) if method in _READS:
            absent = None if method == "pop" else ast.Constant(None)
            found.defaults[key].append(rest[0] if rest else absent)
        case ast.Subscript(slice=ast.Constant(value=str(key)), ctx=ast.Load()), _:
            found.defaults[key].append(None)
        case ast.Compare(left=ast.Constant(value=str(key)), ops=[ast.In() | ast.NotIn()]), _:
            found.defaults[key].append(None)
        case ast.If(test=test, body=[*_, ast.Raise()]), _ if test is node:
            found.is_refused = True
        case ast.If() | ast.FormattedValue(), _:
            pass
        case ast.Call(func=ast.Name(id=callee)) as call, _ if callee in _HARMLESS and node in call.args:
            pass
        case ast.Call() as call, _ if node in call.args:
            _hand_on(index, function, call, call.args.index(node), found, depth)
        case ast.keyword(arg=None), ast.Call() as call:
            _hand_on(index, function, call, None, found, depth)
        case _:
            found.is_open = True


def _hand_on(
    index: ModuleIndex, function: FunctionNode, call: ast.Call, place: int | None, found: _Found, depth: int
) -> None:
    """Note what a function of the file does with them, given as an argument or (without a place) as keywords."""
    callee = index.find(call.func.id, function) if isinstance(call.func, ast.Name) else None
    if not isinstance(callee, FunctionNode) or callee is function or not depth:
        found.is_open = True
        return
    args = callee.node.args
    if place is not None:
        named = [*args.posonlyargs, *args.args][place : place + 1]
        if named:
            _collect(index, callee, named[0].arg, found, depth - 1)
        else:
            found.is_open = True
        return
    given = {keyword.arg for keyword in call.keywords}
    for name, default in _keyword_parameters(args, len(call.args)):
        if name not in given:
            found.defaults[name].append(default)
    if args.kwarg is not None:
        _collect(index, callee, args.kwarg.arg, found, depth - 1)
    else:
        found.is_refused = True


def _keyword_parameters(args: ast.arguments, given: int) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the parameters that keywords can fill behind those given by position, each with its default."""
    placed = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(placed) - len(args.defaults)) + list(args.defaults)
    behind = list(zip(placed, defaults, strict=True))[max(given, len(args.posonlyargs)) :]
    for arg, default in (*behind, *zip(args.kwonlyargs, args.kw_defaults, strict=True)):
        yield arg.arg, default
