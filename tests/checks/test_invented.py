"""Invented figures: what is stated must be somewhere in the source."""

import pytest

from reflexion_core.checks.invented import InventedCheck
from tests.checks.papers import findings, mended

SOURCE = '"""Boxes, by Ada Byron. New in version 2.1."""\nimport numpy\n\n\ndef pack(things):\n    return things\n'


@pytest.mark.parametrize(
    "line",
    [
        "New in version 1.4.",
        "**Author:** Jane Doe",
        "Licensed under the MIT License.",
        "**Version:** 3.0.1",
        "Last updated: 2024-01-05",
        "Requires Python 3.8 or later.",
        "Install it with `pip install boxes`.",
        "It is 10x faster than before.",
    ],
)
def test_a_figure_that_is_nowhere_in_the_source_is_found(line):
    [finding] = findings(InventedCheck, f"# pack(things)\n\nPacks things.\n\n{line}\n", SOURCE)
    assert (finding.doc_line, finding.severity) == (5, "medium")


@pytest.mark.parametrize(
    "line", ["New in version 2.1.", "**Author:** Ada Byron", "Needs `pip install numpy`.", "It takes O(n) time."]
)
def test_what_the_source_says_or_cannot_say_is_no_finding(line):
    assert findings(InventedCheck, f"# pack(things)\n\nPacks things.\n\n{line}\n", SOURCE) == []


def test_a_line_that_says_nothing_else_is_taken_out():
    document = "# pack(things)\n\nPacks things.\n\n**Author:** Jane Doe\n\nMore.\n"
    assert mended(document, findings(InventedCheck, document, SOURCE)) == "# pack(things)\n\nPacks things.\n\nMore.\n"


@pytest.mark.parametrize(
    ("code", "version"),
    [
        ("import graphlib\n", "3.9"),
        ("from enum import StrEnum\n", "3.11"),
        ("import itertools\n\n\ndef f(a):\n    return itertools.pairwise(a)\n", "3.10"),
        ("def f(a):\n    match a:\n        case 1:\n            return 2\n", "3.10"),
        ("def f(a: int | None = None):\n    return a\n", "3.10"),
        ("def f(a: list[str]):\n    return a\n", "3.9"),
        ("def f(a):\n    return (b := a)\n", "3.8"),
    ],
)
def test_a_version_of_python_is_right_where_the_source_needs_it(code, version):
    document = f"# boxes\n\n## Requirements\n\n- Python {version} or later\n"
    assert findings(InventedCheck, document, code) == []
    [finding] = findings(InventedCheck, document.replace(version, "3.7"), code)
    assert (finding.doc_line, finding.expected) == (5, version)
    assert findings(InventedCheck, document.replace(version, "3.13"), code) == []


def test_what_the_source_can_do_without_needs_no_version():
    guarded = "try:\n    import tomllib\nexcept ImportError:\n    tomllib = None\n"
    lazy = "from __future__ import annotations\n\n\ndef f(a: int | None):\n    return a\n"
    for code in (guarded, lazy):
        assert len(findings(InventedCheck, "# a\n\nRequires Python 3.11 or later.\n", code)) == 1


def test_a_title_of_requirements_is_no_claim():
    assert findings(InventedCheck, "# boxes\n\n## Requirements\n\nNothing but Python.\n", SOURCE) == []


@pytest.mark.parametrize(
    "words",
    [
        "## Requirements\n\n- `{}` 21.0 or later, for the names\n",
        "## Dependencies\n\n- {} >= 1.2\n",
        "## Requirements\n\n* **`{}`**: for the arrays\n",
        "It needs the `{}` package.\n",
    ],
)
def test_a_package_that_is_required_is_looked_up_in_the_imports(words):
    source = "import json\n\n\ndef read(path):\n    import yaml\n\n    return yaml, json\n"
    assert findings(InventedCheck, f"# boxes\n\n{words.format('PyYAML')}", source) == []
    plain = source.replace("yaml", "csv")
    assert len(findings(InventedCheck, f"# boxes\n\n{words.format('PyYAML')}", plain)) == 1
    assert len(findings(InventedCheck, f"# boxes\n\n{words.format('requests')}", plain)) == 1


@pytest.mark.parametrize("entry", ["nothing else", "`git` on the `PATH`", "a terminal", "`name` in the table of names"])
def test_what_is_required_and_no_package_is_no_finding(entry):
    source = "import csv\n\n\ndef read(name):\n    return csv, name\n"
    assert findings(InventedCheck, f"# boxes\n\n## Requirements\n\n- {entry}\n", source) == []
