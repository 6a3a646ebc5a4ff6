import pytest

from reflexion_core.checks._outputs import compare_output, is_same_text
from reflexion_core.document.claims import OutputKind, Place, StatedOutput
from reflexion_core.sandbox.base import BlockResult, StatementResult

SAME = [
    ("0.5", "0.5"),
    ("0.67", "0.6666666666666666"),
    ("0.6667", "0.6666666666666666"),
    ("{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}"),
    ("{'a':1,'b':2}", "{'a': 1, 'b': 2}"),
    ('["x", "y"]', "['x', 'y']"),
    ("{3, 1, 2}", "{1, 2, 3}"),
    ("{'share': 0.33}", "{'share': 0.3333333333333333}"),
    ("(1,  2)", "(1, 2)"),
    ("total: 0.33 of 3", "total: 0.3333333 of 3"),
    ("a\n\nb", "a\nb"),
    ("[1, 2, ..., 9]", "[1, 2, 3, 4, 9]"),
    ("nan", "nan"),
    ("-0.5", "-0.5"),
    ("1e3", "1000.0"),
]
DIFFERENT = [
    ("0.75", "0.5"),
    ("0.66", "0.6666666666666666"),
    ("0.68", "0.6666666666666666"),
    ("1", "1.0"),
    ("True", "1"),
    ("'1'", "1"),
    ("[1, 2]", "(1, 2)"),
    ("[2, 1]", "[1, 2]"),
    ("{'a': 1}", "{'a': 1, 'b': 2}"),
    ("total: 4", "total: 5"),
    ("total: 4", "sum: 4"),
    ("", "x"),
    ("3", "3.4"),
    ("...", ""),
]


@pytest.mark.parametrize(("stated", "actual"), SAME)
def test_an_output_that_says_the_same_is_right(stated: str, actual: str) -> None:
    assert is_same_text(stated, actual)


@pytest.mark.parametrize(("stated", "actual"), DIFFERENT)
def test_an_output_that_says_something_else_is_wrong(stated: str, actual: str) -> None:
    assert not is_same_text(stated, actual)


@pytest.mark.parametrize(
    ("kind", "stated", "is_same"),
    [
        ("comment", "Hello...", False),
        ("comment", "Hel...", True),
        ("doctest", "Hello...", True),
        ("block", "Hello…", False),
    ],
)
def test_dots_behind_a_whole_output_are_no_part_of_it(kind: OutputKind, stated: str, is_same: bool) -> None:
    output = StatedOutput(kind, stated, Place(1, 1, 0, 1, stated), 1)
    statement = StatementResult(line=1, end_line=1, stdout="Hello\n")
    assert compare_output(output, [statement], BlockResult(status="ok", stdout="Hello\n")).is_same is is_same


def test_at_a_prompt_the_value_of_an_expression_inside_a_statement_is_shown() -> None:
    loop = StatementResult(line=1, end_line=2, stdout="a\n", session="a\n7\n")
    result = BlockResult(status="ok", statements=(loop,), stdout="a\n")
    stated = [StatedOutput("doctest", text, Place(3, 3, 0, 1, "x")) for text in ("a\n7", "a")]
    assert [compare_output(output, [loop], result).is_same for output in stated] == [True, False]
