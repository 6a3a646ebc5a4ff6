"""Examples beside the page: a check never waits for them, and knows them once they have been run."""

from __future__ import annotations

import threading

from reflexion_core.dashboard.verify_checker import DocumentChecker
from reflexion_core.dashboard.verify_examples import ExampleRuns
from reflexion_core.sandbox.base import (
    Availability,
    BlockResult,
    ExampleRequest,
    Sandbox,
    StatementResult,
)
from reflexion_core.source.reading import read_source
from reflexion_core.stopping import Stop
from tests.browser.scripts import GOOD_SOURCE
from tests.pages.looking import wait_until

DOCUMENT = "# shapes\n\n## `area(width, height)`\n\nThe area.\n\n```python\nprint(area(3.0))\n# Output: {}\n```\n"


class HeldSandbox(Sandbox):
    """Answers that an example printed 6.0, once it is let."""

    name = "held"
    strength = "isolated"

    def __init__(self) -> None:
        self.go = threading.Event()
        self.asked: list[ExampleRequest] = []
        self.stopped = 0

    def check_available(self) -> Availability:
        return Availability(is_available=True)

    def run(self, request: ExampleRequest, stop: Stop) -> tuple[BlockResult, ...]:
        self.asked.append(request)
        while not self.go.wait(0.01):
            if stop.is_set:
                self.stopped += 1
            stop.raise_if_set()
        done = StatementResult(line=1, end_line=1, stdout="6.0\n")
        return tuple(BlockResult(status="ok", statements=(done,), stdout="6.0\n") for _ in request.blocks)


def checker(runs: ExampleRuns) -> DocumentChecker:
    return DocumentChecker((read_source("shapes.py", GOOD_SOURCE, max_bytes=10_000),), runs, "")


def outcomes(runs: ExampleRuns, sandbox: HeldSandbox, output: str) -> tuple[list[str], list[str]]:
    """Return what is said of the example before and after it has run."""
    checks, document = checker(runs), DOCUMENT.format(output)
    first = checks.check(document, "me")
    sandbox.go.set()
    wait_until(lambda: not checks.check(document, "me").running)
    last = checks.check(document, "me")
    return tuple(
        [verdict.outcome for verdict in check.verification.verdicts if verdict.check == "examples"]
        for check in (first, last)
    )


def test_what_an_example_prints_is_open_until_it_has_run_and_then_decided():
    sandbox = HeldSandbox()
    before, after = outcomes(ExampleRuns(sandbox), sandbox, "7.0")
    assert set(before) == {"cannot_tell"}
    assert "wrong" in after


def test_examples_that_were_run_before_are_known_at_once():
    sandbox = HeldSandbox()
    sandbox.go.set()
    checks = checker(ExampleRuns(sandbox))
    wait_until(lambda: not checks.check(DOCUMENT.format("6.0"), "me").running)
    changed = checks.check(DOCUMENT.format("6.0").replace("The area.", "An area."), "me")
    assert not changed.running
    assert len(sandbox.asked) == 1


def test_texts_that_are_looked_at_in_turns_are_checked_once():
    sandbox = HeldSandbox()
    sandbox.go.set()
    checks, texts = checker(ExampleRuns(sandbox)), [DOCUMENT.format(output) for output in ("6.0", "7.0")]
    for text in texts:
        wait_until(lambda text=text: not checks.check(text, "me").running)
    first, second = (checks.check(text, "me") for text in texts)
    assert checks.check(texts[0], "me") is first
    assert checks.check(texts[1], "me") is second


def test_examples_of_a_text_that_was_left_are_asked_for_again_when_it_comes_back():
    sandbox = HeldSandbox()
    checks = checker(ExampleRuns(sandbox))
    text, other = DOCUMENT.format("6.0"), DOCUMENT.format("6.0").replace("area(3.0)", "area(3.5)")
    for each in (text, other, text):
        checks.check(each, "me")
    wait_until(lambda: sandbox.stopped)
    sandbox.go.set()
    wait_until(lambda: not checks.check(text, "me").running)


def test_what_two_want_is_run_once():
    sandbox = HeldSandbox()
    runs = ExampleRuns(sandbox)
    first, second = checker(runs), checker(runs)
    document = DOCUMENT.format("6.0")
    first.check(document, "me")
    second.check(document, "you")
    sandbox.go.set()
    wait_until(lambda: not second.check(document, "you").running)
    assert not first.check(document, "me").running
    assert len(sandbox.asked) == 1


def test_a_run_that_is_not_wanted_any_more_is_stopped():
    sandbox = HeldSandbox()
    checks = checker(ExampleRuns(sandbox))
    checks.check(DOCUMENT.format("6.0"), "me")
    wait_until(lambda: sandbox.asked)
    checks.check(DOCUMENT.format("6.0").replace("3.0", "4.0"), "me")
    wait_until(lambda: len(sandbox.asked) == 2)
    assert sandbox.stopped == 1
    sandbox.go.set()


def test_a_sandbox_that_fails_is_told_and_holds_up_nobody():
    class Broken(HeldSandbox):
        def run(self, request: ExampleRequest, stop: Stop) -> tuple[BlockResult, ...]:
            raise OSError("no more processes")

    checks = checker(ExampleRuns(Broken()))
    wait_until(lambda: not checks.check(DOCUMENT.format("6.0"), "me").running)
    reasons = [verdict.reason for verdict in checks.check(DOCUMENT.format("6.0"), "me").verification.verdicts]
    assert any("running them failed: no more processes" in reason for reason in reasons)
