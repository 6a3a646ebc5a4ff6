"""How a stop reaches what is at work."""

from __future__ import annotations

import threading

import pytest

from reflexion_core.errors import Cancelled
from reflexion_core.stopping import Stop


def test_nothing_happens_before_a_stop() -> None:
    stop = Stop()
    stop.raise_if_set()
    assert not stop.is_set


def test_a_stop_that_was_given_raises() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Cancelled, match="stopped by the user"):
        stop.raise_if_set()


def test_a_stop_inside_the_block_runs_the_action_in_the_thread_of_the_one_who_stops() -> None:
    stop, ran_in = Stop(), []
    with stop.calling(lambda: ran_in.append(threading.current_thread())):
        other = threading.Thread(target=stop.set)
        other.start()
        other.join()
        assert ran_in == [other]


def test_a_stop_that_came_before_the_block_runs_the_action_at_once() -> None:
    stop, calls = Stop(), []
    stop.set()
    with stop.calling(lambda: calls.append("ran")):
        assert calls == ["ran"]
    assert calls == ["ran"]


def test_a_stop_after_the_block_runs_no_action() -> None:
    stop, calls = Stop(), []
    with stop.calling(lambda: calls.append("ran")):
        pass
    stop.set()
    assert calls == []


def test_a_second_stop_runs_nothing_again() -> None:
    stop, calls = Stop(), []
    with stop.calling(lambda: calls.append("ran")):
        stop.set()
        stop.set()
    assert calls == ["ran"]


def test_an_action_may_stop_again_without_a_deadlock() -> None:
    stop = Stop()
    with stop.calling(stop.set):
        stop.set()
    assert stop.is_set


def test_blocks_inside_each_other_all_get_the_stop() -> None:
    stop, calls = Stop(), []
    with stop.calling(lambda: calls.append("outer")), stop.calling(lambda: calls.append("inner")):
        stop.set()
    assert calls == ["outer", "inner"]
