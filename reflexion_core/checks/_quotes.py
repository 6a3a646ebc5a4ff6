"""Code blocks that show the source itself, as documents of dataclasses often do, and are no examples of its use.

They are not run either: what they define would take the place of the module's own for the blocks that follow.
"""

from __future__ import annotations

import re
from collections.abc import Container

from reflexion_core.document.claims import ExampleClaim

_DEFINITION = re.compile(r"(?:async\s+def|def|class)\s+(?P<name>\w+)")
_BETWEEN_DEFINITIONS = re.compile(r"\s|[@#)\]}]|$")
"""How lines begin that belong to a definition at the left margin, or say nothing."""


def is_quote(example: ExampleClaim, source_lines: frozenset[str], own_names: Container[str]) -> bool:
    """Say whether a block holds definitions of the source and no use of them.

    Args:
        example: The block.
        source_lines: The source's lines without their indentation.
        own_names: The functions and classes of the source's top level.
    """
    if example.form != "script":
        return False
    names = defined_names(example.code)
    if names and all(name in own_names for name in names):
        return True
    lines = [line.strip() for line in example.code.split("\n") if line.strip()]
    return any(_DEFINITION.match(line) for line in lines) and source_lines.issuperset(lines)


def defined_names(code: str) -> tuple[str, ...]:
    """Return the functions and classes that code defines; none where it holds anything else.

    Read by its lines: what a model copies is often no Python any more.
    """
    names: list[str] = []
    for line in code.split("\n"):
        definition = _DEFINITION.match(line)
        if definition is not None:
            names.append(definition["name"])
        elif not _BETWEEN_DEFINITIONS.match(line):
            return ()
    return tuple(names)
