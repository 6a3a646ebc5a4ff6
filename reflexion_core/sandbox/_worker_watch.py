"""What the server sees of one forked process, and how it ends it."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from reflexion_core.sandbox._worker_order import Order

POLL_SECONDS = 0.05


class Watch:
    """What the server sees of one forked process."""

    def __init__(self, order: Order, pid: int, reading: int, lifeline: int, token: str, folder: Path) -> None:
        self._order = order
        self._pid = pid
        self._reading = reading
        self._lifeline = lifeline
        self._token = token
        self._folder = folder
        self._left = 8 * order.output_bytes * 4 + 1_000_000
        self._records: list[dict[str, Any]] = []
        self._rest = b""
        self._deadline = time.monotonic() + order.seconds

    def follow(self) -> tuple[list[dict[str, Any]], str]:
        """Return the records and how the process ended: `done`, or the reason in a word or two."""
        reason, watched = "", [self._reading, self._lifeline]
        while not reason:
            ready, _, _ = select.select(watched, [], [], POLL_SECONDS if self._reading in watched else 0.002)
            if self._lifeline in ready:
                end_children(self._pid)
                os._exit(0)
            if self._reading in ready:
                data = os.read(self._reading, 1 << 16)
                reason = self._take(data)
                if not data:
                    watched.remove(self._reading)  # it may live on, having closed every file it found
            elif _has_ended(self._pid):
                break
            reason = reason or self._find_excess()
        if reason:
            _kill_group(self._pid)
        return self._records, reason or self._name_end()

    def _take(self, data: bytes) -> str:
        self._left -= len(data)
        if self._left < 0:
            return "output limit"
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            with suppress(
                ValueError, TypeError, AttributeError, LookupError
            ):  # rubbish that the example wrote into the pipe
                record = json.loads(line)
                if record.pop("token") == self._token:
                    self._records.append(record)
                    if record["kind"] in ("begin", "end"):
                        self._deadline = time.monotonic() + self._order.seconds
        return ""

    def _find_excess(self) -> str:
        if time.monotonic() > self._deadline:
            return "timeout"
        if _folder_bytes(self._folder) > self._order.file_bytes:
            return "disk"
        return ""

    def _name_end(self) -> str:
        with suppress(ChildProcessError):
            _, status = os.waitpid(self._pid, 0)
            if os.WIFSIGNALED(status):
                return f"signal {os.WTERMSIG(status)}"
            if os.WEXITSTATUS(status):
                return f"exit {os.WEXITSTATUS(status)}"
        return "done"


def end_children(pid: int) -> None:
    """Kill what a chain left running, and bury it."""
    _kill_group(pid)
    if os.getpid() == 1:
        with suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)  # alone in a namespace, this means everybody else in it
    else:
        _kill_adopted()
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def _kill_adopted() -> None:
    """Kill the processes that came to us when the example that had started them ended."""
    with suppress(OSError):
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
        for child in children.split():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(int(child), signal.SIGKILL)


def _has_ended(pid: int) -> bool:
    with suppress(ChildProcessError):
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return True


def _folder_bytes(folder: Path) -> int:
    total = 0
    with suppress(OSError):
        for parent, _, names in os.walk(folder):
            for name in names:
                with suppress(OSError):
                    total += os.lstat(os.path.join(parent, name)).st_size  # noqa: PTH118 - called many times a second
    return total
