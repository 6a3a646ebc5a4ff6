"""Examples that are pieces of another program, which fail for want of what is around them and not of the source."""

from __future__ import annotations

import ast
import re

from reflexion_core.document.claims import ExampleClaim
from reflexion_core.document.python_code import parse_code
from reflexion_core.sandbox.base import RaisedException
from reflexion_core.source.facts import ModuleFacts

_UNDEFINED = re.compile(r"name '(?P<name>\w+)' is not defined")


def why_fragment(example: ExampleClaim, raised: RaisedException, facts: ModuleFacts) -> str:
    """Return why an example's failure says nothing of the source, in plain words; empty where it may say something.

    What lacks a name that it nowhere sets is a fragment if it makes no use of the source, or if the name is that of
    another program which the decorated function is given to.
    """
    match = _UNDEFINED.search(raised.message) if raised.type == "NameError" else None
    tree = parse_code(example.code) if match is not None else None
    if match is None or tree is None:
        return ""
    name = match["name"]
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if example.form == "inline" and used == {name} and _is_member(facts, name):
        return f"`{name}` is a method, and the object that it is called on is not shown"
    if name in facts.names:
        return ""
    if any(_root(decorator) == name for decorator in _decorators(tree)):
        return f"`{name}`, which decorates a function of it, is another program's"
    return "" if _uses_source(tree, used, facts) else f"it is part of something that sets `{name}`, not of the source"


def _uses_source(tree: ast.Module, used: set[str], facts: ModuleFacts) -> bool:
    """Say whether code imports the source, or names anything that is its own."""
    own = {name.rpartition(".")[2] for name in facts.symbol_names} | {facts.name}
    members = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return bool(own & (used | members)) or any(facts.name in module.split(".") for module in modules)


def _is_member(facts: ModuleFacts, name: str) -> bool:
    return any("." in symbol and symbol.rpartition(".")[2] == name for symbol in facts.symbol_names)


def _decorators(tree: ast.Module) -> list[ast.expr]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [decorator for node in tree.body if isinstance(node, kinds) for decorator in node.decorator_list]


def _root(node: ast.expr) -> str:
    """Return the name that a decorator starts with."""
    while isinstance(node, ast.Call | ast.Attribute):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
