"""Examples that are run once, and those that run while a document is still written."""

from __future__ import annotations

import threading
import time

import pytest

from reflexion_core.checking_ahead import CheckingAhead
from reflexion_core.errors import Cancelled
from reflexion_core.remembered_examples import RememberedExamples
from reflexion_core.sandbox.base import (
    Availability,
    BlockResult,
    BlockStatus,
    ExampleBlock,
    ExampleRequest,
    Sandbox,
)
from reflexion_core.stopping import Stop
from reflexion_core.verification import Verifier
from tests.running import TRUE_PAGE, source


class CountingSandbox(Sandbox):
    """Says the same of every block, and remembers what it was asked."""

    name = "counting"
    strength = "limited"

    def __init__(self, status: BlockStatus = "ok", seconds: float = 0.0) -> None:
        self.status = status
        self.seconds = seconds
        self.ran: list[str] = []

    def check_available(self) -> Availability:
        return Availability(is_available=True)

    def run(self, request: ExampleRequest, stop: Stop) -> tuple[BlockResult, ...]:
        if stop.event.wait(self.seconds):
            raise Cancelled
        self.ran += [block.code for block in request.blocks]
        return tuple(BlockResult(status=self.status, stdout=block.code) for block in request.blocks)


def request(*codes: str) -> ExampleRequest:
    """Return a request; a code that begins with `+` goes on from the one before."""
    blocks = tuple(ExampleBlock(code=code, continues=code.startswith("+")) for code in codes)
    return ExampleRequest(module_name="shapes", module_text="", blocks=blocks)


def run(examples: RememberedExamples, *codes: str) -> list[str]:
    return [result.stdout for result in examples.run(request(*codes), Stop())]


def test_an_example_that_has_run_is_not_run_again() -> None:
    sandbox = CountingSandbox()
    examples = RememberedExamples(sandbox)
    assert run(examples, "a", "b") == ["a", "b"]
    assert run(examples, "b", "c", "a") == ["b", "c", "a"]
    assert sandbox.ran == ["a", "b", "c"]


def test_what_goes_on_from_another_example_runs_again_with_it() -> None:
    sandbox = CountingSandbox()
    examples = RememberedExamples(sandbox)
    run(examples, "a", "+b")
    assert run(examples, "a", "+b", "+c") == ["a", "+b", "+c"]
    assert run(examples, "x", "+b") == ["x", "+b"]
    assert sandbox.ran == ["a", "+b", "a", "+b", "+c", "x", "+b"]


@pytest.mark.parametrize("status", ["timeout", "memory", "crashed"])
def test_what_a_busy_machine_can_be_the_reason_of_is_tried_again(status: BlockStatus) -> None:
    sandbox = CountingSandbox(status)
    examples = RememberedExamples(sandbox)
    run(examples, "a")
    run(examples, "a")
    assert sandbox.ran == ["a", "a"]


def test_an_example_of_another_source_is_another_one() -> None:
    sandbox = CountingSandbox()
    examples = RememberedExamples(sandbox)
    run(examples, "a")
    examples.run(request("a").model_copy(update={"module_text": "x = 1"}), Stop())
    assert sandbox.ran == ["a", "a"]


PAGE = TRUE_PAGE + "\n```python\nfrom shapes import area\n\nprint(area(1.0))\n```\n\nMore words.\n"
CODE = "from shapes import area\n\nprint(area(1.0))"


def write(page: str, sandbox: CountingSandbox, stop: Stop, pause: float = 0.0) -> Verifier:
    """Write a document piece by piece with the checks beside it."""
    verifier = Verifier(source(), sandbox)
    with CheckingAhead(verifier, stop).watch() as take:
        for line in page.splitlines(keepends=True):
            take(line)
        time.sleep(pause)
    return verifier


def test_an_example_has_run_when_the_document_is_whole() -> None:
    sandbox = CountingSandbox()
    verifier = write(PAGE, sandbox, Stop(), pause=0.0)
    before = [code.strip() for code in sandbox.ran]
    verdicts = verifier.verify(PAGE).verdicts
    assert verdicts == Verifier(source(), CountingSandbox()).verify(PAGE).verdicts
    assert before in ([], [CODE])
    assert [code.strip() for code in sandbox.ran] == [CODE]


def test_a_block_that_is_still_open_is_not_run() -> None:
    sandbox = CountingSandbox()
    write(PAGE.partition("print(area(1.0))")[0], sandbox, Stop())
    assert sandbox.ran == []


def test_a_stop_ends_what_runs_beside_at_once() -> None:
    stop = Stop()
    threading.Timer(0.2, stop.set).start()
    started = time.monotonic()
    write(PAGE, CountingSandbox(seconds=60), stop, pause=0.3)
    assert time.monotonic() - started < 30
    assert not [thread for thread in threading.enumerate() if thread.name == "checking ahead"]
