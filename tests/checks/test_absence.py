"""What a module is said to have none of."""

import pytest

from reflexion_core.checks.absence import AbsenceCheck
from tests.checks.papers import false_alarms, findings, mended, verdicts

SOURCE = """
class Lost(Exception):
    pass


class Box:
    @property
    def size(self):
        return 1

    def fill(self):
        return self
"""


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("There are no public classes in this module.", "Box"),
        ("There are no methods in the module.", "Box.fill"),
        ("This module defines no properties.", "Box.size"),
    ],
)
def test_a_kind_that_is_denied_and_there_is_wrong_and_taken_out_with_its_title(sentence: str, name: str) -> None:
    document = f"# m\n\nBoxes.\n\n## Public Classes\n\n{sentence}\n\n## Notes\n\nWords.\n"
    [found] = findings(AbsenceCheck, document, SOURCE)
    assert found.doc_line == 7
    assert f"it has `{name}`" in found.message
    assert mended(document, [found]) == "# m\n\nBoxes.\n\n## Notes\n\nWords.\n"


def test_a_kind_that_is_not_there_is_rightly_denied() -> None:
    document = "# m\n\nThere are no public functions in this module.\n"
    assert [verdict.outcome for verdict in verdicts(AbsenceCheck, document, SOURCE)] == ["right"]


def test_an_exception_is_not_meant_by_classes() -> None:
    assert (
        findings(AbsenceCheck, "# m\n\nThere are no classes in this module.\n", SOURCE[: SOURCE.index("class Box")])
        == []
    )


def test_a_sentence_among_others_is_found_and_left_to_the_writer() -> None:
    [found] = findings(AbsenceCheck, "# m\n\nSmall. There are no classes in this module. Really.\n", SOURCE)
    assert found.replacement is None


def test_no_true_document_is_touched() -> None:
    assert false_alarms(AbsenceCheck) == []
