from __future__ import annotations

import pytest

from reflexion_core.document.claims import RaisesClaim
from reflexion_core.document.find_claims import find_claims

HEAD = "## `grow(rate)`\n\n"
NAMES = ("grow", "shrink", "Sheet", "Sheet.arc", "BadRate")


def raises(body: str) -> list[RaisesClaim]:
    return list(find_claims(HEAD + body, NAMES).raises)


@pytest.mark.parametrize(
    "body",
    [
        "### Raises\n\n- `ValueError`: `rate must be positive` if `rate` is negative.\n",
        "### Raises\n\n- `ValueError` – if `rate` is negative, with message `rate must be positive`.\n",
        '### Exceptions\n\n* **ValueError**: if `rate` is negative ("rate must be positive").\n',
        '### Errors\n\n- ValueError: If `rate` is negative. Message: "rate must be positive"\n',
        "### Raises\n\n- `ValueError` if `rate` is negative (`rate must be positive`).\n",
        '### Raises\n\n- `ValueError("rate must be positive")` if `rate` is negative.\n',
        "### Raises\n\n`ValueError`: `rate must be positive` when `rate` is negative.\n",
        "**Raises** `ValueError`: `rate must be positive` when `rate` is negative.\n",
        "**Raises:** `ValueError` if `rate` is negative; the message is `rate must be positive`.\n",
        "**Raises**\n\n- `ValueError`: if `rate` is negative. The message is `rate must be positive`.\n",
        "- **Raises**: `ValueError` if `rate` is negative (`rate must be positive`)\n",
        "- **Raises**:\n  - `ValueError` if `rate` is negative (`rate must be positive`)\n",
        "Raises:\n    ValueError: If `rate` is negative (`rate must be positive`).\n",
        'Raises:\n    ValueError: If `rate` is negative: "rate must be positive".\n',
        "Raises\n------\nValueError\n    If `rate` is negative, with the message ``rate must be positive``.\n",
        ":raises ValueError: if `rate` is negative. The message is `rate must be positive`.\n",
        ":raise ValueError: if `rate` is negative (`rate must be positive`)\n",
        "Raises `ValueError` with the message `rate must be positive` if `rate` is negative.\n",
        "Raises a `ValueError` (`rate must be positive`) if `rate` is negative.\n",
        "It raises `ValueError` if `rate` is negative. Its message is `rate must be positive`.\n",
        'Throws `ValueError` if `rate` is negative, saying "rate must be positive".\n',
        "If `rate` is negative, a `ValueError` is raised with the message `rate must be positive`.\n",
        "A `ValueError` is raised if `rate` is negative (`rate must be positive`).\n",
        "`grow()` raises `ValueError` if `rate` is negative (`rate must be positive`).\n",
        "It gives more. This function will raise a ValueError if `rate` is negative (`rate must be positive`).\n",
        "| Exception | Condition | Message |\n|---|---|---|\n"
        "| `ValueError` | if `rate` is negative | `rate must be positive` |\n",
        "| Message | Raises | When |\n|---|---|---|\n"
        '| "rate must be positive" | ValueError | if `rate` is negative |\n',
        "### Raises\n\n| Type | Description |\n|---|---|\n"
        "| `ValueError` | if `rate` is negative (`rate must be positive`) |\n",
    ],
)
def test_each_way_of_writing_an_exception_states_type_message_and_owner(body: str) -> None:
    (claim,) = raises(body)
    assert (claim.type, claim.message, claim.owner) == ("ValueError", "rate must be positive", "grow")
    assert "`rate` is negative" in claim.condition
    assert not claim.is_negative


@pytest.mark.parametrize(
    "body",
    [
        "### Raises\n\nNone.\n",
        "### Raises\n\n- None\n",
        "**Raises:** Nothing.\n",
        "It does not raise.\n",
        "This function never raises.\n",
        "It doesn't raise any exception.\n",
        "Raises nothing.\n",
        "Raises no exceptions.\n",
        "No exceptions are raised.\n",
        "**Raises:** This function does not raise any exceptions.\n",
    ],
)
def test_a_denial_is_a_negative_claim(body: str) -> None:
    (claim,) = raises(body)
    assert (claim.is_negative, claim.type) == (True, "")


def test_a_denied_exception_is_named() -> None:
    (claim,) = raises("It never raises `KeyError`.\n")
    assert (claim.is_negative, claim.type) == (True, "KeyError")


def test_only_is_kept() -> None:
    (claim,) = raises("It only raises `ValueError`.\n")
    assert claim.is_only


