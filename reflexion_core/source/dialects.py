"""Telling Python 2, and syntax newer than the running Python, from a plain slip.

Looked for only on the line where the parser gave up: a wrong guess can do no more than word an error badly.
"""

from __future__ import annotations

import re
import sys
from typing import NamedTuple


class Sign(NamedTuple):
    pattern: re.Pattern[str]
    """Looked for in the faulty line, its strings emptied and its comment cut."""
    meaning: str


class NewSyntax(NamedTuple):
    pattern: re.Pattern[str]
    version: tuple[int, int]
    """The first Python that has it."""
    meaning: str


_STRING = re.compile(r"(?P<quote>[\"'])(?:\\.|(?!(?P=quote)).)*(?P=quote)")

_OLD_MESSAGES = {
    "Missing parentheses in call to 'print'": "a print statement",
    "Missing parentheses in call to 'exec'": "an exec statement",
    "multiple exception types must be parenthesized": "`except X, e`",
    "Function parameters cannot be parenthesized": "a tuple as a parameter",
    "Lambda expression parameters cannot be parenthesized": "a tuple as a parameter",
}
_OLD_SIGNS = (
    Sign(re.compile(r"\bprint\s+(?![=.,)\]}:]|in\b|is\b|and\b|or\b|if\b)\S"), "a print statement"),
    Sign(re.compile(r"\bexec\s+[\w\"'(]"), "an exec statement"),
    Sign(re.compile(r"\bexcept\b[^:]*,\s*\w+\s*:"), "`except X, e`"),
    Sign(re.compile(r"\braise\s+[\w.]+\s*,"), "`raise E, message`"),
    Sign(re.compile(r"`"), "backticks for repr()"),
    Sign(re.compile(r"<>"), "the operator `<>`"),
    Sign(re.compile(r"\b[uU][rR][\"']"), 'a ur"" string'),
    Sign(re.compile(r"(?<![\w.])0[0-7]+[lL]?\b(?!\.)"), "an octal number without 0o"),
    Sign(re.compile(r"(?<![\w.])(?:0[xX][0-9a-fA-F]+|\d+)[lL]\b"), "a number with L"),
)
_NEW_SYNTAX = (
    NewSyntax(re.compile(r"^\s*type\s+\w+\s*(?:\[.*\])?\s*="), (3, 12), "a type statement"),
    NewSyntax(re.compile(r"^\s*(?:(?:async\s+)?def|class)\s+\w+\s*\["), (3, 12), "type parameters"),
    NewSyntax(re.compile(r"\b(?:[tT][rR]?|[rR][tT])[\"']"), (3, 14), "a template string"),
    # A second class name, not a variable for the exception, as Python 2 has it there.
    NewSyntax(
        re.compile(r"\bexcept\s+[A-Z][\w.]*(?:\s*,\s*[A-Z]\w*[a-z]\w*)+\s*:"),
        (3, 14),
        "`except` with several types and no parentheses",
    ),
)


def describe_python_2(line: str, message: str) -> str:
    """Return what on a faulty line is Python 2, or nothing.

    Args:
        line: The line that the parser gave up on.
        message: The parser's complaint.
    """
    for beginning, meaning in _OLD_MESSAGES.items():
        if message.startswith(beginning):
            return meaning
    bare = _bare(line)
    return next((sign.meaning for sign in _OLD_SIGNS if sign.pattern.search(bare)), "")


def describe_newer_syntax(line: str, message: str) -> str:
    """Return the version and what on a faulty line needs it ("3.12 (type parameters)"), or nothing."""
    bare = _bare(line)
    for syntax in _NEW_SYNTAX:
        if sys.version_info[:2] < syntax.version and syntax.pattern.search(bare):
            major, minor = syntax.version
            return f"{major}.{minor} ({syntax.meaning})"
    if message.startswith("f-string:") and sys.version_info[:2] < (3, 12) and _reuses_quote(line):
        return "3.12 (the same quotes inside an f-string)"
    return ""


def _bare(line: str) -> str:
    return _STRING.sub(r"\g<quote>\g<quote>", line).split("#", 1)[0]


def _reuses_quote(line: str) -> bool:
    """Say whether an f-string opens a brace that a quote like its own cuts off."""
    return bool(re.search(r"\b[fF][rR]?(?P<quote>[\"'])[^\"'{]*\{[^\"'}]*(?P=quote)(?=\w)", line))
