"""Where an example stands in a document with all that belongs to it, so that it can be taken out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.blocks import split_lines
from reflexion_core.document.claims import ExampleClaim
from reflexion_core.document.find_claims import find_claims

_LABEL = re.compile(r"(#+\s*|\*\*|[-*+]\s+\*\*)?Examples?(\*\*)?:?(\*\*)?:?", re.IGNORECASE)


def example_at(document: str, line: int) -> ExampleClaim | None:
    """Return the example in a fence that holds a line of the document."""
    for example in find_claims(document).examples:
        if example.form != "inline" and example.line <= line <= example.end_line:
            return example
    return None


def example_spans(document: str, example: ExampleClaim) -> Iterator[tuple[int, int]]:
    """Yield the span of an example with its fence and its output block, from the largest on.

    The larger one begins with the label or the heading above it, where there is one that stands for it alone.
    """
    last = max([example.end_line, *(output.place.end_line for output in example.outputs)])
    lines = [line.rstrip("\r\n") for line in split_lines(document)]
    first = example.line - 1
    while last < len(lines) and not lines[last - 1].lstrip().startswith(("```", "~~~")):
        last += 1
    above = first - 2
    while above >= 0 and not lines[above].strip():
        above -= 1
    if above >= 0 and _LABEL.fullmatch(lines[above].strip()):
        yield line_span(document, above + 1, last)
    yield line_span(document, max(first, 1), last)


def line_span(document: str, first: int, last: int) -> tuple[int, int]:
    """Return where some lines of a document begin and end, counted in characters from 0."""
    lines = split_lines(document)
    start = sum(len(line) for line in lines[: first - 1])
    return start, start + sum(len(line) for line in lines[first - 1 : last])
