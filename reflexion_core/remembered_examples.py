"""Examples run once: what one came to is remembered for every later text that has it unchanged.

A document is checked again after each repair, each part of a revision and each statement that is settled, and nearly
always with the same examples. Each piece of code that does not go on from another runs in a process and a folder of its
own, so what it does depends on nothing but itself and the source.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from reflexion_core.sandbox.base import BlockResult, ExampleBlock, ExampleRequest, Sandbox
from reflexion_core.stopping import Stop

_Chain = tuple[ExampleBlock, ...]
"""A block with those that go on from it."""


class RememberedExamples:
    """Runs the examples about one source in a sandbox, each once. Safe to use from several threads.

    Args:
        sandbox: Where they run.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._lock = threading.Lock()
        self._known: dict[ExampleRequest, tuple[BlockResult, ...]] = {}

    def run(self, request: ExampleRequest, stop: Stop) -> tuple[BlockResult, ...]:
        """Return one result a block, as the sandbox does.

        What says nothing of the code is not remembered: a busy machine can be the reason, so it is tried again.

        Raises:
            Cancelled: the stop was given.
        """
        stop.raise_if_set()
        questions = [request.model_copy(update={"blocks": chain}) for chain in _chains(request.blocks)]
        with self._lock:
            results = {question: self._known[question] for question in questions if question in self._known}
        results |= self._run_new(request, [one for one in dict.fromkeys(questions) if one not in results], stop)
        return tuple(result for question in questions for result in results[question])

    def _run_new(
        self, request: ExampleRequest, new: list[ExampleRequest], stop: Stop
    ) -> dict[ExampleRequest, tuple[BlockResult, ...]]:
        if not new:
            return {}
        blocks = tuple(block for question in new for block in question.blocks)
        left = iter(self._sandbox.run(request.model_copy(update={"blocks": blocks}), stop))
        results = {question: tuple(next(left) for _ in question.blocks) for question in new}
        with self._lock:
            self._known |= {question: found for question, found in results.items() if _is_telling(found)}
        return results


def _is_telling(results: Iterable[BlockResult]) -> bool:
    return all(result.is_telling and result.is_deterministic for result in results)


def _chains(blocks: Iterable[ExampleBlock]) -> list[_Chain]:
    chains: list[_Chain] = []
    for block in blocks:
        if block.continues and chains:
            chains[-1] = (*chains[-1], block)
        else:
            # The first of a document goes on from nothing, whatever it would do elsewhere.
            chains.append((block.model_copy(update={"continues": False}),))
    return chains
