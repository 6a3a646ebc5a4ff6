import pytest

from reflexion_core.checks.exceptions import ExceptionsCheck
from tests.checks.papers import findings

SOURCE = """\
def parse(text, *, zero=True):
    position = 0
    while position < len(text):
        if text[position] not in "012":
            raise ValueError(f"cannot read {text[position:]}")
        position += 1
    if not position:
        raise ValueError("empty")
    return position
"""


def test_a_case_that_the_source_tests_on_a_name_of_its_own_is_not_called_left_out() -> None:
    document = "## `parse(text, *, zero=True)`\n\nRaises:\n  ValueError: if `text` is empty or cannot be read.\n"
    assert findings(ExceptionsCheck, document, SOURCE) == []


SEAT = """\
def seat(row, place, name):
    if row < 1:
        raise ValueError("no such row")
    if place > 20:
        raise ValueError("no such place")
    if not name:
        raise ValueError("who sits there?")
"""


def seat_document(words: str) -> str:
    return f"## `seat(row, place, name)`\n\nTakes a seat.\n\n**Raises**\n\n- `ValueError`: {words}\n"


@pytest.mark.parametrize(
    "words",
    [
        "if `row` is malformed.",
        "if `row` is less than 1, or anything else is amiss.",
        "if `row` is not a row.",
        "if `row` cannot be read.",
        "if `row` is invalid.",
        "if `row` is unusable.",
    ],
)
def test_words_that_may_tell_of_every_case_leave_none_out(words: str) -> None:
    assert findings(ExceptionsCheck, seat_document(words), SEAT) == []


def test_a_case_is_left_out_where_all_words_are_definitely_about_others() -> None:
    assert findings(ExceptionsCheck, seat_document("if `row` is less than 1."), SEAT)
