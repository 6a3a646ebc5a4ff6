"""Exit codes in sentences, against `sys.exit(…)`."""

import pytest

from reflexion_core.checks.exceptions import ExceptionsCheck
from tests.checks.papers import findings, mended

SOURCE = """
import sys


def main(argv=None):
    if not argv:
        sys.exit(2)
    if argv[0] == "-":
        return 4
    print(argv[0])
    return 0


def stop():
    sys.exit(1)
"""
WRITTEN = [
    "## `main(argv)`\n\nWithout arguments it exits with status {}.",
    "## `main(argv)`\n\nWithout arguments it prints how to call it and ends with exit code `{}`.",
    "## `main(argv)`\n\nThe exit code is {} if there are no arguments.",
]


@pytest.mark.parametrize("document", WRITTEN)
def test_a_wrong_exit_code_is_found_and_mended(document):
    assert findings(ExceptionsCheck, document.format(2), SOURCE) == []
    found = findings(ExceptionsCheck, document.format(3), SOURCE)
    assert mended(document.format(3), found) == document.format(2)


@pytest.mark.parametrize("code", [0, 4])
def test_a_code_that_the_function_returns_is_not_wrong(code):
    assert findings(ExceptionsCheck, WRITTEN[0].format(code), SOURCE) == []


def test_zero_is_wrong_where_no_run_ends_well():
    assert len(findings(ExceptionsCheck, "## `stop()`\n\nEnds the program with exit status `0`.", SOURCE)) == 1


def test_a_code_is_not_judged_where_a_library_may_end_the_program():
    source = SOURCE.replace("import sys\n", "import argparse\nimport sys\n")
    assert findings(ExceptionsCheck, WRITTEN[0].format(3), source) == []
