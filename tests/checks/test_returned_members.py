"""The order of a returned tuple's members, in the ways in which documents name them."""

import pytest

from reflexion_core.checks.returns import ReturnsCheck
from tests.checks.papers import findings, mended

SOURCE = """
import math


class Meter:
    def __init__(self):
        self.count = 0
        self._mean = 0.0

    def summary(self):
        return self.count, self._mean, math.sqrt(self._mean)


def bounds(values):
    low = min(values)
    high = max(values)
    return low, high


def read_pair(line):
    key, value = line.split("=")
    return key.strip(), value.strip()


def stats(values):
    s = sum(values)
    n = len(values)
    return s, n


def walk(items):
    for index, item in enumerate(items):
        yield index, item
"""

TURNED = [
    "## `Meter.summary()`\n\nReturns a tuple `(mean, deviation, count)`.",
    "## `Meter.summary()`\n\nReturns:\n    `(mean, deviation, count)`",
    "## `bounds(values)`\n\nReturns a pair of high and low.",
    "## `bounds(values)`\n\n**Returns** `high, low`.",
    "## `bounds(values)`\n\n**Returns:** the high and the low as a tuple.",
    "## `bounds(values)`\n\n**Returns** – (high, low), two numbers.",
    "## `bounds(values)`\n\nGives back the high and the low as two numbers.",
    "## `bounds(values)`\n\n| Returns | Description |\n|---|---|\n| `(high, low)` | the ends |",
    "## bounds(values)\n\nThe ends.\n\nReturns\n-------\nhigh : float\n    The end.\nlow : float\n    The start.",
    "## bounds(values)\n\nThe ends.\n\nReturns\n-------\ntuple\n    `(high, low)`",
    "## `read_pair(line)`\n\n- **line** (str): one line\n- **Returns**: `value, key`",
    "## `walk(items)`\n\nYields `(item, index)`.",
]
RIGHT = [
    "## `Meter.summary()`\n\nReturns a tuple `(count, mean, deviation)`.",
    "## `bounds(values)`\n\nReturns a pair of low and high.",
    "## `bounds(values)`\n\n**Returns:** the smallest and the largest as a tuple.",
    "## `bounds(values)`\n\nReturns `(low, high)`; for `[2, 1]` that is `(1, 2)`.",
    "## `stats(values)`\n\nReturns `(total, number)`.",
    "## `read_pair(line)`\n\nReturns `(name, value)`.",
    "## `walk(items)`\n\nYields `(index, item)`.",
]


@pytest.mark.parametrize("document", TURNED)
def test_members_in_another_order_are_wrong_where_they_stand(document):
    found = findings(ReturnsCheck, document, SOURCE)
    assert [one.check for one in found] == ["returns"]
    assert found[0].doc_line > 1


@pytest.mark.parametrize("document", RIGHT)
def test_members_in_the_order_of_the_source_or_of_other_names_are_not_wrong(document):
    assert findings(ReturnsCheck, document, SOURCE) == []


def test_turned_members_are_put_in_order_and_a_computed_one_takes_the_name_that_is_left():
    document = TURNED[0]
    assert mended(document, findings(ReturnsCheck, document, SOURCE)) == RIGHT[0]


def test_a_wrong_number_of_members_is_found():
    found = findings(ReturnsCheck, "## `bounds(values)`\n\nReturns `(low, middle, high)`.", SOURCE)
    assert "3 values" in found[0].message
