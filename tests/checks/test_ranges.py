"""Ranges: whether the end belongs to them is compared with the call that makes them."""

import pytest

from reflexion_core.checks.ranges import RangesCheck
from tests.checks.papers import case_findings, false_alarms, findings, verdicts

SOURCE = """import random


def roll(sides=6):
    return random.randint(1, sides)


def pick(end):
    return random.randrange(0, end)


def count(last):
    for number in range(1, last + 1):
        yield number


def share(n):
    total = sum(range(n))
    return total / n
"""


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("roll(sides=6)", "Returns a number from 1 to `sides`, exclusive.", ["included"]),
        ("roll(sides=6)", "Returns a number from 1 to `sides`, inclusive.", []),
        ("pick(end)", "Get a number from 0 to the supplied end, both included.", ["excluded"]),
        ("pick(end)", "Get a number from 0 to `end` (excluded).", []),
        ("count(last)", "Yields the numbers from 1 to `last`, exclusive.", ["included"]),
        ("count(last)", "Yields the numbers from 1 to `last` (inclusive).", []),
    ],
)
def test_the_end_of_a_range_is_compared_with_the_call(name, words, expected):
    assert [one.expected for one in findings(RangesCheck, f"# m\n\n## {name}\n\n{words}\n", SOURCE)] == expected


def test_a_range_that_is_not_handed_out_cannot_be_told():
    found = verdicts(
        RangesCheck, "# m\n\n## share(n)\n\nFrom 0 to `n`, inclusive.\n\nfrom 0 to `n`, inclusive.\n", SOURCE
    )
    assert {one.outcome for one in found} == {"cannot_tell"}


def test_a_case_is_found_at_its_line():
    assert [one.doc_line for one in case_findings(RangesCheck, "33-random-end")] == [5]


def test_true_cases_have_no_finding():
    assert false_alarms(RangesCheck) == []
