"""What context managers do to the exceptions of the block that they stand around."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reflexion_core.source.definition_nodes import ClassNode, FunctionNode
from reflexion_core.source.exceptions.binding_effects import BindingEffects
from reflexion_core.source.exceptions.calls import is_property
from reflexion_core.source.exceptions.decorators import CONTEXT_MANAGERS
from reflexion_core.source.exceptions.frames import Frame
from reflexion_core.source.exceptions.outcomes import Bucket, Outcome, sort_into
from reflexion_core.source.exceptions.paths import has_handler, may_swallow
from reflexion_core.source.statements import dotted_name

if TYPE_CHECKING:
    from reflexion_core.source.exceptions.analysis import Analysis

_MAX_MANAGERS = 3


class ManagedFlow(BindingEffects, ABC):
    """The part of a walk through a function that is about `with`.

    Args:
        analysis: What is known of the module and of its other functions.
        frame: The function.
        depth: How many context managers this walk stands in.
    """

    def __init__(self, analysis: Analysis, frame: Frame, depth: int = 0) -> None:
        super().__init__(analysis, frame)
        self._depth = depth

    @abstractmethod
    def run(self) -> tuple[Outcome, bool]:
        """Return what escapes, and whether the end of the body is never reached."""

    @abstractmethod
    def _block(self, body: Sequence[ast.stmt]) -> bool:
        """Walk through a block and say whether what follows it is never reached."""

    def _with(self, node: ast.With | ast.AsyncWith) -> bool:
        self.faults_of(node)
        return self._with_items(node, list(node.items))

    def _with_items(self, node: ast.With | ast.AsyncWith, items: list[ast.withitem]) -> bool:
        if not items:
            self._bind(node)
            return self._block(node.body)
        item, *rest = items
        call = item.context_expr
        function = self._manager_function(call)
        if function is not None and self._depth < _MAX_MANAGERS and function is not self.frame.function:
            self.evaluate(call, skip=call)
            inner, leaves = self._captured(lambda: self._with_items(node, rest))
            self.out.merge(self._through_manager(function, inner, call))
            return leaves and not has_handler(function)
        self.evaluate(call)
        suppressed = self._suppressed(call)
        if suppressed is not None:
            inner, _ = self._captured(lambda: self._with_items(node, rest))
            self.out.merge(sort_into(inner, [suppressed], self.analysis.types))
            return False
        kind = self.analysis.reader.type_of(call, self.frame.function)
        if isinstance(kind, ClassNode):
            return self._with_instance(kind, node, rest, call)
        return self._with_items(node, rest)

    def _with_instance(
        self, kind: ClassNode, node: ast.With | ast.AsyncWith, rest: list[ast.withitem], call: ast.expr
    ) -> bool:
        prefix = "__a" if isinstance(node, ast.AsyncWith) else "__"
        enter, leave = (self.analysis.index.find_method(kind, f"{prefix}{word}__") for word in ("enter", "exit"))
        if enter is not None:
            self.inject(enter, call)
        inner, leaves = self._captured(lambda: self._with_items(node, rest))
        swallows = leave is not None and may_swallow(leave)
        for fact in inner.raises.values():
            self.out.add(replace(fact, certainty="possible") if swallows else fact)
        self.out.merge(Outcome({}, inner.language, inner.unknown))
        if leave is not None:
            self.inject(leave, call)
        return leaves and not swallows

    def _captured(self, walk: Callable[[], bool]) -> tuple[Outcome, bool]:
        """Return what escapes from a part of the function instead of adding it to the whole."""
        saved, self.out = self.out, Outcome()
        leaves = walk()
        captured, self.out = self.out, saved
        return captured, leaves

    def _manager_function(self, call: ast.expr) -> FunctionNode | None:
        """Return the function of the file behind `with function(…)`, when `contextmanager` made it."""
        if not isinstance(call, ast.Call):
            return None
        targets = self.analysis.calls.targets(call.func, self.frame)
        found = targets[0].function if len(targets) == 1 else None
        if found is None or is_property(found) or not CONTEXT_MANAGERS & set(found.decorators):
            return None
        return found

    def _through_manager(self, function: FunctionNode, inner: Outcome, call: ast.expr) -> Outcome:
        """Return what is left of the exceptions of a `with` block, and what the manager adds."""
        frame = Frame(function, thrown_in=inner)
        outcome, _ = type(self)(self.analysis, frame, self._depth + 1).run()
        facts = Outcome({}, outcome.language, outcome.unknown)
        known = self.known(function, call) if isinstance(call, ast.Call) else {}
        for key, fact in outcome.raises.items():
            is_own = key not in inner.raises
            if is_own and not fact.via and self.analysis.feasibility.is_impossible(fact.conditions, known):
                continue
            facts.add(self.passed(fact, function, call, is_possible=False, is_lazy=False) if is_own else fact)
        return facts

    def _suppressed(self, call: ast.expr) -> Bucket | None:
        """Return what `contextlib.suppress(…)` catches; None for another manager."""
        match call:
            case ast.Call(func=func, args=args):
                written = dotted_name(func)
                if written and self.analysis.index.resolve(written) == "contextlib.suppress":
                    tuple_node = ast.Tuple(elts=list(args), ctx=ast.Load())
                    return Bucket(*self.analysis.values.classes.handler_types(tuple_node, self.frame))
        return None
