"""What the tests of sandboxes share: the sandboxes of this machine, a module for examples, one line to run them."""

from __future__ import annotations

from pathlib import Path

import pytest

from reflexion_core.sandbox.base import SANDBOXES, BlockResult, ExampleBlock, ExampleLimits, ExampleRequest, Sandbox
from reflexion_core.stopping import Stop

MODULE = '''
import asyncio
from json import dumps

LIMIT = 3


class TooSmall(ValueError):
    """A number below zero."""


def half(x):
    if x < 0:
        raise TooSmall(f"{x} is below 0")
    return x / 2


async def half_later(x):
    await asyncio.sleep(0.001)
    return x / 2
'''

LIMITS = ExampleLimits(seconds=10, output_bytes=20_000, file_bytes=4 * 1024 * 1024)
ISOLATED = ("namespaces", "sandlock")
ALL = (*ISOLATED, "limited")


def available(name: str) -> Sandbox:
    """Return a sandbox, or skip the test where this machine does not have it."""
    sandbox = SANDBOXES[name]()
    availability = sandbox.check_available()
    if not availability.is_available:
        pytest.skip(f"THIS MACHINE HAS NO SANDBOX {name!r}: {availability.reason}")
    return sandbox


def best() -> Sandbox:
    for name in ISOLATED:
        if SANDBOXES[name]().check_available().is_available:
            return SANDBOXES[name]()
    return available("limited")


def run(
    *codes: str,
    sandbox: Sandbox | None = None,
    module: str = MODULE,
    name: str = "halves",
    limits: ExampleLimits = LIMITS,
    continues: bool = False,
) -> tuple[BlockResult, ...]:
    """Run blocks of code about a module; the first begins anew, the others as told."""
    blocks = tuple(ExampleBlock(code=code, continues=continues and index > 0) for index, code in enumerate(codes))
    request = ExampleRequest(module_name=name, module_text=module, blocks=blocks, limits=limits)
    return (sandbox or best()).run(request, Stop())


def processes_of(folder: Path) -> list[str]:
    """Return the command lines of living processes that name a folder."""
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(folder) in line:
            lines.append(line)
    return lines
