import pytest

from reflexion_core.checks.defaults import DefaultsCheck
from reflexion_core.checks.parameters import ParametersCheck
from reflexion_core.checks.signature import SignatureCheck
from tests.checks.papers import findings
from tests.checks.program import SOURCE

KINDS = "## `connect`\n\n| Name | {} | Meaning |\n|---|---|---|\n| `host` | {} | where |\n| `port` | {} | where |\n"
REST = "| `timeout` | {0} | how long |\n| `retries` | {0} | how often |\n"


def found(document: str) -> list[str]:
    return [finding.message for finding in findings(ParametersCheck, document, SOURCE)]


@pytest.mark.parametrize(
    ("title", "free", "bound"),
    [
        ("Kind", "positional or keyword", "keyword-only"),
        ("Passed", "by position or keyword", "by keyword only"),
        ("How to pass", "by position or by keyword", "only by keyword"),
    ],
)
def test_a_wrong_kind_in_a_column_of_its_own_is_found(title: str, free: str, bound: str) -> None:
    assert found(KINDS.format(title, free, free) + REST.format(bound)) == []
    assert len(found(KINDS.format(title, free, bound) + REST.format(bound))) == 1
    assert len(found(KINDS.format(title, free, free) + REST.format(free))) == 2


def test_a_wrong_need_in_a_column_of_kinds_is_found() -> None:
    rest = "| `timeout` | required | how long |\n| `retries` | optional | how often |\n"
    assert found(KINDS.format("Kind", "required", "optional") + rest) == []
    assert len(findings(DefaultsCheck, KINDS.format("Kind", "required", "required") + rest, SOURCE)) == 1


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("`timeout` and `retries` are keyword-only.", "`port` and `retries` are keyword-only."),
        ("`retries` must be passed by keyword.", "`port` must be passed by keyword."),
        ("The keyword-only argument `retries` counts.", "The keyword-only argument `port` counts."),
        ("The keyword-only arguments `timeout` and `retries`.", "The keyword-only arguments `host` and `retries`."),
        ("`port` is optional.", "`host` is optional."),
        ("`host` is required.", "`port` is required."),
        ("The optional argument `port` says where.", "The optional argument `host` says where."),
        ("The required keyword `timeout` says how long.", "The required keyword `retries` says how long."),
        ("It takes four parameters.", "It takes five parameters."),
        ("Takes two required arguments.", "Takes no arguments."),
    ],
)
def test_what_a_sentence_says_wrongly_of_parameters_is_found(right: str, wrong: str) -> None:
    assert found(f"## `connect`\n\n{right}\n") == []
    assert len(found(f"## `connect`\n\n{wrong}\n")) == 1


@pytest.mark.parametrize(
    "words",
    [
        "`port` is required if `host` is a name.",
        "If `port` is keyword-only, it is harder to read.",
        "Unlike in `copy_all`, `port` is keyword-only.",
        "`port` must be passed as a keyword argument to `socket`.",
        "The callback takes two arguments: a key and a value.",
        "`backlog` is keyword-only.",
    ],
)
def test_words_under_a_condition_or_on_something_else_are_left_alone(words: str) -> None:
    assert found(f"## `connect`\n\n{words}\n") == []


def test_a_call_with_more_arguments_than_there_are_is_no_short_form() -> None:
    right, wrong = "## `Store`\n\n- `delete(key)` removes it\n", "## `Store`\n\n- `delete(key, default)` removes it\n"
    assert findings(SignatureCheck, right, SOURCE) == []
    (finding,) = findings(SignatureCheck, wrong, SOURCE)
    assert finding.expected == "delete(key)"
