"""Units: seconds are not milliseconds."""

import pytest

from reflexion_core.checks.units import UnitsCheck
from tests.checks.papers import findings, mended

SOURCE = """
import time


def wait(pause, limit=None, delay_ms=5, age=0):
    end = time.monotonic() + (10 if limit is None else limit)
    time.sleep(pause / 1000)
    return end, age
"""
DOCUMENT = """## `wait(pause, limit=None, delay_ms=5, age=0)`

- `pause`: how long to wait, in milliseconds.
- `limit`: number of seconds until it ends. Without one it is 10 seconds.
- `delay_ms`: delay in milliseconds.
- `age`: age in hours.
"""


def test_a_true_document_has_no_finding():
    assert findings(UnitsCheck, DOCUMENT, SOURCE) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("wait, in milliseconds", "wait, in seconds", 3, "milliseconds"),
        ("number of seconds", "number of minutes", 4, "seconds"),
        ("delay in milliseconds", "delay in seconds", 5, "milliseconds"),
    ],
)
def test_another_unit_is_found_and_mended(old, new, line, expected):
    document = DOCUMENT.replace(old, new)
    [finding] = findings(UnitsCheck, document, SOURCE)
    assert (finding.doc_line, finding.expected) == (line, expected)
    assert findings(UnitsCheck, mended(document, [finding]), SOURCE) == []


def test_two_units_in_one_entry_are_not_judged():
    document = DOCUMENT.replace("in milliseconds.", "in seconds or in milliseconds.")
    assert findings(UnitsCheck, document, SOURCE) == []


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("limit_kib", "How much to read, in bytes.", ["kilobytes"]),
        ("limit_kib", "How much to read, in kibibytes.", []),
        ("limit_mb", "How much to read, in MB.", []),
        ("angle_rad", "The angle in degrees.", ["radians"]),
        ("angle_deg", "The angle in degrees.", []),
        ("angle", "The angle in degrees.", []),
    ],
)
def test_a_unit_of_size_or_angle_is_compared_with_the_one_in_the_name(name, words, expected):
    source = f"def read(path, {name}):\n    return path\n"
    document = f"# read(path, {name})\n\nReads.\n\n**Parameters**\n\n- `path`: where.\n- `{name}`: {words}\n"
    assert [one.expected for one in findings(UnitsCheck, document, source)] == expected


@pytest.mark.parametrize(
    ("body", "words", "expected"),
    [
        ("return math.sin(angle)", "The angle in degrees.", ["radians"]),
        ("return math.sin(angle)", "The angle in radians.", []),
        ("return math.sin(math.radians(angle))", "The angle in radians.", ["degrees"]),
        ("return math.sin(math.radians(angle))", "The angle in degrees.", []),
        ("angle = angle * math.pi / 180\n    return math.sin(angle)", "The angle in degrees.", []),
        ("return math.sin(math.radians(angle) if path else angle) + math.cos(angle)", "The angle in degrees.", []),
    ],
)
def test_an_angle_is_in_the_unit_in_which_the_source_takes_it(body, words, expected):
    source = f"import math\n\n\ndef turn(path, angle):\n    {body}\n"
    document = f"# turn(path, angle)\n\nTurns.\n\n**Parameters**\n\n- `path`: where.\n- `angle`: {words}\n"
    assert [one.expected for one in findings(UnitsCheck, document, source)] == expected
