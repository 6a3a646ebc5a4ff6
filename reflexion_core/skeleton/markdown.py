"""Facts and docstrings as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MARKUP = re.compile(r":[a-z:]+:`~?([^`]*)`")
_DOUBLE = re.compile(r"``([^`\n]+)``")
_HEADING = re.compile(r"^\s{0,3}(?:#{1,6}(?:\s|$)|=+\s*$|-{2,}\s*$|~{3,}|`{3,}|\+{2,}\s*$)", re.MULTILINE)
_DIRECTIVE = re.compile(r"^\s*(?:\.\. |:\w[\w ]*:|@\w+)", re.MULTILINE)
_LONGEST_PARAGRAPH = 2000
"""Characters."""


def code(text: str) -> str:
    """Return a code span; one that has backticks in it gets longer marks."""
    flat = text.replace("\n", "\\n")
    marks = "`"
    while marks in flat:
        marks += "`"
    return f"`{flat}`" if marks == "`" else f"{marks} {flat} {marks}"


def escaped(text: str) -> str:
    """Return words with backslashes in front of what Markdown would read as emphasis, HTML or a link."""
    return re.sub(r"(?<!\\)(?:(?<![^\W_])_|_(?![^\W_])|[*<\[])", lambda mark: f"\\{mark[0]}", text)


def cell(text: str) -> str:
    """Return a table's cell."""
    return " ".join(text.split("\n")).replace("|", "\\|").strip() or "–"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table without the columns in which nothing stands."""
    used = [place for place in range(len(headings)) if any(row[place] for row in rows)]
    lines = [[headings[place] for place in used], ["---"] * len(used)]
    lines += [[cell(row[place]) for place in used] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def listed(words: Sequence[str], glue: str = "and") -> str:
    """Return "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {glue} {words[-1]}"


def fenced(text: str, language: str = "python") -> str:
    """Return a fenced block, with marks longer than any in it."""
    marks = "```"
    while marks in text:
        marks += "`"
    return f"{marks}{language}\n{text}\n{marks}"


def prose(text: str) -> list[str]:
    """Return those paragraphs of a docstring that are prose, with reStructuredText's code marks as Markdown's.

    Sessions, indented blocks, directives and underlined titles are left out, and so is a paragraph that only leads to
    one of them.
    """
    paragraphs = [part.strip("\n") for part in re.split(r"\n\s*\n", text) if part.strip()]
    kept: list[str] = []
    for place, paragraph in enumerate(paragraphs):
        is_lead = paragraph.rstrip().endswith(":") and not _is_prose("".join(paragraphs[place + 1 : place + 2]))
        if _is_prose(paragraph) and not paragraph.rstrip().endswith("::") and not is_lead:
            kept.append(_as_markdown(paragraph))
    return kept


def phrase(text: str) -> str:
    """Return a docstring's description of one thing as one line."""
    paragraphs = prose(text)
    return " ".join(paragraphs[0].split()) if paragraphs else ""


def _is_prose(paragraph: str) -> bool:
    lines = paragraph.split("\n")
    return (
        bool(paragraph)
        and len(paragraph) <= _LONGEST_PARAGRAPH
        and not any(line.startswith((" ", "\t")) for line in lines[:1])
        and ">>>" not in paragraph
        and not _HEADING.search(paragraph)
        and not _DIRECTIVE.search(paragraph)
        and paragraph.count("`") % 2 == 0
    )


def _as_markdown(paragraph: str) -> str:
    text = _DOUBLE.sub(r"`\1`", _MARKUP.sub(r"`\1`", paragraph))
    lines = [line.strip() for line in text.split("\n")]
    return "\n".join(_without_marks(line) for line in lines)


def _without_marks(line: str) -> str:
    parts = re.split(r"(`[^`]*`)", line)
    return "".join(part if part.startswith("`") else escaped(part) for part in parts)
