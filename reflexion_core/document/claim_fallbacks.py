"""What an entry says that its parameter is where it is not given: "If it isn't given, it is `10`"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflexion_core.document.claim_defaults import DefaultPhrase, read_value
from reflexion_core.document.passages import FILLER, Passage
from reflexion_core.document.values import normalize_value

_EXACT = rf"(?P<exact>`+{FILLER}+`+|(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|\.\d))"
_GIVEN = r"(?:given|set|passed|specified|provided)"
_ABSENT = (
    rf"(?:(?:it\s+is\s*n['’]t|it\s+is\s+not|it\s+was\s*n['’]t|none\s+is|not)\s+{_GIVEN}"
    r"|(?:it\s+is\s+)?(?:omitted|left\s+out|left\s+away|missing))"
)
_END = r"(?=\s*(?:[.,;]|$))"
_FALLBACKS = (
    re.compile(rf"\b(?:[Ii]f|[Ww]hen)\s+{_ABSENT},?\s+(?:it\s+is|it['’]s|it\s+becomes)\s+{_EXACT}{_END}"),
    re.compile(rf"\b(?:[Ii]f|[Ww]hen)\s+{_ABSENT},?\s+{_EXACT}\s+is\s+(?:used|taken){_END}"),
    re.compile(rf"\b[Ww]ithout\s+(?:it|one),?\s+(?:it\s+is\s+)?{_EXACT}{_END}"),
    re.compile(rf"(?:^|[.;,(–—]\s*){_EXACT}\s+(?:unless\s+given|(?:if|when)\s+{_ABSENT})(?=\s*(?:[.,;)]|$))"),
)


def find_fallbacks(words: Passage, start: int = 0) -> Iterator[DefaultPhrase]:
    """Yield the literal values that an entry on a parameter gives for the case without it."""
    if not words.has_any(("given", "set", "passed", "specified", "provided", "omitted", "left", "missing", "without")):
        return
    for match in (one for pattern in _FALLBACKS for one in pattern.finditer(words.masked, start)):
        text, first, last, is_code = read_value(words, *match.span("exact"))
        value = normalize_value(text)
        if value is not None and value.kind != "name":
            yield DefaultPhrase(match.start(), match.end(), text, first, last, is_code=is_code)
