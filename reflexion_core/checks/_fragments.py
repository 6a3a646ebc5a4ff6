"""Examples that are pieces of another program, which fail for want of what is around them and not of the source."""

from __future__ import annotations

import ast
import builtins

from reflexion_core.checks._missing_imports import missing_import, unknown_name
from reflexion_core.checks._near import are_near
from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import ExampleClaim
from reflexion_core.document.python_code import parse_code
from reflexion_core.sandbox.base import RaisedException
from reflexion_core.source.facts import ModuleFacts


def why_fragment(paper: Paper, example: ExampleClaim, raised: RaisedException) -> str:
    """Return why an example's failure says nothing of the source, in plain words; empty where it may say something.

    What lacks a name that it nowhere sets is a fragment if it makes no use of the source, or if the name is that of
    another program which the decorated function is given to. One that uses the source is a fragment too if it is not
    made to be run as it stands, and the name can only be the reader's own.
    """
    name = unknown_name(raised)
    tree = parse_code(example.code) if name else None
    if tree is None:
        return ""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if example.form == "inline" and used == {name} and _is_member(paper.facts, name):
        return f"`{name}` is a method, and the object that it is called on is not shown"
    if name in paper.facts.names:
        return ""
    if any(_root(decorator) == name for decorator in _decorators(tree)):
        return f"`{name}`, which decorates a function of it, is another program's"
    if not _uses_source(tree, used, paper.facts):
        return f"it is part of something that sets `{name}`, not of the source"
    is_whole = _stands_alone(example, tree) or missing_import(paper, example, raised) is not None
    is_readers = not is_whole and _is_readers(paper, tree, name)
    return f"nothing on the page sets `{name}`: it is part of a program of the reader's" if is_readers else ""


def _stands_alone(example: ExampleClaim, tree: ast.Module) -> bool:
    """Say whether an example is made to be run as it stands: it is a session, or imports what it needs."""
    return example.form != "script" or any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(tree))


def _is_readers(paper: Paper, tree: ast.Module, name: str) -> bool:
    """Say whether a name is a value of the reader's: no function, set nowhere on the page and no slip of the pen."""
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    if name in paper.example_names or any(isinstance(called, ast.Name) and called.id == name for called in calls):
        return False
    own = {symbol.rpartition(".")[2] for symbol in paper.facts.symbol_names}
    is_slip = any(_is_slip(name, symbol, most_added=1) for symbol in own if not symbol.startswith("_"))
    return not is_slip and not any(_is_slip(name, one, most_added=0) for one in dir(builtins) if one[0] != "_")


def _is_slip(name: str, known: str, *, most_added: int) -> bool:
    """Say whether a name may be another one misspelt.

    `settings` is no slip for `set`, nor `doc`, `document` or `documents` for `Document`, of which it is an instance.

    Args:
        name: The name as it stands.
        known: What may be meant.
        most_added: Letters at its end that one of them may have more.
    """
    shorter, longer = sorted((name.replace("_", "").lower(), known.replace("_", "").lower()), key=len)
    if longer.startswith(shorter):
        return len(longer) - len(shorter) <= most_added and name[0].isupper() == known[0].isupper()
    return are_near(name, known) or sorted(longer) == sorted(shorter)


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
