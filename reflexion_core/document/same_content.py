"""What a document says, whatever its marks: two that say the same in another dress or order are one.

A model that is asked to change something may only move a part, turn `-` into `*` or pad a table anew. Such a draft is
not another one, and a loop that takes it for one goes round in circles.
"""

from __future__ import annotations

import re
import unicodedata

from reflexion_core.document.sections import split_sections

_FENCE = re.compile(r"\s*(```|~~~)")
_TYPED = str.maketrans({"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "‑": "-", "\u00a0": " "})
_BULLET = re.compile(r"^\s*[*+•-]\s+")
_HEADING = re.compile(r"^\s*#{1,6}\s+|\s+#+\s*$|\s*:\s*$")
_TABLE_RULE = re.compile(r"^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$")


def content_key(document: str) -> tuple[str, ...]:
    """Return what is the same for two documents that differ in nothing but marks, white space and order of parts."""
    return tuple(sorted(_plain(section.text) for section in split_sections(document)))


def _plain(text: str) -> str:
    """Return a part's words; code keeps its lines, for its white space has a meaning."""
    words: list[str] = []
    is_code = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
        elif is_code:
            words.append(line.rstrip())
        elif not _TABLE_RULE.match(line):
            words += _plain_line(line).split()
    return "\n".join(words)


def _plain_line(line: str) -> str:
    line = unicodedata.normalize("NFKC", line).translate(_TYPED)
    if line.lstrip().startswith("#"):
        line = _HEADING.sub("", line)
    return _BULLET.sub("", line).replace("**", "").replace("|", " | ")
