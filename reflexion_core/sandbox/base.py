"""What every sandbox offers: run the examples of a document and say what each of their statements did.

A sandbox never decides whether an example is right. It reports what happened, and says so where what
happened cannot be told from what the machine, the clock, chance or the sandbox itself added.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Literal

from pydantic import Field

from reflexion_core.records import Record
from reflexion_core.registry import Registry
from reflexion_core.stopping import Stop

Strength = Literal["isolated", "limited"]
"""`isolated`: the kernel keeps examples from everything but their own folder. `limited`: examples are merely
hindered; one that is made to do harm can read and write what the user can."""

BlockStatus = Literal[
    "ok",
    "raised",
    "timeout",
    "memory",
    "output limit",
    "forbidden",
    "missing package",
    "needs input",
    "crashed",
    "module failed",
    "not run",
]
"""`forbidden`: it tried what no example may. `crashed`: its process ended before the block did. `module failed`:
the uploaded module cannot be imported. `not run`: the process that it continues had ended."""

TELLING: frozenset[BlockStatus] = frozenset({"ok", "raised"})
"""The outcomes that say something about the documented code; all others mean "cannot tell"."""


class ExampleBlock(Record):
    """One piece of code, as a reader would type it."""

    code: str
    continues: bool = False
    """Whether it runs in the process that ran the block before, with the names that are known there."""
    is_session: bool = False
    """Whether it is typed at a prompt, which also shows the values of expressions inside a `with` or `for`."""


class ExampleLimits(Record):
    """What one example may use."""

    seconds: float = Field(default=5.0, gt=0)
    """Of wall time, for one block; importing the module has as much again."""
    memory_mib: int = Field(default=512, ge=64)
    processes: int = Field(default=8, ge=4)
    """At once, those of the sandbox included. Starting one is refused anyway; this holds where code gets past that."""
    output_bytes: int = Field(default=100_000, ge=1)
    """What one block may print, and how long the text of one value may be."""
    file_bytes: int = Field(default=16 * 1024 * 1024, ge=1)
    """What one process may write to files."""


class ExampleRequest(Record):
    """The examples of one document and the module that they are about."""

    module_name: str
    """The name that an import uses, without dots."""
    module_text: str
    blocks: tuple[ExampleBlock, ...]
    limits: ExampleLimits = ExampleLimits()
    seed: int = 0
    """Of `random`, `numpy.random` and the hashes. The second run has the next one, so that chance shows."""


class RaisedException(Record):
    """An exception that nothing caught."""

    type: str
    """The class's own name, without its module."""
    bases: tuple[str, ...] = ()
    """The names of the classes that it derives from, nearest first."""
    message: str
    text: str
    """What stands on the last line of a traceback."""


class StatementResult(Record):
    """What one statement at the top level of a block did."""

    line: int
    """Its first line in the block, counted from 1, and its last."""
    end_line: int
    stdout: str = ""
    stderr: str = ""
    session: str | None = None
    """What a prompt shows: the values of expressions inside it too; None where that is `stdout` and `value`."""
    value: str | None = None
    """The `repr` of a bare expression that is not None."""
    exception: RaisedException | None = None
    """What ended it; the statements after it ran all the same, as at a prompt."""
    is_deterministic: bool = True
    """Whether the second run, with another seed, clock and folder, did the same."""


class BlockResult(Record):
    """What one block did."""

    status: BlockStatus
    detail: str = ""
    """In plain words: what was refused, which package is missing, how the process ended."""
    statements: tuple[StatementResult, ...] = ()
    """Those that ended, in order; fewer than the block has where its process ended early."""
    stdout: str = ""
    """All that was printed, threads that outlived their statement included."""
    is_deterministic: bool = True
    """Whether the second run came to the same status, statements and output."""

    @property
    def is_telling(self) -> bool:
        """Whether the block's outcome says something about the documented code."""
        return self.status in TELLING


class Availability(Record):
    """Whether a sandbox can be used on this machine."""

    is_available: bool
    reason: str = ""
    """Why not, in plain words."""


class Sandbox(ABC):
    """A place to run examples in."""

    name: ClassVar[str]
    strength: ClassVar[Strength]

    @abstractmethod
    def check_available(self) -> Availability:
        """Try the sandbox, once in the life of our process."""

    @abstractmethod
    def run(self, request: ExampleRequest, stop: Stop) -> tuple[BlockResult, ...]:
        """Run every block twice, each time in another process, and return one result a block.

        Raises:
            Cancelled: the stop was given; nothing of the examples is left running.
        """


SANDBOXES: Registry[type[Sandbox]] = Registry("sandbox", "reflexion_core.sandbox")

PREFERENCE = ("namespaces", "sandlock", "limited")
"""From the strongest to the weakest."""


def choose_sandbox(*, is_limited_allowed: bool) -> tuple[Sandbox | None, tuple[str, ...]]:
    """Return the strongest sandbox of this machine, and why each stronger one cannot be used.

    Args:
        is_limited_allowed: Whether the user turned on the mode that merely hinders harm.
    """
    reasons = []
    for name in PREFERENCE:
        sandbox = SANDBOXES[name]()
        if sandbox.strength == "limited" and not is_limited_allowed:
            reasons.append(f"{name}: not turned on")
            continue
        availability = sandbox.check_available()
        if availability.is_available:
            return sandbox, tuple(reasons)
        reasons.append(f"{name}: {availability.reason}")
    return None, tuple(reasons)
