from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflexion_core.document.values import normalize_value, same_type, same_value


@pytest.mark.parametrize(
    ("stated", "actual"),
    [
        ("3", "3"),
        ("3.", "3"),
        ("three", "3"),
        ("100,000", "100000"),
        ("100 000", "100000"),
        ("1e5", "100_000"),
        ("10**5", "100000"),
        ("60 * 60", "3600"),
        ("0x10", "16"),
        ("1.0", "1"),
        ("-1", "- 1"),
        ("1 << 20", "1048576"),
        ("'left'", '"left"'),
        ("“left”", "'left'"),
        ("left", "'left'"),
        ("utf-8", "'utf-8'"),
        ("the empty string", '""'),
        ("an empty list", "[]"),
        ("empty dict", "{}"),
        ("none", "None"),
        ("null", "None"),
        ("true", "True"),
        ("FALSE", "False"),
        ("()", "tuple()"),
        ("(1, 2)", "(1,2)"),
        ("{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}"),
        ("`3`", "3"),
        ("infinity", "float('inf')"),
        ("math.inf", "float('inf')"),
        ("nan", "float('nan')"),
        ("b'x'", 'b"x"'),
        ("stdout", "sys.stdout"),
        ("DEFAULT", "DEFAULT"),
        ("lambda x: x", "lambda x: x"),
    ],
)
def test_the_same_value_is_the_same_however_it_is_written(stated: str, actual: str) -> None:
    assert same_value(stated, actual) is True


@pytest.mark.parametrize(
    ("stated", "actual"),
    [
        ("3", "4"),
        ("0.1", "1.0"),
        ("one", "2"),
        ("None", "0"),
        ("True", "1"),
        ("True", "False"),
        ("'a'", "'b'"),
        ("'1'", "1"),
        ("[]", "()"),
        ("(1, 2)", "(2, 1)"),
        ("the empty string", "None"),
        ("'x'", "b'x'"),
        ("1,000", "100"),
    ],
)
def test_another_value_is_told(stated: str, actual: str) -> None:
    assert same_value(stated, actual) is False


@pytest.mark.parametrize(
    ("stated", "actual"),
    [
        ("30 seconds", "None"),
        ("30", "DEFAULT_TIMEOUT"),
        ("the current time", "None"),
        ("left", "'right'"),
        ("X", "Y"),
        ("f(1)", "2"),
        ("10**100000000", "1"),
        ("", "3"),
    ],
)
def test_a_value_that_cannot_be_told_is_left_open(stated: str, actual: str) -> None:
    assert same_value(stated, actual) is None


@pytest.mark.parametrize(
    ("stated", "actual"),
    [
        ("int", "int"),
        ("integer", "int"),
        ("string", "str"),
        ("boolean", "bool"),
        ("a dictionary", "dict"),
        ("Optional[int]", "int | None"),
        ("int or None", "Optional[int]"),
        ("int, optional", "int"),
        ("int, optional", "int | None"),
        ("`int` or `None`", "typing.Optional[int]"),
        ("None | int", "Union[int, None]"),
        ("List[int]", "list[int]"),
        ("list of str", "list[str]"),
        ("list of strings", "List[str]"),
        ("list", "list[int]"),
        ("dict", "dict[str, int]"),
        ("dict of str to int", "dict[str, int]"),
        ("str or bytes", "bytes | str"),
        ("str, bytes or None", "Optional[Union[str, bytes]]"),
        ("typing.Iterable[str]", "collections.abc.Iterable[str]"),
        ("iterable of str", "Iterable[str]"),
        ("'Sheet'", "Sheet"),
        ("m.Sheet", "Sheet"),
        ("tuple of str and int", "tuple[str, int]"),
        ("callable", "Callable[[int], str]"),
        ("Literal['a', 'b']", "Literal['b', 'a']"),
        ("Annotated[int, 1]", "int"),
    ],
)
def test_the_same_type_is_the_same_however_it_is_written(stated: str, actual: str) -> None:
    assert same_type(stated, actual) is True


@pytest.mark.parametrize(
    ("stated", "actual"),
    [
        ("str", "int"),
        ("bool", "int"),
        ("list[int]", "list[str]"),
        ("list of str", "list[int]"),
        ("tuple of str and Header", "tuple[bytes, Header]"),
        ("list of pairs", "Generator"),
        ("A list of tuples", "Iterator[tuple]"),
        ("str or bytes", "str"),
        ("dict", "list"),
        ("int", "Iterable[int]"),
        ("dict[str, int]", "dict[str, str]"),
    ],
)
def test_another_type_is_told(stated: str, actual: str) -> None:
    assert same_type(stated, actual) is False


@pytest.mark.parametrize(
    ("stated", "actual"),
    [
        ("number", "float"),
        ("path-like", "str"),
        ("sequence", "list[int]"),
        ("bool", "Snapshot"),
        ("float between 0 and 1", "float"),
        ("int", "int | None"),
        ("int", "Any"),
        ("", "int"),
    ],
)
def test_a_type_that_cannot_be_told_is_left_open(stated: str, actual: str) -> None:
    assert same_type(stated, actual) is None


def test_a_known_class_differs_from_every_other_type() -> None:
    assert same_type("bool", "Snapshot", classes=["Snapshot"]) is False
    assert same_type("Sheet", "Snapshot", classes=["Snapshot", "Sheet"]) is False


@pytest.mark.parametrize(
    "text", ["-" * 1500 + "1", "list of " * 2000 + "int", "x|" * 900 + "x", "[" * 500, "Optional[" * 150]
)
def test_deep_nesting_is_left_open(text: str) -> None:
    assert same_value(text, "1") in (None, False)
    assert same_type(text, "int") is None


@given(st.text(), st.text())
def test_no_text_crashes_the_comparisons(first: str, second: str) -> None:
    assert same_value(first, second) in (True, False, None)
    assert same_type(first, second) in (True, False, None)


@given(st.one_of(st.integers(), st.floats(allow_nan=False), st.text(), st.booleans(), st.none(), st.binary()))
def test_a_literal_is_the_value_that_it_stands_for(value: object) -> None:
    text = repr(value)
    if len(text) < 500:
        found = normalize_value(text)
        assert found is not None
        assert found.value == value
