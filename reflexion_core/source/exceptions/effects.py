"""What evaluating a piece of code adds to what escapes: calls, Python's own faults, raised values."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from reflexion_core.source.definition_nodes import ClassNode, FunctionNode
from reflexion_core.source.exception_facts import Certainty, Condition, ExceptionFact, Origin, UnknownCall
from reflexion_core.source.exceptions.calls import Target
from reflexion_core.source.exceptions.conditions import extend
from reflexion_core.source.exceptions.decorators import CONTEXT_MANAGERS
from reflexion_core.source.exceptions.feasibility import Known
from reflexion_core.source.exceptions.frames import Frame
from reflexion_core.source.exceptions.message_reading import Text, message_of, read_text
from reflexion_core.source.exceptions.outcomes import Bucket, Outcome
from reflexion_core.source.exceptions.raised_values import Candidate
from reflexion_core.source.messages import Message
from reflexion_core.source.statements import dotted_name

if TYPE_CHECKING:
    from reflexion_core.source.exceptions.analysis import Analysis

_MAX_VIA = 12


class Effects:
    """Collects what escapes while one function is walked through.

    Args:
        analysis: What is known of the module and of its other functions.
        frame: The function.
    """

    def __init__(self, analysis: Analysis, frame: Frame) -> None:
        self.analysis = analysis
        self.frame = frame
        self.out = Outcome()
        self.conditions: tuple[Condition, ...] = ()
        self.text = analysis.index.text

    def evaluate(self, node: ast.stmt | ast.expr, *, skip: ast.expr | None = None) -> None:
        events = self.analysis.events(node, self.frame.function)
        for name, place in events.faults.items():
            if name not in self.out.language:
                self.out.add_faults([name], getattr(place, "lineno", node.lineno), _short(place))
        for call in events.calls:
            if call is not skip:
                self._call(call, is_loose=id(call) in events.loose_calls, is_awaited=id(call) in events.awaited)
        if self.analysis.has_properties:
            for attribute in events.attributes:
                function = self.analysis.calls.property_function(attribute, self.frame)
                if function is not None:
                    self.inject(function, attribute)
        for subscript in events.subscripts if self.analysis.has_getitem else ():
            self._subscript(subscript)
        for _ in events.yields:
            self._yield(node)

    def faults_of(self, node: ast.stmt) -> None:
        for name in self.analysis.own_faults(node):
            self.out.add_faults([name], node.lineno, type(node).__name__.removeprefix("Async").lower())

    def _subscript(self, node: ast.Subscript) -> None:
        kind = self.analysis.reader.type_of(node.value, self.frame.function)
        if isinstance(kind, ClassNode):
            names = {ast.Load: "__getitem__", ast.Store: "__setitem__", ast.Del: "__delitem__"}
            method = self.analysis.index.find_method(kind, names[type(node.ctx)])
            if method is not None:
                self.inject(method, node)

    def _yield(self, node: ast.stmt | ast.expr) -> None:
        if self.frame.thrown_in is not None:
            self.out.merge(self.frame.thrown_in)
        elif CONTEXT_MANAGERS & set(self.frame.function.decorators):
            self.out.add_unknown(UnknownCall(callee="the with block", kind="given", line=node.lineno, arguments=None))

    def _call(self, call: ast.Call, *, is_loose: bool, is_awaited: bool) -> None:
        for target in self.analysis.calls.targets(call.func, self.frame):
            self._reach(target, call, is_loose=is_loose, is_awaited=is_awaited)
        if self.analysis.has_functions:
            for function in self.analysis.calls.callbacks(call, self.frame):
                self.inject(function, call, is_possible=True)

    def _reach(self, target: Target, call: ast.Call, *, is_loose: bool, is_awaited: bool) -> None:
        if target.kind == "known":
            self._add_faults(target.faults, call)
        elif target.kind == "unknown" and not self._makes_exception(target, call):
            callee = self.text.segment(call.func)
            self.out.add_unknown(
                UnknownCall(callee=callee, kind=target.callee_kind, line=call.lineno, arguments=_count(call))
            )
        elif target.kind == "exit":
            self._exit(call)
        elif target.outcome is not None:
            self.out.merge(target.outcome)
        elif target.function is not None:
            node = target.function.node
            is_lazy = is_loose and (target.function.is_generator or isinstance(node, ast.AsyncFunctionDef))
            is_lazy = is_lazy and not is_awaited
            self.inject(target.function, call, is_lazy=is_lazy, is_possible=not target.is_certain)

    def _makes_exception(self, target: Target, call: ast.Call) -> bool:
        """Say whether a call of a variable makes an exception, as in `kind = ERRORS.get(code, OSError); kind(text)`."""
        if target.callee_kind != "given":
            return False
        classes = self.analysis.values.classes.classes(call.func, self.frame, 0)
        return bool(classes) and None not in classes

    def _exit(self, call: ast.Call) -> None:
        text = read_text(call.args[0], self.resolve) if call.args else None
        message = message_of(text) if text is not None else None
        self.out.add(self.fact("SystemExit", call, self.text.segment(call), message=message, origin="exit"))

    def inject(
        self, function: FunctionNode, node: ast.expr, *, is_possible: bool = False, is_lazy: bool = False
    ) -> None:
        """Add what escapes from a function of the file to what escapes here."""
        outcome = self.analysis.summary(function)
        known = self.known(function, node) if outcome.raises and isinstance(node, ast.Call) else {}
        for fact in outcome.raises.values():
            if known and not fact.via and self.analysis.feasibility.is_impossible(fact.conditions, known):
                continue
            self.out.add(self.passed(fact, function, node, is_possible=is_possible, is_lazy=is_lazy))
        self._add_faults(outcome.language, node)
        for call in outcome.unknown.values():
            self.out.add_unknown(call)

    def _add_faults(self, types: Iterable[str], node: ast.expr) -> None:
        """Add what Python could raise in an expression, whose words are only made for what is new."""
        new = [name for name in types if name not in self.out.language]
        if new:
            self.out.add_faults(new, node.lineno, _short(node))

    def known(self, function: FunctionNode, call: ast.Call) -> Known:
        """Return what is known of the arguments; a function that is only handed on is called by somebody else."""
        targets = self.analysis.calls.targets(call.func, self.frame)
        if not any(target.function is function for target in targets):
            return {}
        return self.analysis.feasibility.known_arguments(function, call, self.frame.function)

    def passed(
        self, fact: ExceptionFact, function: FunctionNode, node: ast.expr, *, is_possible: bool, is_lazy: bool
    ) -> ExceptionFact:
        return replace(
            fact,
            via=(function.key, *fact.via)[:_MAX_VIA],
            conditions=extend(self.conditions, *fact.conditions),
            # a method that only says that subclasses have to write it is not what is reached in the end
            certainty="possible" if is_possible or fact.type == "NotImplementedError" else fact.certainty,
            call_line=node.lineno,
            when=self.analysis.when(function) if is_lazy else "called",
        )

    # raising

    def add_raised(self, candidate: Candidate, node: ast.stmt, written: ast.expr) -> None:
        certainty: Certainty = "certain" if candidate.is_certain else "possible"
        segment = self.text.segment(written)
        self.out.add(self.fact(candidate.type, node, segment, message=candidate.message, certainty=certainty))

    def fact(
        self,
        name: str | None,
        node: ast.stmt | ast.expr,
        written: str,
        *,
        message: Message | None = None,
        origin: Origin = "raise",
        certainty: Certainty = "certain",
    ) -> ExceptionFact:
        return ExceptionFact(
            type=name,
            written=written,
            message=message,
            conditions=self.conditions,
            origin=origin,
            certainty=certainty,
            line=node.lineno,
            end_line=node.end_lineno or node.lineno,
            call_line=node.lineno,
        )

    def raise_again(self, bucket: Bucket, node: ast.Raise) -> None:
        """Let out again what a handler has caught."""
        for fact in bucket.caught.raises.values():
            self.out.add(fact)
        if bucket.catches_all or bucket.is_dynamic:
            self.out.merge(Outcome({}, bucket.caught.language, bucket.caught.unknown))
        if bucket.catches_all:
            return
        raised = [fact.type for fact in bucket.caught.raises.values() if fact.type is not None]
        for name in bucket.types:
            if not any(self.analysis.types.is_subclass(other, name) for other in raised):
                written = self.text.segment(node)
                self.out.add(self.fact(name, node, written, origin="reraise", certainty="possible"))

    def resolve(self, name: str) -> Text | None:
        return self.analysis.values.texts.resolve(name, self.frame)


def _count(call: ast.Call) -> int | None:
    if any(isinstance(arg, ast.Starred) for arg in call.args) or any(k.arg is None for k in call.keywords):
        return None
    return len(call.args) + len(call.keywords)


def _short(node: ast.AST) -> str:
    """Return a node in a few words; unparsing each would take longer than all the rest."""
    match node:
        case ast.Call(func=func):
            return f"{dotted_name(func) or '…'}()"
        case ast.Subscript(value=value):
            return f"{dotted_name(value) or '…'}[…]"
        case ast.Attribute(attr=attr):
            return dotted_name(node) or f"….{attr}"
    return type(node).__name__
