"""Orders: what is sorted does not come in the order given."""

import pytest

from reflexion_core.checks.orders import OrdersCheck
from tests.checks.papers import false_alarms, findings

SOURCE = """
class Table:
    def __init__(self, given):
        self._items = {key: given[key] for key in sorted(given)}

    def __iter__(self):
        return iter(self._items)


class Loose(Table):
    def __init__(self, given):
        self._items = sorted(given)

    def add(self, item):
        self._items = self._items + [item]

    def __iter__(self):
        return iter(self._items)


def names(items):
    return sorted(items)


def places(items):
    return sorted(items, key=lambda item: item.place)


def kept(items):
    found = sorted(items)
    found.reverse()
    return found


def pairs(items):
    found = [(item, 1) for item in sorted(items)]
    return found


def some(items, is_sorted):
    if is_sorted:
        return sorted(items)
    return list(items)
"""
GIVEN = "in the order in which they were given"


@pytest.mark.parametrize(
    ("name", "words", "count"),
    [
        ("Table", f"* Iteration is {GIVEN}.\n* More of it.", 1),
        ("Table", "* Iteration goes by the sorted keys.", 0),
        ("Table", f"It takes pairs {GIVEN}.", 0),
        ("Loose", f"Iteration is {GIVEN}.", 0),
        ("names", f"Returns the names {GIVEN}.", 1),
        ("names", "All names, in their original order.", 1),
        ("names", "Returns:\n    list: The names in insertion order.", 1),
        ("names", "Returns the names in alphabetical order.", 0),
        ("names", f"Sorts what is taken {GIVEN}.", 0),
        ("places", f"Returns the names {GIVEN}.", 0),
        ("kept", f"Returns the names {GIVEN}.", 0),
        ("pairs", f"Returns the pairs {GIVEN}.", 1),
        ("some", f"Returns the names {GIVEN}.", 0),
    ],
)
def test_what_is_sorted_is_not_in_the_order_given(name, words, count):
    assert len(findings(OrdersCheck, f"# m\n\n## `{name}`\n\n{words}\n", SOURCE)) == count


def test_the_finding_has_the_line_of_the_words():
    document = "## `names`\n\nAll names that there are,\nin the order given.\n"
    [finding] = findings(OrdersCheck, document, SOURCE)
    assert (finding.doc_line, finding.source_line) == (4, 22)


def test_the_true_documents_of_the_cases_have_no_finding():
    assert false_alarms(OrdersCheck) == []
