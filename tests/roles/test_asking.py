"""How every role asks its model: with retries, and stoppable."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

import pytest

from reflexion_core.errors import (
    Cancelled,
    ModelNotInstalled,
    ProviderError,
    ProviderRefused,
    ProviderUnreachable,
)
from reflexion_core.events import CallFinished, CallRetried, CallStarted, Event, TextStreamed
from reflexion_core.providers.base import Completion
from reflexion_core.providers.scripted import ScriptedProvider, ScriptedReply
from reflexion_core.records import ModelRef
from reflexion_core.roles.base import FIRST_WAIT_SECONDS, MAX_RETRIES, Seat, fenced
from reflexion_core.roles.generator import Generator
from reflexion_core.run_options import RoleOptions
from reflexion_core.stopping import Stop
from tests.running import CLASSIC, PROMPTS, draft, source

BROKEN = ProviderUnreachable("the connection broke")


class Desk:
    """A generator at its seat, with what it emits."""

    def __init__(self, replies: Iterable[ScriptedReply | str | Exception], wait: float = 0.001) -> None:
        self.events: list[Event] = []
        self.stop = Stop()
        self.provider = ScriptedProvider(replies=replies)
        model = ModelRef(provider="scripted", name="test")
        self.generator = Generator(
            Seat(
                provider=self.provider,
                options=RoleOptions(model=model, temperature=0.7),
                prompts=PROMPTS,
                seed=7,
                max_output_tokens=500,
                context_tokens=4096,
                emit=self.events.append,
                stop=self.stop,
                rubric=CLASSIC,
                first_wait_seconds=wait,
            )
        )

    def ask(self) -> Completion:
        return self.generator.draft(source(), round_number=1)

    @property
    def retries(self) -> list[CallRetried]:
        return [event for event in self.events if isinstance(event, CallRetried)]


def test_a_call_is_told_from_its_start_to_its_end() -> None:
    desk = Desk([draft()])
    assert desk.ask().text == draft()
    kinds = [event.kind for event in desk.events]
    assert kinds[0] == "call_started"
    assert kinds[-1] == "call_finished"
    assert "".join(event.text for event in desk.events if isinstance(event, TextStreamed)) == draft()


def test_a_request_carries_what_the_seat_says() -> None:
    desk = Desk([draft()])
    desk.ask()
    request = desk.provider.requests[0]
    assert (request.model, request.temperature, request.seed) == ("test", 0.7, 7)
    assert (request.max_output_tokens, request.context_tokens) == (500, 4096)
    assert (request.role, request.round) == ("generator", 1)


def test_a_finished_call_keeps_the_reply_as_it_came_and_identifies_the_request() -> None:
    desk = Desk(["Sure! Here is the documentation:\n\n" + draft()])
    assert desk.ask().text == draft()
    finished = desk.events[-1]
    assert isinstance(finished, CallFinished)
    assert finished.text.startswith("Sure!")
    assert finished.request_sha256 == desk.provider.requests[0].sha256
    assert finished.usage.output_tokens


def test_three_failures_that_may_pass_are_sat_out() -> None:
    desk = Desk([BROKEN, BROKEN, BROKEN, draft()])
    assert desk.ask().text == draft()
    assert [event.reason for event in desk.retries] == ["the connection broke"] * 3
    assert sum(isinstance(event, CallStarted) for event in desk.events) == 1
    assert sum(isinstance(event, CallFinished) for event in desk.events) == 1


def test_a_fourth_failure_is_the_last() -> None:
    desk = Desk([BROKEN] * 4 + [draft()])
    with pytest.raises(ProviderUnreachable, match="the connection broke"):
        desk.ask()
    assert len(desk.provider.requests) == 1 + MAX_RETRIES


@pytest.mark.parametrize("status", [429, 500, 503, None])
def test_a_refusal_that_may_pass_is_tried_again(status: int | None) -> None:
    desk = Desk([ProviderRefused("busy", status=status), draft()])
    assert desk.ask().text == draft()


@pytest.mark.parametrize(
    "error",
    [
        ProviderRefused("bad request", status=400),
        ProviderRefused("unauthorized", status=401),
        ProviderRefused("gone", status=404),
        ModelNotInstalled("x", "y"),
        ProviderError("something"),
    ],
    ids=str,
)
def test_a_refusal_that_stays_is_not_tried_again(error: ProviderError) -> None:
    desk = Desk([error, draft()])
    with pytest.raises(type(error), match=str(error)):
        desk.ask()
    assert len(desk.provider.requests) == 1


def test_waits_double_and_vary_by_at_most_half_the_first() -> None:
    desk = Desk([BROKEN, BROKEN, BROKEN, draft()], wait=0.01)
    desk.ask()
    waits = [event.wait_seconds for event in desk.retries]
    for wait, least in zip(waits, [0.01, 0.02, 0.04], strict=True):
        assert least <= wait <= least + 0.005


def test_the_first_wait_is_a_second_unless_said_otherwise() -> None:
    assert FIRST_WAIT_SECONDS == 1.0


def test_a_stop_during_a_wait_ends_it_at_once() -> None:
    desk = Desk([BROKEN, draft()], wait=60)
    threading.Timer(0.1, desk.stop.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        desk.ask()
    assert time.monotonic() - started < 5
    assert len(desk.provider.requests) == 1


def test_a_stop_while_a_model_writes_ends_the_call_at_once() -> None:
    desk = Desk([ScriptedReply(text=draft(), seconds_between=60)])
    threading.Timer(0.1, desk.stop.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        desk.ask()
    assert time.monotonic() - started < 5


def test_a_stop_before_a_call_asks_nothing() -> None:
    desk = Desk([draft()])
    desk.stop.set()
    with pytest.raises(Cancelled):
        desk.ask()
    assert desk.provider.requests == []


def test_pieces_that_come_quickly_are_told_together() -> None:
    desk = Desk([" ".join(["word"] * 2000)])
    desk.ask()
    assert sum(isinstance(event, TextStreamed) for event in desk.events) < 100


@pytest.mark.parametrize("inside", ["", "```", "````python", "`` ` ``", "~~~"])
def test_a_fence_is_one_that_no_line_of_the_text_can_close(inside: str) -> None:
    text = f"x = 1\n{inside}\ny = 2\n"
    lines = fenced(text, "python").split("\n")
    assert lines[0] == f"{lines[-1]}python"
    assert not any(line.startswith(lines[-1]) for line in lines[1:-1])
    assert "\n".join(lines[1:-1]) == text.rstrip()
