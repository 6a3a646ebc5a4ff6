"""Blocks that show the source itself."""

from __future__ import annotations

from reflexion_core.records import Finding
from reflexion_core.sandbox.base import Sandbox
from reflexion_core.source.reading import read_source
from reflexion_core.verification import Verifier

SOURCE = """\
from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
"""
QUOTE = "@dataclass(frozen=True)\nclass Point:\n    x: int\n    y: int = 0"


def failing(sandbox: Sandbox, code: str) -> list[Finding]:
    document = f"# points\n\n## `Point`\n\nA point.\n\n```python\n{code}\n```\n"
    verifier = Verifier(read_source("points.py", SOURCE.encode(), max_bytes=10_000), sandbox)
    return [finding for finding in verifier.verify(document).findings if finding.check == "examples"]


def test_a_definition_of_the_source_word_for_word_is_no_example_that_fails(sandbox: Sandbox) -> None:
    assert failing(sandbox, QUOTE) == []


def test_a_definition_with_a_use_below_it_is_an_example(sandbox: Sandbox) -> None:
    assert len(failing(sandbox, f"{QUOTE}\n\nprint(Point(1))")) == 1


def test_a_definition_with_its_use_is_an_example(sandbox: Sandbox) -> None:
    assert len(failing(sandbox, f"{QUOTE}\nprint(Point(1))")) == 1


def test_a_shown_definition_does_not_take_the_place_of_the_modules_own(sandbox: Sandbox) -> None:
    document = (
        "# points\n\n## `Point`\n\nA point.\n\n```python\nclass Point:\n    x: str\n```\n\n"
        "```python\nprint(Point(1))  # Output: Point(x=1, y=0)\n```\n"
    )
    verification = Verifier(read_source("points.py", SOURCE.encode(), max_bytes=10_000), sandbox).verify(document)
    assert [one.outcome for one in verification.verdicts if one.check == "examples"] == ["cannot_tell", "right"]
