from __future__ import annotations

import pytest

from reflexion_core.report.names import safe_stem, unique_stems


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("shapes.py", "shapes"),
        ("größe.py", "größe"),
        ("my file (2).py", "my_file_2"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\windows\\system.ini", "system"),
        ("/absolute/path.py", "path"),
        ("..", "document"),
        ("", "document"),
        ("<script>.py", "script"),
        ("a\x00b\nc.py", "a_b_c"),
        ("\ud800.py", "document"),
        ("gpj\u202e.py", "gpj"),
        ("CON.py", "CON_"),
        ("com1.txt.py", "com1.txt_"),
        (".hidden.py", "hidden"),
        ("-rf.py", "rf"),
        ("x" * 300 + ".py", "x" * 60),
    ],
)
def test_a_stem_is_what_a_name_says_without_what_is_unsafe(name: str, stem: str):
    assert safe_stem(name) == stem


def test_files_of_one_name_are_numbered():
    assert unique_stems(["a/shapes.py", "b/shapes.py", "shapes.py"]) == ["shapes", "shapes-2", "shapes-3"]


def test_a_number_does_not_meet_a_file_that_has_it_already():
    assert unique_stems(["shapes.py", "shapes-2.py", "shapes.py"]) == ["shapes", "shapes-2", "shapes-3"]
    assert unique_stems(["shapes.py", "shapes.py", "shapes-2.py"]) == ["shapes", "shapes-2", "shapes-2-2"]


def test_names_that_differ_in_capitals_alone_are_numbered_too():
    assert unique_stems(["Shapes.py", "shapes.py"]) == ["Shapes", "shapes-2"]
