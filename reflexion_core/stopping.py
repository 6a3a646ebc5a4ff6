"""How a user's stop reaches whatever is at work.

A plain event would be seen only at the next token. A provider therefore registers what ends its call
at once (closing the connection), and the stop runs it from the thread of whoever asked.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from reflexion_core.errors import Cancelled


class Stop:
    """A request to stop, safe to give and to watch from any thread; once given it stays given."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self._lock = threading.RLock()  # a signal handler may come while its own thread is in here
        self._actions: list[Callable[[], None]] = []

    @property
    def is_set(self) -> bool:
        return self.event.is_set()

    def set(self) -> None:
        """Ask to stop and run what was registered; further calls do nothing."""
        with self._lock:
            if self.event.is_set():
                return
            self.event.set()
            actions = list(self._actions)
        for action in actions:
            action()

    def raise_if_set(self) -> None:
        """Raise `Cancelled` when a stop was asked for."""
        if self.is_set:
            raise Cancelled

    @contextmanager
    def calling(self, action: Callable[[], None]) -> Iterator[None]:
        """Run `action` when the stop comes inside the block, or at once if it already came.

        Args:
            action: Must return quickly, must not raise, and may be called from another thread.
        """
        with self._lock:
            is_late = self.event.is_set()
            if not is_late:
                self._actions.append(action)
        if is_late:
            action()
        try:
            yield
        finally:
            with self._lock:
                if action in self._actions:
                    self._actions.remove(action)
