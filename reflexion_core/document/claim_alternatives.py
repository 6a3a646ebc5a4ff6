"""The other value in the first words on a symbol: "The first value, or `None` if there is none"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_returns import find_section_returns
from reflexion_core.document.claims import Form, ReturnClaim
from reflexion_core.document.passages import FILLER, Passage

_CODE = rf"`+{FILLER}+`+"
_OPENING = re.compile(r"\s*(?:The|An?|All|Every|What|How)\s")
_OR = re.compile(rf",\s+or\s+(?:else\s+)?(?=(?:{_CODE}|None|True|False)\s+(?:if|when|unless|for|without|where)\b)")
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|can|may|must|will|should|does|takes?|returns?|raises?|gives?|stands?|means?)\b"
)
_RELATIVE = re.compile(r"\b(?:that|which|who|where|there|it|they)\s+$")


def find_alternatives(words: Passage, owner: str, form: Form = "prose") -> Iterator[ReturnClaim]:
    """Yield the constants that a passage's first sentence gives besides what it names, if it has no verb of its own."""
    first = words.sentences[:1]
    if not owner or not first or not _OPENING.match(words.masked):
        return
    start, end = first[0]
    match = _OR.search(words.masked, start, end)
    verb = _VERB.search(words.masked, start, match.start()) if match is not None else None
    if match is None or (verb is not None and not _RELATIVE.search(words.masked, start, verb.start())):
        return
    found = find_section_returns(words.cut(match.end(), end), owner, form)
    yield from (claim for claim in found if claim.constant is not None and claim.condition)
