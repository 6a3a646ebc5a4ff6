"""Where the value of a parameter goes: the names that hang on it, in a function and in what it calls in its file.

The trace is wide on purpose: a name that may hang on the parameter counts. What is outside of it does not hang on it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from reflexion_core.checks._function_trees import FunctionTree, FunctionTrees
from reflexion_core.checks.base import Paper
from reflexion_core.source.facts import ClassFact, FunctionFact, ModuleFacts

_MOST_FUNCTIONS = 24
"""What reaches further is not followed."""
_MOST_ROUNDS = 8
_WORD = re.compile(r"[^\W\d]\w*")
_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)
_CONSTRUCTORS = ("__init__", "__new__", "__post_init__")


@dataclass(frozen=True)
class Trace:
    """The names that hang on a parameter."""

    words: frozenset[str]
    """All of them, in whatever function."""
    same: Mapping[str, frozenset[str]]
    """From a function to its names for just what was given."""
    trees: Mapping[str, FunctionTree]
    """The functions that were looked through."""

    def touches(self, text: str) -> bool:
        """Say whether some code names what hangs on the parameter."""
        return not self.words.isdisjoint(_WORD.findall(text))

    def leaves_before(self, qualname: str, line: int) -> bool:
        """Say whether a function may end, or go on elsewhere, by what hangs on the parameter before it gets to a line.

        Branches around the line do not count: their tests are known.
        """
        for node in ast.walk(self.trees[qualname]) if qualname in self.trees else ():
            head = _head(node)
            if head is None or node.lineno > line or _is_around(node, line):  # type: ignore[attr-defined]
                continue
            if any(isinstance(inner, _LEAVING) for inner in ast.walk(node)) and self.touches(_names_text(head)):
                return True
        return False


def follow(paper: Paper, symbol: FunctionFact | ClassFact, name: str) -> Trace | None:
    """Return where a parameter's value goes; None where that is too much to follow."""
    walk = _Walk(paper.facts, FunctionTrees(paper))
    members = symbol.all_methods if isinstance(symbol, ClassFact) else (symbol,)
    for member in members:
        walk.enter(member, {name}, {name})
    if isinstance(symbol, ClassFact):
        walk.attributes.add(name)
    return walk.run()


def called(facts: ModuleFacts, holder: str, call: ast.Call) -> tuple[FunctionFact, ...]:
    """Return the functions of the file that a call runs by the name of what it calls."""
    match call.func:
        case ast.Name(id="cls"):
            name = holder
        case ast.Name(id=name):
            pass
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=attribute):
            name = f"{holder}.{attribute}"
        case _:
            return ()
    kind = facts.class_(name)
    if kind is not None:
        return tuple(method for one in _CONSTRUCTORS if (method := kind.method(one)) is not None)
    function = facts.function(name)
    return (function,) if function is not None else ()