@pytest.mark.parametrize(
    ("body", "types"),
    [
        ("### Raises\n\n- `ValueError`, `TypeError`: if bad\n", ["ValueError", "TypeError"]),
        ("### Raises\n\n- `ValueError` or `TypeError` if bad\n", ["ValueError", "TypeError"]),
        ("Raises `ValueError` if a and `TypeError` if b.\n", ["ValueError"]),
        ("**Raises** `ValueError` if a, or `TypeError` if b.\n", ["ValueError", "TypeError"]),
        ("An empty one raises `IndexError`, and giving both raises `TypeError`.\n", ["IndexError", "TypeError"]),
        ("Raises `BadRate`, a `ValueError`, if it is bad.\n", ["BadRate"]),
        ("Raises `BadRate` (a `ValueError`) if it is bad.\n", ["BadRate"]),
        (":raises json.JSONDecodeError: the text is not JSON\n", ["json.JSONDecodeError"]),
        ("Raises :class:`ValueError` if bad.\n", ["ValueError"]),
        ("Raises\n------\nValueError\n    If a.\nSingularMatrix\n    If b.\n", ["ValueError", "SingularMatrix"]),
    ],
)
def test_several_exceptions_are_told_apart(body: str, types: list[str]) -> None:
    assert [claim.type for claim in raises(body)] == types


@pytest.mark.parametrize(
    "body",
    [
        "If `step` raises `ValueError`, it is tried again.\n",
        "Takes a callback that raises `ValueError`.\n",
        "Reads through a function that returns the content or raises `BadRate`.\n",
        "What `step` raises is not touched.\n",
        "A `TypeError` of `int()` is not touched.\n",
        "A `BadRate` never reaches the caller.\n",
        "It raises the price by `Two`.\n",
        "Raises the bar.\n",
        "It raises `rate` to a power.\n",
        "The callback raises `ValueError` to stop.\n",
    ],
)
def test_what_others_raise_or_what_is_no_exception_claims_nothing(body: str) -> None:
    assert raises(body) == []


@pytest.mark.parametrize(
    ("sentence", "owner"),
    [
        ("`shrink()` raises `ValueError` for zero.", "shrink"),
        ("`ValueError` is raised by `shrink()`.", "shrink"),
        ("The `BadRate` class is raised by `sheet.arc()` on zero.", "Sheet.arc"),
        ("A negative `rate` raises `ValueError`.", "grow"),
    ],
)
def test_the_one_who_raises_is_found(sentence: str, owner: str) -> None:
    (claim,) = raises(sentence)
    assert claim.owner == owner


@pytest.mark.parametrize(
    "entry",
    [
        "`ValueError` if negative (`rate < 0`)",
        "`ValueError`: if `rate` is not in `[0, 1]`",
        "`ValueError`: `rate` is negative",
        "`ValueError` when that fails, after a line `no number: <text>` was added",
    ],
)
def test_code_that_is_no_message_is_not_taken_for_one(entry: str) -> None:
    (claim,) = raises(f"### Raises\n\n- {entry}\n")
    assert claim.message is None


def test_two_messages_of_one_exception_are_two_claims() -> None:
    claims = raises("Raises `ValueError`: `no such size` for one thing, and `no such letter` for the other.\n")
    assert [claim.message for claim in claims] == ["no such size", "no such letter"]


def test_the_message_alone_can_be_replaced() -> None:
    document = f'{HEAD}### Raises\n\n- `ValueError("rate must be {{x}}")`: always\n'
    (claim,) = find_claims(document).raises
    assert claim.message_place is not None
    assert claim.message_place.text == "rate must be {x}"
    assert claim.type_place is not None
    assert claim.type_place.text == "ValueError"
    assert claim.line == 5


def test_what_was_raised_before_is_no_entry_of_its_own():
    claims = find_claims(
        "# `f(x)`\n\n**Raises:**\n\n- `Fault`: after a `ValueError` or `KeyError` (`it cannot be read`).\n"
    ).raises
    assert [(one.type, one.message) for one in claims] == [("Fault", "it cannot be read")]


def test_a_message_in_brackets_may_read_like_a_comparison():
    claims = find_claims("# `f(x)`\n\n**Raises:**\n\n- `Fault`: if `x` is shut (`client is closed`).\n").raises
    assert [one.message for one in claims] == ["client is closed"]


def test_an_entry_may_give_two_messages_each_with_its_condition():
    document = (
        '# `f(x)`\n\n**Raises:**\n\n- `ValueError`: "no number: x" if it is none, "out of range: x" if `x` < 1.\n'
    )
    claims = find_claims(document).raises
    assert [(one.message, one.condition) for one in claims] == [
        ("no number: x", "if it is none"),
        ("out of range: x", "if `x` < 1"),
    ]
