"""Whether a text that grows has begun to say the same again and again.

A small model that has lost its way repeats a line, or a whole section, word for word until its limit. Rows of a table
and entries of a list are alike and not the same, so only exact repetition counts, and only a stretch of it that no
document has.
"""

from __future__ import annotations

from dataclasses import dataclass

_LEAST_CHARACTERS = 480
"""A shorter stretch can be a picture in characters, or one call after the other in an example."""
_LEAST_OF_MARKS = 2400
"""The same for what holds no letter and no digit: rules and padding of wide tables."""
_REPEATS = 4
_LONG_PERIOD = 200
_REPEATS_OF_LONG = 3
"""A block of `_LONG_PERIOD` characters and more need not come a fourth time."""
_LONGEST_PERIOD = 2400
_KEY_CHARACTERS = 32
_MOST_CANDIDATES = 12
_STEP_CHARACTERS = 60


@dataclass(frozen=True)
class Repetition:
    """The end of a text that repeats itself."""

    start: int
    """Where it begins."""
    period: int
    """The length of what is repeated, in characters."""


def find_repetition(text: str) -> Repetition | None:
    """Return the repetition at the end of a text; None where there is none worth ending it for.

    The last few characters are looked for further up. Where they stand, the text may repeat itself at that distance,
    which one comparison of two slices settles: all of it is done by the string methods of Python.
    """
    if len(text) < _LEAST_CHARACTERS:
        return None
    key, end = text[-_KEY_CHARACTERS:], len(text) - 1
    lowest = max(0, len(text) - _LONGEST_PERIOD - _KEY_CHARACTERS)
    for _ in range(_MOST_CANDIDATES):
        place = text.rfind(key, lowest, end)
        if place < 0:
            return None
        period = len(text) - _KEY_CHARACTERS - place
        if _repeats(text, period):
            return Repetition(_first(text, period), period)
        end = place + _KEY_CHARACTERS - 1
    return None


def _repeats(text: str, period: int) -> bool:
    """Whether a text ends in a stretch that is long enough and the same at a distance."""
    unit = text[-period:]
    if any(character.isalnum() for character in unit):
        repeats = _REPEATS_OF_LONG if period >= _LONG_PERIOD else _REPEATS
        length = max(_LEAST_CHARACTERS, repeats * period)
    else:
        length = max(_LEAST_OF_MARKS, _REPEATS * period)
    return length <= len(text) and text[-length + period :] == text[-length:-period]


def _first(text: str, period: int) -> int:
    """Return where the stretch begins that repeats itself to the end of the text."""
    start = len(text) - period
    while start > 0 and text[start - 1] == text[start - 1 + period]:
        start -= 1
    return start


class RepetitionWatch:
    """Looks at a text piece by piece as it is written, at every few words and not at every letter."""

    def __init__(self) -> None:
        self._text = ""
        self._seen = 0

    def take(self, piece: str) -> Repetition | None:
        """Take the next piece and return the repetition that it ends in, if there is one."""
        self._text += piece
        if len(self._text) - self._seen < _STEP_CHARACTERS:
            return None
        self._seen = len(self._text)
        return find_repetition(self._text)

    @property
    def text(self) -> str:
        """All of it so far."""
        return self._text


def without_repetition(text: str) -> str:
    """Return a text whose end repeats itself with one time of it, up to the end of a line where it has lines."""
    found = find_repetition(text)
    if found is None:
        return text
    cut = found.start + found.period
    line_end = text.find("\n", cut - 1, cut + found.period)
    return text[: cut if line_end < 0 else line_end + 1]
