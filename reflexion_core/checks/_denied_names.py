"""Names that a sentence mentions to say that they do not exist: "there is no `refresh`", "`dump` was removed"."""

from __future__ import annotations

import re

from reflexion_core.document.claims import Place

_NOT = (
    r"no|nor|neither|without|lacks?|lacking|missing|unlike|unsupported|no longer|cannot (?:use|call)"
    r"|(?:not|n't) (?:have|offer|provide|support|define|include|take|add|exist|supported|available|implemented|there)"
)
_INSTEAD = (
    r"instead of|in place of|rather than|replac(?:es?|ed|ing)|remov(?:es?|ed|ing)|drop(?:s|ped|ping)?|renamed from"
    r"|formerly|previously|once|earlier|supersed\w+|old|former|obsolete"
)
_NOUNS = r"(?:(?:called|named|the|old|former|earlier|deprecated|function|method|class|attribute|name)\s+)*"
_NAMES = r"(?:`[^`\n]*`(?:,|,? or|,? and|,? nor)\s+)*(?:an?\s+|any\s+)?[`*_\w.(]*\Z"
_BEFORE = re.compile(rf"\b(?:(?:{_NOT})\b[^.;`]{{0,40}}|(?:{_INSTEAD})\s+{_NOUNS}){_NAMES}", re.IGNORECASE)
_GONE = r"removed|dropped|replaced|renamed"
_IS_NOT = (
    r"(?:do|does|did) not (?:exist|have)|(?:do|does)n't exist|no longer|(?:has|have) been (?:" + _GONE + r")"
    r"|(?:is|are|was|were) (?:not (?:there|supported|available|implemented|provided|part|defined)|missing|gone|absent"
    r"|unsupported|no longer|(?:now |since )?(?:" + _GONE + r"))"
)
_OTHERS = r"(?:,|,? (?:or|and|nor)\s+`[^`\n]*`)*"
_AFTER = re.compile(rf"[^`\n]*`[*_]{{0,2}}{_OTHERS}[^.;`]{{0,20}}?\s(?:{_IS_NOT})\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.;!?:](?=\s)|\n\s*\n|\n\s*[-*+|]\s")


def is_denied(document: str, place: Place) -> bool:
    """Say whether the sentence around a name denies that there is such a thing, or tells of it as of the past."""
    start = max((match.end() for match in _SENTENCE_END.finditer(document, 0, place.start)), default=0)
    after = _SENTENCE_END.search(document, place.end)
    end = after.start() if after is not None else len(document)
    before = " ".join(document[start : place.start].split("\n"))
    behind = " ".join(document[place.end : end].split("\n"))
    return _BEFORE.search(before) is not None or _AFTER.match(behind) is not None
