import pytest

from reflexion_core.checks.exceptions import ExceptionsCheck
from tests.checks.papers import findings, mended

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


SPLIT = """\
def split(rows, labels, share=0.25, low=0):
    if len(rows) != len(labels):
        raise ValueError(f"{len(rows)} rows but {len(labels)} labels")
    if not 0 < share < 1:
        raise ValueError("share must lie between 0 and 1")
    return rows[low:]
"""


def split_document(share: str, case: str) -> str:
    return (
        "## `split(rows, labels, share=0.25, low=0)`\n\n| Parameter | Description |\n|---|---|\n"
        f"| `rows` | The data. |\n| `labels` | As many, 0 or 1. |\n| `share` | {share} |\n| `low` | From 0 on. |\n\n"
        "**Raises:** `ValueError` if the lengths differ, with the message `<number> rows but\n<number> labels`"
        f"{case}\n"
    )


@pytest.mark.parametrize(
    ("share", "case"),
    [
        ("Between 0 and 1, both excluded.", ", or if `share` is out of range."),
        ("More than zero, less than one.", ", or if `share` lies outside that range."),
        ("The part kept, 0 < share < 1.", ", or for a `share` beyond its limits."),
        ("A number in (0, 1).", ", or if `share` is not within the allowed bounds."),
    ],
)
def test_a_case_may_be_told_by_the_range_that_the_part_gives_elsewhere(share: str, case: str) -> None:
    assert findings(ExceptionsCheck, split_document(share, case), SPLIT) == []


@pytest.mark.parametrize(
    ("share", "case"),
    [
        ("The part to put aside.", ", or if `share` is out of range."),
        ("Between 0 and 2.", ", or if `share` is out of range."),
        ("Between 0 and 1.", "."),
        ("Between 0 and 1.", ", or if `low` is out of range."),
    ],
)
def test_a_case_is_left_out_where_its_range_or_its_name_is_not_told(share: str, case: str) -> None:
    (found,) = findings(ExceptionsCheck, split_document(share, case), SPLIT)
    assert "leaves out a case" in found.message


def listed(*entries: str, under: str = "**Raises**\n\n") -> str:
    return f"## `seat(row, place, name)`\n\nTakes a seat.\n\n{under}{''.join(entries)}\nThen some words.\n"


ROW, PLACE = "- `ValueError`: `no such row` if `row` is below 1.\n", "- `ValueError`: `no such place` above 20.\n"
NAME = "- `ValueError` with the message `who sits there?` if `name` is false or empty\n"


def test_an_entry_that_is_left_out_is_put_behind_the_last_one() -> None:
    document = listed(ROW, PLACE.replace("above", "above\n  that, which is"))
    true = mended(document, findings(ExceptionsCheck, document, SEAT))
    assert true == listed(ROW, PLACE.replace("above", "above\n  that, which is"), NAME)
    assert findings(ExceptionsCheck, true, SEAT) == []


def test_an_entry_that_is_left_out_is_written_like_those_beside_it() -> None:
    document = "## `seat(row, place, name)`\n\n* Raises:\n" + "".join(f"    * {one[2:]}" for one in (ROW, PLACE))
    true = mended(document, findings(ExceptionsCheck, document, SEAT))
    assert true == f"{document}    * {NAME[2:]}"


def test_an_entry_is_not_put_where_there_is_no_list() -> None:
    document = listed("Raises `ValueError` if `row` is below 1, with the message `no such row`.\n", under="")
    found = findings(ExceptionsCheck, document, SEAT)
    assert found
    assert [one.replacement for one in found] == [None] * len(found)
