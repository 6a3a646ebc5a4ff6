"""The second best sandbox, for machines that refuse namespaces: Landlock and seccomp, by the library `sandlock`.

It hides no process and no file's existence, it forbids to use them. What the kernel's Landlock does not cover (changing
the mode or the owner of a file that is the user's) is refused as a system call.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, ClassVar

from reflexion_core.sandbox._session import Launch, Worker, WorkerSandbox
from reflexion_core.sandbox.base import SANDBOXES, Strength

CHANGING_MODES = ("chmod", "fchmod", "fchmodat", "utime", "utimes", "utimensat", "futimesat")
CHANGING_OWNERS = ("chown", "fchown", "lchown", "fchownat")
CHANGING_ATTRIBUTES = tuple(f"{prefix}{name}" for prefix in ("", "l", "f") for name in ("setxattr", "removexattr"))
CHANGING_PRIORITIES = ("setpriority", "ioprio_set", "sched_setscheduler", "sched_setattr", "sched_setparam")
REFUSED_CALLS = (*CHANGING_MODES, *CHANGING_OWNERS, *CHANGING_ATTRIBUTES, *CHANGING_PRIORITIES)
DEVICES = ("/dev/zero", "/dev/random", "/dev/urandom")


@SANDBOXES.register("sandlock")
class SandlockSandbox(WorkerSandbox):
    """No file but Python's own can be used, no network, no signal to others."""

    name: ClassVar[str] = "sandlock"
    strength: ClassVar[Strength] = "isolated"

    def find_obstacle(self) -> str:
        if sys.platform != "linux":
            return "it needs Linux"
        if importlib.util.find_spec("sandlock") is None:
            return "the library sandlock is not installed"
        return ""

    @contextmanager
    def start(self, launch: Launch) -> Iterator[Worker]:
        import sandlock  # type: ignore[import-untyped, import-not-found, unused-ignore]  # noqa: PLC0415 - 13 MB of machine code that most machines never need

        place, order = launch.place, launch.order
        box = sandlock.Sandbox(
            fs_readable=[*order.readable, *DEVICES, str(place.code)],
            fs_writable=[str(place.work), "/dev/null"],
            extra_deny_syscalls=REFUSED_CALLS,
            max_processes=order.processes,
            max_open_files=256,
            no_coredump=True,
            clean_env=True,
            env=launch.environment,
            cwd=str(place.work),
        )
        modes = sandlock.StdioMode
        with box.popen(list(launch.command), stdin=modes.PIPED, stdout=modes.PIPED, stderr=modes.NULL) as process:
            yield ConfinedWorker(process)


class ConfinedWorker:
    """A worker that the library watches."""

    def __init__(self, process: Any) -> None:
        self._process = process
        self.stdin: BinaryIO = process.stdin
        self.stdout: BinaryIO = process.stdout

    def kill(self) -> None:
        with suppress(OSError, RuntimeError):
            self._process.kill()
