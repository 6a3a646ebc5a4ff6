"""Exceptions that no statement raises: wrong where Python has no reason either, else it cannot be told."""

import pytest

from reflexion_core.checks.exceptions import ExceptionsCheck
from tests.checks.papers import findings, verdicts

SOURCE = """
import hmac
import requests


def share(counts, name, total, clock):
    if total < 0:
        raise ValueError("total must not be negative")
    clock()
    return counts[name] / total


def sign(secret, body):
    if not secret:
        raise ValueError("secret must not be empty")
    return hmac.new(secret, body, "sha256").hexdigest()


def fetch(url):
    if not url:
        raise ValueError("url must not be empty")
    return requests.get(url)


def check(truth, predicted):
    if not truth:
        raise ValueError("truth must not be empty")
    if len(truth) != len(predicted):
        raise ValueError(f"got {len(truth)} labels but {len(predicted)} predictions")
"""
SHARE = """## `share(counts, name, total, clock)`

Divides.

**Raises:**

- `ValueError`: if `total` is negative (`total must not be negative`).
- {}
"""


def _judge(entry: str) -> str:
    found = verdicts(ExceptionsCheck, SHARE.format(entry), SOURCE)
    line = SHARE.format(entry).count("\n")
    return next(verdict.outcome for verdict in found if verdict.doc_line == line)


@pytest.mark.parametrize(
    "entry",
    [
        "`ZeroDivisionError`: if the amount is odd.",
        "`KeyError`: if `total` is greater than 100.",
        "`TypeError`: if `total` is negative.",
        "`FileNotFoundError`: if `total` is odd.",
        "`RecursionError`: if there is no such name.",
        "`RuntimeError`: if `total` is not valid.",
        "`IndexError`: if `name` is odd.",
    ],
)
def test_an_exception_in_a_case_in_which_neither_a_statement_nor_python_raises_it_is_wrong(entry):
    assert _judge(entry) == "wrong"


@pytest.mark.parametrize(
    "entry",
    [
        "`ZeroDivisionError`: if `total` is zero.",
        "`ZeroDivisionError`",
        "`KeyError`: if there is no such name.",
        "`TypeError`: if `total` is not a number.",
        "`TimeoutError`: if there is no answer in time.",
        "`RuntimeError`: if the clock is stopped.",
        "`ZeroDivisionError`: if the `clock` divides by an odd number.",
    ],
)
def test_an_exception_that_python_or_what_is_given_may_raise_in_such_a_case_cannot_be_told(entry):
    assert _judge(entry) == "cannot_tell"


@pytest.mark.parametrize("name", ["RuntimeError", "KeyError", "UnicodeDecodeError", "OSError"])
def test_a_module_of_the_library_that_only_complains_about_values_raises_nothing_else(name):
    document = (
        f"## `sign(secret, body)`\n\nSigns.\n\n**Raises:**\n\n- `ValueError`: if empty.\n- `{name}`: if it fails.\n"
    )
    assert [one.doc_line for one in findings(ExceptionsCheck, document, SOURCE)] == [8]


def test_another_package_may_raise_anything():
    document = "## `fetch(url)`\n\nFetches.\n\n**Raises:**\n\n- `ValueError`: if empty.\n- `KeyError`: if it is odd.\n"
    assert findings(ExceptionsCheck, document, SOURCE) == []


CHECK = "## `check(truth, predicted)`\n\nChecks.\n\n**Raises:**\n\n- `ValueError`: {}.\n"


@pytest.mark.parametrize(
    ("told", "missing"),
    [
        ("if `truth` is empty", "got {len(truth)} labels but {len(predicted)} predictions"),
        ("if `truth` is false or empty", "got {len(truth)} labels but {len(predicted)} predictions"),
        ("if `len(truth)` does not equal `len(predicted)`", "truth must not be empty"),
    ],
)
def test_a_second_case_of_a_type_is_left_out_where_the_list_tells_of_the_first_alone(told, missing):
    found = findings(ExceptionsCheck, CHECK.format(told), SOURCE)
    assert len(found) == 1
    assert missing in found[0].message


@pytest.mark.parametrize(
    "told",
    [
        "if the arguments are invalid",
        "if `truth` is empty or the two differ in length",
        "if `truth` is empty or has another number of labels",
        "if `truth` cannot be used",
        "if `truth` does not fit",
    ],
)
def test_words_that_may_tell_of_both_cases_leave_none_out(told):
    assert findings(ExceptionsCheck, CHECK.format(told), SOURCE) == []


ENUM = """
import enum


class Space(enum.Enum):
    RGB = "rgb"
    GREY = "grey"
"""


@pytest.mark.parametrize(
    "words",
    [
        '`Space("grey")` finds a member by its value and raises `ValueError` if there is none.',
        '`Space["GREY"]` finds a member by its name; it raises `KeyError` if there is none.',
        "**Raises:**\n\n- `ValueError`: if there is no such value.\n- `LookupError`: if there is no such name.",
    ],
)
def test_an_enum_may_be_said_to_raise_what_looking_up_a_member_raises(words):
    found = verdicts(ExceptionsCheck, f"### `Space`\n\n{words}\n", ENUM)
    assert {verdict.outcome for verdict in found} == {"cannot_tell"}


@pytest.mark.parametrize("name", ["IndexError", "RuntimeError", "AttributeError"])
def test_an_enum_raises_nothing_else(name):
    document = f"### `Space`\n\nRaises `{name}` if there is no such member.\n"
    assert [verdict.outcome for verdict in verdicts(ExceptionsCheck, document, ENUM)] == ["wrong"]


@pytest.mark.parametrize("name", ["ValueError", "KeyError"])
def test_a_class_that_is_no_enum_looks_up_no_member(name):
    document = f"### `Space`\n\nRaises `{name}` if there is no such member.\n"
    found = verdicts(ExceptionsCheck, document, ENUM.replace("(enum.Enum)", ""))
    assert [verdict.outcome for verdict in found] == ["wrong"]
