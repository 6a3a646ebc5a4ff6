"""Runs a request in workers: two at a time, each in its own world, whatever sandbox they are put in."""

from __future__ import annotations

import json
import os
import select
import sys
import tempfile
import time
from abc import abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, Literal, Protocol

from reflexion_core.sandbox import _place
from reflexion_core.sandbox._judging import SANDBOX_BROKEN, judge_chain, merge
from reflexion_core.sandbox._worker_order import Order
from reflexion_core.sandbox.base import Availability, BlockResult, ExampleBlock, ExampleRequest, Sandbox
from reflexion_core.stopping import Stop

CLOCK_STARTS = (1_552_296_413.0, 1_995_403_267.0)
"""2019-03-11 and 2033-03-26: another year, day, weekday and hour."""

START_SECONDS = 30.0
SPARE_SECONDS = 5.0
LONGEST_LINE = 64 * 1024 * 1024

Chains = list[tuple[int, ...]]


class Worker(Protocol):
    """A running worker, with pipes to it."""

    stdin: BinaryIO
    stdout: BinaryIO

    def kill(self) -> None:
        """End it and all that it started, at once; may be called from any thread, and more than once."""


@dataclass(frozen=True)
class Launch:
    """What a sandbox needs to start a worker."""

    command: tuple[str, ...]
    environment: dict[str, str]
    place: _place.Place
    order: Order


class WorkerSandbox(Sandbox):
    """A sandbox that puts our worker somewhere; a subclass says where."""

    confinement: ClassVar[Literal["namespaces", "none"]] = "none"
    _availability: ClassVar[dict[str, Availability]] = {}

    @abstractmethod
    def start(self, launch: Launch) -> AbstractContextManager[Worker]:
        """Start a worker; when the block ends, it is killed and nothing of it is left.

        Raises:
            OSError: it cannot be started.
            RuntimeError: it cannot be started.
        """

    def find_obstacle(self) -> str:
        """Return what can be said against this sandbox without trying it; empty if nothing."""
        return "" if sys.platform == "linux" else "it needs Linux"

    def check_available(self) -> Availability:
        if self.name not in self._availability:
            reason = self.find_obstacle() or self._try()
            self._availability[self.name] = Availability(is_available=not reason, reason=reason)
        return self._availability[self.name]

    def run(self, request: ExampleRequest, stop: Stop) -> tuple[BlockResult, ...]:
        stop.raise_if_set()
        if not request.blocks:
            return ()
        with ThreadPoolExecutor(2, thread_name_prefix="examples") as pool:
            worlds = [pool.submit(self._run_world, request, world, stop) for world in (0, 1)]
            first, second = (world.result() for world in worlds)
        stop.raise_if_set()
        return tuple(merge(first[index], second[index]) for index in range(len(request.blocks)))

    def _try(self) -> str:
        """Run nothing much and return why it failed; empty if it did not."""
        request = ExampleRequest(module_name="probe", module_text="", blocks=(ExampleBlock(code="1 + 1"),))
        result = self._run_world(request, 0, Stop())[0]
        return "" if result.status == "ok" else result.detail or result.status

    def _run_world(self, request: ExampleRequest, world: int, stop: Stop) -> dict[int, BlockResult]:
        """Run all blocks once; a worker that breaks is replaced for the chains that it had not come to."""
        chains = _group_chains(request.blocks)
        results: dict[int, BlockResult] = {}
        while chains and not stop.is_set:
            done, failure = 0, ""
            for report in self._follow_worker(request, world, chains, stop):
                if "failed" in report:
                    failure = str(report["failed"])
                elif report.get("chain") == done < len(chains):
                    results |= judge_chain(chains[done], report)
                    done += 1
            if done < len(chains):
                reason = f"{SANDBOX_BROKEN}{failure or 'the examples broke out of their process and ended the sandbox'}"
                broken = chains if failure else chains[done : done + 1]
                for chain in broken:
                    results |= judge_chain(chain, {"end": reason})
                done += len(broken)
            chains = chains[done:]
        return results

    def _follow_worker(
        self, request: ExampleRequest, world: int, chains: Chains, stop: Stop
    ) -> Iterator[dict[str, Any]]:
        with tempfile.TemporaryDirectory(prefix="reflexion-", ignore_cleanup_errors=True) as folder:
            try:
                launch = self._prepare(request, world, chains, Path(folder))
                with self.start(launch) as worker, stop.calling(worker.kill):
                    worker.stdin.write(launch.order.to_line())
                    yield from _read_reports(worker.stdout, request.limits.seconds, [len(chain) for chain in chains])
            except (OSError, RuntimeError) as exc:
                yield {"failed": str(exc)}

    def _prepare(self, request: ExampleRequest, world: int, chains: Chains, folder: Path) -> Launch:
        readable = _place.readable_paths()
        owner = _place.choose_owner((*readable, str(folder.parent)), is_root_hidden=self.confinement == "namespaces")
        place = _place.make_place(folder, owner)
        seed = request.seed + world
        limits = request.limits
        order = Order(
            confinement=self.confinement,
            is_guard_strict=self.strength == "limited",
            module_name=request.module_name,
            module_text=request.module_text,
            chains=tuple(tuple((index, request.blocks[index].code) for index in chain) for chain in chains),
            sessions=tuple(index for index, block in enumerate(request.blocks) if block.is_session),
            work_folder=str(place.work),
            root_folder=str(place.root),
            readable=readable,
            owner=owner,
            packages=_place.package_folders(),
            seconds=limits.seconds,
            memory_bytes=limits.memory_mib * 1024 * 1024,
            processes=limits.processes,
            output_bytes=limits.output_bytes,
            file_bytes=limits.file_bytes,
            seed=seed,
            clock_start=CLOCK_STARTS[world],
        )
        program = place.code / "reflexion_core" / "sandbox" / "_worker_main.py"
        command = (_place.python_program(), "-s", "-P", "-S", "-B", str(program))
        return Launch(command, _place.environment(place, seed), place, order)


def _group_chains(blocks: tuple[ExampleBlock, ...]) -> Chains:
    chains: Chains = []
    for index, block in enumerate(blocks):
        if block.continues and chains:
            chains[-1] += (index,)
        else:
            chains.append((index,))
    return chains


def _read_reports(stream: BinaryIO, seconds: float, chain_lengths: list[int]) -> Iterator[dict[str, Any]]:
    """Yield what the worker writes, line by line, until it ends, breaks, or takes longer than it can need."""
    deadline, rest, chains = time.monotonic() + START_SECONDS, b"", iter(chain_lengths)
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([stream], [], [], left)[0]:
            return
        data = os.read(stream.fileno(), 1 << 16)
        if not data or len(rest) > LONGEST_LINE:
            return
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            with suppress(ValueError):
                report = json.loads(line)
                if isinstance(report, dict):
                    deadline = time.monotonic() + seconds * (next(chains, 0) + 1) + SPARE_SECONDS
                    yield report
