"""How parameters can be given: by position, by keyword, both."""

import pytest

from reflexion_core.checks.passing import PassingCheck
from tests.checks.papers import false_alarms, findings, verdicts

SOURCE = """
def distance(x, y, /):
    return abs(x - y)


def find(x, /, start=0, *, value=1):
    return x, start, value


def join(a, /, **more):
    return a, more


class Box:
    def __init__(self, width, /, *, depth=1):
        self.size = width * depth
"""


def found(name: str, words: str) -> list[str]:
    return [one.expected for one in findings(PassingCheck, f"# m\n\n## `{name}`\n\n{words}\n", SOURCE)]


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("distance", "The arguments can be given by position or keyword.", ["positional-only"]),
        ("distance", "How far they are apart. Both arguments may be passed by keyword.", ["positional-only"]),
        ("distance", "`x` and `y` can be passed as keyword arguments.", ["positional-only"]),
        ("distance", "The arguments can be given by position.", []),
        ("distance", "The arguments cannot be given by keyword.", []),
        ("find", "`start` can be given by position or by keyword.", []),
        ("find", "`start` can be given as a keyword argument.", []),
        ("find", "`value` can be passed positionally.", ["keyword-only"]),
        ("find", "`x` can be given by name.", ["positional-only"]),
        ("find", "`value` can be given by keyword only.", []),
        ("find", "The arguments can be given by keyword.", []),
        ("find", "All arguments can be given by keyword.", ["positional-only"]),
        ("find", "`strange` can be given by keyword.", []),
        ("join", "`a` can be given by keyword.", []),
        ("Box", "`depth` can be given by position.", ["keyword-only"]),
        ("Box", "`depth` can be given by keyword.", []),
    ],
)
def test_how_a_parameter_is_said_to_be_given_is_compared_with_its_kind(name, words, expected):
    assert found(name, words) == expected


def test_the_finding_has_the_line_and_the_words():
    [finding] = findings(PassingCheck, "## `find`\n\nFinds.\nThe `value` can be given\nby position.\n", SOURCE)
    assert (finding.doc_line, finding.doc_end_line) == (4, 5)
    assert "`value` can be given by position" in finding.message


def test_a_decorated_function_may_be_called_otherwise():
    source = SOURCE.replace("def distance", "@elsewhere.made\ndef distance")
    document = "## `distance`\n\nThe arguments can be given by position or keyword.\n"
    assert {one.outcome for one in verdicts(PassingCheck, document, source)} <= {"cannot_tell"}


def test_the_true_documents_of_the_cases_have_no_finding():
    assert false_alarms(PassingCheck) == []
