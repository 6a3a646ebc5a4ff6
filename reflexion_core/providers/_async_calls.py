"""Calls that can be ended at once, from any thread and at any moment.

A blocking read on a socket cannot be woken from another thread; a task of an event loop can be cancelled
while it waits for its first byte, and closes its connection on the way out. So clients that stream over
HTTP live in an event loop in a thread of its own, and their callers wait on a queue.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

from reflexion_core.errors import Cancelled
from reflexion_core.stopping import Stop

T = TypeVar("T")
P = TypeVar("P")


@dataclass(frozen=True)
class _Ended:
    """Marks the end of the pieces."""


class AsyncCalls:
    """An event loop in a thread, started at the first call and ended by `close`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stack = ExitStack()
        self._portal: BlockingPortal | None = None

    def run(
        self,
        call: Callable[[Callable[[P], None]], Awaitable[T]],
        on_piece: Callable[[P], None],
        stop: Stop,
    ) -> T:
        """Run a coroutine function in the loop and hand its pieces on in the caller's thread.

        Args:
            call: Is given a function that takes the next piece.
            on_piece: Takes the pieces, in this thread.
            stop: Cancels the coroutine; it closes what it opened behind our back.

        Raises:
            Cancelled: the stop was given.
        """
        stop.raise_if_set()
        pieces: queue.SimpleQueue[P | _Ended] = queue.SimpleQueue()
        future = self._loop().start_task_soon(call, pieces.put)
        future.add_done_callback(lambda _: pieces.put(_Ended()))

        def cancel() -> None:
            # The caller is freed here; the loop closes the connection on its own.
            pieces.put(_Ended())
            future.cancel()

        with stop.calling(cancel):
            while not isinstance(piece := pieces.get(), _Ended):
                on_piece(piece)
        stop.raise_if_set()
        try:
            return future.result()
        except CancelledError as exc:
            raise Cancelled from exc

    def close(self) -> None:
        """End the loop; calls that are running are cancelled."""
        with self._lock:
            portal, self._portal = self._portal, None
            if portal is not None:
                portal.call(portal.stop, True)
            self._stack.close()

    def _loop(self) -> BlockingPortal:
        with self._lock:
            if self._portal is None:
                self._portal = self._stack.enter_context(start_blocking_portal(name="provider calls"))
            return self._portal
