"""Examples that run beside the page: what is known is answered at once, what is not is run in the background.

So that marks can follow a writer's typing, a check never waits for an example. It takes what an earlier run of the same
examples did, and where there is none, says so and asks for one.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from reflexion_core.errors import Cancelled
from reflexion_core.sandbox.base import Availability, BlockResult, ExampleRequest, Sandbox
from reflexion_core.stopping import Stop

RUNNING = "the examples are running"
_REMEMBERED = 200


class ExampleRuns:
    """Runs examples one request after the other, and remembers what the latest of them did.

    Args:
        sandbox: Where they run.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._lock = threading.Lock()
        self._known: OrderedDict[ExampleRequest, tuple[BlockResult, ...]] = OrderedDict()
        self._wanted: dict[str, list[ExampleRequest]] = {}
        self._current: tuple[str, ExampleRequest, Stop] | None = None

    def known(self, request: ExampleRequest) -> tuple[BlockResult, ...] | None:
        """Return what a request did; None where it has not been run."""
        with self._lock:
            results = self._known.get(request)
            if results is not None:
                self._known.move_to_end(request)
            return results

    def want(self, owner: str, requests: Sequence[ExampleRequest]) -> None:
        """Ask for runs in place of all that this owner asked for before; one that is not wanted any more is stopped."""
        with self._lock:
            missing = [request for request in requests if request not in self._known]
            self._wanted.pop(owner, None)
            if self._current is not None and self._current[0] == owner:
                _, request, stop = self._current
                if request not in missing:
                    stop.set()
                missing = [item for item in missing if item != request]
            if missing:
                self._wanted[owner] = missing
            self._start_next()

    def close(self) -> None:
        """Stop what runs and forget what waits."""
        with self._lock:
            self._wanted.clear()
            if self._current is not None:
                self._current[2].set()

    def _start_next(self) -> None:
        """Start the next request where none is at work; the caller holds the lock."""
        while self._current is None and self._wanted:
            owner = next(iter(self._wanted))
            request, *others = self._wanted.pop(owner)
            if others:
                self._wanted[owner] = others
            if request in self._known:  # another owner wanted the same
                continue
            self._current = (owner, request, Stop())
            threading.Thread(target=self._work, args=self._current[1:], name="examples", daemon=True).start()

    def _work(self, request: ExampleRequest, stop: Stop) -> None:
        results: tuple[BlockResult, ...] | None
        try:
            results = self.sandbox.run(request, stop)
        except Cancelled:
            results = None
        except Exception as exc:  # noqa: BLE001 - a page that waits must get an answer, also after a fault of ours
            results = not_run(request, f"running them failed: {exc}")
        with self._lock:
            if results is not None:
                self._known[request] = results
                while len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)
            self._current = None
            self._start_next()


class RememberedExamples(Sandbox):
    """A sandbox that answers from memory and notes what it was asked in vain.

    Args:
        runs: What has been run so far.
    """

    name = "remembered"
    strength = "isolated"

    def __init__(self, runs: ExampleRuns) -> None:
        self._runs = runs
        self.missing: list[ExampleRequest] = []
        """What it could not answer since this was last emptied."""

    def check_available(self) -> Availability:
        return self._runs.sandbox.check_available()

    def run(self, request: ExampleRequest, stop: Stop) -> tuple[BlockResult, ...]:  # noqa: ARG002 - nothing to stop
        results = self._runs.known(request)
        if results is None:
            self.missing.append(request)
            return not_run(request, RUNNING)
        return results


def not_run(request: ExampleRequest, why: str) -> tuple[BlockResult, ...]:
    """Return for each block that it was not run."""
    return tuple(BlockResult(status="not run", detail=why) for _ in request.blocks)
