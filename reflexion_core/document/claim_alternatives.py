"""What the first words on a symbol say of its result without a verb: "The first value, or `None` if there is none"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_returns import find_section_returns
from reflexion_core.document.claims import Form, ReturnClaim
from reflexion_core.document.passages import FILLER, Passage

_CODE = rf"`+{FILLER}+`+"
_OPENING = re.compile(r"\s*(?:The|An?|All|Every|What|How)\s")
_OR = re.compile(
    rf"[,;]\s+(?:or\s+(?:else\s+)?)?(?=(?:{_CODE}|None|True|False)\s+(?:if|when|unless|for|without|where)\b)"
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|can|may|must|will|should|does|takes?|returns?|raises?|gives?|stands?|means?)\b"
)
_KIND = re.compile(r"\s*An?\s+(?:(?:new|sorted)\s+)*`?(?P<type>list|tuple|dict|iterator)`?\s+of\b")
_AS = re.compile(
    r"(?<!\bgiven)(?<!\bpassed)(?<!\btaken)(?<!\btreated)(?<!\bused)(?<!\bread)(?<!\bwritten)(?<!\bknown)\s+as\s+an?\s+"
    r"(?:(?:new|sorted|single)\s+)*`?(?P<type>list|tuple|dict|set|iterator|generator)`?(?=\s*[,.;]|\s*$|\s+of\b)"
)
_RELATIVE = re.compile(r"\b(?:that|which|who|where|there|it|they)\s+$")


def find_alternatives(words: Passage, owner: str, form: Form = "prose") -> Iterator[ReturnClaim]:
    """Yield the kind and the other values of what a passage's first sentence names, if it has no verb of its own."""
    first = words.sentences[:1]
    if not owner or not first or not _OPENING.match(words.masked):
        return
    start, end = first[0]
    yield from _types(words, start, end, owner, form)
    match = _OR.search(words.masked, start, end)
    verb = _VERB.search(words.masked, start, match.start()) if match is not None else None
    if match is None or (verb is not None and not _RELATIVE.search(words.masked, start, verb.start())):
        return
    found = find_section_returns(words.cut(match.end(), end), owner, form)
    yield from (claim for claim in found if claim.constant is not None and claim.condition)


def _types(words: Passage, start: int, end: int, owner: str, form: Form) -> Iterator[ReturnClaim]:
    """Yield the kind in "All rows as a list" and "A tuple of both"."""
    match = _KIND.match(words.text, start, end) or _AS.search(words.text, start, end)
    if match is None:
        return
    verb = _VERB.search(words.masked, start, end if match.re is _KIND else match.start())
    if verb is None or _RELATIVE.search(words.masked, start, verb.start()):
        place = words.place(*match.span("type"))
        yield ReturnClaim(place=words.place(start, end), owner=owner, type=match["type"], type_place=place, form=form)
