import pytest

from reflexion_core.checks.parameters import ParametersCheck
from tests.checks.papers import case_findings, false_alarms, findings, mended, verdicts

SOURCE = """def grow(amount, rate=0.02, *, times=1):
    return amount * (1 + rate) ** times


def collect(first, /, *rest, sep=", ", **options):
    return sep.join([first, *rest])
"""

LIST = """## `grow(amount, rate=0.02, *, times=1)`

**Parameters**

- `amount`: what there is at first.
- `rate`: growth in one period.
- `times`: number of periods.
"""

TABLE = """## `grow(amount, rate=0.02, *, times=1)`

| Parameter | Type | Description |
|---|---|---|
| `amount` | number | What there is at first. |
| `rate` | number | Growth in one period. |
| `times` | number | Number of periods. |
"""

GOOGLE = """## grow

Args:
    amount: What there is at first.
    rate: Growth in one period.
    times: Number of periods.
"""

NUMPY = """## grow

Parameters
----------
amount : float
    What there is at first.
rate : float
    Growth in one period.
times : int
    Number of periods.
"""

SPHINX = """## grow

:param amount: What there is at first.
:param rate: Growth in one period.
:param times: Number of periods.
"""

BOLD = """## grow(amount, rate=0.02, \\*, times=1)

- **amount** – what there is at first.
- **rate** (*float*) – growth in one period.
- **times** – number of periods.
"""

WAYS = pytest.mark.parametrize("document", [LIST, TABLE, GOOGLE, NUMPY, SPHINX, BOLD])


def entry_line(document: str, name: str) -> int:
    """Return the line of a parameter's entry: the last one that names it."""
    return max(number for number, line in enumerate(document.split("\n"), 1) if name in line)


def without(document: str, name: str) -> str:
    lines = document.split("\n")
    first = entry_line(document, name) - 1
    count = 2 if document is NUMPY else 1
    return "\n".join(lines[:first] + lines[first + count :])


@WAYS
def test_a_true_list_has_no_finding(document):
    assert findings(ParametersCheck, document, SOURCE) == []
    assert any(verdict.outcome == "right" for verdict in verdicts(ParametersCheck, document, SOURCE))


@WAYS
def test_a_misspelt_parameter_is_found_at_its_line_and_mended(document):
    line = entry_line(document, "rate")
    lines = document.split("\n")
    lines[line - 1] = lines[line - 1].replace("rate", "rates", 1)
    wrong = "\n".join(lines)

    [finding] = findings(ParametersCheck, wrong, SOURCE)

    assert (finding.doc_line, finding.doc_text, finding.expected, finding.source_line) == (line, "rates", "rate", 1)
    assert finding.message == (
        f"Line {line} describes a parameter `rates` of `grow`; the source calls it `rate` (line 1)"
    )
    assert mended(wrong, [finding]) == document


@WAYS
def test_a_parameter_left_out_is_found(document):
    [finding] = findings(ParametersCheck, without(document, "times"), SOURCE)

    assert finding.severity == "high"
    assert finding.dimension == "completeness"
    assert finding.expected == "times=1"
    assert "without `times`; the source has `times=1` (line 1)" in finding.message


def test_a_parameter_that_does_not_exist_is_found_without_a_replacement():
    wrong = LIST + "- `currency`: unit of the amount.\n"

    [finding] = findings(ParametersCheck, wrong, SOURCE)

    assert finding.doc_line == 8
    assert finding.message == (
        "Line 8 describes a parameter `currency` of `grow`; the source has no such parameter (line 1)"
    )
    assert finding.replacement is None


def test_another_name_at_the_place_of_the_one_that_is_missing_is_one_finding():
    wrong = LIST.replace("- `amount`", "- `principal`")

    [finding] = findings(ParametersCheck, wrong, SOURCE)

    assert finding.expected == "amount"
    assert mended(wrong, [finding]) == LIST


def test_of_two_near_names_none_is_chosen():
    source = "def f(start_x, start_y):\n    return start_x\n"
    found = findings(ParametersCheck, "## f\n\n**Parameters**\n\n- `start`: where.\n", source)

    assert [finding.replacement for finding in found] == [None, None, None]


def test_an_order_that_a_numbered_list_states_is_compared():
    ordered = """## grow

The arguments, in this order:

1. `rate` - growth in one period.
2. `amount` - what there is at first.
3. `times` - number of periods.
"""
    [finding] = findings(ParametersCheck, ordered, SOURCE)

    assert "list `rate` before `amount`" in finding.message
    assert finding.expected == "amount, rate, times"


