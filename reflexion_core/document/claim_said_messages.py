"""Words that say which message comes, without an exception beside it: "you get the message `…`"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_messages import VALUE, message_span
from reflexion_core.document.claims import Form, MessageClaim
from reflexion_core.document.passages import Passage
from reflexion_core.document.python_code import parse_expression

_SURE = re.compile(
    r"(?:\b(?:[Mm]essage|error text)\b(?:\s+(?:is|being|reads|says|of|then))*"
    r"|\b(?:[Ee]rror|[Ee]xception)\s+(?:then\s+)?(?:reads|says|is)"
    r"|\b(?:saying|reading|complain(?:s|ing)(?:\s+that)?|with the (?:text|words))\b)"
    rf"[*_]*:?[*_]*\s*(?P<value>{VALUE})"
)
_LOOSE = re.compile(
    r"\b(?:refused|rejected|fails|complains|(?:is|gives|get|gets)\s+an error|gives|[Yy]ou get)[*_]*:?[*_]*\s*"
    rf"(?P<value>{VALUE}|(?<![\w*])\*[^*\n]+\*(?!\*))"
)
_OTHER = re.compile(
    r"\b(?:log(?:s|ged|ging)?|prints?|printed|warn\w*|shows?|shown|display\w*|sends?|sent|e-?mails?|commit\w*|prompt\w*"
    r"|greet\w*|chat|subject|replies|body|queue|status)\b",
    re.IGNORECASE,
)
_SPEAKS = (
    *("message", "error", "exception", "saying", "reading", "complain", "with the", "refused", "rejected"),
    *("fails", "gives", "get"),
)
_TYPE = re.compile(r"(?:\w+\.)*[A-Z]\w+: ")


def find_said_messages(words: Passage, owner: str, form: Form) -> Iterator[MessageClaim]:
    """Yield the messages that sentences state; what is printed, logged or sent is none."""
    if not words.has_any(_SPEAKS):
        return
    for start, end in words.sentences:
        found = [match for pattern in (_SURE, _LOOSE) for match in pattern.finditer(words.masked, start, end)]
        taken: list[tuple[int, int]] = []
        if found and not _OTHER.search(words.masked, start, end):
            for match in found:
                span = _span(words, match)
                if span is not None and span not in taken:
                    taken.append(span)
                    yield make_message_claim(words, span, owner, form, is_sure=match.re is _SURE)


def make_message_claim(
    words: Passage, span: tuple[int, int], owner: str, form: Form, *, is_sure: bool = True
) -> MessageClaim:
    """Return the claim that the words at a place are a message; a type in front of it is left out."""
    typed = _TYPE.match(words.text, *span)
    span = (typed.end() if typed else span[0], span[1])
    text = words.text[slice(*span)]
    return MessageClaim(place=words.place(*span), owner=owner, message=text, is_sure=is_sure, form=form)


def _span(words: Passage, match: re.Match[str]) -> tuple[int, int] | None:
    """Return where a message stands; None where the value reads as code or as a single word."""
    span = message_span(words, *match.span("value"))
    if span is None:
        return None
    text = words.text[slice(*span)]
    may_be_code = match.re is _LOOSE and words.code_at(match.start("value")) is not None
    return None if " " not in text.strip() or (may_be_code and parse_expression(text) is not None) else span
