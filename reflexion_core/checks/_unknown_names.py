"""Names that an example reads and that nothing gives a meaning to, where running it does not come by.

An `except` clause is read only when something is raised, the body of a function only when it is called; and the
source's own names are there when an example is run, which they are not for a reader who imports some of them.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reflexion_core.checks._bound_names import bound_names
from reflexion_core.checks._fragments import why_fragment
from reflexion_core.checks._missing_imports import import_of, with_import
from reflexion_core.checks.base import Mistake, Paper
from reflexion_core.document.claims import ExampleClaim, Place
from reflexion_core.document.python_code import parse_code
from reflexion_core.sandbox.base import RaisedException
from reflexion_core.source.facts import Fact, ModuleFacts

_KNOWN = frozenset({*dir(builtins), "__file__", "__path__"})
_OPEN = frozenset({"exec", "eval", "globals", "locals", "vars"})
"""What may set names that are not written in the code."""


@dataclass(frozen=True)
class UnknownName:
    """A name without a meaning, where it is read first."""

    name: str
    place: Place
    mistake: Mistake
    fact: Fact | None
    """Where the source has it."""


def unknown_names(paper: Paper, number: int, seen: frozenset[str]) -> Iterator[UnknownName]:
    """Yield the names that an example lacks for certain, each once.

    Args:
        paper: The document and its source.
        number: Which of its examples, counted from 0.
        seen: Names that running the example has found missing.
    """
    example = paper.claims.examples[number]
    tree = parse_code(example.code) if _may_lack_names(example, paper.facts) else None
    if tree is None or _is_open(tree):
        return
    known = bound_names(tree) | _KNOWN | seen
    reads = [node for node in _reads(tree, paper.facts) if node.id not in known]
    reads = [node for node in reads if node.lineno not in example.skipped_lines]
    earlier = _set_earlier(paper.claims.examples[:number], example, tree) if reads else frozenset()
    for name, node in {node.id: node for node in reversed(reads) if node.id not in earlier}.items():
        place = _place(example, node)
        if place is not None and _is_certain(paper, example, name):
            fact = paper.top_level.get(name)
            yield UnknownName(name, place, _mistake(paper, example, name, place, fact), fact)


def _may_lack_names(example: ExampleClaim, facts: ModuleFacts) -> bool:
    is_run = example.is_runnable and not example.is_skipped and example.form != "inline"
    return is_run and ("except" in example.code or (facts.name in example.code and "import" in example.code))


def _is_open(tree: ast.Module) -> bool:
    """Say whether code may have more names than are written in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            return True
        if isinstance(node, ast.Name) and node.id in _OPEN:
            return True
    return False


def _reads(tree: ast.Module, facts: ModuleFacts) -> list[ast.Name]:
    """Return what could be missing, in the order of the code: what is caught, and the source's own names.

    The source's own names are wanted only of code that imports it: else the page takes them for given.
    """
    handlers = [node.type for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.type is not None]
    caught = [head for handler in handlers for head in _heads(handler)]
    if not _imports_source(tree, facts, is_any=True):
        caught = [node for node in caught if node.id not in facts.names]
    own = _own_reads(tree, facts) if _imports_source(tree, facts) else []
    return sorted([*caught, *own], key=lambda node: (node.lineno, node.col_offset))


def _heads(handler: ast.expr) -> Iterator[ast.Name]:
    """Yield the plain names that an `except` clause starts from."""
    for node in handler.elts if isinstance(handler, ast.Tuple) else (handler,):
        head = node
        while isinstance(head, ast.Attribute):
            head = head.value
        if isinstance(head, ast.Name):
            yield head


def _own_reads(tree: ast.Module, facts: ModuleFacts) -> list[ast.Name]:
    reads = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    return [node for node in reads if _is_own(facts, node.id)]


def _is_own(facts: ModuleFacts, name: str) -> bool:
    """Say whether a name is a public function, class or constant of the source."""
    return facts.symbol(name) is not None and facts.is_exported(name)


def _imports_source(tree: ast.Module, facts: ModuleFacts, *, is_any: bool = False) -> bool:
    """Say whether code imports names of the source, or where `is_any`, the source in any way."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == facts.name:
            return True
        if is_any and isinstance(node, ast.Import) and any(alias.name == facts.name for alias in node.names):
            return True
    return False


def _set_earlier(earlier: Sequence[ExampleClaim], example: ExampleClaim, tree: ast.Module) -> frozenset[str]:
    """Return the names that an example has from those before it.

    One that imports again what an earlier one imports is made to be run without that.
    """
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    own = frozenset().union(*(bound_names(node) for node in imports))
    found: set[str] = set()
    for code in (one.code for one in earlier):
        before = parse_code(code)
        names = bound_names(before) if before is not None else frozenset()
        if not (example.is_fresh and own & names):
            found |= names
    return frozenset(found)


def _is_certain(paper: Paper, example: ExampleClaim, name: str) -> bool:
    """Say whether an example that lacks a name is wrong, and no piece of a program of the reader's."""
    if name in paper.facts.names and paper.facts.symbol(name) is not None and not _is_own(paper.facts, name):
        return False
    message = f"name '{name}' is not defined"
    raised = RaisedException(type="NameError", bases=(), message=message, text=f"NameError: {message}")
    return not why_fragment(paper, example, raised)


def _mistake(paper: Paper, example: ExampleClaim, name: str, place: Place, fact: Fact | None) -> Mistake:
    says = f"Line {place.line}: the example uses `{name}`, which it does not import"
    if fact is not None:
        says += f"; the source has it (line {fact.line})"
    elif not import_of(paper, example, name):
        says = f"Line {place.line}: the example uses `{name}`, which nothing in it sets or imports"
    statement = import_of(paper, example, name, with_own=True)
    return Mistake(says, expected=statement, replacement=with_import(paper, example, statement))


def _place(example: ExampleClaim, node: ast.Name) -> Place | None:
    """Return where a name stands in the document, whose lines may have prompts before the code."""
    lines = example.place.text.split("\n")
    if node.lineno > len(lines):
        return None
    found = re.search(rf"(?<![\w.]){re.escape(node.id)}(?!\w)", lines[node.lineno - 1])
    if found is None:
        return None
    start = example.place.start + sum(len(line) + 1 for line in lines[: node.lineno - 1]) + found.start()
    line = example.place.line + node.lineno - 1
    return Place(line, line, start, start + len(node.id), node.id)
