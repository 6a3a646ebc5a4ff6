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


def unknown_name(raised: RaisedException) -> str:
    """Return the name that code used and nothing had set; empty where that is not what went wrong."""
    found = _UNKNOWN_NAME.search(raised.message) if raised.type == "NameError" else None
    return found["name"] if found is not None else ""


def missing_import(paper: Paper, example: ExampleClaim, raised: RaisedException) -> tuple[Place, str] | None:
    """Return what mends an example that lacks an import: its first line, with the import above it."""
    name = unknown_name(raised)
    statement = _import_of(paper, example, name) if name else ""
    lines = example.place.text.split("\n")
    if not statement or example.form == "inline":
        return None
    prompt = _PROMPT.match(lines[0])
    before = prompt[0] if prompt else lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    place = example.place
    first = Place(
        line=place.line, end_line=place.line, start=place.start, end=place.start + len(lines[0]), text=lines[0]
    )
    return first, f"{before}{statement}\n{lines[0]}"


def _import_of(paper: Paper, example: ExampleClaim, name: str) -> str:
    """Return the import of a name: as the source imports it, or of a module of the library.

    The source's own names are there without an import.
    """
    facts = paper.facts
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
