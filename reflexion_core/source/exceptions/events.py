"""What happens while one statement or expression is evaluated, as far as exceptions go; read once for each."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from reflexion_core.source.exceptions.language import node_faults

_SILENT = frozenset({ast.Name, ast.Constant})
"""Most nodes are of these kinds, and nothing happens in them."""


@dataclass(slots=True)
class Events:
    """The events of one statement without its blocks."""

    faults: dict[str, ast.AST] = field(default_factory=dict)
    """What Python could raise, by type, with the first node that could."""
    calls: list[ast.Call] = field(default_factory=list)
    loose_calls: set[int] = field(default_factory=set)
    """Calls, by `id`, whose result is only returned or kept: a generator made so has not begun to run."""
    awaited: set[int] = field(default_factory=set)
    attributes: list[ast.Attribute] = field(default_factory=list)
    """Attributes that are read, set or deleted, not called: they may be properties."""
    subscripts: list[ast.Subscript] = field(default_factory=list)
    yields: list[ast.Yield] = field(default_factory=list)


def read_events(node: ast.AST, nodes: Sequence[ast.AST]) -> Events:
    """Read the events of a statement without its blocks, or of an expression.

    Args:
        node: The statement or expression.
        nodes: All nodes in it.
    """
    events = Events()
    called: set[int] = set()
    skipped = _annotation_nodes(node)
    for current in nodes:
        if type(current) in _SILENT or id(current) in skipped:
            continue
        for name in node_faults(current):
            events.faults.setdefault(name, current)
        match current:
            case ast.Call():
                events.calls.append(current)
                called.add(id(current.func))
            case ast.Await(value=value):
                events.awaited.add(id(value))
            case ast.Attribute():
                if id(current) not in called:
                    events.attributes.append(current)
            case ast.Subscript():
                events.subscripts.append(current)
            case ast.Yield():
                events.yields.append(current)
    match node:
        case ast.Return(value=ast.Call() as call) | ast.Assign(value=ast.Call() as call):
            events.loose_calls.add(id(call))
        case ast.Expr(value=ast.Call() as call):
            events.loose_calls.add(id(call))
    return events


def _annotation_nodes(node: ast.AST) -> set[int]:
    """Return what stands in an annotation, which raises nothing that matters."""
    if not isinstance(node, ast.AnnAssign):
        return set()
    return {id(inner) for inner in ast.walk(node.annotation)}
