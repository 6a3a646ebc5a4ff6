import pytest

from reflexion_core.checks.defaults import DefaultsCheck
from tests.checks.papers import case_findings, false_alarms, findings, mended, verdicts

SOURCE = """from dataclasses import dataclass, field

LIMIT = 100_000
NAME = "grow"
TABLE = {"a": 1}


def grow(amount, times=12, mode="fast", seconds=30, log=None, when=None, order=LIMIT, scale=2 ** 0.5):
    when = "today" if when is None else when
    return amount


@dataclass
class Plan:
    name: str
    size: int = 3
    items: list = field(default_factory=list)
"""
LINE = 8


def outcomes(document, name="m.py"):
    return [verdict.outcome for verdict in verdicts(DefaultsCheck, document, SOURCE, name)]


def listed(words):
    return f"## grow\n\n**Parameters**\n\n- {words}\n"


@pytest.mark.parametrize(
    ("wrong", "true"),
    [
        ("`times` (default: `1`): how often.", "`times` (default: `12`): how often."),
        ("`times` (int, optional, default 1): how often.", "`times` (int, optional, default 12): how often."),
        ("`times`: how often. Defaults to 1.", "`times`: how often. Defaults to 12."),
        ("`times`: how often; `1` by default.", "`times`: how often; `12` by default."),
        ("`times=1`: how often.", "`times=12`: how often."),
        ("`mode` (default: `'slow'`): how.", "`mode` (default: `'fast'`): how."),
        ('`mode` (default: `"slow"`): how.', '`mode` (default: `"fast"`): how.'),
        ("`mode` (default: `slow`): how.", "`mode` (default: `fast`): how."),
        ("`seconds`: how long. Defaults to 60 seconds.", "`seconds`: how long. Defaults to 30 seconds."),
        ("`times`: how often. Defaults to eleven.", "`times`: how often. Defaults to 12."),
    ],
)
def test_a_wrong_default_is_found_and_mended_as_the_document_writes_it(wrong, true):
    [finding] = findings(DefaultsCheck, listed(wrong), SOURCE)

    assert (finding.doc_line, finding.severity, finding.source_line) == (5, "high", LINE)
    assert mended(listed(wrong), [finding]) == listed(true)
    assert findings(DefaultsCheck, listed(true), SOURCE) == []
    assert outcomes(listed(true)) == ["right"]


def test_the_message_names_both_sides():
    [finding] = findings(DefaultsCheck, listed("`times` (default: `1`): how often."), SOURCE)

    assert finding.message == "Line 5 gives `times` the default `1`; the source has `12` (line 8)"
    assert finding.expected == "12"


@pytest.mark.parametrize(
    ("cell", "mended_cell"), [("`1`", "`12`"), ("1", "12"), ("`required`", None), ("`None`", "`12`")]
)
def test_a_wrong_default_in_a_table_is_found(cell, mended_cell):
    document = f"## grow\n\n| Parameter | Default | Description |\n|---|---|---|\n| `times` | {cell} | How often. |\n"

    found = findings(DefaultsCheck, document, SOURCE)

    if mended_cell is not None:
        assert [finding.doc_line for finding in found] == [5]
        assert mended(document, found) == document.replace(cell, mended_cell)
    else:
        assert [finding.doc_line for finding in found] in ([], [5])


@pytest.mark.parametrize(
    "block",
    [
        "Args:\n    times (int): How often. Defaults to {}.\n",
        "Parameters\n----------\ntimes : int, default={}\n    How often.\n",
        ":param times: How often, defaults to {}\n",
    ],
)
def test_a_wrong_default_in_a_docstring_is_found(block):
    document = "## grow\n\n" + block.format(1)

    [finding] = findings(DefaultsCheck, document, SOURCE)

    assert mended(document, [finding]) == "## grow\n\n" + block.format(12)
    assert findings(DefaultsCheck, "## grow\n\n" + block.format(12), SOURCE) == []


def test_a_default_of_a_required_parameter_is_found():
    [finding] = findings(DefaultsCheck, listed("`amount` (default: `0`): it."), SOURCE)

    assert finding.message == ("Line 5 gives `amount` the default `0`; the source has none: it is required (line 8)")


def test_required_said_of_a_parameter_with_a_default_is_found():
    [finding] = findings(DefaultsCheck, listed("`times` (int, required): it."), SOURCE)

    assert (finding.severity, finding.expected) == ("medium", "12")
    assert "calls `times` required; the source has the default `12`" in finding.message


def test_required_said_of_a_required_parameter_is_right():
    assert outcomes(listed("`amount` (required): it.")) == ["right"]


@pytest.mark.parametrize("value", ["`LIMIT`", "`100000`", "100,000", "`100_000`", "`1e5`"])
def test_a_constant_may_be_named_or_spelt_out(value):
    assert outcomes(listed(f"`order` (default: {value}): it.")) == ["right"]


def test_an_expression_cannot_be_told_unless_it_is_the_same():
    assert outcomes(listed("`scale` (default: `2 ** 0.5`): it.")) == ["right"]
    assert outcomes(listed("`scale` (default: `SCALE`): it.")) == ["cannot_tell"]


