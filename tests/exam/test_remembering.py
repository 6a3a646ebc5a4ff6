"""A sandbox that does not run the same twice."""

from __future__ import annotations

from reflexion_core.exam.remembering import RememberingSandbox
from reflexion_core.sandbox.base import Availability, BlockResult, ExampleBlock, ExampleRequest, Sandbox
from reflexion_core.stopping import Stop


class CountingSandbox(Sandbox):
    """Runs nothing, and says of each block which it was."""

    name = "counting"
    strength = "isolated"

    def __init__(self) -> None:
        self.ran: list[str] = []

    def check_available(self) -> Availability:
        return Availability(is_available=True)

    def run(self, request: ExampleRequest, stop: Stop) -> tuple[BlockResult, ...]:
        self.ran += [block.code for block in request.blocks]
        return tuple(BlockResult(status="ok", stdout=block.code) for block in request.blocks)


def request(*codes: str, module: str = "x = 1\n") -> ExampleRequest:
    """Return a request; a code that starts with `+` continues the one before."""
    blocks = tuple(ExampleBlock(code=code, continues=code.startswith("+")) for code in codes)
    return ExampleRequest(module_name="m", module_text=module, blocks=blocks)


def test_a_block_that_ran_before_is_not_run_again_and_results_keep_their_order() -> None:
    inner = CountingSandbox()
    sandbox = RememberingSandbox(inner)
    sandbox.run(request("a", "b"), Stop())
    results = sandbox.run(request("c", "a", "b"), Stop())
    assert inner.ran == ["a", "b", "c"]
    assert [result.stdout for result in results] == ["c", "a", "b"]


def test_a_block_that_continues_another_is_run_again_with_a_changed_one() -> None:
    inner = CountingSandbox()
    sandbox = RememberingSandbox(inner)
    sandbox.run(request("a", "+b"), Stop())
    sandbox.run(request("z", "+b"), Stop())
    assert inner.ran == ["a", "+b", "z", "+b"]


def test_another_module_is_another_world() -> None:
    inner = CountingSandbox()
    sandbox = RememberingSandbox(inner)
    sandbox.run(request("a"), Stop())
    sandbox.run(request("a", module="x = 2\n"), Stop())
    assert inner.ran == ["a", "a"]
