"""A worker as a child process of ours."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from reflexion_core.sandbox._session import Launch


class ChildWorker:
    """A started process; killing it ends all that it started, for each of them is tied to its parent."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.stdin = cast(BinaryIO, process.stdin)
        self.stdout = cast(BinaryIO, process.stdout)

    def kill(self) -> None:
        self._process.kill()


@contextmanager
def child_worker(launch: Launch) -> Iterator[ChildWorker]:
    """Start a worker; kill and bury it when the block ends."""
    process = subprocess.Popen(
        launch.command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=launch.environment,
        cwd=launch.place.work,
        bufsize=0,
        start_new_session=True,
    )
    with process:
        try:
            yield ChildWorker(process)
        finally:
            process.kill()
