"""What examples take from the source's classes and from its module, read without running them.

Where an example runs, running it shows more; this is for those that could not be run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from reflexion_core.checks._standing import Names, Standing
from reflexion_core.document.claims import ExampleClaim, Place
from reflexion_core.document.python_code import parse_code
from reflexion_core.source.facts import ClassFact, ModuleFacts

_PROMPT = re.compile(r"[ \t]*(?:>>>|\.\.\.)(?: |$)")


@dataclass(frozen=True)
class Use:
    """One `name.member` in an example."""

    place: Place
    written: str
    standing: Standing
    is_call: bool
    """Whether it is called without arguments."""


@dataclass
class _Scope:
    """What the names of an example stand for, as far as it can be told."""

    facts: ModuleFacts
    instances: dict[str, ClassFact] = field(default_factory=dict)
    foreign: set[str] = field(default_factory=set)
    """Names that are bound to something else."""
    modules: set[str] = field(default_factory=set)
    added: set[tuple[str, str]] = field(default_factory=set)
    """Attributes that the example itself sets."""

    def class_of(self, node: ast.expr) -> ClassFact | None:
        """Return the class that an expression is an instance of."""
        if isinstance(node, ast.Name):
            return self.instances.get(node.id)
        if isinstance(node, ast.Call):
            return self.class_named(node.func)
        return None

    def class_named(self, node: ast.expr) -> ClassFact | None:
        """Return the class that an expression names."""
        if isinstance(node, ast.Name):
            return None if node.id in self.foreign else self.facts.class_(node.id)
        is_dotted = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if is_dotted and isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return self.facts.class_(node.attr) if node.value.id in self.modules else None
        return None

    def bind(self, name: str, value: ast.expr | None) -> None:
        kind = self.class_of(value) if value is not None else None
        self.instances.pop(name, None)
        self.foreign.add(name)
        if kind is not None:
            self.instances[name] = kind


def find_uses(names: Names, examples: Iterator[ExampleClaim]) -> Iterator[Use]:
    """Yield the members that examples take from the source's classes, each example going on from those before it."""
    scope = _Scope(names.facts)
    for example in examples:
        tree = parse_code(_without_prompts(example.code))
        if example.is_fresh:
            scope = _Scope(names.facts)
        for statement in tree.body if tree is not None else ():
            calls = {id(node.func): not (node.args or node.keywords) for node in _calls(statement)}
            for node in ast.walk(statement):
                if isinstance(node, ast.Attribute):
                    yield from _use(names, scope, node, example, is_call=calls.get(id(node), False))
            _follow(scope, statement)


def _calls(statement: ast.stmt) -> Iterator[ast.Call]:
    return (node for node in ast.walk(statement) if isinstance(node, ast.Call))


def _use(names: Names, scope: _Scope, node: ast.Attribute, example: ExampleClaim, *, is_call: bool) -> Iterator[Use]:
    standing, before = _standing(names, scope, node)
    place = _place(example, node, before)
    if standing is not None and place is not None:
        yield Use(place, f"{before}.{node.attr}" if before else node.attr, standing, is_call)


def _standing(names: Names, scope: _Scope, node: ast.Attribute) -> tuple[Standing | None, str]:
    value = node.value
    before = value.id if isinstance(value, ast.Name) else ""
    if isinstance(node.ctx, ast.Store):
        scope.added.add((before, node.attr))
        return None, before
    kind = scope.class_of(value) or scope.class_named(value)
    if kind is not None and (before, node.attr) not in scope.added:
        return names.member(kind, node.attr), before or kind.name
    if before in scope.modules:
        return names.standing(f"{names.facts.name}.{node.attr}"), before
    return None, before


def _place(example: ExampleClaim, node: ast.Attribute, before: str) -> Place | None:
    """Return where the member stands in the document; None where its line shows it more than once or not at all."""
    lines = example.place.text.split("\n")
    index = (node.end_lineno or node.lineno) - 1
    if index >= len(lines):
        return None
    found = list(re.finditer(rf"(?:(?<![\w.]){re.escape(before)}|[)\]])\.({re.escape(node.attr)})(?!\w)", lines[index]))
    if not found:
        return None
    start = example.place.start + sum(len(line) + 1 for line in lines[:index]) + found[0].start(1)
    line = example.place.line + index
    return Place(line, line, start, start + len(node.attr), node.attr)


def _follow(scope: _Scope, statement: ast.stmt) -> None:
    """Note what a statement binds."""
    for node in ast.walk(statement):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                scope.bind(name, value)
            case ast.Import(names=aliases):
                found = {alias.asname or alias.name for alias in aliases if alias.name == scope.facts.name}
                scope.modules |= found
            case ast.ImportFrom(module=module, names=aliases) if module != scope.facts.name:
                scope.foreign |= {alias.asname or alias.name for alias in aliases}
            case ast.ImportFrom(names=aliases):
                scope.foreign |= {alias.asname for alias in aliases if alias.asname}
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                scope.bind(name, None)
            case ast.For(target=target) | ast.comprehension(target=target):
                _bind_all(scope, target)
            case ast.withitem(optional_vars=ast.expr() as target):
                _bind_all(scope, target)


def _bind_all(scope: _Scope, target: ast.expr) -> None:
    for node in ast.walk(target):
        if isinstance(node, ast.Name):
            scope.bind(node.id, None)


def _without_prompts(code: str) -> str:
    """Return the statements of a session, its outputs as blank lines, so that the line numbers stay."""
    if ">>>" not in code:
        return code
    lines = code.split("\n")
    return "\n".join(line[match.end() :] if (match := _PROMPT.match(line)) else "" for line in lines)
