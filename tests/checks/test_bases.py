import pytest

from reflexion_core.checks.bases import BasesCheck
from tests.checks.papers import false_alarms, findings, mended, verdicts
from tests.checks.program import SOURCE


def found(document: str) -> list[str]:
    return [finding.message for finding in findings(BasesCheck, document, SOURCE)]


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        ("`Closed` is a subclass of `{}`.\n", "RuntimeError"),
        ("`Closed` inherits from `{}`.\n", "OSError"),
        ("`Closed` is a `{}` that tells more.\n", "KeyError"),
        ("`Closed` (a kind of `{}`) is raised.\n", "KeyError"),
        ("### `Closed`\n\nBases: `{}`\n", "RuntimeError"),
        ("### `Closed`\n\nSubclass of `{}`.\n", "RuntimeError"),
        ("| Exception | Base | When |\n|---|---|---|\n| `Closed` | `{}` | closed |\n", "StoreError"),
    ],
)
def test_a_wrong_base_is_found_and_mended(document: str, wrong: str) -> None:
    right = document.format("ValueError")
    assert found(right) == []
    assert mended(document.format(wrong), findings(BasesCheck, document.format(wrong), SOURCE)) == right


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("`StoreError` is the base class of `KeyMissing`.", "`StoreError` is the base class of `Closed`."),
        ("All errors derive from `StoreError`: `KeyMissing`.", "All errors derive from `StoreError`: `Closed`."),
        ("### class `Closed(ValueError)`", "### class `Closed(KeyError)`"),
        ("`Level` is an `IntEnum`.", "`Color` is an `IntEnum`."),
        ("`Store` extends `Base`.", "`Store` extends `Config`."),
    ],
)
def test_a_wrong_base_is_found_in_any_wording(right: str, wrong: str) -> None:
    assert found(right) == []
    assert len(found(wrong)) == 1


@pytest.mark.parametrize(
    "words",
    [
        "`KeyMissing` is a `LookupError`, as every `KeyError` is.",
        "`Closed` is not a subclass of `OSError`.",
        "`Level` is an `Enum`.",
        "`Store` is a `Mapping`.",
        "`Closed` is a kind of `ValueError` or `TypeError`.",
        "`path` is a `KeyError`.",
    ],
)
def test_what_is_true_or_may_be_is_left_alone(words: str) -> None:
    assert found(words) == []


def test_a_class_with_a_base_from_elsewhere_cannot_be_told() -> None:
    judged = verdicts(BasesCheck, "`Mine` extends `OSError`.\n", "from other import Y\n\n\nclass Mine(Y):\n    pass\n")
    assert [verdict.outcome for verdict in judged] == ["cannot_tell"]


def test_the_true_documents_of_the_cases_have_no_wrong_base() -> None:
    assert false_alarms(BasesCheck) == []
