"""Runs the blocks of one chain, statement by statement, and reports on each."""

from __future__ import annotations
import __future__

import ast
import inspect
import linecache
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from types import CodeType, ModuleType
from typing import Any

from reflexion_core.sandbox._worker_echo import Echo
from reflexion_core.sandbox._worker_guard import Guard
from reflexion_core.sandbox._worker_module import UploadedModule
from reflexion_core.sandbox._worker_output import Output, OutputLimitReached

FUTURE_FLAGS = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
THREAD_GRACE_SECONDS = 0.2

Report = Callable[..., None]
"""Takes the kind of a record and its values."""


class BlockEnded(Exception):
    """The rest of a block cannot be run."""


class BlockRunner:
    """The names and habits that the blocks of one chain share.

    Args:
        uploaded: The module that the blocks are about.
        output: Where what they print is caught.
        guard: What explains errors of the system.
        report: Where the records go.
        text_limit: How long one text of a record may be.
    """

    def __init__(
        self, uploaded: UploadedModule, output: Output, guard: Guard, report: Report, *, text_limit: int
    ) -> None:
        self._uploaded = uploaded
        self._output = output
        self._guard = guard
        self._report = report
        self._text_limit = text_limit
        self._flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        self._main = ModuleType("__main__")
        self._async_runner: Any = None
        self._is_session = False

    def prepare(self) -> bool:
        """Import the module and make its names known; report and return False where that fails."""
        sys.modules["__main__"] = self._main
        vars(self._main)["__builtins__"] = __builtins__
        try:
            __import__(self._uploaded.name)
            module = sys.modules[self._uploaded.name]
        except BaseException as exc:  # noqa: BLE001 - whatever the module does at import is its own
            self._note_cause(exc)
            self._report("module", exception=self._describe(exc))
            return False
        vars(self._main).update(self._uploaded.names_for_blocks(module))
        return True

    def run(self, index: int, code: str, *, is_session: bool = False) -> None:
        """Run one block to its end, or to where it cannot go on."""
        self._is_session = is_session
        self._output.begin_block()
        self._report("begin", block=index)
        threads = set(threading.enumerate())
        name = f"<example {index + 1}>"
        linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
        try:
            for statement in self._parse(code, name):
                self._run_statement(statement, name)
        except BlockEnded:
            pass
        self._wait_for_threads(threads)
        out, err = self._output.take()
        self._report("end", block=index, stdout=out, stderr=err)

    def _parse(self, code: str, name: str) -> Iterator[ast.stmt]:
        try:
            tree = compile(code, name, "exec", self._flags | ast.PyCF_ONLY_AST, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as exc:
            line = getattr(exc, "lineno", None) or 1
            self._report("statement", line=line, end_line=line, exception=self._describe(exc))
            return
        yield from tree.body

    def _run_statement(self, statement: ast.stmt, name: str) -> None:
        value, exception, is_over = None, None, False
        echo = Echo(self._output, self._shorten)
        try:
            with echo:
                result = self._execute(statement, name)
            value = None if result is None else self._shorten(repr(result))
        except OutputLimitReached:
            self._report("note", what="output limit", words="")
            is_over = True
        except BaseException as exc:  # noqa: BLE001 - whatever it raises is the example's result
            self._note_cause(exc)
            exception = self._describe(exc)
            is_over = isinstance(exc, MemoryError)
        self._output.install()
        out, err, session = echo.take()
        first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", ()))])
        place = {"line": first, "end_line": statement.end_lineno or first}
        self._report("statement", **place, stdout=out, stderr=err, session=session, value=value, exception=exception)
        if is_over:
            raise BlockEnded

    def _execute(self, statement: ast.stmt, name: str) -> Any:
        """Run a statement; return a bare expression's value, None for others."""
        if isinstance(statement, ast.Expr):
            return self._evaluate(self._compile(ast.Expression(statement.value), name, "eval"))
        if self._is_session:
            code = self._compile(ast.Interactive([statement]), name, "single")
        else:
            code = self._compile(ast.Module([statement], []), name, "exec")
        self._flags |= code.co_flags & FUTURE_FLAGS
        self._evaluate(code)
        return None

    def _compile(self, tree: ast.Module | ast.Interactive | ast.Expression, name: str, mode: str) -> CodeType:
        code: CodeType = compile(tree, name, mode, self._flags, dont_inherit=True)
        return code

    def _evaluate(self, code: CodeType) -> Any:
        result = eval(code, vars(self._main))
        if not code.co_flags & inspect.CO_COROUTINE:
            return result
        if self._async_runner is None:
            import asyncio  # noqa: PLC0415 - takes longer to import than most examples take to run

            self._async_runner = asyncio.Runner()
        return self._async_runner.run(result)

    def _wait_for_threads(self, known: set[threading.Thread]) -> None:
        """Let threads end as they would at the end of a program, but not for long."""
        deadline = time.monotonic() + THREAD_GRACE_SECONDS
        for thread in set(threading.enumerate()) - known:
            if not thread.daemon:
                thread.join(max(0.0, deadline - time.monotonic()))
                if thread.is_alive():
                    self._report("note", what="thread", words=self._shorten(thread.name))

    def _note_cause(self, exc: BaseException) -> None:
        """Note what makes an exception say nothing about the documented code."""
        if isinstance(exc, MemoryError) and not exc.args:
            self._report("note", what="memory", words="")
        seen: BaseException | None = exc
        for _ in range(20):
            if isinstance(seen, ModuleNotFoundError) and seen.name and self._is_missing(seen.name):
                self._report("note", what="missing", words=seen.name)
            elif isinstance(seen, OSError):
                self._guard.explain(seen)
            seen = None if seen is None else seen.__cause__ or seen.__context__

    def _is_missing(self, name: str) -> bool:
        top = name.partition(".")[0]
        return top != self._uploaded.name and top not in sys.stdlib_module_names

    def _describe(self, exc: BaseException) -> dict[str, Any]:
        kind = type(exc)
        try:
            message = str(exc)
            # Looking up the lines of what it came from would open files on our own account.
            summary = traceback.TracebackException(kind, exc, None, lookup_lines=False)
            lines = list(summary.format_exception_only())
            text = (lines[-1] if isinstance(exc, SyntaxError) else "".join(lines)).strip()
        except BaseException:  # noqa: BLE001 - the example's own `__str__`
            message, text = "", kind.__name__
        bases = tuple(base.__name__ for base in kind.__mro__[1:-1])
        return {
            "type": kind.__name__,
            "bases": bases,
            "message": self._shorten(message),
            "text": self._shorten(text),
        }

    def _shorten(self, text: str) -> str:
        """Cut a text at the limit, and spell out what no text file could hold."""
        short = text if len(text) <= self._text_limit else text[: self._text_limit] + "…"
        return short.encode("utf-8", "backslashreplace").decode("utf-8")
