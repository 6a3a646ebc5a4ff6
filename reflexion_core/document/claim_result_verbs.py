"""Which verb of a sentence tells what its symbol returns or yields, on which condition, and in which manner."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from reflexion_core.document.claim_messages import SUBORDINATE
from reflexion_core.document.claims import Manner
from reflexion_core.document.passages import FILLER, Passage

_CODE = rf"`+{FILLER}+`+"
_VERB = re.compile(
    rf"(?:(?:It|This|(?:This|The) (?:function|method|property|call)|{_CODE}[*_]*)\s+)?(?:will\s+)?"
    rf"(?:always\s+)?[*_]*(?P<verb>[Rr]eturns?|[Yy]ields?|[Gg]ives(?: back)?)[*_]*\s+"
)
_LATER = re.compile(r"(?:(?<=[\w`)]),?\s+and\s+(?:then\s+)?|,\s+(?:then\s+)?(?:it\s+)?)(?P<verb>returns|yields)\s+")
_OWN_DEED = re.compile(r"\W*(?!This\b|Its\b|Is\b|Has\b|As\b|Unless\b|Always\b|Was\b|Does\b)[A-Z][a-z]+s\b")
_STRANGER = re.compile(
    rf"\b(?:which|that|who|whose|while|but|whereas|callback|callable|caller|user)\b|{_CODE}\s*$", re.IGNORECASE
)
_LONGEST = 400
"""Characters of a sentence in which a later verb is looked for."""
_SELF = re.compile(r"(?:`self`|self\b|itself\b|the same (?:instance|object)\b|(?:the|this) (?:\w+ ){1,2}itself\b)")
_NUMBER = re.compile(r"(?:the|a) (?:total )?(?:number|count) of\b|how many\b", re.IGNORECASE)
_TRUTH = re.compile(r"whether\b", re.IGNORECASE)
_ONE_BY_ONE = re.compile(r"\b(?:one by one|one at a time|one after the other|lazily|as it goes)\b", re.IGNORECASE)
_GETS = re.compile(r"\W*(?P<case>(?:For|With|Without|On)\b[^,;]{3,80}?),?\s+you\s+get\b")


@dataclass(frozen=True)
class ResultVerb:
    """The verb of a sentence, with offsets into the passage."""

    start: int
    """Of its subject, if one is named."""
    position: int
    end: int
    """Where what is returned starts."""
    subject: Literal["return", "yield"]


def find_verb(words: Passage, start: int, end: int) -> ResultVerb | None:
    """Return the verb by which a sentence tells what its own symbol gives back."""
    said = words.text[start:end]
    lead = len(said) - len(said.lstrip("*_ \n"))
    match = _VERB.match(words.masked, start + lead, end)
    if match is None and ("returns" in said or "yields" in said):
        match = next(
            (
                one
                for one in _LATER.finditer(words.masked, start, min(end, start + _LONGEST))
                if _is_own(words.masked[start : one.start() + 1])
            ),
            None,
        )
    if match is None:
        return None
    first = match.start() if match.re is _VERB else match.start("verb")
    subject: Literal["return", "yield"] = "yield" if match["verb"].lower().startswith("yield") else "return"
    return ResultVerb(first, match.start("verb"), match.end(), subject)


def leading_condition(words: Passage, start: int, end: int) -> str:
    """Return the clause with which a sentence opens: "If the name is unknown, …"."""
    got = _GETS.match(words.masked, start, end)
    if got is not None:
        return " ".join(words.text[got.start("case") : got.end("case")].split())
    opening = words.masked[start:end].partition(",")[0]
    return " ".join(words.text[start : start + len(opening)].split()) if SUBORDINATE.match(opening) else ""


def find_manner(words: Passage, start: int, end: int, subject: str) -> Manner:
    """Return what a result is said to be without a type."""
    if subject == "yield":
        return "one by one" if _ONE_BY_ONE.search(words.masked, start, end) else ""
    if _SELF.match(words.text, start, end):
        return "self"
    if _NUMBER.match(words.masked, start, end):
        return "number"
    return "truth" if _TRUTH.match(words.masked, start, end) else ""


def _is_own(before: str) -> bool:
    """Say whether what stands in front of a later verb has the symbol for its subject: a deed of its, a condition."""
    if SUBORDINATE.match(before):
        return "," in before and not re.search(rf"{_CODE}\s+\w+s\b", before.partition(",")[2])
    return _OWN_DEED.match(before) is not None and _STRANGER.search(before) is None
