"""Catches what an example prints, by whatever way it reaches the standard streams."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Callable
from typing import Any, NoReturn


class OutputLimitReached(BaseException):
    """More was printed than is allowed; derives from the base so that `except Exception` lets it pass."""


class Output:
    """Standard output and error as files in memory, read anew after each statement.

    Args:
        limit: How many bytes one block may print, both streams together.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._left = limit
        self._files = (_open_nameless(), _open_nameless())
        self._read_up_to = [0, 0]
        for stream, file in zip((1, 2), self._files, strict=True):
            os.dup2(file, stream)
        self._streams = (_text_stream(1, self._count, "strict"), _text_stream(2, self._count, "backslashreplace"))
        self.install()

    def install(self) -> None:
        """Make these the streams that `print` writes to, whatever a block left there."""
        sys.stdout, sys.stderr = self._streams
        sys.__stdout__, sys.__stderr__ = self._streams  # type: ignore[misc]

    def begin_block(self) -> None:
        self._left = self._limit
        self.take()

    def take(self) -> tuple[str, str]:
        """Return what came on both streams since the last call."""
        for stream in {sys.stdout, sys.stderr, *self._streams}:
            with contextlib.suppress(Exception, OutputLimitReached):
                stream.flush()
        out, err = (self._take_from(index) for index in (0, 1))
        return out, err

    def _take_from(self, index: int) -> str:
        try:
            data = os.pread(self._files[index], self._limit, self._read_up_to[index])
            self._read_up_to[index] = os.fstat(self._files[index]).st_size
        except OSError:  # the example closed every file that it could find
            return ""
        return data.decode("utf-8", "replace")

    def _count(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise OutputLimitReached


class _CountingFile(io.FileIO):
    def __init__(self, stream: int, count: Callable[[int], None]) -> None:
        super().__init__(stream, "w", closefd=False)
        self._count = count

    def write(self, data: Any) -> int:
        self._count(len(data))
        return super().write(data)


def _text_stream(stream: int, count: Callable[[int], None], errors: str) -> io.TextIOWrapper:
    buffer = io.BufferedWriter(_CountingFile(stream, count))
    return io.TextIOWrapper(buffer, encoding="utf-8", errors=errors, line_buffering=True, write_through=True)


def _open_nameless() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("output")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


class NoInput(io.TextIOBase):
    """A standard input where nobody sits: reading from it is noted and ends as at the end of a file.

    Args:
        note: Called when something wants to read.
    """

    encoding = "utf-8"
    name = "<stdin>"

    def __init__(self, note: Callable[[], None]) -> None:
        super().__init__()
        self._note = note

    @property
    def buffer(self) -> NoInput:
        return self

    def fileno(self) -> int:
        return 0

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1, /) -> NoReturn:  # noqa: ARG002
        self._note()
        raise EOFError("EOF when reading a line")

    def readline(self, size: int = -1, /) -> NoReturn:  # type: ignore[override]
        self.read(size)

    def __next__(self) -> NoReturn:
        self.read()
