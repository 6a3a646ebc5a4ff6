"""Sentences that tell a default by what happens without the parameter: "waits 30 seconds unless `timeout` is given"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reflexion_core.document.claim_defaults import DefaultPhrase, read_value
from reflexion_core.document.passages import FILLER, Passage

_CODE = rf"`+{FILLER}+`+"
_WORDS = "three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty"
_NUMBER = r"(?<![\w.,-])-?\d+(?:\.\d+)?(?![\w]|[.,]\d)"
_VALUE = rf"(?P<value>{_CODE}|{_NUMBER}|\b(?:{_WORDS}|two)\b)"
_NAME = rf"(?P<name>{_CODE})"
_ABSENT = r"is\s+(?:omitted|left\s+out|left\s+away|not\s+(?:given|set|passed|specified|provided)|missing)"
_GIVEN = r"(?:\s+(?:is|says|was)\s+(?:given|set|passed|specified|provided|otherwise|something\s+else))"
_LEFT_OUT = ("omitted", "left", "not", "missing")
_PATTERNS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = (
    (
        ("unless",),
        re.compile(
            rf"{_VALUE}(?:\s+[a-z]+){{0,2}}?,?\s+unless\s+(?:{_NAME}{_GIVEN}"
            rf"|you\s+(?:pass|give|set)\s+(?:an?other|a\s+different|an?)\s+{_NAME.replace('name', 'other')})"
        ),
    ),
    (
        _LEFT_OUT,
        re.compile(
            rf"\b(?:[Ii]f|[Ww]hen)\s+{_NAME}\s+{_ABSENT},\s+"
            rf"(?:(?:only|up to|at most|the first|it is|it uses)\s+)?{_VALUE}"
        ),
    ),
    (_LEFT_OUT, re.compile(rf"{_VALUE}(?:\s+[a-z]+)?,?\s+(?:if|when)\s+{_NAME}\s+{_ABSENT}")),
    (
        ("falls", "taken"),
        re.compile(rf"{_NAME}\s+(?:falls\s+back\s+to|is\s+taken\s+to\s+be)\s+{_VALUE}(?!\s+(?:if|when)\b)"),
    ),
    (("default",), re.compile(rf"\b(?P<word>\w+)\s+\({_VALUE}\s+by\s+default\)")),
    (
        ("none", "unless"),
        re.compile(rf"\b[Tt]he\s+(?P<word>\w+)\s+is\s+{_VALUE}\s+(?:if\s+none\s+is\s+given|unless\s+told\s+otherwise)"),
    ),
    (("default",), re.compile(rf"\b[Bb]y\s+default,?\s+{_VALUE}\s+(?P<word>\w+)\s+(?:are|is)\b")),
)
"""Each with pieces of words of which one stands in all that it finds."""


def find_usual_values(words: Passage, parameters: Sequence[str]) -> Iterator[DefaultPhrase]:
    """Yield the defaults that sentences tell without the word, of parameters that they name.

    Args:
        words: The sentences.
        parameters: What the symbol takes as far as the document has said; a plain word has to be one of these.
    """
    for pieces, pattern in _PATTERNS:
        for match in pattern.finditer(words.masked) if words.has_any(pieces) else ():
            name = _name(words, match, parameters)
            if name:
                value, start, end, is_code = read_value(words, *match.span("value"))
                yield DefaultPhrase(match.start(), match.end(), value, start, end, name, is_code)


def _name(words: Passage, match: re.Match[str], parameters: Sequence[str]) -> str:
    groups = match.groupdict()
    if groups.get("word"):
        return groups["word"].lower() if groups["word"].lower() in parameters else ""
    group = "name" if groups.get("name") else "other"
    code = words.code_at(match.start(group))
    name = code.text.lstrip("*") if code is not None else ""
    return name if name.isidentifier() and name not in ("None", "True", "False") else ""
