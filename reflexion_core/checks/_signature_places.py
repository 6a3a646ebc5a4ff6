"""Which words of a document belong to a signature: what they say of a parameter is the signature check's alone."""

from __future__ import annotations

from bisect import bisect_right

from reflexion_core.document.claims import Claims, Place


class SignaturePlaces:
    """The places of all signatures of a document."""

    def __init__(self, claims: Claims) -> None:
        places = sorted((claim.place.start, claim.place.end) for claim in claims.signatures)
        self._starts = [start for start, _ in places]
        self._ends: list[int] = []
        for _, end in places:
            self._ends.append(max(end, self._ends[-1]) if self._ends else end)

    def hold(self, place: Place) -> bool:
        """Say whether some words stand inside a signature."""
        index = bisect_right(self._starts, place.start) - 1
        return index >= 0 and place.end <= self._ends[index]
