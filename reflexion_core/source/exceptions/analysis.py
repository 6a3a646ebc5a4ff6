"""What escapes from every function of a module, calls within the module followed to their end."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import cached_property

from reflexion_core.source.definition_nodes import FunctionNode
from reflexion_core.source.exception_facts import UnknownCall, When
from reflexion_core.source.exception_types import ExceptionTypes, canonical
from reflexion_core.source.exceptions.call_order import circles, likely_order
from reflexion_core.source.exceptions.calls import CallReader, is_property
from reflexion_core.source.exceptions.decorators import CONTEXT_MANAGERS, Wrapper, find_wrapper, is_transparent
from reflexion_core.source.exceptions.events import Events, read_events
from reflexion_core.source.exceptions.feasibility import Feasibility
from reflexion_core.source.exceptions.flow import Flow
from reflexion_core.source.exceptions.frames import Frame
from reflexion_core.source.exceptions.language import node_faults
from reflexion_core.source.exceptions.outcomes import MAX_PASSED_ON, Outcome
from reflexion_core.source.exceptions.raised_values import RaisedValues
from reflexion_core.source.inference import TypeReader
from reflexion_core.source.module_index import ModuleIndex
from reflexion_core.source.statements import nodes_of

_MAX_ROUNDS = 4
"""How often functions that call each other in a circle are gone through."""
_LARGE_CIRCLE = 100
"""Functions in a circle that is gone through only twice, so that time grows with the size and no faster."""
_PASSED_ON_IN_LARGE_CIRCLE = 8


class Analysis:
    """Reads the exceptions of one module.

    Args:
        index: The names of the module.
    """

    def __init__(self, index: ModuleIndex) -> None:
        self.index = index
        self.types = exception_types(index)
        self.reader = TypeReader(index)
        self.values = RaisedValues(index, self.types)
        self.calls = CallReader(index, self.reader)
        self.feasibility = Feasibility(index)
        self.outcomes: dict[str, Outcome] = {}
        """What escapes, by the function's key."""
        self.ends: dict[str, bool] = {}
        """Whether the end of the body is reached, by the function's key."""
        self._summaries: dict[str, Outcome] = {}
        self._events: dict[ast.AST, Events] = {}
        self._asked: dict[str, None] = {}

    def run(self) -> None:
        """Go through every function, those that are called before those that call them.

        A function that turns out to call one that was not gone through yet is gone through again.
        """
        graph: dict[str, dict[str, None]] = {}
        for key in likely_order(self.index):
            self._asked = {}
            self._walk(self.index.functions[key])
            graph[key] = self._asked
            if all(called in self._summaries for called in self._asked):
                self._summaries[key] = self.outcomes[key].passed_on()
        for group in circles({key: graph[key] for key in self.index.functions}):
            if group[0] not in self._summaries:
                self._settle(group, is_circle=len(group) > 1 or group[0] in graph[group[0]])

    def summary(self, function: FunctionNode) -> Outcome:
        """Return what callers of a function get, as far as it is known yet."""
        self._asked[function.key] = None
        return self._summaries.get(function.key) or _NOTHING

    def when(self, function: FunctionNode) -> When:
        """Return when the exceptions of a function come."""
        if CONTEXT_MANAGERS & set(function.decorators):
            return "entered"
        if function.is_generator:
            return "iterated"
        return "awaited" if isinstance(function.node, ast.AsyncFunctionDef) else "called"

    def events(self, node: ast.stmt | ast.expr, function: FunctionNode) -> Events:
        """Return what happens while a statement or expression of a function is evaluated."""
        found = self._events.get(node)
        if found is None:
            nodes = function.nodes_by_statement.get(node) or nodes_of(node)
            found = self._events[node] = read_events(node, nodes)
        return found

    def own_faults(self, node: ast.stmt) -> tuple[str, ...]:
        """Return what a compound statement itself could raise."""
        return node_faults(node)

    def is_wrapped(self, function: FunctionNode) -> bool:
        """Say whether a decorator that is not in the file may change what a call does."""
        return bool(function.decorators) and any(
            not is_transparent(name) and find_wrapper(self.index, node) is None
            for name, node in zip(function.decorators, function.node.decorator_list, strict=True)
        )

    def wrappers(self, function: FunctionNode) -> list[Wrapper]:
        """Return what decorators of the file put in place of a function, the inmost first."""
        if not function.decorators:
            return []
        pairs = zip(reversed(function.decorators), reversed(function.node.decorator_list), strict=True)
        found = [find_wrapper(self.index, node) for name, node in pairs if not is_transparent(name)]
        return [wrapper for wrapper in found if isinstance(wrapper, Wrapper)]

    @cached_property
    def has_properties(self) -> bool:
        return any(is_property(function) for function in self.index.functions.values() if function.owner)

    @cached_property
    def has_getitem(self) -> bool:
        names = ("__getitem__", "__setitem__", "__delitem__")
        return any(name in kind.methods for kind in self.index.classes.values() for name in names)

    @property
    def has_functions(self) -> bool:
        return bool(self.index.functions)

    def _settle(self, group: list[str], *, is_circle: bool) -> None:
        is_large = len(group) > _LARGE_CIRCLE
        limit = _PASSED_ON_IN_LARGE_CIRCLE if is_large else MAX_PASSED_ON
        for _ in range(2 if is_large else _MAX_ROUNDS if is_circle else 1):
            sizes = [_size(self._summaries.get(key)) for key in group]
            for key in group:
                self._walk(self.index.functions[key])
                self._summaries[key] = self.outcomes[key].passed_on(limit)
            if sizes == [_size(self._summaries[key]) for key in group]:
                break

    def _walk(self, function: FunctionNode) -> None:
        outcome, leaves = Flow(self, Frame(function)).run()
        for wrapper in self.wrappers(function):
            frame = Frame(wrapper.function, callables={wrapper.parameter: outcome})
            outcome, _ = Flow(self, frame).run()
        if self.is_wrapped(function):
            outcome = _doubted(outcome, function)
        self.outcomes[function.key] = outcome
        self.ends[function.key] = not leaves


_NOTHING = Outcome()


def _size(outcome: Outcome | None) -> tuple[int, int, int]:
    if outcome is None:
        return (0, 0, 0)
    return (len(outcome.raises), len(outcome.language), len(outcome.unknown))


def _doubted(outcome: Outcome, function: FunctionNode) -> Outcome:
    """Return what is left to say of a function that an unknown decorator wraps: all is possible."""
    doubted = Outcome({}, dict(outcome.language), dict(outcome.unknown))
    for fact in outcome.raises.values():
        doubted.add(replace(fact, certainty="possible"))
    names = ", ".join(name for name in function.decorators if not is_transparent(name))
    doubted.add_unknown(UnknownCall(callee=f"@{names}", kind="imported", line=function.node.lineno, arguments=None))
    return doubted


def exception_types(index: ModuleIndex) -> ExceptionTypes:
    """Return how the exceptions of a module inherit."""
    bases = {kind.key: tuple(canonical(base) for base in kind.bases) or ("object",) for kind in index.classes.values()}
    aliases = {name: index.resolve(name) for name in index.constants if index.lookup(name) is not None}
    names = dict(index.imports) | {name: target for name, target in aliases.items() if target != name}
    return ExceptionTypes(bases, names)
