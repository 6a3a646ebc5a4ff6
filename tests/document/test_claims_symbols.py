from __future__ import annotations

import pytest

from reflexion_core.document.find_claims import find_claims

NAMES = ("grow", "fetch", "Sheet", "Sheet.arc", "Sheet.size", "Api", "Api.all", "read_all")


@pytest.mark.parametrize(
    ("heading", "owner"),
    [
        ("## `grow`", "grow"),
        ("## grow", "grow"),
        ("## `grow()`", "grow"),
        ("## `grow(rate)`", "grow"),
        ("## grow(rate, years=1)", "grow"),
        ("## **grow(rate)**", "grow"),
        ("## `grow`(rate)", "grow"),
        ("## grow(name=None, \\*, x=1)", "grow"),
        ("## read\\_all(x)", "read_all"),
        ("## Function `grow`", "grow"),
        ("## Function: `grow(rate)`", "grow"),
        ("## The `grow` function", "grow"),
        ("## `grow` function", "grow"),
        ("## 1. `grow(rate)`", "grow"),
        ("## 📈 `grow(rate)`", "grow"),
        ("## `def grow(rate) -> float`", "grow"),
        ("## `grow(rate: float) -> float`:", "grow"),
        ("## `async fetch(url)`", "fetch"),
        ("## async def fetch(url)", "fetch"),
        ("## `grow` – compound growth", "grow"),
        ("## `interest.grow(rate)`", "grow"),
        ("## class Sheet", "Sheet"),
        ("## class `Sheet`", "Sheet"),
        ("## Class: Sheet", "Sheet"),
        ("## `class Sheet(Base)`", "Sheet"),
        ("## Sheet", "Sheet"),
        ("## `Sheet.arc(x)`", "Sheet.arc"),
        ("## `Sheet.size` (property)", "Sheet.size"),
        ("## property `Sheet.size`", "Sheet.size"),
        ("grow(rate)\n----------", "grow"),
        ("## arc(x)", "Sheet.arc"),
    ],
)
def test_each_way_of_writing_a_heading_names_its_symbol(heading: str, owner: str) -> None:
    symbols = find_claims(f"# m\n\n{heading}\n\nWords.\n", NAMES).symbols
    assert [(symbol.owner, symbol.form) for symbol in symbols] == [(owner, "heading")]


@pytest.mark.parametrize(
    "heading",
    [
        "## Usage",
        "## Overview",
        "## Using `grow` with files",
        "## Notes (important)",
        "## Grow",
        "## How it works",
        "## 2024",
    ],
)
def test_a_title_in_english_names_no_symbol(heading: str) -> None:
    assert find_claims(f"# m\n\n{heading}\n\nWords.\n", NAMES).symbols == ()


def test_members_under_a_class_belong_to_it() -> None:
    document = (
        "# class Sheet\n\n## Methods\n\n### `arc(x)`\n\n#### Raises\n\n- `ValueError`: no\n\n# Api\n\n## all()\n\nX\n"
    )
    claims = find_claims(document, NAMES)
    assert [symbol.owner for symbol in claims.symbols] == ["Sheet", "Sheet.arc", "Api", "Api.all"]
    assert [claim.owner for claim in claims.raises] == ["Sheet.arc"]


def test_members_are_found_without_known_names() -> None:
    document = "# class Sheet\n\n## arc(x)\n\n:raises ValueError: no\n"
    claims = find_claims(document)
    assert [symbol.owner for symbol in claims.symbols] == ["Sheet", "Sheet.arc"]
    assert [claim.owner for claim in claims.raises] == ["Sheet.arc"]


@pytest.mark.parametrize(
    "body",
    [
        "## `grow(rate)`\n\n### Raises\n\n- `ValueError`: no\n",
        "## `grow(rate)`\n\n## Raises\n\n- `ValueError`: no\n",
        "## grow\n\nRaises\n------\nValueError\n    No.\n",
        "## Growth\n\n```python\ngrow(rate)\n```\n\nRaises `ValueError`.\n",
        "## Growth\n\n`grow(rate)`\n\nRaises `ValueError`.\n",
        "`grow(rate)` is for sums. Raises `ValueError`.\n",
        "## `grow(rate)`\n\n### Details\n\nRaises `ValueError`.\n",
        "# Functions\n\n- `grow(rate)`: a sum. Raises `ValueError`.\n",
    ],
)
def test_what_stands_below_a_symbol_is_about_it(body: str) -> None:
    assert [claim.owner for claim in find_claims(f"# m\n\n{body}", NAMES).raises] == ["grow"]


@pytest.mark.parametrize(
    "body",
    [
        "## `grow(rate)`\n\nX\n\n## `fetch(url)`\n\nX\n\n## Exceptions\n\n- `ValueError`: no\n",
        "`grow(rate)` is for sums.\n\n## Exceptions\n\n- `ValueError`: no\n",
        "## `grow()` and `fetch()`\n\n### Raises\n\n- `ValueError`: no\n",
    ],
)
def test_an_owner_that_is_not_clear_is_none(body: str) -> None:
    assert [claim.owner for claim in find_claims(f"# m\n\n{body}", NAMES).raises] == [""]


