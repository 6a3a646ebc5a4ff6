"""Lines, titles and objects by which a critic's words are told from a document's own.

A *firm* sign is one that a document about other things does not hold; a *loose* one counts only beside a
firm one or at the edge of the document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from enum import Enum

from reflexion_core.document.blocks import Block


class Sign(Enum):
    FIRM = "firm"
    """A score, certainly the critic's."""
    LOOSE = "loose"
    """A score or verdict that a document could have as well."""
    FIRM_TEXT = "firm text"
    """A key whose value is prose and goes on to the end of the paragraph."""
    LOOSE_TEXT = "loose text"
    """The same, in words that a document could have as well."""

    @property
    def is_firm(self) -> bool:
        return self in (Sign.FIRM, Sign.FIRM_TEXT)

    @property
    def is_text(self) -> bool:
        return self in (Sign.FIRM_TEXT, Sign.LOOSE_TEXT)


_NUMBER = r"\d{1,3}(?:\.\d+)?"
_OF_100 = r"\s*(?:/\s*100|out of 100)"
_END = r"\s*[,.;]?$"
_QUOTE = r"[\"']?"
_KIND = r"(?:overall|final|average|mean|total|quality)"
_IS = r"(?:\s*(?:score|rating))?\s*[\"']?\s*[:=]\s*"

_SIGNS = (
    (
        Sign.FIRM,
        re.compile(rf"{_QUOTE}(?P<key>technical[ _]accuracy){_IS}{_NUMBER}(?:{_OF_100}|\s*%)?{_END}"),
    ),
    (
        Sign.FIRM,
        re.compile(
            rf"{_QUOTE}(?P<key>(?:{_KIND}[ _])?(?:score|rating)|completeness)"
            rf"{_IS}{_NUMBER}{_OF_100}{_END}"
        ),
    ),
    (
        Sign.LOOSE,
        re.compile(
            rf"{_QUOTE}(?P<key>(?:{_KIND}[ _])?score|completeness|overall)"
            rf"{_IS}{_NUMBER}(?:\s*%)?{_END}"
        ),
    ),
    (
        Sign.LOOSE,
        re.compile(r"(?:the )?(?P<key>quality[ _](?:score[ _])?bar)\b.*(?:\d|met|reached|passed|achieved|failed)"),
    ),
    (
        Sign.LOOSE,
        re.compile(r"(?P<key>verdict|decision)\s*:\s*(?:approved|pass(?:ed)?|rejected|fail(?:ed)?|revise)[.!]?$"),
    ),
    (Sign.FIRM_TEXT, re.compile(rf"{_QUOTE}(?P<key>single[ _]critical[ _]fix){_QUOTE}\s*[:=]")),
    (Sign.LOOSE_TEXT, re.compile(r"(?:the )?(?P<key>(?:required|critical)[ _]fix)\s*:")),
)
_LABEL = re.compile(
    r"(?:(?:the )?critic(?:'s)?(?: (?:review|feedback|scores?|critique|verdict|evaluation|json))?|critique|"
    r"(?:quality |evaluation )?(?:scores?|assessment|evaluation|verdict|review|feedback))\s*:"
)
_FIX_TITLE = re.compile(r"(?P<key>(?:single[ _]critical|required|critical)[ _]fix)(?:es)?")
_CRITIQUE_TITLE = re.compile(
    r"(?P<key>(?:self[- ])?critique"
    r"|(?:the )?critic(?:'s)?(?: (?:review|feedback|critique|verdict|notes?|comments?))?)"
)
_VERDICT_TITLE = re.compile(
    r"(?P<key>review|feedback|(?:overall )?(?:evaluation|assessment|verdict|scores?)|technical[ _]accuracy|"
    r"completeness|quality (?:scores?|assessment|bar|check))"
)
_ABOUT_DRAFT = re.compile(r"\b(?:the|this) (?:draft|documentation|docs|revision)\b", re.IGNORECASE)
_NUMBERING = re.compile(r"\d+[.)]\s*")


def find_sign(line: str, source_names: Collection[str]) -> Sign | None:
    """Return what a line of plain words shows; what the source itself has a name for shows nothing."""
    words = _normalise(line)
    for sign, pattern in _SIGNS:
        match = pattern.match(words)
        if match and _is_foreign(match["key"], source_names):
            return sign
    return None


def is_label(text: str) -> bool:
    """Say whether a paragraph only announces a critic's words ("Critic's scores:")."""
    return bool(_LABEL.fullmatch(_normalise(text)))


def is_fix_title(title: str, source_names: Collection[str]) -> bool:
    return _is_title(_FIX_TITLE, title, source_names)


def is_critique_title(title: str, source_names: Collection[str]) -> bool:
    return _is_title(_CRITIQUE_TITLE, title, source_names)


def is_verdict_title(title: str, source_names: Collection[str]) -> bool:
    """Say whether a section of this title could hold nothing but a critic's words."""
    return _is_title(_VERDICT_TITLE, title, source_names)


def is_about_draft(text: str) -> bool:
    """Say whether a paragraph speaks of the draft or the documentation."""
    return bool(_ABOUT_DRAFT.search(text))


def is_verdict_object(block: Block, source_names: Collection[str]) -> bool:
    """Say whether a block is a critic's JSON answer, also one that was cut off."""
    is_json = block.kind == "fence" and block.info.lower() in ("", "json", "jsonc")
    content = (block.text if is_json else block.raw).strip()
    if not content.startswith("{") or not _is_foreign("single_critical_fix", source_names):
        return False
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        return '"single_critical_fix":' in content
    return "single_critical_fix" in answer or isinstance(answer.get("technical_accuracy"), int | float)


def _is_title(pattern: re.Pattern[str], title: str, source_names: Collection[str]) -> bool:
    words = _NUMBERING.sub("", _normalise(title), count=1).rstrip(" :")
    match = pattern.fullmatch(words)
    return match is not None and _is_foreign(match["key"], source_names)


def _is_foreign(key: str, source_names: Collection[str]) -> bool:
    wanted = key.replace(" ", "_")
    return not any(name.lower() in (wanted, wanted.replace("_", "")) for name in source_names)


def _normalise(text: str) -> str:
    return " ".join(text.replace("’", "'").split()).lower()