@dataclass
class _Walk:
    facts: ModuleFacts
    finder: FunctionTrees
    functions: dict[str, FunctionFact] = field(default_factory=dict)
    trees: dict[str, FunctionTree] = field(default_factory=dict)
    words: dict[str, set[str]] = field(default_factory=dict)
    same: dict[str, set[str]] = field(default_factory=dict)
    attributes: set[str] = field(default_factory=set)
    is_lost: bool = False

    @cached_property
    def imported(self) -> frozenset[str]:
        """Names of modules and of what comes from them, which a call does not change."""
        return frozenset(one.name for one in self.facts.imports)

    def run(self) -> Trace | None:
        for _ in range(_MOST_ROUNDS):
            before = self._size()
            for qualname in list(self.trees):
                self._look_through(qualname)
            if self.is_lost or len(self.trees) > _MOST_FUNCTIONS:
                return None
            if self._size() == before:
                words = frozenset().union(*self.words.values(), self.attributes)
                same = {name: frozenset(found) for name, found in self.same.items()}
                return Trace(words, same, self.trees)
        return None

    def enter(self, function: FunctionFact, words: set[str], same: set[str]) -> None:
        qualname = function.qualname
        tree = self.finder.get(function)
        if tree is None or function.alternatives:
            self.is_lost = True
            return
        self.functions[qualname] = function
        self.trees[qualname] = tree
        self.words.setdefault(qualname, set()).update(words)
        self.same.setdefault(qualname, set()).update(same)

    def _size(self) -> tuple[int, ...]:
        tables = (self.words, self.same)
        return (len(self.trees), len(self.attributes), *(sum(map(len, table.values())) for table in tables))

    def _look_through(self, qualname: str) -> None:
        for node in ast.walk(self.trees[qualname]):
            for value, targets in _bindings(node):
                if any(self._hangs(qualname, one) for one in value):
                    self._mark(qualname, targets)
            if isinstance(node, ast.Call):
                self._look_at_call(qualname, node)

    def _hangs(self, qualname: str, node: ast.AST) -> bool:
        names = self.words[qualname]
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and one.id in names:
                return True
            if isinstance(one, ast.Attribute) and one.attr in self.attributes:
                return True
        return False

    def _mark(self, qualname: str, targets: Sequence[ast.AST]) -> None:
        for target in targets:
            for one in ast.walk(target):
                if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store | ast.Del):
                    self.attributes.add(one.attr)
                elif isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store | ast.Del):
                    self._mark_root(qualname, one.value)
                elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                    self.words[qualname].add(one.id)
                elif isinstance(one, ast.MatchAs | ast.MatchStar) and one.name:
                    self.words[qualname].add(one.name)

    def _mark_root(self, qualname: str, node: ast.expr) -> None:
        """Mark what is changed from inside: `found` in `found.append(name)` and `found[0] = name`."""
        match node:
            case ast.Name(id=name) if name not in ("self", "cls") and name not in self.imported:
                self.words[qualname].add(name)
            case ast.Attribute(attr=name):
                self.attributes.add(name)
            case ast.Subscript(value=value) | ast.Call(func=value):
                self._mark_root(qualname, value)

    def _look_at_call(self, qualname: str, call: ast.Call) -> None:
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        hanging = [one for one in given if self._hangs(qualname, one)]
        if hanging and isinstance(call.func, ast.Attribute):
            self._mark_root(qualname, call.func.value)
        for function in called(self.facts, qualname.rpartition(".")[0], call):
            parameters = [parameter.name for parameter in function.signature_parameters]
            words: set[str] = set()
            same: set[str] = set()
            is_open = any(isinstance(one, ast.Starred) for one in call.args) or None in [k.arg for k in call.keywords]
            for name, value in _matched(call, parameters):
                if value in hanging:
                    words.add(name)
                    is_same = isinstance(value, ast.Name) and value.id in self.same[qualname]
                    same |= {name} if is_same and not is_open else set()
            self.enter(function, set(parameters) if is_open and hanging else words, same)


def _matched(call: ast.Call, parameters: list[str]) -> Iterator[tuple[str, ast.expr]]:
    yield from zip(parameters, call.args, strict=False)
    # what has no name of its own ends in a parameter for many
    yield from ((name, one) for name in parameters[-2:] for one in call.args[len(parameters) :])
    for keyword in call.keywords:
        if keyword.arg in parameters:
            yield keyword.arg, keyword.value
        else:
            yield from ((name, keyword.value) for name in parameters[-1:])


def _bindings(node: ast.AST) -> Iterator[tuple[list[ast.AST], list[ast.AST]]]:
    """Yield what values some names get, or hang on."""
    match node:
        case ast.Assign(targets=targets, value=value):
            yield [value], list(targets)
        case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
            yield [value], [target]
        case ast.AnnAssign(target=target, value=value) if value is not None:
            yield [value], [target]
        case ast.comprehension(target=target, iter=iterated):
            yield [iterated], [target]
    if (head := _head(node)) is not None:
        yield head, [node]


def _head(node: ast.AST) -> list[ast.AST] | None:
    """Return what a compound statement hangs on; None for another one."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            return [test]
        case ast.For(iter=iterated) | ast.AsyncFor(iter=iterated):
            return [iterated]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            return list(items)
        case ast.Match(subject=subject):
            return [subject]
        case ast.Try(body=body):
            return list(body)
    return None


def _is_around(node: ast.AST, line: int) -> bool:
    body = getattr(node, "body", None) or getattr(node, "cases", [])
    end = node.body[-1].end_lineno if isinstance(node, ast.Try) else getattr(node, "end_lineno", None)
    return bool(body) and getattr(node, "lineno", 0) <= line <= (end or 0)


def _names_text(nodes: list[ast.AST]) -> str:
    found = (one for node in nodes for one in ast.walk(node))
    return " ".join(
        one.id if isinstance(one, ast.Name) else one.attr for one in found if isinstance(one, ast.Name | ast.Attribute)
    )
