"""Examples that use a name which they do not import, where it is plain what it stands for."""

from __future__ import annotations

import ast
import re
import sys

from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import ExampleClaim, Place
from reflexion_core.document.python_code import parse_code
from reflexion_core.sandbox.base import RaisedException

_UNKNOWN_NAME = re.compile(r"name '(?P<name>\w+)' is not defined")
_PROMPT = re.compile(r"\s*>>> ")
_ONE_LINE = re.compile(r"(?:\s*>>> )?from [\w.]+ import \w+(?: as \w+)?(?:, \w+(?: as \w+)?)*\s*")


def unknown_name(raised: RaisedException) -> str:
    """Return the name that code used and nothing had set; empty where that is not what went wrong."""
    found = _UNKNOWN_NAME.search(raised.message) if raised.type == "NameError" else None
    return found["name"] if found is not None else ""


def missing_import(paper: Paper, example: ExampleClaim, raised: RaisedException) -> tuple[Place, str] | None:
    """Return what mends an example that fails for want of an import: its first line, with the import above it."""
    name = unknown_name(raised)
    return with_import(paper, example, import_of(paper, example, name) if name else "")


def with_import(paper: Paper, example: ExampleClaim, statement: str) -> tuple[Place, str] | None:
    """Return what gives an example one more import; None where there is none to give.

    What comes from the source goes behind what the example has from there, where that stands on one line.
    """
    if not statement or example.form == "inline":
        return None
    own, name = f"from {paper.facts.name} import ", statement.rpartition(" ")[2]
    lines = example.place.text.split("\n")
    for number, line in enumerate(lines) if statement.startswith(own) else ():
        if _ONE_LINE.fullmatch(line) and _PROMPT.sub("", line).strip().startswith(own):
            return _line(example, lines, number), f"{line.rstrip()}, {name}"
    prompt = _PROMPT.match(lines[0])
    before = prompt[0] if prompt else lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    return _line(example, lines, 0), f"{before}{statement}\n{lines[0]}"


def _line(example: ExampleClaim, lines: list[str], number: int) -> Place:
    start = example.place.start + sum(len(line) + 1 for line in lines[:number])
    line = example.place.line + number
    return Place(line=line, end_line=line, start=start, end=start + len(lines[number]), text=lines[number])


def import_of(paper: Paper, example: ExampleClaim, name: str, *, with_own: bool = False) -> str:
    """Return the import of a name: as the source imports it, or of a module of the library.

    The source's own names are there without an import when an example is run.

    Args:
        paper: The document and its source.
        example: What lacks the name.
        name: The name.
        with_own: Whether to import the source and its own names all the same.
    """
    facts = paper.facts
    if with_own and (name == facts.name or facts.symbol(name) is not None):
        return f"import {name}" if name == facts.name else f"from {facts.name} import {name}"
    targets = [one.target for one in facts.imports if one.name == name and not one.is_typing_only]
    if targets and not targets[0].startswith("."):
        module, _, last = targets[0].rpartition(".")
        imported = f"from {module} import {last}" if module else f"import {last}"
        return imported if last == name else f"{imported} as {name}"
    return f"import {name}" if name in sys.stdlib_module_names and _is_used_as_module(example.code, name) else ""


def _is_used_as_module(code: str, name: str) -> bool:
    tree = parse_code(code)
    owners = [node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)] if tree is not None else []
    return any(isinstance(owner, ast.Name) and owner.id == name for owner in owners)
