"""In which order functions are gone through: those that are called before those that call them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from reflexion_core.source.definition_nodes import FunctionNode
from reflexion_core.source.exceptions.calls import MAKING
from reflexion_core.source.module_index import ModuleIndex


def likely_order(index: ModuleIndex) -> list[str]:
    """Return the keys of all functions, most of them behind what they call, as far as names alone tell."""
    named: dict[str, list[str]] = {}
    for key, function in index.functions.items():
        named.setdefault(function.node.name, []).append(key)
    for kind in index.classes.values():
        made = [method.key for name in MAKING for method in kind.methods.get(name, ())]
        named.setdefault(kind.node.name, []).extend(made)
    # names are nodes of their own, so that a hundred methods of one name are not joined to all their callers
    graph: dict[str, Iterable[str]] = {_name_node(name): keys for name, keys in named.items()}
    for key, function in index.functions.items():
        graph[key] = [_name_node(name) for name in _used_names(function) if name in named]
    return [key for group in circles(graph) for key in group if key in index.functions]


def _name_node(name: str) -> str:
    return f"?{name}"


def _used_names(function: FunctionNode) -> Iterable[str]:
    names = [node.id for node in function.own_nodes_of(ast.Name) if isinstance(node, ast.Name)]
    names += [node.attr for node in function.own_nodes_of(ast.Attribute) if isinstance(node, ast.Attribute)]
    return dict.fromkeys(names)


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return groups of functions that call each other, those that are called before those that call them."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_keys: list[str] = []
    is_open: set[str] = set()
    groups: list[list[str]] = []
    for root in graph:
        if root in order:
            continue
        waiting = [(root, iter(graph[root]))]
        order[root] = lowest[root] = len(order)
        open_keys.append(root)
        is_open.add(root)
        while waiting:
            key, called = waiting[-1]
            following = next(called, None)
            if following is None:
                waiting.pop()
                if waiting:
                    above = waiting[-1][0]
                    lowest[above] = min(lowest[above], lowest[key])
                if lowest[key] == order[key]:
                    groups.append(_close(key, open_keys, is_open))
            elif following not in order:
                order[following] = lowest[following] = len(order)
                open_keys.append(following)
                is_open.add(following)
                waiting.append((following, iter(graph.get(following, ()))))
            elif following in is_open:
                lowest[key] = min(lowest[key], order[following])
    return groups


def _close(key: str, open_keys: list[str], is_open: set[str]) -> list[str]:
    group: list[str] = []
    while not group or group[-1] != key:
        group.append(open_keys.pop())
        is_open.discard(group[-1])
    return group
