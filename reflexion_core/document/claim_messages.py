"""Messages of exceptions, and the words that tell when one is raised."""

from __future__ import annotations

import ast
import re

from reflexion_core.document.claim_exceptions import quoted_span
from reflexion_core.document.claims import Place
from reflexion_core.document.passages import FILLER, Passage
from reflexion_core.document.python_code import parse_expression

_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|in case|once|where|because|otherwise)\b", re.IGNORECASE)


_CONDITION_END = re.compile(
    r"[.;](?=\s|$)|\s\(`|,?\s+(?:with|and)\s+the\s+(?:error\s+)?message\b|\.?\s+(?:The|Its|Their)\s+"
    r"(?:error\s+)?message\b"
)


_TELLS = re.compile(r"(?!and\b|or\b|but\b|with\b)[\w`]")


_LEAD = re.compile(
    rf"[\s:–—*_-]*(?:(?:exception|error|class)\s+)?(?:\([^()\n]*\)\s*)?(?:(?:is|are|will be|gets?|may be"
    rf"|can be)\s+(?:also\s+|then\s+)?(?:raised|thrown)\b(?:\s+by\s+`{FILLER}+`)?(?:\s+as well)?)?"
    rf"[\s:–—*_,-]*(?:(?:`{FILLER}+`|\"[^\"\n]+\")\s+(?=if\b|when\b|for\b|unless\b|on\b))?"
)


VALUE = rf"(?:`+{FILLER}+`+|\"[^\"\n]+(?:\n[^\"\n]+)?\"|“[^”]+”|(?<!\w)'[^'\n]+'(?!\w))"


STRONG_MESSAGE = re.compile(
    rf"\b(?:message|text|saying|says|reading|reads)\b(?:\s+(?:is|being|reads|of))*[*_:]*\s*(?P<value>{VALUE})"
)


_BRACKETED = re.compile(rf"\((?:[Mm]essage:?\s*)?(?P<value>{VALUE})\)")


_BEHIND = re.compile(rf"(?:[:—–]|\s-)\s*(?P<value>{VALUE})")


_JOINED = re.compile(rf"\b(?:and|or)\s+(?P<value>{VALUE})")


_NEXT = re.compile(rf"[,;]\s+(?P<value>{VALUE})(?=\s+(?:if|when|unless|for)\b)")


_QUOTED = re.compile(r"(?P<value>\"[^\"\n]+(?:\n[^\"\n]+)?\"|“[^”]+”)")


SUBORDINATE = re.compile(
    r"\W*(?:if|when|unless|after|once|until|while|where|whenever|because|since|as|even if|in case|what"
    r"|whatever|whether|"
    r"should|though|although)\b",
    re.IGNORECASE,
)


def read_message(words: Passage) -> tuple[str, Place] | None:
    """Return the message that a passage is or states."""
    for span in find_messages(words, 0, len(words.text)):
        return words.text[slice(*span)], words.place(*span)
    return None


def read_condition(words: Passage, start: int, end: int) -> str:
    """Return the words that tell when: from "if" on, or what follows the name in its sentence."""
    lead = _LEAD.match(words.masked, start, end)
    first = lead.end() if lead else start
    full_stop = re.compile(r"[.;](?=\s|$)").search(words.masked, first, end)
    last = full_stop.start() if full_stop else end
    marker = _CONDITION.search(words.masked, first, last)
    if marker is None and ((lead is not None and "raised" in lead[0]) or not _TELLS.match(words.masked, first)):
        return ""
    first = marker.start() if marker else first
    stop = _CONDITION_END.search(words.masked, first, last)
    return " ".join(words.text[first : stop.start() if stop else last].split()).strip(" :–—-.*_,(")


def read_leading_condition(words: Passage, start: int, end: int) -> str:
    """Return what a sentence says before it comes to the exception: "If x is empty, …", "An empty range raises"."""
    clause = words.text[start:end].strip()
    if SUBORDINATE.match(clause):
        return " ".join(clause.rpartition(",")[0].split())
    subject = re.match(
        r"(?P<who>.{3,80}?)\s+(?:raises|throws)\b\s*$",
        re.sub(r"\s+(?:an?|the)\s*$", " ", clause + " ").strip() + " ",
        re.DOTALL,
    )
    is_condition = subject and not re.match(
        r"(?:it|this|the (?:function|method))\b|`[^`]*`$", subject["who"], re.IGNORECASE
    )
    return " ".join(subject["who"].rpartition(", and ")[2].split()) if subject and is_condition else ""


def find_messages(words: Passage, start: int, end: int) -> list[tuple[int, int]]:
    """Return where the messages stand that a stretch of text states, the surest reading first."""
    strong = [message_span(words, *match.span("value")) for match in STRONG_MESSAGE.finditer(words.masked, start, end)]
    if strong:
        return [span for span in strong if span]
    for pattern in (_BRACKETED, _BEHIND):
        spans = [_prose_span(words, match) for match in pattern.finditer(words.masked, start, end)]
        found = [span for span in spans if span]
        if found:
            following = (m for further in (_JOINED, _NEXT) for m in further.finditer(words.masked, found[0][1], end))
            more = [_prose_span(words, match) for match in following]
            return sorted({*found, *(span for span in more if span and pattern is _BEHIND)})
    quoted = [_prose_span(words, match) for match in _QUOTED.finditer(words.masked, start, end)]
    return [span for span in quoted if span and len(words.text[slice(*span)].split()) > 2]


def _prose_span(words: Passage, match: re.Match[str]) -> tuple[int, int] | None:
    """Return a message's span if the value reads as words and not as an expression such as `x < 0`."""
    start, end = match.span("value")
    span = message_span(words, start, end)
    if span is None:
        return None
    text = words.text[slice(*span)]
    code = words.code_at(start)
    is_quoted = code is None or span != (code.inner_start, code.inner_end)
    if " " not in text.strip() or (not is_quoted and _is_code(text)):
        return None
    return span


def _is_code(text: str) -> bool:
    """Say whether a text is an expression; "client is closed" is one as well, but nobody compares like that."""
    match parse_expression(text):
        case None:
            return False
        case ast.Compare(left=ast.Name(), ops=[ast.Is()], comparators=[ast.Name(id=other)]):
            return not other.islower()
    return True


def message_span(words: Passage, start: int, end: int) -> tuple[int, int] | None:
    """Return where a value's content stands, without backticks and without quotes."""
    code = words.code_at(start)
    if code is not None:
        start, end = code.inner_start, code.inner_end
        return quoted_span(words, start, end, whole=True) or (start, end)
    return (start + 1, end - 1) if end - start > 2 else None
