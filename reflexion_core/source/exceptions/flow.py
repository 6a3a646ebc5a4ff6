"""A walk over the statements of one function that collects what escapes from it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, Literal

from reflexion_core.source.exception_facts import Condition, ExceptionFact
from reflexion_core.source.exceptions.bindings import Caught, Meanings
from reflexion_core.source.exceptions.conditions import constant_truth, extend, negate
from reflexion_core.source.exceptions.managed_flow import ManagedFlow
from reflexion_core.source.exceptions.message_reading import message_of, read_text
from reflexion_core.source.exceptions.outcomes import Bucket, Outcome, sort_into
from reflexion_core.source.exceptions.paths import has_break, is_irrefutable, is_never
from reflexion_core.source.segments import unparse


class Flow(ManagedFlow):
    """Walks through one function."""

    def run(self) -> tuple[Outcome, bool]:
        """Return what escapes, and whether the end of the body is never reached."""
        leaves = self._block(self.frame.function.node.body)
        return self.out, leaves

    # statements: each method says whether what follows the statement is never reached

    def _block(self, body: Sequence[ast.stmt]) -> bool:
        saved = self.conditions
        leaves = False
        for statement in body:
            if leaves := self._statement(statement):
                break
        self.conditions = saved
        return leaves

    def _statement(self, statement: ast.stmt) -> bool:
        walk = _WALKS.get(type(statement))
        if walk is not None:
            return walk(self, statement)
        self.evaluate(statement)
        self._bind(statement)
        return self._never_returns(statement)

    def _branch(self, body: Sequence[ast.stmt], *conditions: Condition) -> tuple[bool, dict[str, Meanings]]:
        """Walk through a block that may be left out; return whether it leaves, and what it binds."""
        saved = self.conditions
        self.conditions = extend(saved, *conditions)
        self.frame.bindings.open_branch()
        leaves = self._block(body)
        self.conditions = saved
        return leaves, self.frame.bindings.close_branch()

    def _if(self, node: ast.If) -> bool:
        """Walk through a whole chain of `elif` at once; such a chain may be a thousand long."""
        saved = self.conditions
        passed: list[Condition] = []
        branches: list[dict[str, Meanings]] = []
        all_leave, has_else = True, False
        current: ast.If | None = node
        while current is not None:
            self.evaluate(current.test)
            truth = constant_truth(current.test)
            reached = self._reached(current.test)
            leaves = truth is False
            if truth is not False:
                leaves, changes = self._branch(current.body, reached)
                branches += [] if leaves else [changes]
            avoided = self._avoided(current.test)
            passed += [avoided] if leaves and all_leave and truth is None else []
            all_leave = all_leave and leaves
            self.conditions = extend(self.conditions, avoided) if truth is None else self.conditions
            if truth is True:
                has_else, current = True, None
            elif len(current.orelse) == 1 and isinstance(current.orelse[0], ast.If):
                current = current.orelse[0]
            else:
                has_else = bool(current.orelse)
                leaves, changes = self._branch(current.orelse) if has_else else (False, {})
                branches += [] if leaves or not has_else else [changes]
                if leaves and current is node:
                    passed.append(reached)
                all_leave = all_leave and leaves
                current = None
        self.conditions = extend(saved, *passed)
        self.frame.bindings.join(branches, may_skip=not has_else)
        return all_leave and has_else

    def _for(self, node: ast.For | ast.AsyncFor) -> bool:
        self.evaluate(node.iter)
        self.faults_of(node)
        self._bind(node)
        around = Condition("for", f"{unparse(node.target)} in {self.text.segment(node.iter)}")
        _, changes = self._branch(node.body, around)
        self.frame.bindings.join([changes], may_skip=True)
        leaves = self._block(node.orelse)
        return leaves and bool(node.orelse) and not has_break(node.body)

    def _while(self, node: ast.While) -> bool:
        self.evaluate(node.test)
        truth = constant_truth(node.test)
        if truth is False:
            return self._block(node.orelse)
        around = [] if truth else [Condition("while", self.text.segment(node.test))]
        _, changes = self._branch(node.body, *around)
        self.frame.bindings.join([changes], may_skip=not truth)
        if truth:
            return not has_break(node.body)
        if not has_break(node.body):
            self.conditions = extend(self.conditions, self._avoided(node.test))
        return self._block(node.orelse) and bool(node.orelse) and not has_break(node.body)

    def _try(self, node: ast.Try | ast.TryStar) -> bool:
        outcome, leaves = self._captured(lambda: self._try_and_handlers(node))
        final_out, final_leaves = self._captured(lambda: self._block(node.finalbody))
        if not final_leaves:  # a `finally` that returns drops what was on its way
            self.out.merge(outcome)
        self.out.merge(final_out)
        return leaves or final_leaves

    def _try_and_handlers(self, node: ast.Try | ast.TryStar) -> bool:
        bindings = self.frame.bindings
        buckets = [Bucket(*self.analysis.values.classes.handler_types(h.type, self.frame)) for h in node.handlers]
        bindings.open_branch()
        body_out, leaves = self._captured(lambda: self._block(node.body))
        self.out.merge(sort_into(body_out, buckets, self.analysis.types))
        leaves = leaves or (self._block(node.orelse) and bool(node.orelse))
        changes = bindings.close_branch()
        branches = [] if leaves else [changes]
        bindings.join([changes], may_skip=True)  # a handler may find either
        for handler, bucket in zip(node.handlers, buckets, strict=True):
            handler_leaves, handler_changes = self._handler(handler, bucket)
            branches += [] if handler_leaves else [handler_changes]
            leaves = leaves and handler_leaves
        bindings.join(branches, may_skip=False)
        return leaves

    def _handler(self, handler: ast.ExceptHandler, bucket: Bucket) -> tuple[bool, dict[str, Meanings]]:
        frame = self.frame
        frame.handlers.append(bucket)
        frame.bindings.open_branch()
        if handler.name:
            frame.bindings.set(handler.name, Caught(bucket))
        caught = unparse(handler.type) if handler.type is not None else "BaseException"
        leaves, changes = self._branch(handler.body, Condition("except", caught))
        frame.bindings.join([changes], may_skip=False)
        frame.handlers.pop()
        changes = frame.bindings.close_branch()
        if handler.name:
            changes.pop(handler.name, None)  # Python deletes the name as well
        return leaves, changes

    def _match(self, node: ast.Match) -> bool:
        self.evaluate(node.subject)
        subject = self.text.segment(node.subject)
        branches: list[dict[str, Meanings]] = []
        all_leave, is_complete = True, False
        for case in node.cases:
            if case.guard is not None:
                self.evaluate(case.guard)
            guard = f" if {self.text.segment(case.guard)}" if case.guard is not None else ""
            leaves, changes = self._branch(case.body, Condition("case", f"{subject} is {unparse(case.pattern)}{guard}"))
            branches += [] if leaves else [changes]
            all_leave = all_leave and leaves
            is_complete = is_complete or (case.guard is None and is_irrefutable(case.pattern))
        self.frame.bindings.join(branches, may_skip=not is_complete)
        return all_leave and is_complete

    def _raise(self, node: ast.Raise) -> bool:
        self.evaluate(node)
        if node.exc is None:
            if self.frame.handlers:
                self.raise_again(self.frame.handlers[-1], node)
            return True
        for candidate in self.analysis.values.candidates(node.exc, self.frame):
            if candidate.bucket is not None:
                self.raise_again(candidate.bucket, node)
            else:
                self.add_raised(candidate, node, node.exc)
        return True

    def _assert(self, node: ast.Assert) -> bool:
        self.evaluate(node)
        text = read_text(node.msg, self.resolve) if node.msg is not None else None
        self.out.add(
            ExceptionFact(
                type="AssertionError",
                written=f"assert {self.text.segment(node.test)}",
                message=message_of(text) if text is not None else None,
                conditions=extend(self.conditions, self._avoided(node.test, kind="if")),
                origin="assert",
                certainty="certain",
                line=node.lineno,
                end_line=node.end_lineno or node.lineno,
                call_line=node.lineno,
            )
        )
        return constant_truth(node.test) is False

    def _leave(self, node: ast.stmt) -> bool:
        self.evaluate(node)
        return True

    def _define(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
        for decorator in node.decorator_list:
            self.evaluate(decorator)
        return False

    # parts of the walk

    def _reached(self, test: ast.expr) -> Condition:
        condition = Condition("if", self.text.segment(test))
        self.analysis.feasibility.tests.setdefault(condition.text, test)
        return condition

    def _avoided(self, test: ast.expr, *, kind: Literal["not", "if"] = "not") -> Condition:
        condition = Condition(kind, negate(test, self.text))
        opposite = ast.UnaryOp(op=ast.Not(), operand=test)
        self.analysis.feasibility.tests.setdefault(condition.text, opposite)
        return condition

    def _never_returns(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Expr(value=ast.Call(func=func)) | ast.Expr(value=ast.Await(value=ast.Call(func=func))):
                targets = self.analysis.calls.targets(func, self.frame)
                return bool(targets) and all(t.kind == "exit" or is_never(t.function) for t in targets)
        return False


_WALKS: dict[type[ast.stmt], Callable[[Flow, Any], bool]] = {
    ast.If: Flow._if,
    ast.For: Flow._for,
    ast.AsyncFor: Flow._for,
    ast.While: Flow._while,
    ast.With: Flow._with,
    ast.AsyncWith: Flow._with,
    ast.Try: Flow._try,
    ast.TryStar: Flow._try,
    ast.Match: Flow._match,
    ast.Raise: Flow._raise,
    ast.Assert: Flow._assert,
    ast.Return: Flow._leave,
    ast.Break: Flow._leave,
    ast.Continue: Flow._leave,
    ast.FunctionDef: Flow._define,
    ast.AsyncFunctionDef: Flow._define,
    ast.ClassDef: Flow._define,
}
