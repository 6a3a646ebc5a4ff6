"""The checks of what a model has finished, while it writes on.

What takes time in checking a document are its examples. Each runs as soon as its block is closed, beside the model, and
is remembered; when the document is whole, its checks find most of them done. What they say is the same either way.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from reflexion_core.errors import Cancelled
from reflexion_core.stopping import Stop
from reflexion_core.verification import Verifier

_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_GRACE_SECONDS = 2.0
"""How long an example that still runs at the end of the text is waited for; then it is stopped, and runs anew where
the document has it."""


class CheckingAhead:
    """Checks texts of one run as they grow.

    Args:
        verifier: Checks them, and remembers what their examples did.
        stop: Ends it at once.
    """

    def __init__(self, verifier: Verifier, stop: Stop) -> None:
        self._verifier = verifier
        self._stop = stop

    @contextmanager
    def watch(self) -> Iterator[Callable[[str], None]]:
        """Give what takes the pieces of one text; no work of it is left when the block ends."""
        worker = _Worker(self._verifier)
        with self._stop.calling(worker.stop.set):
            try:
                yield worker.take
            finally:
                worker.end(0.0 if self._stop.is_set else _GRACE_SECONDS)


class _Worker:
    """A thread that runs the examples of the newest text; it begins with the first block that is closed."""

    def __init__(self, verifier: Verifier) -> None:
        self.stop = Stop()
        self._verifier = verifier
        self._text = ""
        self._fences = 0
        self._change = threading.Condition()
        self._next: str | None = None
        self._is_ending = False
        self._thread: threading.Thread | None = None

    def take(self, piece: str) -> None:
        self._text += piece
        if "\n" not in piece:
            return
        whole = self._text[: self._text.rindex("\n") + 1]
        fences = len(_FENCE.findall(whole))
        if fences > self._fences and fences % 2 == 0:
            self._fences = fences
            self._hand_over(whole)

    def end(self, grace_seconds: float) -> None:
        with self._change:
            self._is_ending, self._next = True, None
            self._change.notify()
        if self._thread is not None:
            self._thread.join(grace_seconds)
            self.stop.set()
            self._thread.join()

    def _hand_over(self, text: str) -> None:
        with self._change:
            self._next = text
            self._change.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="checking ahead", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        with suppress(Cancelled):
            while (text := self._take_next()) is not None:
                self._verifier.run_examples(text, self.stop)

    def _take_next(self) -> str | None:
        with self._change:
            self._change.wait_for(lambda: self._is_ending or self._next is not None)
            text, self._next = self._next, None
            return text
