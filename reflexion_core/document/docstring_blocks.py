"""Google's, NumPy's and Sphinx's blocks inside Markdown → their entries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reflexion_core.document.claim_roles import Label, read_label
from reflexion_core.document.passages import Line, Passage, make_passage

_FIELD = re.compile(
    r"\s*:(?P<field>param|parameter|arg|argument|key|keyword|kwarg|type|returns?|rtype|raises?|except"
    r"|exception|yields?|ytype|var|ivar|vartype)"
    r"(?:[ \t]+(?P<argument>[^:\n]+?))?:(?=\s|$)[ \t]*"
)


@dataclass(frozen=True)
class Field:
    """One `:param int x: words` with what goes on below it."""

    name: str
    argument: Passage | None
    body: Passage
    whole: Passage


@dataclass(frozen=True)
class Chunk:
    """A label with the lines that are its own, or the lines in front of the first label."""

    label: Label | None
    lines: tuple[Line, ...]
    words: Passage
    """All of it, label included."""


def split_chunks(document: str, lines: Sequence[Line]) -> list[Chunk]:
    """Split a paragraph's lines in front of each line that starts with a label such as "Returns:"."""
    chunks: list[tuple[Label | None, list[Line]]] = []
    for line in lines:
        label = read_label(make_passage(document, [strip_line(line)])) if _may_be_label(line.text) else None
        if label is not None or not chunks:
            chunks.append((label, [line]))
        else:
            chunks[-1][1].append(line)
    return [
        Chunk(label, tuple(own), make_passage(document, [strip_line(line) for line in own])) for label, own in chunks
    ]


def group_entries(document: str, lines: Sequence[Line]) -> list[Passage]:
    """Join each line with the deeper ones below it."""
    lines = [line for line in lines if line.text.strip()]
    if not lines:
        return []
    base = indent_of(lines[0])
    groups: list[list[Line]] = []
    for line in lines:
        if indent_of(line) <= base or not groups:
            groups.append([])
        groups[-1].append(strip_line(line))
    return [make_passage(document, group) for group in groups]


def read_fields(document: str, lines: Sequence[Line]) -> Iterator[Field]:
    """Yield the Sphinx fields of a paragraph; lines in front of the first are passed over."""
    groups: list[list[Line]] = []
    for line in lines:
        if _FIELD.match(line.text):
            groups.append([])
        if groups:
            groups[-1].append(strip_line(line))
    for group in groups:
        words = make_passage(document, group)
        match = _FIELD.match(words.text)
        if match:
            argument = words.cut(*match.span("argument")) if match["argument"] else None
            yield Field(match["field"], argument, words.cut(match.end()), words)


def has_fields(lines: Sequence[Line]) -> bool:
    return any(_FIELD.match(line.text) for line in lines)


def strip_line(line: Line) -> Line:
    """Return a line without blanks and quote marks around its words."""
    lead = len(line.text) - len(line.text.lstrip(" \t>"))
    return Line(line.number, line.start + lead, line.text[lead:].rstrip())


def indent_of(line: Line) -> int:
    """Return how far a line is indented, tabs counted as four blanks."""
    text = line.text.expandtabs(4)
    return len(text) - len(text.lstrip(" >"))


def _may_be_label(text: str) -> bool:
    """Say in a hurry whether a line can start with a label: a short word and a colon or an emphasis."""
    return ":" in text[:60] or text.lstrip(" \t>")[:1] in ("*", "_")
