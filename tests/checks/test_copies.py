"""Flags that make a copy, and for which value they do."""

import pytest

from reflexion_core.checks.copies import CopiesCheck
from tests.checks.papers import false_alarms, findings

SOURCE = """
from copy import deepcopy


def shift(cues, inplace=True):
    if not inplace:
        cues = deepcopy(cues)
    cues.reverse()
    return cues


def sort(rows, copy=False):
    if copy:
        rows = rows.copy()
    rows.sort()
    return rows


def twice(rows, inplace=True):
    rows = rows.copy()
    if not inplace:
        rows = rows.copy()
    return rows
"""


@pytest.mark.parametrize(
    ("name", "entry", "expected"),
    [
        ("shift", "`inplace`: default True, meaning that a copy of `cues` is returned", ["False"]),
        ("shift", "`inplace`: If `True`, a copy is returned.", ["False"]),
        ("shift", "`inplace`: If `False`, a copy of the cues is returned.", []),
        ("shift", "`inplace`: Whether the cues are changed; if true, no copy is made.", []),
        ("shift", "`inplace`: If true, the cues are changed. Otherwise a copy is returned.", []),
        ("sort", "`copy`: If `False`, a copy is made.", ["True"]),
        ("sort", "`copy`: If `True`, works on a copy.", []),
        ("sort", "`copy`: If set, a deep copy is made.", []),
        ("twice", "`inplace`: If `True`, a copy is returned.", []),
    ],
)
def test_the_value_that_makes_a_copy_is_compared_with_the_branch(name, entry, expected):
    first = "cues" if name == "shift" else "rows"
    document = f"# m\n\n## `{name}`\n\n**Parameters**\n\n- `{first}`: what\n- {entry}\n"
    assert [one.expected for one in findings(CopiesCheck, document, SOURCE)] == expected


def test_the_finding_is_in_the_line_of_the_entry():
    entries = "cues : list\n    What.\ninplace : bool, if True, a copy is made\n    How.\n"
    document = f"## shift\n\nParameters\n----------\n{entries}"
    [finding] = findings(CopiesCheck, document, SOURCE)
    assert (finding.doc_line, finding.source_line) == (7, 7)


def test_the_true_documents_of_the_cases_have_no_finding():
    assert false_alarms(CopiesCheck) == []
