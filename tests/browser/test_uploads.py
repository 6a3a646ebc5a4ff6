"""Files that cannot be reviewed, beside one that can."""

from __future__ import annotations

import pytest

from tests.browser.screen import Screen
from tests.browser.scripts import GOOD_SOURCE

pytestmark = pytest.mark.browser

BAD = {
    "slip.py": (b"def f(:\n    pass\n", "slip.py, line 1, column 7: is not valid Python"),
    "latin.py": ("x = 'é'\n".encode("latin-1"), "latin.py, line 1: is not valid utf-8: byte 0xe9 at byte offset 5"),
    "empty.py": (b"", "empty.py: is empty"),
    "remarks.py": (b"# only\n# comments\n", "remarks.py: holds only comments"),
    "picture.py": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "picture.py: is not text: it looks like a PNG image"),
    "old.py": (b"print 'hello'\n", "old.py, line 1, column 1: looks like Python 2"),
    "large.py": (b"x = 1\n" * 50_000, "large.py: is too large: 300,000 bytes, and the limit is 262,144"),
    "nul.py": (b"x = 1\n\0\n", "nul.py, line 2: holds a NUL byte at byte offset 6"),
    "notes.txt": (b"hello", "notes.txt: is not a .py file"),
}


def test_every_bad_file_is_named_with_its_reason_and_the_good_one_starts(screen: Screen):
    screen.upload(*((name, data) for name, (data, _) in BAD.items()), ("good.py", GOOD_SOURCE))
    for _, message in BAD.values():
        screen.see(message)
    assert "Traceback" not in screen.text
    screen.shot("problems")
    screen.press("Start")
    screen.see("✓ approved")
    assert "good.py" in screen.page.locator(".rx-head").inner_text()


def test_of_two_files_with_one_name_the_first_is_taken(screen: Screen):
    screen.upload(("one.py", GOOD_SOURCE), ("one.py", b"x = 1\n"))
    screen.see("one.py: is there twice")
    assert screen.page.get_by_role("button", name="Start", exact=True).is_enabled()


def test_without_a_good_file_there_is_nothing_to_start(screen: Screen):
    screen.upload(("slip.py", BAD["slip.py"][0]))
    screen.see("slip.py, line 1, column 7")
    assert screen.page.get_by_role("button", name="Start", exact=True).is_disabled()


def test_windows_line_ends_and_a_byte_order_mark_are_fine(screen: Screen):
    screen.upload(("windows.py", b"\xef\xbb\xbf" + GOOD_SOURCE.replace(b"\n", b"\r\n")))
    screen.see("windows.py · 6 lines")
