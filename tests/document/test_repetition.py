"""Whether a text has begun to say the same again and again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflexion_core.document.repetition import RepetitionWatch, find_repetition, without_repetition
from reflexion_core.errors import SourceError
from reflexion_core.settings import shipped_folder
from reflexion_core.skeleton import write_skeleton
from reflexion_core.source.reading import read_source
from reflexion_core.verification import Verifier
from tests.library import library_modules

PAGE = "# shapes\n\nShapes of all kinds, with their areas.\n\n"
ROW = "| `width` | `float` | `2.0` | The width of the rectangle. |\n"
SECTION = "## `area(width: float, height: float = 2.0) -> float`\n\nReturn the area.\n\n" + "\n".join(
    f"- `p{number}` (`int`): parameter number {number} of the function." for number in range(12)
)


@pytest.mark.parametrize("unit", [ROW, f"{SECTION}\n\n", "and so on, ", "0.0, ", "Returns None.\n"], ids=len)
def test_what_is_said_over_and_over_is_found_where_it_begins(unit: str) -> None:
    text = PAGE + unit * (600 // len(unit) + 5) + unit[: len(unit) // 2]
    found = find_repetition(text)
    assert found is not None
    assert found.period == len(unit)
    assert len(PAGE) - 3 <= found.start <= len(PAGE)  # a line end before it can be a part of it
    assert without_repetition(text).strip() == (PAGE + unit).strip()


def test_a_section_that_comes_twice_is_no_repetition_yet() -> None:
    assert find_repetition(PAGE + SECTION * 2) is None
    assert find_repetition(PAGE + SECTION * 3) is not None


def test_rows_that_are_alike_are_none() -> None:
    rows = "".join(
        f"| `width_{number:03}` | `float` | `2.0` | The width of the rectangle. |\n" for number in range(200)
    )
    assert find_repetition(PAGE + rows) is None


def test_rules_and_padding_of_a_wide_table_are_none() -> None:
    wide = f"| {'Name':<300} | {'Default':<300} |\n|{'-' * 302}|{'-' * 302}|\n"
    assert watch(PAGE + wide + f"| {'`width`':<300} | {'`2.0`':<300} |\n") is None
    assert find_repetition(PAGE + "-" * 3000) is not None


def test_a_few_equal_lines_of_an_example_are_none() -> None:
    lines = '    limiter.allow("client")  # prints True\n' * 8
    assert watch(f"{PAGE}```python\n{lines}```\n") is None


def watch(text: str, step: int = 7) -> int | None:
    """Return after how many characters a text is ended that comes in small pieces."""
    watching = RepetitionWatch()
    for start in range(0, len(text), step):
        if watching.take(text[start : start + step]) is not None:
            return start + step
    return None


def test_a_text_is_ended_soon_after_it_has_begun_to_repeat_itself() -> None:
    ended = watch(PAGE + "and so on, " * 500)
    assert ended is not None
    assert ended < 700


@pytest.mark.parametrize("path", library_modules(step=60, step_of_tests=800), ids=lambda path: path.name)
def test_no_document_of_the_standard_library_is_ended(path: Path) -> None:
    try:
        source = read_source(path.name, path.read_bytes(), max_bytes=30_000)
    except SourceError as exc:
        pytest.skip(str(exc))
    text = write_skeleton(Verifier(source))
    assert watch(text, step=61) is None


def test_no_shipped_text_is_ended() -> None:
    for path in [*shipped_folder().glob("*.md"), *(shipped_folder() / "examples").rglob("*.py")]:
        assert watch(path.read_text("utf-8"), step=61) is None, path


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 900), st.integers(0, 10_000))
def test_every_period_up_to_the_longest_is_found(period: int, seed: int) -> None:
    letters = random.Random(seed)
    unit = "".join(letters.choices("abcdefghij \n", k=period - 1)) + "z"
    assert find_repetition(PAGE + unit * (500 // period + 5)) is not None
