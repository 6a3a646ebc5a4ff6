"""The command line of a source: its options, as far as they are literal.

`argparse`, `click` and `typer` are known. Nothing is run: an option whose name is computed makes the list open.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from reflexion_core.source.facts import Fact
from reflexion_core.source.literals import Value, literal_value
from reflexion_core.source.parsing import parse_tree
from reflexion_core.syntax_trees import NO_PYTHON

_LIBRARIES = frozenset({"argparse", "click", "typer"})
_STRANGE_LIBRARIES = frozenset(
    {"docopt", "fire", "optparse", "absl", "getopt", "plac", "cyclopts", "configargparse", "jsonargparse", "tap"}
)
_ADDS = ("add_argument", "add_option", "option", "Option")
_OPEN_WORDS = ("parse_known", "sys.argv", "auto_envvar_prefix", "ignore_unknown_options")
_MAKES_PARSER = ("ArgumentParser", "add_parser", "add_argument_group", "add_mutually_exclusive_group", "add_subparsers")
_IMPLIED = frozenset({"-h", "--help"})


@dataclass(frozen=True, kw_only=True)
class OptionFact(Fact):
    """One option, or one positional argument of `argparse`."""

    names: tuple[str, ...]
    """With their dashes; without any for a positional argument."""
    default: str | None = None
    """In source text; None where there is none, or where it cannot be told."""
    default_value: Value | None = None
    choices: tuple[str, ...] | None = None
    """None where there are none, or where they cannot be told."""
    is_required: bool | None = None
    """None where it cannot be told."""


@dataclass(frozen=True)
class CommandLine:
    """What a program can be told when it is called."""

    options: tuple[OptionFact, ...] = ()
    programs: frozenset[str] = frozenset()
    """Names that the program may be called by."""
    is_complete: bool = False
    """Whether these are all options."""

    def option(self, name: str) -> OptionFact | None:
        """Return the option of that name; a long one may be shortened as far as it stays clear."""
        found = [option for option in self.options if name in option.names]
        if found or not name.startswith("--"):
            return found[0] if found else None
        longer = [option for option in self.options if any(one.startswith(name) for one in option.names)]
        return longer[0] if len(longer) == 1 else None

    def knows(self, name: str) -> bool:
        """Say whether there is such an option, help included."""
        return name in _IMPLIED or self.option(name) is not None


def read_command_line(text: str, module: str) -> CommandLine:
    """Read a source that parses."""
    try:
        tree = parse_tree(text)
    except NO_PYTHON:
        return CommandLine()
    return _Reader(text, tree, module).read()


class _Reader:
    def __init__(self, text: str, tree: ast.Module, module: str) -> None:
        self.text = text
        self.module = module
        self.nodes = list(ast.walk(tree))
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call)]
        self.imported = {name for node in self.nodes for name in imported_modules(node)}
        self.is_open = False

    def read(self) -> CommandLine:
        if not self.imported & _LIBRARIES:
            return CommandLine()
        options = tuple(self._options())
        is_complete = bool(options) and not self.is_open and not self._is_more_hidden()
        return CommandLine(options, frozenset(self._programs()), is_complete)

    # Options

    def _options(self) -> Iterator[OptionFact]:
        for call in self.calls:
            name = last_name(call.func)
            if name in _ADDS and self._is_of_library(name):
                yield from self._option(call, name)
        yield from self._typer_parameters()

    def _is_of_library(self, name: str) -> bool:
        if name == "Option":
            return "typer" in self.imported
        return name != "option" or "click" in self.imported

    def _option(self, call: ast.Call, kind: str) -> Iterator[OptionFact]:
        first = 1 if kind == "Option" and not _is_dashed(call.args[:1]) else 0
        texts = [text for node in call.args[first:] if (text := text_of(node))]
        if len(texts) != len(call.args[first:]) or any(keyword.arg is None for keyword in call.keywords):
            self.is_open = True
            return
        names = [name.strip() for text in texts for name in text.split("/")] if kind != "add_argument" else texts
        dashed = tuple(name for name in names if name.startswith("-"))
        if dashed or kind == "add_argument":
            yield self._fact(call, dashed, kind, call.args[0] if first and call.args else None)

    def _fact(self, call: ast.Call, names: tuple[str, ...], kind: str, given: ast.expr | None) -> OptionFact:
        words = {keyword.arg: keyword.value for keyword in call.keywords}
        action = text_of(words.get("action"))
        default = words.get("default", given)
        if default is None and action in ("store_true", "store_false"):
            default = ast.Constant(action == "store_false", lineno=call.lineno, col_offset=0)
        is_needed = self._needed(words, kind)
        if isinstance(default, ast.Constant) and default.value is ...:
            default, is_needed = None, True
        if default is None:
            return self._with(call, names, words, None, None, is_required=is_needed)
        shown = ast.get_source_segment(self.text, default) or repr(getattr(default, "value", ""))
        return self._with(call, names, words, shown, literal_value(default), is_required=is_needed)

    def _needed(self, words: dict[str | None, ast.expr], kind: str) -> bool | None:
        required = words.get("required")
        if required is None:
            return False if kind != "Option" else None
        return required.value if isinstance(required, ast.Constant) and isinstance(required.value, bool) else None

    def _with(
        self,
        call: ast.Call,
        names: tuple[str, ...],
        words: dict[str | None, ast.expr],
        default: str | None,
        value: Value | None,
        *,
        is_required: bool | None,
    ) -> OptionFact:
        negative = tuple(f"--no-{name[2:]}" for name in names if name.startswith("--"))
        more = negative if "BooleanOptionalAction" in ast.dump(words.get("action") or ast.Constant(None)) else ()
        return OptionFact(
            line=call.lineno,
            end_line=call.end_lineno or call.lineno,
            names=names + more,
            default=default,
            default_value=value,
            choices=_choices(words),
            is_required=is_required,
        )

    def _typer_parameters(self) -> Iterator[OptionFact]:
        """Yield the options that typer makes of parameters without a name of their own."""
        if "typer" not in self.imported:
            return
        for node in self.nodes:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for parameter in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                name = "--" + parameter.arg.replace("_", "-")
                yield OptionFact(line=parameter.lineno, end_line=parameter.lineno, names=(name, f"--no-{name[2:]}"))
        for name in ("--install-completion", "--show-completion"):
            yield OptionFact(line=1, end_line=1, names=(name,))

    def _is_more_hidden(self) -> bool:
        """Say whether there may be options that the file does not spell out."""
        if self.imported & _STRANGE_LIBRARIES or any(word in self.text for word in _OPEN_WORDS):
            return True
        parents = any(keyword.arg in ("parents", "cls") for call in self.calls for keyword in call.keywords)
        return parents or self._has_foreign_command() or self._has_foreign_decorator() or self._passes_parser_on()

    def _has_foreign_command(self) -> bool:
        """Say whether commands are added that are not functions of the file."""
        own = {node.name for node in self.nodes if isinstance(node, ast.FunctionDef)}
        added = [call for call in self.calls if last_name(call.func) in ("add_command", "add_typer")]
        return any(last_name(item) not in own for call in added for item in call.args[:1])

    def _has_foreign_decorator(self) -> bool:
        """Say whether a command has a decorator from elsewhere, which may add options."""
        own = {node.name for node in self.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        own |= {node.id for node in self.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        for node in self.nodes:
            if not isinstance(node, ast.FunctionDef) or "click" not in self.imported:
                continue
            roots = {_root_name(decorator) for decorator in node.decorator_list}
            if "click" in roots and roots - own - {"click"}:
                return True
        return False

    def _passes_parser_on(self) -> bool:
        """Say whether a parser is given to a function that is not in the file."""
        own = {node.name for node in self.nodes if isinstance(node, ast.FunctionDef)}
        parsers = set(self._parsers())
        for call in self.calls:
            given = [node for item in (*call.args, *call.keywords) for node in ast.walk(item)]
            is_parser = any(isinstance(node, ast.Name) and node.id in parsers for node in given)
            is_parser = is_parser or any(
                isinstance(node, ast.Call) and last_name(node.func) in _MAKES_PARSER for node in given
            )
            if is_parser and last_name(call.func) not in own:
                return True
        return False

    def _parsers(self) -> Iterator[str]:
        """Yield the names that hold a parser or a group of one."""
        for node in self.nodes:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                if last_name(node.value.func) in _MAKES_PARSER:
                    yield from (target.id for target in node.targets if isinstance(target, ast.Name))
            elif isinstance(node, ast.arg):
                annotation = ast.dump(node.annotation) if node.annotation is not None else ""
                if "parser" in node.arg or "Parser" in annotation:
                    yield node.arg

    def _programs(self) -> Iterator[str]:
        yield self.module
        yield self.module.replace("_", "-")
        for call in self.calls:
            for keyword in call.keywords:
                if keyword.arg in ("prog", "prog_name") and (text := text_of(keyword.value)):
                    yield text
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef) and any("command" in ast.dump(item) for item in node.decorator_list):
                yield node.name.replace("_", "-")


def imported_modules(node: ast.AST) -> Iterator[str]:
    """Yield the first part of each module that a statement imports from."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name.partition(".")[0]
    elif isinstance(node, ast.ImportFrom):
        yield (node.module or "").partition(".")[0]


def _choices(words: dict[str | None, ast.expr]) -> tuple[str, ...] | None:
    node = words.get("choices")
    kind = words.get("type")
    if node is None and isinstance(kind, ast.Call) and last_name(kind.func) == "Choice" and kind.args:
        node = kind.args[0]
    value = literal_value(node) if node is not None else None
    if value is None or not isinstance(value.value, list | tuple | set):
        return None
    return tuple(str(item) for item in value.value)


def _is_dashed(nodes: list[ast.expr]) -> bool:
    return any(text_of(node).startswith("-") for node in nodes)


def text_of(node: ast.AST | None) -> str:
    """Return the text that a node is; empty where it is none."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def last_name(node: ast.AST) -> str:
    """Return the name that an expression ends in; empty where it ends in none."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _root_name(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node.id if isinstance(node, ast.Name) else ""
