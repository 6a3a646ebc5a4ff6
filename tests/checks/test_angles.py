"""Angles: degrees are not radians."""

import pytest

from reflexion_core.checks.angles import AnglesCheck
from tests.checks.papers import false_alarms, findings, mended

SOURCE = """
import math


def tilt(a, b):
    return math.atan2(b - a, 1)


def bearing(a, b):
    angle = -math.degrees(math.atan2(b, a))
    return angle


def either(a, as_degrees=False):
    return math.degrees(a) if as_degrees else math.atan(a)


def turned(a):
    return math.atan(a) * 180 / math.pi


def course(a):
    return (math.degrees(math.atan2(a, 1)) + 360) % 360


def phase(a):
    return math.atan2(a, 1) % (2 * math.pi)


def spin(angle):
    return math.acos(angle)
"""


def found(name: str, words: str) -> list[str]:
    return [one.expected for one in findings(AnglesCheck, f"# m\n\n## `{name}`\n\n{words}\n", SOURCE)]


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("tilt", "The angle in degrees by which it is turned.", ["radians"]),
        ("tilt", "The angle in radians by which it is turned.", []),
        ("tilt", "Returns\n-------\nfloat\n    The angle in degrees, from -180 to 180.", ["radians"]),
        ("tilt", "Returns:\n    float: The angle in degrees.", ["radians"]),
        ("tilt", ":returns: angle (degrees)", ["radians"]),
        ("tilt", "Returns the slope, an angle in degrees.", ["radians"]),
        ("tilt", "The angle in radians or in degrees.", []),
        ("tilt", "The angle is not in degrees.", []),
        ("tilt", "- `a`: The angle in degrees.\n- `b`: another", []),
        ("bearing", "Returns the bearing in radians.", ["degrees"]),
        ("bearing", "Returns the bearing in degrees.", []),
        ("either", "The angle in degrees.", []),
        ("turned", "The angle in degrees.", []),
        ("course", "The direction in degrees, clockwise.", []),
        ("course", "The direction in radians, clockwise.", ["degrees"]),
        ("phase", "The phase in degrees.", ["radians"]),
        ("spin", "The angle in degrees.", []),
        ("spin", "Takes an angle in degrees.", []),
    ],
)
def test_the_unit_of_a_returned_angle_is_compared_with_what_makes_it(name, words, expected):
    assert found(name, words) == expected


def test_the_unit_is_mended():
    document = "## `tilt(a, b)`\n\nThe angle by which it is turned,\nin degrees.\n"
    [finding] = findings(AnglesCheck, document, SOURCE)
    assert finding.doc_line == 4
    assert mended(document, [finding]) == document.replace("degrees", "radians")


def test_the_true_documents_of_the_cases_have_no_finding():
    assert false_alarms(AnglesCheck) == []
