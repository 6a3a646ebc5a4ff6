from __future__ import annotations

import time

import pytest

from reflexion_core.document.claims import ReturnClaim
from reflexion_core.document.find_claims import find_claims

HEAD = "## `grow(rate)`\n\n"


def returns(body: str) -> list[ReturnClaim]:
    return list(find_claims(HEAD + body, ["grow"]).returns)


@pytest.mark.parametrize(
    ("body", "type_name"),
    [
        ("**Returns** `float`: the balance.\n", "float"),
        ("**Returns:** `float` – the balance.\n", "float"),
        ("**Returns** — `float`: the balance.\n", "float"),
        ("**Returns**: float - the balance\n", "float"),
        ("**Returns:** (`float`) the balance\n", "float"),
        ("- **Returns**: `float`: the balance\n", "float"),
        ("### Returns\n\n`float`: the balance.\n", "float"),
        ("### Returns\n\n- `float`: the balance.\n", "float"),
        ("### Returns\n\n- **float**: the balance.\n", "float"),
        ("### Return value\n\nA `float`, the balance.\n", "float"),
        ("Returns:\n    float: The balance.\n", "float"),
        ("Returns:\n    dict[str, int]: The balances.\n", "dict[str, int]"),
        ("Returns\n-------\nfloat\n    The balance.\n", "float"),
        ("Returns\n-------\nbalance : float\n    The balance.\n", "float"),
        ("Returns\n-------\nlist of float, shape (n,)\n    Balances.\n", "list of float"),
        (":returns: the balance\n:rtype: float\n", "float"),
        ("| Returns | |\n|---|---|\n| list of bool | flags |\n", "list of bool"),
        ("### Returns\n\n| Type | Description |\n|---|---|\n| `float` | the balance |\n", "float"),
        ("Returns a list of balances.\n", "list of balances"),
        ("Returns a `Sheet` for the name.\n", "Sheet"),
        ("It returns a generator of balances, one a year.\n", "generator of balances"),
        ("Returns:\n- A list of coordinate tuples, row by row.\n", "list of coordinate tuples"),
        ("Yields:\n    int: the next one.\n", "int"),
        ("**Returns:** `int | None` – the index\n", "int | None"),
        ("**Returns:** `int` or `None` – the index\n", "int or None"),
    ],
)
def test_each_way_of_writing_a_result_states_its_type(body: str, type_name: str) -> None:
    (claim,) = returns(body)
    assert (claim.type, claim.owner) == (type_name, "grow")


@pytest.mark.parametrize(
    "body",
    [
        "Returns a `dict` with the keys `total`, `count` and `mean`.\n",
        "Returns a dict with keys: `total` (int), `count` (`x`), `mean`.\n",
        "**Returns** a dictionary with three keys:\n\n- `total` (int): a\n- `count`: b\n- `mean`: c\n",
        "### Returns\n\nA dictionary with three keys:\n\n- `total` (int)\n- `count` (int)\n- `mean` (float)\n",
        '### Returns\n\nA `dict` with these keys:\n\n- `"total"`: a\n- `"count"`: b\n- `"mean"`: c\n',
        "### Returns\n\nA dictionary:\n\n| Key | Type |\n|---|---|\n"
        "| `total` | int |\n| `count` | int |\n| `mean` | float |\n",
        'Returns:\n\nA new object of the form\n\n```\n{\n    "total": (int) a\n    "count": b\n    "mean": c\n}\n```\n',
        '### Returns\n\n```python\n{"total": 1, "count": {"a": 2}, "mean": 3}\n```\n',
        '### Returns\n\n`{"total": int, "count": int, "mean": float}`\n',
        "### Returns\n\n- `dict`: with\n  - `total`: a\n  - `count`: b\n  - `mean`: c\n",
        "It returns a dict with the following keys:\n\n* **total**: a\n* **count**: b\n* **mean**: c\n",
    ],
)
def test_each_way_of_writing_returned_keys_lists_them(body: str) -> None:
    (claim,) = [claim for claim in returns(body) if claim.keys]
    assert [key.name for key in claim.keys] == ["total", "count", "mean"]


@pytest.mark.parametrize(
    ("body", "constants"),
    [
        ("Returns `None` when nothing is found.\n", [("None", "when nothing is found")]),
        ("Returns `-1` if it is missing.\n", [("-1", "if it is missing")]),
        ("Returns `True` if found, `False` otherwise.\n", [("True", "if found"), ("False", "otherwise")]),
        ("Returns None otherwise.\n", [("None", "otherwise")]),
        ("An error is kept and `None` is returned.\n", [("None", "")]),
        ("Returns `int(text)`.\n", []),
        ("Returns the `None` of its kind.\n", []),
        ("A callable that returns `None` for all.\n", []),
    ],
)
def test_constants_are_kept_with_their_condition(body: str, constants: list[tuple[str, str]]) -> None:
    assert [(claim.constant, claim.condition) for claim in returns(body) if claim.constant] == constants


@pytest.mark.parametrize(
    "body",
    [
        "Returns nothing.\n",
        "It sorts and returns nothing.\n",
        "**Returns:** Nothing.\n",
        "It does not return a value.\n",
    ],
)
def test_nothing_is_a_negative_claim(body: str) -> None:
    (claim,) = returns(body)
    assert claim.is_negative


def test_a_tuple_has_a_length_and_names() -> None:
    (claim,) = returns("**Returns:** a tuple of three names - alias, validation, and serialization. More.\n")
    assert (claim.length, claim.elements) == (3, ("alias", "validation", "serialization"))


@pytest.mark.parametrize(
    "body",
    ["Returns the sum.\n", "### Returns\n\nThe balance after all years.\n", "The list is returned by `other`.\n"],
)
def test_words_that_state_no_type_claim_nothing(body: str) -> None:
    assert returns(body) == []


def test_the_type_and_a_key_alone_can_be_replaced() -> None:
    document = f"{HEAD}**Returns** a `dict` with the keys `total` and `count`.\n"
    (claim,) = find_claims(document).returns
    assert claim.type_place is not None
    assert claim.type_place.text == "dict"
    assert [document[key.place.start : key.place.end] for key in claim.keys] == ["total", "count"]


def test_a_sentence_without_end_is_read_in_linear_time():
    unit = "Returns the a, the b and the number of things and returns "
    times = []
    for count in (400, 1600):
        start = time.process_time()
        find_claims("## `f(x)`\n\n" + unit * count, ["f"])
        times.append(time.process_time() - start)
    assert times[1] < 12 * times[0] + 0.05
