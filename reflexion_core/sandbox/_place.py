"""Where a worker lives: its interpreter, its folders, its environment, its user."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

SYSTEM_FOLDERS = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types")
FIRST_LONELY_USER, LONELY_USERS = 61184, 4000
"""Numbers that no distribution gives to an account, so that a limit by user counts one worker alone."""


@dataclass(frozen=True)
class Place:
    """The folders of one worker, all in one that vanishes afterwards."""

    code: Path
    """The worker's own modules."""
    work: Path
    """The only one that it can write to."""
    root: Path
    """An empty one."""


def python_program() -> str:
    """Return the interpreter itself; the one of a virtual environment is a link that a sandbox may not follow."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


def package_folders() -> tuple[str, ...]:
    """Return where packages are installed that an example may import."""
    return tuple(path for path in sys.path if Path(path).name in ("site-packages", "dist-packages"))


def readable_paths() -> tuple[str, ...]:
    """Return what Python needs to run: the system's libraries, the interpreter's own files, the packages."""
    prefixes = (sys.base_prefix, sys.base_exec_prefix, str(Path(python_program()).parent.parent))
    own = [path for path in dict.fromkeys((*prefixes, *package_folders())) if path not in ("/", "/usr")]
    return (*(path for path in SYSTEM_FOLDERS if Path(path).exists()), *own)


def make_place(folder: Path, owner: int) -> Place:
    place = Place(code=folder / "code", work=folder / f"work-{secrets.token_hex(3)}", root=folder / "root")
    package = place.code / "reflexion_core" / "sandbox"
    package.mkdir(parents=True)
    place.work.mkdir(mode=0o700)
    place.root.mkdir(mode=0o700)
    if owner:
        folder.chmod(0o711)
        os.chown(place.work, owner, owner)
    (package.parent / "__init__.py").touch()
    (package / "__init__.py").touch()
    for module in Path(__file__).parent.glob("_worker_*.py"):
        shutil.copyfile(module, package / module.name)
    return place


def environment(place: Place, seed: int) -> dict[str, str]:
    return {
        "HOME": str(place.work),
        "TMPDIR": str(place.work),
        "LANG": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "TZ": "UTC",
        "PYTHONPATH": str(place.code),
        "PYTHONHASHSEED": str(seed % 2**32),
        # Numeric libraries would start a thread for each core, which do not survive a fork.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }


def choose_owner(paths: tuple[str, ...], *, is_root_hidden: bool) -> int:
    """Return the user to run as where we are root; 0 where it could not read what it needs, or we are not root."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return 0
    if not _is_mapped(FIRST_LONELY_USER + LONELY_USERS):
        return 0
    if is_root_hidden or all(_is_readable_by_all(Path(path)) for path in paths):
        return FIRST_LONELY_USER + secrets.randbelow(LONELY_USERS)
    return 0


def _is_mapped(user: int) -> bool:
    """Whether the number of a user means anything here; in a container, few may."""
    try:
        lines = Path("/proc/self/uid_map").read_text(encoding="ascii").splitlines()
    except OSError:
        return sys.platform != "linux"
    ranges = [[int(number) for number in line.split()] for line in lines]
    return any(first <= user < first + count for first, _, count in ranges)


def _is_readable_by_all(path: Path) -> bool:
    try:
        needed = stat.S_IROTH | (stat.S_IXOTH if path.is_dir() else 0)
        is_open = path.stat().st_mode & needed == needed
        return is_open and all(parent.stat().st_mode & stat.S_IXOTH for parent in path.resolve().parents)
    except OSError:
        return False
