"""Code blocks that show the source itself, as documents of dataclasses often do, and are no examples of its use."""

from __future__ import annotations

import re

from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import ExampleClaim

_DEFINITION = re.compile(r"(?:async\s+def|def|class)\s")


def why_quote(paper: Paper, example: ExampleClaim) -> str:
    """Return that a block holds definitions of the source, word for word, and nothing else; empty where it does not."""
    lines = [line.strip() for line in example.code.split("\n") if line.strip()]
    if not any(_DEFINITION.match(line) for line in lines):
        return ""
    source = {line.strip() for line in paper.source_lines}
    return "it shows lines of the source, and no use of it" if source.issuperset(lines) else ""
