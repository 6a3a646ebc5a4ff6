"""A document on the desk with its sources: kept by the server, so that a refresh loses nothing."""

from __future__ import annotations

import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from reflexion_core.dashboard.verify_checker import DocumentChecker
from reflexion_core.dashboard.verify_examples import ExampleRuns
from reflexion_core.errors import ReflexionError
from reflexion_core.records import Source

MAX_DOCUMENT_BYTES = 1024 * 1024
_MOST_DESKS = 40
_LINE_END = re.compile(r"\r\n?")


@dataclass(frozen=True)
class DraftOrigin:
    """Where a text on a desk is from."""

    run_id: str
    round_number: int
    """The round whose draft it is, or that the final document came from."""


@dataclass
class Desk:
    """One document that is being checked, as it stands."""

    id: str
    name: str
    """The document's file name."""
    document: str
    checker: DocumentChecker
    version: int = 0
    """Counts the texts that the server put there, as against those that came from the page."""
    note: str = ""
    """Where the text is from, in plain words."""
    done: str = ""
    """What the server did last, in plain words."""
    origin: DraftOrigin | None = None
    """The draft of a run that is being changed; None where the text belongs to no run."""

    def put(self, document: str, done: str = "") -> None:
        """Replace the text by one of the server's."""
        self.document = document
        self.version += 1
        self.done = done


class Desks:
    """The desks of a server; the oldest make room for new ones.

    Args:
        examples: Where examples run; None where they are not run.
        not_run: Why they are not run, in plain words.
    """

    def __init__(self, examples: ExampleRuns | None, not_run: str = "") -> None:
        self.examples = examples
        self._not_run = not_run
        self._lock = threading.Lock()
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._checkers: OrderedDict[tuple[Source, ...], DocumentChecker] = OrderedDict()

    def open(
        self,
        name: str,
        document: str,
        sources: Sequence[Source],
        note: str = "",
        origin: DraftOrigin | None = None,
    ) -> Desk:
        """Put a document on a new desk.

        Raises:
            SourceError: a source does not parse.
        """
        text = with_plain_line_ends(document)
        desk = Desk(secrets.token_hex(8), name, text, self._new_checker(sources), note=note, origin=origin)
        with self._lock:
            self._desks[desk.id] = desk
            while len(self._desks) > _MOST_DESKS:
                self._desks.popitem(last=False)
        return desk

    def get(self, desk_id: str) -> Desk | None:
        """Return a desk; None where there is none of that name, or no more."""
        with self._lock:
            desk = self._desks.get(desk_id)
            if desk is not None:
                self._desks.move_to_end(desk_id)
            return desk

    def checker(self, sources: Sequence[Source]) -> DocumentChecker:
        """Return what checks documents against these sources, the same one for the same sources.

        Raises:
            SourceError: a source does not parse.
        """
        key = tuple(sources)
        with self._lock:
            if key not in self._checkers:
                self._checkers[key] = self._new_checker(sources)
                while len(self._checkers) > _MOST_DESKS:
                    self._checkers.popitem(last=False)
            self._checkers.move_to_end(key)
            return self._checkers[key]

    def close(self) -> None:
        """Stop the examples that run."""
        if self.examples is not None:
            self.examples.close()

    def _new_checker(self, sources: Sequence[Source]) -> DocumentChecker:
        return DocumentChecker(sources, self.examples, self._not_run)


def with_plain_line_ends(text: str) -> str:
    """Return a text as a browser's text box would hold it, so that places in it are the same on both sides."""
    return _LINE_END.sub("\n", text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def read_document(name: str, data: bytes) -> str:
    """Read an uploaded document.

    Raises:
        ReflexionError: it is too large, or not UTF-8 text.
    """
    shown = PurePath(name).name
    if len(data) > MAX_DOCUMENT_BYTES:
        raise ReflexionError(
            f"{shown}: is too large: {len(data):,} bytes, and the limit is {MAX_DOCUMENT_BYTES:,}",
            hint="check its parts one by one, or use `reflexion verify`",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise ReflexionError(f"{shown}: is not UTF-8 text: {exc.reason} at byte {exc.start}") from exc
    if "\0" in text:
        raise ReflexionError(f"{shown}: holds NUL bytes, so it is no text")
    return text
