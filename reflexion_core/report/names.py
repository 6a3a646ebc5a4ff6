"""Names for the files of a report, made of names that somebody else has chosen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath, PureWindowsPath

from reflexion_core.document.safe_html import as_unicode

_UNSAFE = re.compile(r"[^\w.+-]+")
_MAX_CHARACTERS = 60
_FALLBACK = "document"
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
)
"""What Windows keeps for its devices, whatever the ending."""


def safe_stem(name: str) -> str:
    """Return a file's name without folders, ending, and anything that a file system or an archive could trip over."""
    own = PurePosixPath(PureWindowsPath(as_unicode(name)).name).stem
    stem = _UNSAFE.sub("_", own)[:_MAX_CHARACTERS].strip("._- ")
    if not stem.strip("_"):
        return _FALLBACK
    return f"{stem}_" if stem.partition(".")[0].lower() in _RESERVED else stem


def unique_stems(names: Iterable[str]) -> list[str]:
    """Return a safe stem for each name, no two alike, also where a file system takes capitals for small letters."""
    taken: set[str] = set()
    stems = []
    for name in names:
        stem = wanted = safe_stem(name)
        number = 1
        while stem.casefold() in taken:
            number += 1
            stem = f"{wanted}-{number}"
        taken.add(stem.casefold())
        stems.append(stem)
    return stems
