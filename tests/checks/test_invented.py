"""Invented figures: what is stated must be somewhere in the source."""

import pytest

from reflexion_core.checks.invented import InventedCheck
from tests.checks.papers import findings, mended

SOURCE = '"""Boxes, by Ada Byron. New in version 2.1."""\nimport numpy\n\n\ndef pack(things):\n    return things\n'


@pytest.mark.parametrize(
    "line",
    [
        "New in version 1.4.",
        "**Author:** Jane Doe",
        "Licensed under the MIT License.",
        "**Version:** 3.0.1",
        "Last updated: 2024-01-05",
        "Requires Python 3.8 or later.",
        "Install it with `pip install boxes`.",
        "It is 10x faster than before.",
    ],
)
def test_a_figure_that_is_nowhere_in_the_source_is_found(line):
    [finding] = findings(InventedCheck, f"# pack(things)\n\nPacks things.\n\n{line}\n", SOURCE)
    assert (finding.doc_line, finding.severity) == (5, "medium")


@pytest.mark.parametrize(
    "line", ["New in version 2.1.", "**Author:** Ada Byron", "Needs `pip install numpy`.", "It takes O(n) time."]
)
def test_what_the_source_says_or_cannot_say_is_no_finding(line):
    assert findings(InventedCheck, f"# pack(things)\n\nPacks things.\n\n{line}\n", SOURCE) == []


def test_a_line_that_says_nothing_else_is_taken_out():
    document = "# pack(things)\n\nPacks things.\n\n**Author:** Jane Doe\n\nMore.\n"
    assert mended(document, findings(InventedCheck, document, SOURCE)) == "# pack(things)\n\nPacks things.\n\nMore.\n"
