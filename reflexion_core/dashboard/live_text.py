"""The text of a run as it is written, cut into pieces for a reader who has some of it already.

A reader's place names the call, how much of its text the reader has, and a checksum of that much. So a reader who comes
back gets what is missing and nothing twice, and one whose text is no longer the beginning of the run's gets all of it.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import asdict, dataclass
from typing import Any

from reflexion_core.dashboard.run_html import live_text_title
from reflexion_core.progress import Progress

_TAIL_CHARACTERS = 6000
_PLACE = re.compile(r"(\d{1,20}-\d{1,6})\.(\d{1,9})\.([0-9a-f]{8})")


@dataclass(frozen=True)
class Place:
    """Up to where a reader has a text."""

    call: str
    characters: int
    checksum: int

    def __str__(self) -> str:
        return f"{self.call}.{self.characters}.{self.checksum:08x}"


@dataclass(frozen=True)
class Piece:
    """Some of the text of a call."""

    call: str
    """Names the call; the text of another call begins anew."""
    at: int
    """Where the piece begins, in UTF-16 units, as a browser counts."""
    text: str
    is_whole: bool
    """Whether the piece is all that there is of the text so far."""
    title: str
    """What stands over the text."""
    is_writing: bool
    """Whether more is to come of this call."""

    @property
    def data(self) -> dict[str, Any]:
        """The piece as the browser takes it; halves of surrogate pairs, which no message can carry, are replaced."""
        return asdict(self) | {"text": self.text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")}


def read_place(text: str) -> Place | None:
    """Return the place that a browser names; None where that is not one."""
    found = _PLACE.fullmatch(text)
    return None if found is None else Place(found[1], int(found[2]), int(found[3], 16))


def place_at_end(progress: Progress) -> Place:
    """Return the place of a reader who has all of a run's text."""
    text = progress.live_text
    return Place(_call_of(progress), len(text), _checksum(text))


def piece_after(place: Place | None, progress: Progress) -> Piece:
    """Return what a reader at a place has not got yet; everything where the place is of another text."""
    text = progress.live_text
    is_known = (
        place is not None
        and place.call == _call_of(progress)
        and place.characters <= len(text)
        and place.checksum == _checksum(text[: place.characters])
    )
    return _piece(progress, place.characters if place is not None and is_known else 0)


def tail_piece(progress: Progress) -> Piece:
    """Return the end of the text, for readers whom no stream reaches."""
    return _piece(progress, max(0, len(progress.live_text) - _TAIL_CHARACTERS))


def _piece(progress: Progress, begin: int) -> Piece:
    text = progress.live_text
    return Piece(
        call=_call_of(progress),
        at=_units(text[:begin]),
        text=text[begin:],
        is_whole=begin == 0,
        title=live_text_title(progress),
        is_writing=progress.writing is not None,
    )


def _call_of(progress: Progress) -> str:
    """Name a call: by its start, and by the retries, for each of them begins anew."""
    started = progress.call_started_at
    retries = sum(totals.retries for totals in progress.totals.values())
    return f"{0 if started is None else int(started.timestamp() * 1_000_000)}-{retries}"


def _checksum(text: str) -> int:
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