def test_a_module_title_is_not_its_function() -> None:
    claims = find_claims("# grow\n\nSums.\n\n## `grow(rate)`\n\nX\n", NAMES)
    assert [(symbol.owner, symbol.line) for symbol in claims.symbols] == [("grow", 5)]


def test_a_part_ends_before_the_next_heading_of_its_level() -> None:
    claims = find_claims("## `grow(x)`\n\n### Raises\n\n- `E`: no\n\n## `fetch(x)`\n\nX\n", NAMES)
    assert [symbol.part_end_line for symbol in claims.symbols] == [6, 9]


def test_numpys_underlined_titles_do_not_end_a_part() -> None:
    claims = find_claims("## grow\n\nParameters\n----------\nx : int\n    A.\n\n## fetch\n\nX\n", NAMES)
    assert claims.symbols[0].part_end_line == 7


@pytest.mark.parametrize(
    ("words", "trait"),
    [
        ("## `async fetch(url)`\n\nX", "async"),
        ("## `fetch(url)` (async)\n\nX", "async"),
        ("## `fetch`\n\n```python\nasync def fetch(url)\n```\n", "async"),
        ("## `fetch`\n\nA generator of pages.", "generator"),
        ("## `fetch`\n\nThis is a coroutine.", "coroutine"),
        ("## `fetch`\n\n`fetch` is a context manager.", "context manager"),
        ("## `fetch`\n\n```python\n@staticmethod\ndef fetch(url)\n```\n", "static method"),
        ("## `fetch` (classmethod)\n\nX", "class method"),
        ("## `fetch` (property)\n\nX", "property"),
        ("# x\n\nThe `fetch` property is set.", "property"),
        ("# x\n\n`fetch` (property) is true.", "property"),
    ],
)
def test_what_a_symbol_is_said_to_be_is_kept(words: str, trait: str) -> None:
    symbols = find_claims(words, NAMES).symbols
    assert trait in {found for symbol in symbols for found in symbol.traits if symbol.owner == "fetch"}


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [("the `size` property of a sheet", "property"), ("The `arc(x)` method", "method"), ("the `Sheet` class", "class")],
)
def test_a_sentence_tells_what_kind_a_name_is(sentence: str, kind: str) -> None:
    (symbol,) = find_claims(f"# x\n\nSo {sentence} is it.\n", NAMES).symbols
    assert symbol.kind == kind


@pytest.mark.parametrize(
    "block",
    [
        "## `grow(a: int, /, b=1, *args, c: str = 'x', **kw) -> float`\n",
        "## grow\n\n```python\ndef grow(a: int, /, b=1, *args, c: str = 'x', **kw) -> float: ...\n```\n",
        "## grow\n\n```python\n"
        "grow(\n    a: int,\n    /,\n    b=1,\n    *args,\n    c: str = 'x',\n    **kw,\n) -> float\n```\n",
        "## grow\n\n```\ngrow(a: int, /, b=1, *args, c: str = 'x', **kw) -> float\n```\n",
        "## grow\n\n`grow(a: int, /, b=1, *args, c: str = 'x', **kw) -> float`\n",
    ],
)
def test_each_way_of_writing_a_signature_is_parsed(block: str) -> None:
    (claim,) = find_claims(block, NAMES).signatures
    assert [(item.name, item.kind, item.annotation, item.default) for item in claim.parameters] == [
        ("a", "positional-only", "int", None),
        ("b", "positional-or-keyword", None, "1"),
        ("args", "var-positional", None, None),
        ("c", "keyword-only", "str", "'x'"),
        ("kw", "var-keyword", None, None),
    ]
    assert (claim.returns, claim.owner) == ("float", "grow")


@pytest.mark.parametrize(
    "text",
    [
        "`grow(1)`",
        "`grow('x')`",
        "`grow(a.b)`",
        "Call `grow(rate)` to sum.",
        "`print(x)`",
        "```python\ngrow(1)\n```",
        "```python\ngrow()\n```",
    ],
)
def test_a_call_is_no_signature(text: str) -> None:
    assert find_claims(f"# x\n\n{text}\n", NAMES).signatures == ()


def test_a_signature_can_be_partial_and_have_a_receiver() -> None:
    (claim,) = find_claims("## `arc(self, x, ...)`\n", NAMES).signatures
    assert ([item.name for item in claim.parameters], claim.is_partial, claim.has_receiver) == (["x"], True, True)


def test_the_signature_and_its_parameters_have_exact_places() -> None:
    document = "# m\n\n## `grow(rate, years: int = 1)`\n\nX\n"
    (claim,) = find_claims(document, NAMES).signatures
    assert claim.text == "grow(rate, years: int = 1)"
    assert [item.place and item.place.text for item in claim.parameters] == ["rate", "years: int = 1"]
