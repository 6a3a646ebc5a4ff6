"""What a worker is told to do: one line of JSON, the first on its standard input.

The modules `_worker_*` run inside the sandbox, in a bare interpreter: they import the standard library alone.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal


@dataclass(frozen=True)
class Order:
    """Everything that one worker needs to know."""

    confinement: Literal["namespaces", "none"]
    """What the worker itself must do before any example runs; `none` where others confine it."""
    is_guard_strict: bool
    """Whether the interpreter's own hooks are all that holds, so that they refuse what they cannot judge."""
    module_name: str
    module_text: str
    chains: tuple[tuple[tuple[int, str], ...], ...]
    """For each process: the blocks that it runs, each with its index in the request."""
    sessions: tuple[int, ...]
    """The indices of the blocks that are typed at a prompt."""
    work_folder: str
    """The only place that can be written to."""
    root_folder: str
    """An empty folder, to become the root of the file system with confinement `namespaces`."""
    readable: tuple[str, ...]
    """Files and folders that an example may read."""
    owner: int
    """The number of the user to become where root starts the worker; 0 to stay."""
    packages: tuple[str, ...]
    """Folders of installed packages, for the module search path."""
    seconds: float
    memory_bytes: int
    processes: int
    output_bytes: int
    file_bytes: int
    seed: int
    clock_start: float
    """The wall clock at the beginning, in seconds since 1970."""

    def to_line(self) -> bytes:
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Order:
        values = json.loads(line)
        values["chains"] = tuple(tuple((index, code) for index, code in chain) for chain in values["chains"])
        values["sessions"] = tuple(values["sessions"])
        values["readable"] = tuple(values["readable"])
        values["packages"] = tuple(values["packages"])
        return cls(**values)