def test_a_list_that_states_no_order_may_have_any():
    turned = LIST.replace("- `amount`: what there is at first.\n", "") + "- `amount`: what there is at first.\n"

    assert findings(ParametersCheck, turned, SOURCE) == []


@pytest.mark.parametrize("words", ["keyword only", "positional only"])
def test_a_wrong_kind_is_found(words):
    [finding] = findings(ParametersCheck, LIST.replace("one period.", f"one period. {words.capitalize()}."), SOURCE)

    assert finding.doc_line == 6
    assert f"calls `rate` {words}; in the source it is positional or keyword" in finding.message


def test_optional_said_of_a_required_parameter_is_found():
    [finding] = findings(ParametersCheck, LIST.replace("`amount`:", "`amount` (optional):"), SOURCE)

    assert finding.severity == "medium"
    assert finding.doc_line == 5
    assert finding.expected == "required"


def test_optional_may_be_said_of_a_type_that_takes_none():
    source = "def f(x: int | None):\n    return x\n"

    assert findings(ParametersCheck, "## f\n\n**Parameters**\n\n- `x` (int, optional): it.\n", source) == []


def test_variadic_parameters_may_be_left_out():
    document = "## collect\n\n**Parameters**\n\n- `first`: the first.\n- `sep`: what stands between.\n"

    assert findings(ParametersCheck, document, SOURCE) == []


def test_stars_on_a_plain_parameter_are_found():
    document = "## grow\n\n**Parameters**\n\n- `*amount`: it.\n- `rate`: it.\n- `times`: it.\n"

    [finding] = findings(ParametersCheck, document, SOURCE)

    assert finding.message == "Line 5 describes `*amount`; the source has `amount` (line 1)"


def test_a_forwarded_option_cannot_be_told():
    document = "## collect\n\n**Parameters**\n\n- `first`: it.\n- `sep`: it.\n- `width`: passed on.\n"

    assert findings(ParametersCheck, document, SOURCE) == []
    assert "cannot_tell" in [verdict.outcome for verdict in verdicts(ParametersCheck, document, SOURCE)]


def test_a_misspelt_parameter_is_found_though_others_may_be_passed_on():
    document = "## collect\n\n**Parameters**\n\n- `frist`: it.\n- `sep`: it.\n"

    [finding] = findings(ParametersCheck, document, SOURCE)

    assert finding.expected == "first"


def test_self_is_no_parameter_that_must_be_listed():
    source = "class Box:\n    def put(self, item):\n        self.item = item\n"

    assert findings(ParametersCheck, "# class Box\n\n## put\n\n**Parameters**\n\n- `item`: it.\n", source) == []
    assert findings(ParametersCheck, "# class Box\n\n## put\n\n- `self`: the box.\n- `item`: it.\n", source) == []


def test_a_class_is_documented_by_what_its_constructor_takes():
    source = "class Box:\n    def __init__(self, width, height=2):\n        self.width = width\n"
    document = "# class Box\n\n**Parameters**\n\n- `width`: it.\n- `depth`: it.\n- `height`: it.\n"

    [finding] = findings(ParametersCheck, document, source)

    assert (finding.doc_line, finding.doc_text, finding.source_line) == (6, "depth", 2)


def test_a_dataclass_takes_its_fields():
    source = "from dataclasses import dataclass\n\n@dataclass\nclass P:\n    x: int\n    y: int = 0\n"
    document = "# class P\n\n**Parameters**\n\n- `x`: it.\n"

    [finding] = findings(ParametersCheck, document, source)

    assert finding.expected == "y: int = 0"


def test_a_class_of_an_unknown_base_cannot_be_told():
    source = "from other import Base\n\nclass Box(Base):\n    pass\n"

    assert findings(ParametersCheck, "# class Box\n\n**Parameters**\n\n- `depth`: it.\n", source) == []


def test_one_of_several_definitions_bears_a_claim_out():
    source = "import sys\n\nif sys.flags.dev_mode:\n    def f(a, slow): ...\nelse:\n    def f(a): ...\n"
    document = "## f\n\n**Parameters**\n\n- `a`: it.\n"

    assert findings(ParametersCheck, document, source) == []
    assert findings(ParametersCheck, document + "- `slow`: it.\n", source) == []


def test_a_decorator_from_elsewhere_leaves_the_parameters_open():
    source = "from other import inject\n\n@inject\ndef f(a, db):\n    return a\n"

    assert findings(ParametersCheck, "## f\n\n**Parameters**\n\n- `a`: it.\n- `c`: it.\n", source) == []


