"""The environment variables that a source reads, as far as their names are literal."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from reflexion_core.source.command_line import imported_modules, last_name, text_of
from reflexion_core.source.facts import Fact
from reflexion_core.source.literals import Value, literal_value
from reflexion_core.source.parsing import parse_tree
from reflexion_core.syntax_trees import NO_PYTHON

_LIBRARIES = frozenset({"dotenv", "environs", "decouple", "pydantic_settings"})


@dataclass(frozen=True, kw_only=True)
class VariableFact(Fact):
    """An environment variable that the source reads."""

    name: str
    default: str | None = None
    """In source text; None where there is none."""
    default_value: Value | None = None


@dataclass(frozen=True)
class Environment:
    """What a program can be told by its environment."""

    variables: tuple[VariableFact, ...] = ()
    is_complete: bool = False
    """Whether these are all that it reads."""

    def variable(self, name: str) -> VariableFact | None:
        return next((variable for variable in self.variables if variable.name == name), None)


def read_environment(text: str) -> Environment:
    """Read a source that parses."""
    try:
        tree = parse_tree(text)
    except NO_PYTHON:
        return Environment()
    reader = _Reader(text, tree)
    return Environment(tuple(reader.variables()), not reader.reads_it_whole())


class _Reader:
    def __init__(self, text: str, tree: ast.Module) -> None:
        self.text = text
        self.nodes = list(ast.walk(tree))
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]

    def variables(self) -> Iterator[VariableFact]:
        for node in self.nodes:
            name = text_of(_key(node))
            if name:
                yield VariableFact(line=node.lineno, end_line=node.lineno, name=name)  # type: ignore[attr-defined]
            elif isinstance(node, ast.Call):
                yield from self._variables_of(node)

    def _variables_of(self, call: ast.Call) -> Iterator[VariableFact]:
        name = text_of(call.args[0]) if call.args else ""
        if _reads_variable(call) and name:
            default = call.args[1] if len(call.args) > 1 else None
            yield VariableFact(
                line=call.lineno,
                end_line=call.end_lineno or call.lineno,
                name=name,
                default=ast.get_source_segment(self.text, default) if default is not None else None,
                default_value=literal_value(default) if default is not None else None,
            )
        for keyword in call.keywords:
            names = keyword.value.elts if isinstance(keyword.value, ast.List | ast.Tuple) else [keyword.value]
            for one in names if keyword.arg == "envvar" else ():
                if text := text_of(one):
                    yield VariableFact(line=call.lineno, end_line=call.lineno, name=text)

    def reads_it_whole(self) -> bool:
        """Say whether variables may be read that the file does not spell out."""
        if "BaseSettings" in self.text or {name for node in self.nodes for name in imported_modules(node)} & _LIBRARIES:
            return True
        literal = sum(bool(text_of(_key(node))) for node in self.nodes)
        literal += sum(_reads_variable(call) and bool(call.args) and bool(text_of(call.args[0])) for call in self.calls)
        chosen = {id(part) for node in self.nodes if _chooses_mapping(node) for part in ast.walk(node)}
        uses = [node for node in self.nodes if _is_environ(node) or (_is_name(node) and last_name(node) == "getenv")]
        return sum(id(node) not in chosen for node in uses) > literal


def _key(node: ast.AST) -> ast.expr | None:
    """Return what is looked up in the environment by `os.environ[…]` or `… in os.environ`."""
    if isinstance(node, ast.Subscript) and _is_environ(node.value):
        return node.slice
    return node.left if isinstance(node, ast.Compare) and any(map(_is_environ, node.comparators)) else None


def _chooses_mapping(node: ast.AST) -> bool:
    """Say whether a statement or test only settles which mapping is read: `environ = environ or os.environ`."""
    match node:
        case ast.Assign(targets=[ast.Name(id="environ")], value=value):
            parts = [part for part in ast.walk(value) if isinstance(part, ast.Call | ast.Subscript | ast.Dict)]
            return not parts
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return _is_environ(left)
    return False


def _is_environ(node: ast.AST) -> bool:
    return _is_name(node) and last_name(node) == "environ"


def _is_name(node: ast.AST) -> TypeGuard[ast.Attribute | ast.Name]:
    return isinstance(node, ast.Attribute | ast.Name)


def _reads_variable(call: ast.Call) -> bool:
    func = call.func
    if last_name(func) == "getenv":
        return True
    return isinstance(func, ast.Attribute) and func.attr in ("get", "setdefault", "pop") and _is_environ(func.value)
