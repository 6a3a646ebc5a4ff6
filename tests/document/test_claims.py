from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflexion_core.document.blocks import split_lines
from reflexion_core.document.find_claims import find_claims

_PIECES = (
    "# ",
    "## `f(x)`",
    "### Raises",
    "Parameters\n----------\n",
    "Args:\n",
    "- ",
    "* `x` (int, default `3`): a",
    "1. ",
    "> ",
    "| a | b |\n|---|---|\n",
    "| `x` | 3 |",
    "```python\n",
    "```\n",
    ">>> f(1)",
    "`",
    "``",
    "**",
    "__",
    "\n",
    "\n\n",
    "    ",
    "\t",
    ":param int x:",
    ":raises ValueError:",
    "Raises `ValueError` if",
    "defaults to ",
    "returns `None`",
    "(",
    ")",
    "[",
    "{",
    '"',
    "'",
    "\\",
    "|",
    "# Output: 5",
    "print(1)",
    "...",
    "<!--",
    "</think>",
    "\r\n",
    "\r",
    "\x00",
    "\u2028",
    "é",
    "New in 1.2",
)
MARKDOWN = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=5)), max_size=40).map("".join)


def check_places(document: str) -> None:
    count = max(len(split_lines(document)), 1)
    for claim in find_claims(document, ["f", "Sheet", "Sheet.arc"]):
        assert 1 <= claim.line <= claim.end_line <= count
        assert document[claim.place.start : claim.place.end] == claim.text


@given(st.text())
def test_no_text_crashes_the_finder(document: str) -> None:
    check_places(document)


@given(MARKDOWN)
def test_no_markdown_crashes_the_finder_and_claims_lie_within_it(document: str) -> None:
    check_places(document)


@given(MARKDOWN)
def test_places_inside_of_claims_lie_within_the_document_too(document: str) -> None:
    claims = find_claims(document, ["f"])
    places = [claim.value_place for claim in claims.defaults]
    places += [claim.name_place for claim in claims.parameters]
    places += [place for claim in claims.raises for place in (claim.type_place, claim.message_place) if place]
    places += [output.place for claim in claims.examples for output in claim.outputs]
    places += [key.place for claim in claims.returns for key in claim.keys]
    for place in places:
        assert document[place.start : place.end] == place.text


DOCUMENT = """# class `Sheet`

## `arc(x, y=1)`

Draws.

| Parameter | Type | Default |
|---|---|---|
| `x` | `int` | |
| `y` | `int` | `1` |

**Returns** a `dict` with the keys `a` and `b`.

**Raises** `ValueError` if `x` is negative (`x must be positive`).

```python
print(arc(1))  # => 1
```

"""


@pytest.mark.parametrize("unit", [DOCUMENT, "The `f(x)` raises `ValueError` if x.\n", "- `x` (int): a\n", "`a **b (c "])
def test_time_grows_with_the_length_alone(unit: str) -> None:
    def seconds(count: int) -> float:
        start = time.process_time()
        find_claims(unit * count, ["f"])
        return time.process_time() - start

    small = max(min(seconds(100) for _ in range(3)), 0.001)
    assert seconds(1600) < 16 * small * 4


def test_line_ends_of_windows_change_nothing_but_offsets() -> None:
    unix, windows = find_claims(DOCUMENT), find_claims(DOCUMENT.replace("\n", "\r\n"))
    assert [(claim.name, claim.value, claim.line) for claim in unix.defaults] == [
        (claim.name, claim.value, claim.line) for claim in windows.defaults
    ]
    assert [claim.message for claim in unix.raises] == [claim.message for claim in windows.raises]


def test_claims_come_in_document_order() -> None:
    claims = find_claims(DOCUMENT * 2)
    assert [claim.line for claim in claims.parameters] == sorted(claim.line for claim in claims.parameters)
