"""A sandbox that runs the same examples once: papers of one source differ in one of theirs at most."""

from __future__ import annotations

from collections.abc import Iterator

from reflexion_core.sandbox.base import Availability, BlockResult, ExampleBlock, ExampleRequest, Sandbox
from reflexion_core.stopping import Stop

_Chain = tuple[ExampleBlock, ...]
"""A block and those that continue it."""


class RememberingSandbox(Sandbox):
    """Runs only what another sandbox has not run before.

    Args:
        sandbox: Where examples run.
    """

    name = "remembering"
    strength = "limited"  # it promises no more than the weakest that it may be given

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._known: dict[tuple[str, str, _Chain], tuple[BlockResult, ...]] = {}

    def check_available(self) -> Availability:
        return self._sandbox.check_available()

    def run(self, request: ExampleRequest, stop: Stop) -> tuple[BlockResult, ...]:
        about = (request.module_name, request.module_text)
        chains = list(_chains(request.blocks))
        missing = list(dict.fromkeys(chain for chain in chains if (*about, chain) not in self._known))
        if missing:
            blocks = tuple(block for chain in missing for block in chain)
            results = iter(self._sandbox.run(request.model_copy(update={"blocks": blocks}), stop))
            self._known |= {(*about, chain): tuple(next(results) for _ in chain) for chain in missing}
        return tuple(result for chain in chains for result in self._known[*about, chain])


def _chains(blocks: tuple[ExampleBlock, ...]) -> Iterator[_Chain]:
    chain: list[ExampleBlock] = []
    for block in blocks:
        if chain and not block.continues:
            yield tuple(chain)
            chain = []
        chain.append(block)
    if chain:
        yield tuple(chain)