@pytest.mark.parametrize("value", ["`None`", '`"today"`'])
def test_what_stands_for_none_may_be_named(value):
    assert outcomes(listed(f"`when` (default: {value}): it.")) == ["right"]


def test_another_value_than_what_stands_for_none_is_found():
    [finding] = findings(DefaultsCheck, listed('`when`: it. Defaults to "now".'), SOURCE)

    assert 'the source has `None` (line 8), which stands for `"today"`' in finding.message


def test_none_that_may_stand_for_anything_cannot_be_told():
    assert outcomes(listed("`log`: it. Defaults to 5.")) == ["cannot_tell"]


def test_a_formal_default_that_is_nowhere_in_the_source_is_found_though_the_default_is_none():
    [finding] = findings(DefaultsCheck, listed("`log` (default: `75`): it."), SOURCE)

    assert finding.expected == "None"


def test_another_unit_cannot_be_told():
    assert outcomes(listed("`seconds`: how long. Defaults to 5 minutes.")) == ["cannot_tell"]


def test_a_dataclass_field_is_compared_and_a_factory_is_what_it_makes():
    document = (
        "# class Plan\n\n**Attributes**\n\n- `size` (int, default `4`): it.\n- `items` (default: empty list): it.\n"
    )

    [finding] = findings(DefaultsCheck, document, SOURCE)

    assert (finding.doc_line, finding.expected) == (5, "3")
    assert outcomes(document) == ["wrong", "right"]


def test_a_constant_with_another_value_is_found():
    document = (
        "# Module\n\n## Constants\n\n| Constant | Value |\n|---|---|\n| `LIMIT` | `10000` |\n| `NAME` | `'grow'` |\n"
    )

    [finding] = findings(DefaultsCheck, document, SOURCE)

    assert finding.message == "Line 7 gives `LIMIT` the value `10000`; the source has `100_000` (line 3)"
    assert mended(document, [finding]) == document.replace("10000", "100_000")


def test_a_parameter_that_does_not_exist_is_left_to_the_parameters_check():
    assert outcomes(listed("`speed` (default: `3`): it.")) == []


def test_a_signature_is_left_to_the_signature_check():
    assert outcomes("## `grow(amount, times=1)`\n\nGrow it.\n") == []


def test_true_cases_have_no_finding():
    assert false_alarms(DefaultsCheck) == []


@pytest.mark.parametrize(("case", "line"), [("10-shrink-default", 13), ("45-kept-order", 12)])
def test_a_case_is_found_at_its_line(case, line):
    assert [finding.doc_line for finding in case_findings(DefaultsCheck, case)] == [line]


def test_a_number_is_no_function_and_no_other_number_in_a_class():
    source = (
        "from decimal import Decimal\n\ndef now():\n    return 1\n\n"
        "def f(clock=now, price=Decimal('80.00')):\n    return clock()\n"
    )
    document = "## f\n\n**Parameters**\n\n- `clock` (default: `{}`): it.\n- `price` (default: `{}`): it.\n"

    assert findings(DefaultsCheck, document.format("now", "80.00"), source) == []
    assert [f.doc_line for f in findings(DefaultsCheck, document.format("5", "90"), source)] == [5, 6]


def test_a_named_constant_is_compared_by_its_value():
    source = "SLOW = 1\nFAST = 9\n\ndef f(speed=9):\n    return speed\n"
    document = "## f\n\n**Parameters**\n\n- `speed` (default: `{}`): it.\n"

    assert findings(DefaultsCheck, document.format("FAST"), source) == []
    assert len(findings(DefaultsCheck, document.format("SLOW"), source)) == 1


def test_a_default_in_a_line_of_its_own_is_taken_back_where_there_is_none() -> None:
    document = "## grow\n\n**Parameters**\n\n- `amount`: how much.\n  - **Type**: `int`\n  - **Default**: `1.0`\n"
    [found] = findings(DefaultsCheck, document, SOURCE)
    assert found.message == "Line 7 gives `amount` the default `1.0`; the source has none: it is required (line 8)"
    true = mended(document, [found])
    assert true.endswith("  - **Default**: none, it is required\n")
    assert findings(DefaultsCheck, true, SOURCE) == []
    assert [one.message for one in findings(DefaultsCheck, true.replace("`amount`", "`times`"), SOURCE)] == [
        "Line 7 calls `times` required; the source has the default `12` (line 8)"
    ]


def test_a_generated_constructor_that_is_an_entry_of_a_list_is_its_class() -> None:
    document = (
        "# m\n\n- **`Plan.__init__`**\n  - Returns: `None`\n  - Parameters:\n    - `name`: its name (default is an"
        " empty string)\n    - `size`: how big (default is `3`)\n"
    )
    found = findings(DefaultsCheck, document, SOURCE)
    assert [(one.doc_line, one.owner) for one in found] == [(6, "Plan")]
    assert "the source has none: it is required" in found[0].message
