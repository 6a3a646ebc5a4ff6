import pytest

from reflexion_core.checks.defaults import DefaultsCheck
from tests.checks.papers import false_alarms, findings, mended, verdicts
from tests.checks.program import SOURCE


def found(document: str) -> list[str]:
    return [finding.message for finding in findings(DefaultsCheck, document, SOURCE)]


@pytest.mark.parametrize(
    "document",
    [
        "`MAX_TRIES` ({}) limits it.",
        "At the end `MAX_TRIES`, which is {}.",
        "`MAX_TRIES` is {}.",
        "`MAX_TRIES` is {} and never changes.",
        "`MAX_TRIES = {}` limits it.",
        "`MAX_TRIES: int = {}`",
        "`MAX_TRIES` = {}.",
        "The limit (`MAX_TRIES`, {} tries) holds.",
        "At most {} tries (`MAX_TRIES`) are made.",
        "`MAX_TRIES` is set to {}.",
        "The constant `MAX_TRIES` (`{}`) limits it.",
        "- `MAX_TRIES`: `{}` – how often",
        "- `MAX_TRIES` – {}, how often",
        "**`MAX_TRIES`** (`{}`): how often",
        "`MAX_TRIES` has the value {}.",
        "`MAX_TRIES` (currently {}) limits it.",
        "The value of `MAX_TRIES` is {}.",
        "### `MAX_TRIES`\n\n`{}`. How often.",
        "## Constants\n\n```python\nMAX_TRIES = {}\n```",
        "| Name | Value | Meaning |\n|---|---|---|\n| `MAX_TRIES` | {} | tries |",
    ],
)
def test_a_constants_wrong_value_is_found_and_mended_however_it_is_said(document: str) -> None:
    right, wrong = f"# Store\n\n{document.format(3)}\n", f"# Store\n\n{document.format(4)}\n"
    assert found(right) == []
    reported = findings(DefaultsCheck, wrong, SOURCE)
    assert [finding.expected for finding in reported] == ["3"]
    assert mended(wrong, reported) == right


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("`Level.HIGH` is 5.", "`Level.HIGH` is 3."),
        ('## `Color`\n\n- `GREEN` (`"green"`): calm', '## `Color`\n\n- `GREEN` (`"lime"`): calm'),
        (
            "## `Level`\n\n| Member | Value |\n|---|---|\n| `HIGH` | 5 |",
            "## `Level`\n\n| Member | Value |\n|---|---|\n| `HIGH` | 4 |",
        ),
        ("`Config.port` is 8080 unless given.", "`Config.port` is 8000 unless given."),
        ('`ENCODING` is `"utf-8"`.', '`ENCODING` is `"latin-1"`.'),
        ("`SUFFIXES` lists three suffixes.", "`SUFFIXES` lists four suffixes."),
        ("`Color` has two members.", "`Color` has three members."),
        ("The class attribute `Base.limit` (10) bounds it.", "The class attribute `Base.limit` (20) bounds it."),
    ],
)
def test_wrong_values_of_members_fields_and_numbers_of_items_are_found(right: str, wrong: str) -> None:
    assert found(right) == []
    assert len(found(wrong)) == 1


@pytest.mark.parametrize(
    "words",
    [
        "If `MAX_TRIES` is 5, more is tried.",
        "Set `MAX_TRIES = 10` for slow disks.",
        "With `MAX_TRIES = 1` there is one try.",
        "`MAX_TRIES` (at least 1) limits it.",
        '`ENCODING` is not `"latin-1"`.',
        "`MAX_TRIES` was 5 before version 2.",
        "`DEFAULT_TIMEOUT` (0.5 minutes) holds.",
        "`MAX_TRIES` is 2 more than needed.",
        "`Config.port` is 80 after `use_http`.",
        "`CHANGED` is 2.",
        "`LIMIT_OF_ANOTHER` is 7.",
        "`SUFFIXES` has two uses.",
        "## `Store`\n\n`timeout` is 30.",
    ],
)
def test_a_value_under_a_condition_or_of_something_else_is_left_alone(words: str) -> None:
    assert found(f"# Store\n\n{words}\n") == []


def test_a_constant_that_is_set_again_cannot_be_told() -> None:
    assert [verdict.outcome for verdict in verdicts(DefaultsCheck, "`CHANGED` is 3.\n", SOURCE)] == ["cannot_tell"]


def test_the_true_documents_of_the_cases_have_no_wrong_value() -> None:
    assert false_alarms(DefaultsCheck) == []


@pytest.mark.parametrize(
    "entry",
    [
        "- `MAX_TRIES`: upper limit of tries: {}.",
        "MAX_TRIES\n:   Upper limit of tries: {}.",
        "- `MAX_TRIES` – how often it is tried: `{}`",
    ],
)
def test_the_value_that_ends_a_constants_entry_is_compared(entry: str) -> None:
    source = "MAX_TRIES = 3\n"
    document = "# Tries\n\n## Constants\n\n" + entry + "\n"
    assert findings(DefaultsCheck, document.format(3), source) == []
    assert len(findings(DefaultsCheck, document.format(4), source)) == 1


def test_a_number_under_a_condition_that_ends_a_constants_entry_is_not_its_value() -> None:
    document = "# Tries\n\n## Constants\n\n- `MAX_TRIES`: how often it is tried, or if there are none: 1.\n"
    assert findings(DefaultsCheck, document, "MAX_TRIES = 3\n") == []


def test_the_default_of_a_class_attribute_that_is_listed_as_a_setting_is_compared() -> None:
    source = "class Walk:\n    depth = 6\n\n    def __init__(self, **given):\n        self.given = given\n"
    document = "# `Walk`\n\nWalks.\n\n## Settings\n\n- `depth`: how deep. Default: {}\n"
    assert findings(DefaultsCheck, document.format(6), source) == []
    assert len(findings(DefaultsCheck, document.format(5), source)) == 1
