"""Examples that already exist: sessions in docstrings, and what simple tests assert."""

from __future__ import annotations

import ast
import builtins
import doctest
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from reflexion_core.source.docstrings import DocstringFact
from reflexion_core.source.fact_sheet import public_top_level
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.source.parsing import parse_module
from reflexion_core.syntax_trees import NO_PYTHON, parse_python, parse_value

_MOST_LINES = 40
"""Of one session; what is longer is a tutorial."""
_MOST_ASSERTIONS = 4
"""Taken from tests for one symbol."""
_LONGEST_LINE = 100
_BUILTINS = frozenset(dir(builtins))


@dataclass(frozen=True)
class FoundExample:
    """A session with prompts that can be run by itself."""

    owner: str
    """Qualified name of the symbol that it shows; empty for the module."""
    code: str


def docstring_examples(facts: ModuleFacts) -> Iterator[FoundExample]:
    """Yield the sessions in the docstrings of what is public."""
    symbols = [("", facts.docstring)]
    symbols += [(kind.qualname, kind.docstring) for kind in facts.public_classes()]
    symbols += [(function.qualname, function.docstring) for function in facts.public_callables()]
    for owner, docstring in symbols:
        session = _session(docstring)
        if session and session.count("\n") < _MOST_LINES:
            yield FoundExample(owner, _with_import(session, facts))


def asserted_examples(facts: ModuleFacts, tests: str) -> Iterator[FoundExample]:
    """Yield what a test file asserts of the module's functions and classes: `assert f(1) == 2`.

    Names that the test sets to literals are put in; an assertion that needs more than those is left out.

    Raises:
        SourceError: the tests do not parse.
    """
    lines: dict[str, list[str]] = {}
    for owner, line in _assertions(parse_module("the test file", tests), facts):
        known = lines.setdefault(owner, [])
        if line not in known and len(known) < _MOST_ASSERTIONS:
            known.append(line)
    for owner, found in lines.items():
        yield FoundExample(owner, _with_import("\n".join(found), facts))


def _session(docstring: DocstringFact | None) -> str:
    try:
        examples = doctest.DocTestParser().get_examples(docstring.text) if docstring is not None else []
    except ValueError:
        return ""
    lines: list[str] = []
    for example in examples:
        first, *others = example.source.rstrip("\n").split("\n")
        lines += [f">>> {first}", *(f"... {line}".rstrip() for line in others)]
        lines += example.want.removesuffix("\n").split("\n") if example.want else []
    return "\n".join(lines)


def _with_import(session: str, facts: ModuleFacts) -> str:
    """Put the import in front that makes the session run by itself."""
    statements = "".join(example.source for example in doctest.DocTestParser().get_examples(session))
    try:
        nodes = list(ast.walk(parse_python(statements)))
    except NO_PYTHON:
        return session
    if any(isinstance(node, ast.ImportFrom) and node.module == facts.name for node in nodes):
        return session
    used = {node.id: None for node in nodes if isinstance(node, ast.Name)}
    names = [name for name in used if name in facts.names and not name.startswith("__")]
    needs_module = facts.name in used and facts.name not in facts.names
    lines = [f">>> from {facts.name} import {', '.join(names)}"] if names else []
    lines += [f">>> import {facts.name}"] if needs_module else []
    return "\n".join([*lines, session])


def _assertions(module: ast.Module, facts: ModuleFacts) -> Iterator[tuple[str, str]]:
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test"):
            continue
        known: dict[str, ast.expr] = {}
        for statement in function.body:
            match statement:
                case ast.Assign(targets=[target], value=value):
                    known |= _literals(target, value)
                case ast.Assert(test=test):
                    found = _assertion(test, known, facts)
                    if found is not None:
                        yield found


def _literals(target: ast.expr, value: ast.expr) -> dict[str, ast.expr]:
    """Return the names that an assignment binds to literals."""
    match target, value:
        case ast.Name(id=name), _ if _is_literal(value):
            return {name: value}
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
            pairs = zip(targets, values, strict=True)
            return {key: item for one, other in pairs for key, item in _literals(one, other).items()}
    return {}


def _assertion(test: ast.expr, known: Mapping[str, ast.expr], facts: ModuleFacts) -> tuple[str, str] | None:
    """Return the symbol that an assertion is about, and the assertion as a session."""
    match test:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            pass
        case _:
            return None
    if _is_literal(left):
        left, right = right, left
    shown = _closed(left, known, facts)
    if shown is None or not _is_literal(right):
        return None
    value = ast.literal_eval(right)
    owner = _owner(shown, facts)
    lines = (f">>> {ast.unparse(shown)}", repr(value))
    if not owner or value is None or isinstance(value, set) or max(map(len, lines)) > _LONGEST_LINE:
        return None
    return owner, "\n".join(lines)


def _closed(node: ast.expr, known: Mapping[str, ast.expr], facts: ModuleFacts) -> ast.expr | None:
    """Return an expression that needs the module's names and literals alone; None where it needs more."""
    closed = _Closing(known, facts).visit(parse_value(ast.unparse(node)))
    bound = {item.arg for item in ast.walk(closed) if isinstance(item, ast.arg)}
    bound |= {item.id for item in ast.walk(closed) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)}
    names = {item.id for item in ast.walk(closed) if isinstance(item, ast.Name)} - bound
    return closed if all(name in facts.names or name in _BUILTINS for name in names) else None


class _Closing(ast.NodeTransformer):
    """Puts literals in for names, and takes the module's name off what it offers."""

    def __init__(self, known: Mapping[str, ast.expr], facts: ModuleFacts) -> None:
        self._known = known
        self._facts = facts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._known.get(node.id, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node.value:
            case ast.Name(id=holder) if (
                node.attr in self._facts.names and holder not in self._facts.names and holder not in self._known
            ):
                return ast.Name(node.attr, ast.Load())
        self.generic_visit(node)
        return node


def _owner(node: ast.expr, facts: ModuleFacts) -> str:
    """Return the first public function or class that an expression names."""
    names = [item.id for item in ast.walk(node) if isinstance(item, ast.Name)]
    public = {item.name for item in public_top_level(facts)}
    return next((name for name in names if name in public), "")


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True
