from __future__ import annotations

from pathlib import Path

import pytest

from reflexion_core.source.condition_words import say_test
from reflexion_core.source.fact_sheet import fact_sheet
from reflexion_core.source.read_facts import read_facts
from reflexion_core.source.reading import read_source, read_source_file

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


def sheet(text: str, name: str = "garden.py") -> str:
    return fact_sheet(read_facts(read_source(name, text.encode(), max_bytes=100_000)))


def test_the_sheet_starts_with_the_exact_import() -> None:
    first = sheet("class Bed: ...\ndef grow(x): ...\ndef _hide(): ...\n").splitlines()[0]
    assert first == "Module `garden`; import with `from garden import Bed, grow`"


def test_a_short_module_has_a_short_sheet() -> None:
    path = next(path for path in EXAMPLES if path.stem == "compound_interest")
    source = read_source_file(path, max_bytes=100_000)
    assert source.line_count <= 22
    assert len(fact_sheet(read_facts(source)).splitlines()) < 15


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_same_source_gives_the_same_sheet(path: Path) -> None:
    source = read_source_file(path, max_bytes=100_000)
    assert fact_sheet(read_facts(source)) == fact_sheet(read_facts(source))


def test_signature_and_default_stand_as_in_the_source() -> None:
    assert "- `grow(size: int, /, *, by: float = 1_000.0, **more) -> int`" in sheet(
        "def grow(size: int, /, *, by: float = 1_000.0, **more) -> int:\n    return 1\n"
    )


def test_a_default_over_several_lines_stays_on_one() -> None:
    text = sheet('def grow(steps=(\n    1,\n    2,\n)):\n    """Grow."""\n')
    assert "- `grow(steps=(1, 2))`\n" in text


def test_an_exception_has_its_exact_message_and_condition() -> None:
    text = sheet('def grow(size):\n    if size < 1:\n        raise ValueError(f"size is {size}, not 1")\n')
    assert "raises `ValueError` with the message `size is {size}, not 1` if `size` is less than `1`" in text


def test_an_exception_of_a_private_helper_is_the_callers() -> None:
    text = sheet(
        'def grow(size):\n    _check(size)\ndef _check(size):\n    if not size:\n        raise ValueError("none")\n'
    )
    assert "raises `ValueError` with the message `none` if `size` is false or empty" in text
    assert "_check" not in text


def test_many_exceptions_of_a_public_function_are_named_once() -> None:
    raising = "".join(f'    if size == {size}:\n        raise ValueError("no {size}")\n' for size in range(4))
    text = sheet(f"def grow(size):\n    cut(size)\ndef cut(size):\n{raising}")
    assert "  - raises `ValueError` as `cut` does\n" in text
    assert text.count("no 3") == 1


def test_a_few_exceptions_of_a_public_function_are_named_wherever_they_come_out() -> None:
    text = sheet('def grow(size):\n    cut(size)\ndef cut(size):\n    if not size:\n        raise ValueError("none")\n')
    line = "  - raises `ValueError` with the message `none` if `size` is false or empty\n"
    assert text.count(line.rstrip()) == 2


def test_returned_keys_are_named() -> None:
    text = sheet('def grow() -> dict[str, int]:\n    return {"height": 1, "width": 2}\n')
    assert "a dict with the keys `height`, `width`" in text


def test_a_key_of_some_paths_is_not_said_to_be_always_there() -> None:
    text = sheet('def grow(x):\n    if x:\n        return {"height": 1, "width": 2}\n    return {"height": 1}\n')
    assert "the keys `height` among others" in text


def test_members_of_a_class_stand_below_it() -> None:
    text = sheet(
        "class Bed:\n    rows = 3\n    @property\n    def size(self) -> int:\n        return 1\n"
        "    @classmethod\n    def empty(cls) -> 'Bed': ...\n    async def water(self): ...\n    def _dig(self): ...\n"
    )
    assert "  - attributes: `rows = 3`" in text
    assert "  - property `size: int`" in text
    assert "  - class method `empty() -> 'Bed'`" in text
    assert "  - async `water()`" in text
    assert "_dig" not in text


def test_members_of_an_enumeration_have_their_values() -> None:
    text = sheet("from enum import Enum\nclass Soil(Enum):\n    CLAY = 'c'\n    SAND = 's'\n")
    assert "enum `Soil`, derived from `Enum`" in text
    assert "members: `CLAY = 'c'`, `SAND = 's'`" in text


def test_a_long_value_is_left_out() -> None:
    text = sheet(f"WORDS = {list(range(100))}\n")
    assert "- constant `WORDS`\n" in text


def test_alternatives_among_several_conditions_stay_code() -> None:
    text = sheet("def grow(a, b):\n    if a:\n        if a > 1 or b:\n            raise ValueError\n")
    assert "if `a` is true or not empty, and `a > 1 or b` holds" in text


@pytest.mark.parametrize(
    ("test", "words"),
    [
        ("rate <= 0", "`rate` is at most `0`"),
        ("not 1 <= port <= 9", "`port` is not between `1` and `9`"),
        ("not number > 0", "`number` is not greater than `0`"),
        ("name is None or not name", "`name` is `None`, or `name` is false or empty"),
        ("not isinstance(x, int)", "`x` is not an instance of `int`"),
        ("x not in known", "`x` is not in `known`"),
        ("not self.is_open", "`self.is_open` is false"),
        ("mark == '`'", "`mark` equals `` '`' ``"),
        ("a and (b or c)", "`a and (b or c)` holds"),
        ("re.match(r'\\d', x)", "`re.match(r'\\d', x)` holds"),
        ("pair is [first, *_]", "`pair` is `[first, *_]`"),
    ],
)
def test_a_condition_is_said_in_words_or_left_as_code(test: str, words: str) -> None:
    assert say_test(test) == words
