import pytest

from reflexion_core.checks.types import TypesCheck
from tests.checks.papers import false_alarms, findings, mended, verdicts

SOURCE = """from __future__ import annotations

LIMIT = 5


class Gear:
    teeth: int
    name: str | None = None

    def __init__(self, teeth: int) -> None:
        self.teeth = teeth

    @property
    def ratio(self) -> float:
        return self.teeth / 2


class Axle:
    pass


def turn(gear: Gear, times: int, by: int | float | str = 1, names: list[str] | None = None, loose=3, *more: str):
    return gear
"""


def listed(words):
    return f"## turn\n\n**Parameters**\n\n- {words}\n"


def outcomes(document):
    return [verdict.outcome for verdict in verdicts(TypesCheck, document, SOURCE)]


@pytest.mark.parametrize(
    ("wrong", "true"),
    [
        ("`times` (`str`): how often.", "`times` (`int`): how often."),
        ("`times` (str): how often.", "`times` (int): how often."),
        ("`times: str`: how often.", "`times: int`: how often."),
        ("`gear` (`Axle`): it.", "`gear` (`Gear`): it."),
    ],
)
def test_a_wrong_type_is_found_and_mended(wrong, true):
    [finding] = findings(TypesCheck, listed(wrong), SOURCE)

    assert (finding.doc_line, finding.severity, finding.source_line) == (5, "medium", 22)
    assert mended(listed(wrong), [finding]) == listed(true)
    assert outcomes(listed(true)) == ["right"]


def test_the_message_names_both_sides():
    [finding] = findings(TypesCheck, listed("`times` (`str`): how often."), SOURCE)

    assert finding.message == "Line 5 gives `times` the type `str`; the source has `int` (line 22)"


@pytest.mark.parametrize("words", ["list of str", "`list[str]`", "list of strings or None", "List[str], optional"])
def test_a_type_may_be_said_in_words(words):
    assert outcomes(listed(f"`names` ({words}): them.")) == ["right"]


def test_a_wrong_type_in_a_table_is_found_and_its_pipe_is_escaped():
    document = "## turn\n\n| Parameter | Type | Description |\n|---|---|---|\n| `by` | `bytes` | How far. |\n"

    [finding] = findings(TypesCheck, document, SOURCE)

    assert mended(document, [finding]) == document.replace("`bytes`", r"`int \| float \| str`")


def test_a_part_of_a_union_is_not_false():
    assert outcomes(listed("`by` (`int`): how far.")) == ["cannot_tell"]
    assert outcomes(listed("`by` (int or str): how far.")) == ["cannot_tell"]


def test_without_an_annotation_it_cannot_be_told():
    assert outcomes(listed("`loose` (`str`): it.")) == ["cannot_tell"]


def test_of_any_number_of_arguments_the_type_may_be_that_of_one_or_of_all():
    assert outcomes(listed("`*more` (`str`): them.")) == ["right"]
    assert outcomes(listed("`*more` (`tuple`): them.")) == ["cannot_tell"]


def test_attributes_and_properties_are_compared():
    entries = "- `teeth` (`str`): them.\n- `ratio` (`float`): it.\n- `name` (str or None): it.\n"
    document = f"# class Gear\n\n**Attributes**\n\n{entries}"

    [finding] = findings(TypesCheck, document, SOURCE)

    assert (finding.doc_line, finding.expected) == (5, "int")
    assert outcomes(document) == ["wrong", "right", "right"]


def test_a_constant_is_of_the_type_of_its_value():
    document = "# Module\n\n## Constants\n\n| Constant | Type |\n|---|---|\n| `LIMIT` | `{}` |\n"

    assert outcomes(document.format("int")) == ["right"]
    assert outcomes(document.format("str")) == ["wrong"]


def test_results_are_left_to_the_returns_check():
    assert outcomes("## turn\n\n**Returns**\n\n- `str`: it.\n") == []


def test_true_cases_have_no_finding():
    assert false_alarms(TypesCheck) == []


def test_an_alias_is_compared_by_what_it_stands_for():
    source = "from collections.abc import Callable\n\nClock = Callable[[], float]\n\ndef f(clock: Clock):\n    pass\n"
    document = "## f\n\n**Parameters**\n\n- `clock` (`{}`): it.\n"

    assert findings(TypesCheck, document.format("Clock"), source) == []
    assert findings(TypesCheck, document.format("Callable"), source) == []
    assert len(findings(TypesCheck, document.format("int"), source)) == 1


def test_a_well_known_class_is_no_built_in_type():
    source = "from decimal import Decimal\n\ndef f(price: Decimal):\n    pass\n"
    [finding] = findings(TypesCheck, "## f\n\n**Parameters**\n\n- `price` (`float`): it.\n", source)

    assert finding.expected == "Decimal"


@pytest.mark.parametrize("stated", ["int", "bytes"])
def test_each_of_a_variadic_parameters_arguments_has_its_type(stated):
    source = "def f(*rest: str):\n    return rest\n"
    document = f"# `f`\n\nIt.\n\n**Parameters**\n\n- `*rest` (`{stated}`): what.\n"
    assert len(findings(TypesCheck, document, source)) == 1


@pytest.mark.parametrize("stated", ["str", "tuple of str", "strings", "tuple[str, ...]"])
def test_a_variadic_parameter_may_be_told_of_as_a_whole(stated):
    source = "def f(*rest: str):\n    return rest\n"
    document = f"# `f`\n\nIt.\n\n**Parameters**\n\n- `*rest` (`{stated}`): what.\n"
    assert findings(TypesCheck, document, source) == []
