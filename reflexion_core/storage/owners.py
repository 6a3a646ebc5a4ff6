"""Which processes are alive: each holds a lock that the system lets go of when it dies, however it dies."""

from __future__ import annotations

import secrets
import socket
from pathlib import Path

from filelock import FileLock, Timeout

from reflexion_core.errors import StorageError


class Owner:
    """This process, as the holder of runs.

    Args:
        folder: Where the locks of this machine's processes are.

    Raises:
        StorageError: the lock cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._id = secrets.token_hex(8)
        self._lock = FileLock(self._file(self._id), thread_local=False)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=1)
        except OSError as exc:
            raise StorageError(f"{folder}: cannot be written: {exc.strerror}") from exc

    def __str__(self) -> str:
        return f"{socket.gethostname()}/{self._id}"

    def is_gone(self, owner: str) -> bool:
        """Whether a process of this machine that held runs has ended; of another machine's nothing is known."""
        host, _, identity = owner.rpartition("/")
        if host != socket.gethostname() or identity == self._id:
            return False
        lock = FileLock(self._file(identity))
        try:
            with lock.acquire(timeout=0):
                return True
        except Timeout:
            return False

    def release(self) -> None:
        """Let go of the lock."""
        self._lock.release()
        self._file(self._id).unlink(missing_ok=True)

    def _file(self, identity: str) -> Path:
        return self._folder / f"{identity}.lock"
