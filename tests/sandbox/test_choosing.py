"""Which sandbox is taken, and what is said where there is none."""

from __future__ import annotations

import time

import pytest

from reflexion_core.sandbox.base import SANDBOXES, Availability, choose_sandbox
from reflexion_core.sandbox.limited import LimitedSandbox
from reflexion_core.sandbox.namespaces import NamespacesSandbox
from reflexion_core.sandbox.sandlock import SandlockSandbox
from tests.sandbox.running import available, best, run


@pytest.fixture
def no_isolation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose kernel offers nothing."""
    reasons = {"namespaces": "the system refuses new namespaces", "sandlock": "it needs Linux"}
    unavailable = {name: Availability(is_available=False, reason=reason) for name, reason in reasons.items()}
    monkeypatch.setattr(NamespacesSandbox, "_availability", unavailable)
    monkeypatch.setattr(SandlockSandbox, "_availability", unavailable)
    monkeypatch.setattr(LimitedSandbox, "_availability", {})


def test_the_registry_lists_the_sandboxes_with_their_strength() -> None:
    strengths = {name: SANDBOXES[name].strength for name in SANDBOXES}
    assert strengths == {"limited": "limited", "namespaces": "isolated", "sandlock": "isolated"}


def test_an_isolated_sandbox_is_taken_where_there_is_one() -> None:
    if best().strength == "limited":
        pytest.skip("THIS MACHINE HAS NO ISOLATED SANDBOX")
    sandbox, _ = choose_sandbox(is_limited_allowed=True)
    assert sandbox is not None
    assert sandbox.strength == "isolated"


@pytest.mark.usefixtures("no_isolation")
def test_without_isolation_nothing_runs_and_each_reason_is_told() -> None:
    sandbox, reasons = choose_sandbox(is_limited_allowed=False)
    assert sandbox is None
    assert reasons == (
        "namespaces: the system refuses new namespaces",
        "sandlock: it needs Linux",
        "limited: not turned on",
    )


@pytest.mark.usefixtures("no_isolation")
def test_the_limited_sandbox_is_taken_only_when_turned_on() -> None:
    sandbox, reasons = choose_sandbox(is_limited_allowed=True)
    assert sandbox is not None
    assert (sandbox.name, len(reasons)) == ("limited", 2)


def test_a_sandbox_that_cannot_start_says_so_in_every_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reflexion_core.sandbox._place.python_program", lambda: "/no/such/python")
    blocks = run("1 + 1", "2", sandbox=LimitedSandbox())
    assert [block.status for block in blocks] == ["crashed", "crashed"]
    assert "No such file" in blocks[0].detail


@pytest.mark.parametrize("name", ["namespaces", "sandlock", "limited"])
def test_twenty_examples_of_one_document_take_less_than_three_seconds(name: str) -> None:
    sandbox = available(name)
    codes = ["from halves import half\nhalf(3)"] * 20
    started = time.perf_counter()
    blocks = run(*codes, sandbox=sandbox)
    assert time.perf_counter() - started < 3
    assert {block.statements[-1].value for block in blocks} == {"1.5"}
