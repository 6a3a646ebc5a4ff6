"""Makes the uploaded module importable under its own name, from memory."""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from types import CodeType, ModuleType
from typing import Any

NOT_TO_WARM = frozenset({"antigravity", "this", "idlelib", "turtle", "tkinter", "turtledemo"})
"""Importing these shows something."""


class UploadedModule(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """The finder and the loader of one module.

    Args:
        name: What an import calls it.
        text: Its source.
        path: What the module takes for its file.
    """

    def __init__(self, name: str, text: str, path: str) -> None:
        self.name = name
        self.text = text
        self.path = path
        self.syntax_error: SyntaxError | ValueError | None = None
        self.own_names: frozenset[str] = frozenset()
        self.imports: frozenset[str] = frozenset()
        self._code: CodeType | None = None
        try:
            tree = ast.parse(text, path)
            self._code = compile(tree, path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as exc:
            self.syntax_error = exc
        else:
            self.own_names = frozenset(_bound_names(tree.body))
            self.imports = frozenset(find_imports(tree))

    def install(self) -> None:
        """Come before every other module of this name, those already imported included."""
        sys.modules.pop(self.name, None)
        sys.meta_path.insert(0, self)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        if self._code is None:
            raise self.syntax_error or ImportError(fullname)
        return self._code

    def get_source(self, fullname: str) -> str:  # noqa: ARG002
        return self.text

    def names_for_blocks(self, module: ModuleType) -> dict[str, Any]:
        """What a block knows without an import: the module, and what it defines itself."""
        known = {name: value for name, value in vars(module).items() if name in self.own_names}
        return {**known, self.name: module}


def find_imports(tree: ast.AST) -> Iterator[str]:
    """Yield the top-level names of all absolute imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def warm_imports(names: Iterable[str], uploaded: str) -> None:
    """Import what is installed, so that each forked process has it already; never the uploaded module."""
    for name in sorted(set(names) - NOT_TO_WARM - {uploaded}):
        try:
            importlib.import_module(name)
        except BaseException:  # noqa: BLE001 - whoever really needs it will meet the error where it counts
            continue


def _bound_names(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that a module's own statements define; imported ones are not its own."""
    for statement in statements:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield statement.name
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            continue
        else:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id
                elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    yield node.name
