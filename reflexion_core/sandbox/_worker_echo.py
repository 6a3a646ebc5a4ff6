"""What a prompt shows of a statement: besides what it prints, the values of the expressions inside it."""

from __future__ import annotations

import sys
from collections.abc import Callable

from reflexion_core.sandbox._worker_output import Output

_MOST_PIECES = 2000
"""No document shows more, and a long loop is not to be slowed down by it."""


class Echo:
    """Catches the values that a statement in interactive mode shows, in order with what it prints.

    Args:
        output: Where what is printed is caught.
        shorten: Cuts a text that is too long.
    """

    def __init__(self, output: Output, shorten: Callable[[str], str]) -> None:
        self._output = output
        self._shorten = shorten
        self._printed: list[str] = []
        self._errors: list[str] = []
        self._session: list[str] = []
        self._has_shown = False

    def __enter__(self) -> None:
        sys.displayhook = self._show

    def __exit__(self, *_: object) -> None:
        sys.displayhook = sys.__displayhook__

    def take(self) -> tuple[str, str, str | None]:
        """Return what came on both streams, and what a prompt would show; None where that is no more."""
        self._collect()
        session = "".join(self._session) if self._has_shown else None
        return "".join(self._printed), "".join(self._errors), session

    def _show(self, value: object) -> None:
        if value is None or len(self._session) > _MOST_PIECES:
            return
        self._collect()
        self._has_shown = True
        self._session.append(self._shorten(repr(value)) + "\n")

    def _collect(self) -> None:
        out, err = self._output.take()
        self._printed.append(out)
        self._session.append(out)
        self._errors.append(err)
