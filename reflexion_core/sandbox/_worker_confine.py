"""Puts the worker where it can do no harm, by what the Linux kernel offers to every process.

New namespaces give it a file system of its own (the interpreter, read-only, and one folder in memory), no network,
and no other process to see or to signal. The rest is limits. Nothing here needs root; where the worker is started
by root, it leaves root for a user that owns nothing.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from reflexion_core.sandbox._worker_order import Order

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT = 0x1, 0x2, 0x4, 0x20
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
MNT_DETACH = 2
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
MOUNT_ATTR_READ_ONLY_NO_SETUID_NO_DEVICES = 0x1 | 0x2 | 0x4
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 36, 38
CAPABILITY_VERSION_3 = 0x20080522

SYS_MOUNT_SETATTR = 442
SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
USER_INSIDE = 1000
THREADS = 64
"""Of all examples together, beside their processes."""


class ConfinementFailed(Exception):
    """The kernel, or who set it up, does not allow what is needed; the message says what."""


def enter_namespaces(order: Order) -> None:
    """Return in a new process that is alone in the world; the one that called waits for it and ends with it.

    Raises:
        ConfinementFailed: this machine does not allow it.
    """
    libc = _Libc()
    is_root = os.geteuid() == 0 and order.owner != 0
    user, group = os.geteuid(), os.getegid()
    flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    libc.call("unshare", flags if is_root else flags | CLONE_NEWUSER, doing="new namespaces")
    if not is_root:
        _map_user(user, group)
    child = os.fork()
    if child:
        _wait_and_exit(child)
    _build_root(libc, order, order.owner if is_root else USER_INSIDE)
    if not is_root:
        with suppress(OSError):  # a second line: without rights inside, a further user namespace helps nobody
            Path("/proc/sys/user/max_user_namespaces").write_text("0", encoding="ascii")
    drop_privileges(order)


def drop_privileges(order: Order) -> None:
    """Leave root where told so, give up every capability for good, and hide our memory from others of the user."""
    libc = _Libc()
    if os.geteuid() == 0 and order.owner:
        os.setgroups([])
        os.setresgid(order.owner, order.owner, order.owner)
        os.setresuid(order.owner, order.owner, order.owner)
    for capability in range(64):
        libc.try_call("prctl", PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    libc.try_call("capset", header, (ctypes.c_uint32 * 6)())
    libc.try_call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    libc.try_call("prctl", PR_SET_DUMPABLE, 0, 0, 0, 0)
    libc.try_call("prctl", PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    tie_to_parent()


def tie_to_parent() -> None:
    """End when the parent ends; to be called last, for a change of user cuts the tie."""
    _Libc().try_call("prctl", PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def limit_example(order: Order) -> None:
    """Set what the calling process may use; nothing gives it back."""
    memory, files = order.memory_bytes, max(order.file_bytes, 2 * order.output_bytes)
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: files,
        resource.RLIMIT_NOFILE: 256,
        resource.RLIMIT_DATA: memory,
        # The address space holds mapped libraries too, which are no use of memory.
        resource.RLIMIT_AS: memory + 2 * 1024**3,
    }
    if order.owner or order.confinement == "namespaces":
        # It counts all that the user runs, threads too; only a lonely user's count is the sandbox's own.
        limits[resource.RLIMIT_NPROC] = order.processes + THREADS
    for kind, value in limits.items():
        hard = resource.getrlimit(kind)[1]
        lower = value if hard == resource.RLIM_INFINITY else min(value, hard)
        with suppress(ValueError, OSError):  # macOS refuses some
            resource.setrlimit(kind, (lower, lower))


class _Libc:
    """The C library's functions, as ones that raise."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None, use_errno=True)

    def call(self, name: str, *arguments: Any, doing: str) -> None:
        if self.try_call(name, *arguments) != 0:
            number = ctypes.get_errno()
            raise ConfinementFailed(f"the system refuses {doing} ({os.strerror(number).lower()})")

    def try_call(self, name: str, *arguments: Any) -> int:
        function = getattr(self._library, name, None)
        return -1 if function is None else int(function(*arguments))

    def mount(self, source: str | None, target: str, kind: str | None, flags: int, options: str = "") -> None:
        encoded = (None if text is None else os.fsencode(text) for text in (source, target, kind))
        self.call("mount", *encoded, ctypes.c_ulong(flags), options.encode(), doing=f"a mount at {target}")


def _map_user(user: int, group: int) -> None:
    try:
        with suppress(FileNotFoundError):
            Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{USER_INSIDE} {user} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{USER_INSIDE} {group} 1", encoding="ascii")
    except OSError as exc:
        raise ConfinementFailed(f"the system refuses a user namespace ({exc.strerror})") from exc


def _wait_and_exit(child: int) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)  # whoever reads or writes us must see when the child is gone
    _, status = os.waitpid(child, 0)
    os._exit(0 if status == 0 else 1)


def _build_root(libc: _Libc, order: Order, owner: int) -> None:
    """Make a file system of what may be read and one folder in memory, and nothing else."""
    root = order.root_folder
    libc.mount(None, "/", None, MS_REC | MS_PRIVATE)
    libc.mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755")
    for path in (*order.readable, *DEVICES):
        _bind(libc, root, path, is_device=path in DEVICES)
    shared = Path(root, "dev", "shm")
    shared.mkdir()  # locks between processes live there, which a class may make without starting any
    libc.mount("tmpfs", str(shared), "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=1777")
    work = root + order.work_folder
    Path(work).mkdir(parents=True, exist_ok=True)
    size = order.file_bytes + 65536
    libc.mount("tmpfs", work, "tmpfs", MS_NOSUID | MS_NODEV, f"size={size},mode=700")
    os.chown(work, owner, owner)
    libc.mount(None, root, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)
    os.chdir(root)
    number = SYS_PIVOT_ROOT.get(os.uname().machine)
    if number is None:
        raise ConfinementFailed(f"the processor {os.uname().machine!r} is not known")
    libc.call("syscall", ctypes.c_long(number), b".", b".", doing="another root of the file system")
    libc.call("umount2", b".", MNT_DETACH, doing="to let go of the old root")
    os.chdir(order.work_folder)


def _bind(libc: _Libc, root: str, path: str, *, is_device: bool) -> None:
    source, target = Path(path), Path(root + path)
    if not source.exists() or target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_symlink():
        target.symlink_to(source.readlink())
        return
    if source.is_dir():
        target.mkdir(exist_ok=True)
    else:
        target.touch()
    libc.mount(path, str(target), None, MS_BIND | MS_REC)
    if not is_device:
        _make_read_only(libc, str(target))


def _make_read_only(libc: _Libc, target: str) -> None:
    """Protect a mount and all that is mounted below it, which a plain remount would leave writable."""
    attributes = (ctypes.c_uint64 * 4)(MOUNT_ATTR_READ_ONLY_NO_SETUID_NO_DEVICES, 0, 0, 0)
    arguments = (AT_FDCWD, os.fsencode(target), AT_RECURSIVE, attributes, ctypes.c_size_t(32))
    libc.call("syscall", ctypes.c_long(SYS_MOUNT_SETATTR), *arguments, doing="read-only mounts (Linux 5.12)")