def test_lists_that_complete_each_other_are_one():
    document = """## grow

**Required parameters**

- `amount`: it.

**Optional parameters**

- `rate`: it.
- `times`: it.
"""
    assert findings(ParametersCheck, document, SOURCE) == []


def test_a_list_of_something_else_is_no_list_of_parameters():
    document = "## grow\n\nThree things to know:\n\n- `speed`: it is fast.\n- `memory`: it is small.\n"

    assert findings(ParametersCheck, document, SOURCE) == []


def test_true_cases_have_no_finding():
    assert false_alarms(ParametersCheck) == []


@pytest.mark.parametrize(
    ("case", "line"), [("14-wedge-fill", 15), ("15-resample-signif", 11), ("17-template-order", 7)]
)
def test_a_case_is_found_at_its_line(case, line):
    assert [finding.doc_line for finding in case_findings(ParametersCheck, case)] == [line]


def test_what_a_list_leaves_out_is_missing_between_the_signature_and_the_end_of_the_list():
    document = LIST.replace("- `rate`: growth in one period.\n", "")
    assert [(one.doc_line, one.doc_end_line) for one in findings(ParametersCheck, document, SOURCE)] == [(1, 6)]


PROPERTIES = '''\
class Box:
    """A box."""

    @property
    def volume(self):
        return 8

    @property
    def height(self):
        return 2

    @height.setter
    def height(self, value):
        pass
'''


def test_a_list_of_parameters_of_a_property_is_found():
    document = (
        "# m\n\n## `Box`\n\nA box.\n\n### `volume`\n\nIts volume.\n\n**Parameters**\n\n- `width` (int): how wide.\n"
    )
    [finding] = findings(ParametersCheck, document, PROPERTIES)
    assert (finding.doc_line, finding.severity, finding.source_line) == (13, "medium", 5)
    assert "`Box.volume`; that is a property, and takes none" in finding.message


def test_what_a_property_belongs_to_may_be_listed():
    document = (
        "# m\n\n## `Box`\n\nA box.\n\n### `volume`\n\nIts volume.\n\n**Parameters**\n\n- `self`: the box at hand.\n"
    )
    assert findings(ParametersCheck, document, PROPERTIES) == []


def test_what_is_assigned_to_a_property_may_be_called_a_parameter():
    document = (
        "# m\n\n## `Box`\n\nA box.\n\n### `height`\n\nIts height.\n\n**Parameters**\n\n- `value` (int): the new one.\n"
    )
    assert findings(ParametersCheck, document, PROPERTIES) == []


def test_a_list_below_a_property_without_such_a_title_says_nothing_of_parameters():
    document = "# m\n\n## `Box`\n\nA box.\n\n### `volume`\n\nMade of:\n\n- `width`: how wide.\n- `height`: how high.\n"
    assert findings(ParametersCheck, document, PROPERTIES) == []


FIELDS = """class Field:
    def __init__(self, label="", required=False, note=None):
        self.label, self.required, self.note = label, required, note


class Switch(Field):
    def __init__(self, label="", required=False, off=None, on=None):
        super().__init__(label, required)
        self.off, self.on = off, on


class Alone:
    def __init__(self, label="", required=False, off=None, on=None):
        self.off, self.on = off, on
"""
FIELD_PART = "## Field(label='', required=False, note=None)\n\nIf `required` is set, `label` is in the message.\n\n"


def test_a_class_need_not_list_again_what_the_part_on_its_base_describes():
    own = "## Switch\n\n:param off: What counts as off.\n:param on: What counts as on.\n"
    assert findings(ParametersCheck, FIELD_PART + own, FIELDS) == []


@pytest.mark.parametrize(
    ("document", "missing"),
    [
        (FIELD_PART + "## Switch\n\n:param off: What counts as off.\n", ["on"]),
        (FIELD_PART + "## Switch\n\n:param label: A name.\n:param off: One.\n:param on: The other.\n", ["required"]),
        (FIELD_PART + "## Alone\n\n:param off: One.\n:param on: The other.\n", ["label", "required"]),
        ("## Switch\n\n:param off: One.\n:param on: The other.\n", ["label", "required"]),
        (
            "## Field(label='', required=False, note=None)\n\nHas a `label`.\n\n"
            "## Switch\n\n:param off: One.\n:param on: The other.\n",
            ["required"],
        ),
    ],
)
def test_a_parameter_that_neither_the_list_nor_the_part_on_a_base_describes_is_left_out(document, missing):
    assert [finding.expected.partition("=")[0] for finding in findings(ParametersCheck, document, FIELDS)] == missing
