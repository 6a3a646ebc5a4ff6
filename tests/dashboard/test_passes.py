"""Passes for the stream of a run's text."""

from __future__ import annotations

import pytest

from reflexion_core.dashboard.passes import Passes

RUN, OTHER = "0123456789abcdef", "f" * 16


def test_a_pass_says_for_whom_it_is():
    passes = Passes()
    assert passes.read(RUN, passes.issue(RUN, "ada")) == "ada"


def test_a_pass_stays_the_same_for_a_while_and_ends_within_two_hours():
    now = [7200.0]
    passes = Passes(lambda: now[0])
    first = passes.issue(RUN, "ada")
    now[0] += 3599
    assert passes.issue(RUN, "ada") == first
    assert passes.read(RUN, first) == "ada"
    now[0] += 3602
    assert passes.read(RUN, first) is None


def test_a_pass_is_for_one_run_and_of_one_server():
    passes = Passes()
    own = passes.issue(RUN, "ada")
    assert passes.read(OTHER, own) is None
    assert Passes().read(RUN, own) is None


@pytest.mark.parametrize("text", ["", "ada", "ada.1", "ada..", "ada.٣.x", "ada.99999999999.x", "ada.-1.x", "é.9.é"])
def test_what_is_no_pass_opens_nothing(text: str):
    assert Passes().read(RUN, text) is None


def test_another_name_on_a_pass_makes_it_void():
    passes = Passes()
    assert passes.read(RUN, passes.issue(RUN, "ada").replace("ada", "bob")) is None
