"""Which of some names another one is most likely a slip of the pen for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_CLOSE = 0.8
"""Share of letters that two names have in common, in the same order, to be near."""
_LEAST_NAME = 2
"""Letters that a name must have to be near to another one."""
_LEAST_PREFIX = 3
"""Letters that a short form must have to stand for a longer name: `func` for `function`."""
_SHORT_WORD = 4
"""Letters up to which a word with another first letter is another word: `get` and `set`."""
_MOST_COMPARISONS = 60_000
"""A document with thousands of unknown names gets no advice on the last of them, so that the time stays bounded."""
_PARTS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


@dataclass(frozen=True)
class _Spelling:
    """A name, taken apart once."""

    name: str
    bare: str
    """Lower case, without underscores."""
    words: tuple[str, ...]

    @property
    def turned(self) -> list[str]:
        return sorted(self.words)


class NearNames:
    """Names among which near ones are looked for, each question answered once."""

    def __init__(self, candidates: Iterable[str]) -> None:
        self._candidates = [_spell(name) for name in dict.fromkeys(candidates)]
        self._found: dict[str, tuple[str, ...]] = {}
        self._left = _MOST_COMPARISONS

    def find(self, name: str) -> tuple[str, ...]:
        """Return the candidates that look like a name, without the name itself."""
        if name not in self._found:
            self._left -= len(self._candidates)
            self._found[name] = self._compare(name) if self._left >= 0 else ()
        return self._found[name]

    def _compare(self, name: str) -> tuple[str, ...]:
        one = _spell(name)
        return tuple(other.name for other in self._candidates if other.name != name and _are_near(one, other))


def near_names(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Return the few candidates that look like a name, without the name itself."""
    return NearNames(candidates).find(name)


def are_near(first: str, second: str) -> bool:
    """Say whether one name may be meant by the other: misspelt, shortened, in other case, or with its words turned."""
    return _are_near(_spell(first), _spell(second))


def _spell(name: str) -> _Spelling:
    words = tuple(word.lower() for word in _PARTS.findall(name))
    return _Spelling(name, name.replace("_", "").lower(), words)


def _are_near(one: _Spelling, other: _Spelling) -> bool:
    shorter, longer = sorted((one.bare, other.bare), key=len)
    if len(shorter) < 2:
        return False
    if shorter == longer or (len(shorter) >= _LEAST_PREFIX and longer.startswith(shorter)):
        return True
    if 2 * len(shorter) < _CLOSE * (len(shorter) + len(longer)):
        return False
    if 2 * _common_letters(shorter, longer) >= _CLOSE * (len(shorter) + len(longer)):
        return not _have_other_word(one, other)
    return len(shorter) == len(longer) and one.turned == other.turned


def _have_other_word(one: _Spelling, other: _Spelling) -> bool:
    """Say whether two names differ by one short word for another."""
    if len(one.words) != len(other.words):
        return False
    apart = [pair for pair in zip(one.words, other.words, strict=True) if pair[0] != pair[1]]
    return any(max(map(len, pair)) <= _SHORT_WORD and pair[0][0] != pair[1][0] for pair in apart)


def _common_letters(first: str, second: str) -> int:
    """Return the length of the longest common subsequence, all columns of its table held in one number."""
    places: dict[str, int] = {}
    for index, letter in enumerate(first):
        places[letter] = places.get(letter, 0) | 1 << index
    full = (1 << len(first)) - 1
    row = full
    for letter in second:
        kept = row & places.get(letter, 0)
        row = (row + kept | row - kept) & full
    return len(first) - row.bit_count()
