"""Passes for the stream of a run's text, where the route that answers cannot ask Streamlit who is there.

A page gives its browser a pass, signed with a key that no other process has, that says for whom it is, for which run
and until when. It stays the same for an hour, so that a browser need not begin to read anew.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable

_HOUR = 3600


class Passes:
    """Gives out passes, and reads those that it gave out.

    Args:
        clock: Returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._key = secrets.token_bytes(32)

    def issue(self, run_id: str, person: str) -> str:
        """Return a pass that holds for one to two hours."""
        until = (int(self._clock()) // _HOUR + 2) * _HOUR
        return f"{person}.{until}.{self._sign(run_id, person, until)}"

    def read(self, run_id: str, text: str) -> str | None:
        """Return for whom a pass is; None for one that is no pass for this run, or not any more."""
        person, _, rest = text.partition(".")
        until, _, signature = rest.partition(".")
        if not (until.isascii() and until.isdecimal() and len(until) <= 12) or int(until) < self._clock():
            return None
        right = self._sign(run_id, person, int(until))
        return person if hmac.compare_digest(signature.encode(), right.encode()) else None

    def _sign(self, run_id: str, person: str, until: int) -> str:
        return hmac.new(self._key, f"{run_id}\n{person}\n{until}".encode(), hashlib.sha256).hexdigest()
