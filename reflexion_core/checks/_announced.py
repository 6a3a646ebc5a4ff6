"""Failures of examples that the document announces where they happen."""

from __future__ import annotations

import re

from reflexion_core.checks._parts import has_word
from reflexion_core.checks.base import Paper
from reflexion_core.document.claims import ExampleClaim
from reflexion_core.sandbox.base import RaisedException, StatementResult

_COMMENT = re.compile(r"(?:^|\s)#(?P<words>.*)$")
_FAILS = re.compile(
    r"\b(?:(?:will |would |it |this )?(?:fails?|raises?|throws?|blows? up)|refused|rejected|not allowed|forbidden"
    r"|(?:an?|is an) (?:error|exception))\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:\b(?:not?|never|nothing|without|cannot)\b|n't\b)[^.:]*\Z", re.IGNORECASE)
_SPEAKS = re.compile(r"\b(?:rais\w+|throw\w*|fail\w*|error|refus\w+|reject\w*)\b", re.IGNORECASE)


def is_announced(paper: Paper, example: ExampleClaim, failure: StatementResult, raised: RaisedException) -> bool:
    """Say whether a comment at the failing statement, or the sentence right before the example, tells of the failure.

    The sentence must name the exception, and the failing statement be the example's last: else it is told of another.
    """
    names = (raised.type, *raised.bases)
    comments = _comments(example.code.split("\n"), failure)
    if any(has_word(text, name) for text in comments for name in names[:1]):
        return True
    if any((match := _FAILS.search(text)) and not _DENIED.search(text, 0, match.start()) for text in comments):
        return True
    is_last = failure.end_line >= len(example.code.rstrip().split("\n"))
    before = _words_before(paper, example)
    return is_last and _SPEAKS.search(before) is not None and has_word(before, raised.type)


def _comments(lines: list[str], failure: StatementResult) -> list[str]:
    """Return the comments in a statement's lines, and those alone in the lines around it."""
    own = range(failure.line - 1, min(failure.end_line, len(lines)))
    around = (failure.line - 2, failure.end_line)
    found = [match["words"] for number in own if (match := _COMMENT.search(lines[number]))]
    return found + [lines[n].strip() for n in around if 0 <= n < len(lines) and lines[n].lstrip().startswith("#")]


def _words_before(paper: Paper, example: ExampleClaim) -> str:
    """Return the lines of the paragraph that ends right above an example's fence."""
    number = example.place.line - 2
    while number > 0 and not paper.lines[number - 1].strip():
        number -= 1
    last = number
    while number > 0 and paper.lines[number - 1].strip() and not paper.lines[number - 1].lstrip().startswith("#"):
        number -= 1
    return "\n".join(paper.lines[number:last])
