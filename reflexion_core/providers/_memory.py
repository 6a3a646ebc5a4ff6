"""How much memory this machine has left."""

from __future__ import annotations

from pathlib import Path

_MEMORY = Path("/proc/meminfo")
_SHARE = 1.2
"""How much more than its file a loaded model takes, without its window."""
_SPARE_BYTES = 2**30
"""What is left to the window and to everybody else."""


def has_room(model_bytes: int | None) -> bool:
    """Whether a model fits beside what is in memory; False where that cannot be told."""
    free = free_bytes()
    return model_bytes is not None and free is not None and model_bytes * _SHARE + _SPARE_BYTES <= free


def free_bytes() -> int | None:
    """Return how much memory can be taken without swapping; None where the system does not say."""
    try:
        lines = _MEMORY.read_text("ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    found = [line.split() for line in lines if line.startswith("MemAvailable:")]
    return int(found[0][1]) * 1024 if found and len(found[0]) > 1 and found[0][1].isdigit() else None
