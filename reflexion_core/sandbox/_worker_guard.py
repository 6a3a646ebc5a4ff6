"""Notices what no example may do, says what it was, and refuses it.

Python tells an audit hook of such attempts before they happen, and the hook cannot be taken out again. Code in C gets
past it: what really holds is the sandbox around the process. The hook gives the reason a name.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn

from reflexion_core.sandbox._worker_order import Order

Note = Callable[..., None]
"""Takes the kind of a note and its words; passes them on at once, for the process may not live long."""

NETWORK_EVENTS = frozenset(
    f"socket.{name}"
    for name in ("connect", "bind", "sendto", "sendmsg", "getaddrinfo", "gethostbyname", "gethostbyaddr", "getnameinfo")
)
PROCESS_EVENTS = frozenset(
    {"subprocess.Popen", "pty.spawn"}
    | {f"os.{name}" for name in ("system", "fork", "forkpty", "exec", "spawn", "posix_spawn", "startfile")}
)
READING_EVENTS = frozenset(f"os.{name}" for name in ("listdir", "scandir", "chdir"))
WRITING_EVENTS = frozenset(
    {"sqlite3.connect"}
    | {f"os.{name}" for name in ("mkdir", "remove", "rename", "rmdir", "chmod", "chown", "link", "symlink")}
    | {f"os.{name}" for name in ("truncate", "utime", "setxattr", "removexattr")}
)
TWO_PATH_EVENTS = frozenset({"os.rename", "os.link"})
WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

SYSTEM_FILES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/etc/localtime")
NETWORK_ERRORS = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EAFNOSUPPORT})
DISK_ERRORS = frozenset({errno.EFBIG, errno.ENOSPC, errno.EDQUOT})


class Guard:
    """The hook of one process.

    Args:
        order: What may be read and written.
        note: Where notes go.
    """

    def __init__(self, order: Order, note: Note) -> None:
        self._note = note
        self._is_strict = order.is_guard_strict
        self._work = os.path.realpath(order.work_folder)
        self._readable = tuple(os.path.realpath(path) for path in (*order.readable, self._work, *SYSTEM_FILES))
        self._realpath, self._lexists, self._fsdecode = os.path.realpath, os.path.lexists, os.fsdecode
        self._pid, self._getpid = os.getpid(), os.getpid

    def install(self) -> None:
        for name in ("clock_settime", "clock_settime_ns"):
            setattr(time, name, lambda *_: self._refuse("the clock: setting it"))
        sys.addaudithook(self._hear)

    def explain(self, exc: OSError) -> None:
        """Note what the system itself refused, told by the error that nothing caught."""
        if exc.errno in DISK_ERRORS:
            self._note("refused", "disk: more was written than an example may")
        elif exc.errno in NETWORK_ERRORS:
            self._note("refused", "network")
        elif exc.errno == errno.EAGAIN and isinstance(exc, BlockingIOError):
            self._note("refused", "process: starting another one")
        elif exc.errno in (errno.EPERM, errno.EACCES, errno.EROFS):
            is_outside = isinstance(exc.filename, str) and not self._is_below(exc.filename, (self._work,))
            self._note("refused", f"file outside: {exc.filename}" if is_outside else "a request to the system")

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            self._check_open(*arguments[:3])
        elif event in NETWORK_EVENTS:
            self._refuse("network")
        elif event in PROCESS_EVENTS:
            self._refuse("process: starting another one")
        elif event in ("os.kill", "os.killpg", "signal.pthread_kill"):
            self._check_signal(event, arguments)
        elif event == "resource.prlimit" and arguments and arguments[0] not in (0, self._pid):
            self._refuse("process: changing another one")
        elif event in READING_EVENTS or event in WRITING_EVENTS:
            for path in arguments[: 2 if event in TWO_PATH_EVENTS else 1]:
                self._check_path(path, is_writing=event in WRITING_EVENTS)
        elif self._is_strict and event.startswith("ctypes."):
            self._refuse("calling C code")

    def _check_open(self, path: Any, mode: Any, flags: Any) -> None:
        is_writing = bool(isinstance(flags, int) and flags & WRITING_FLAGS)
        self._check_path(path, is_writing=is_writing or (isinstance(mode, str) and any(c in mode for c in "wax+")))

    def _check_path(self, path: Any, *, is_writing: bool) -> None:
        if path is None or isinstance(path, int) or path == ":memory:":
            return
        try:
            real = self._realpath(self._fsdecode(path))
        except (TypeError, ValueError):
            return
        if self._is_below(real, (self._work, os.devnull) if is_writing else self._readable):
            return
        self._note("outside", real, is_writing)
        # What is not there ends as it would anywhere: a missing file is a fair example.
        if is_writing or self._lexists(real):
            raise PermissionError(errno.EACCES, "an example may not use files outside its folder", real)

    def _is_below(self, path: str, roots: tuple[str, ...]) -> bool:
        real = self._realpath(path)
        return any(real == root or real.startswith(root.rstrip("/") + "/") for root in roots)

    def _check_signal(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "signal.pthread_kill":
            return
        if arguments[0] != self._getpid() and arguments[1] != 0:
            self._refuse(f"process: sending {_signal_name(arguments[1])} to another one")

    def _refuse(self, what: str) -> NoReturn:
        self._note("refused", what)
        raise PermissionError(errno.EPERM, f"an example may not use this: {what}")


def _signal_name(number: Any) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
