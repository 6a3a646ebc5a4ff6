"""Documents on the desk."""

from __future__ import annotations

import pytest

from reflexion_core.dashboard.verify_desk import MAX_DOCUMENT_BYTES, Desks, read_document, with_plain_line_ends
from reflexion_core.errors import ReflexionError
from reflexion_core.source.reading import read_source
from tests.browser.scripts import GOOD_SOURCE


def test_a_text_has_the_line_ends_that_a_browser_gives_it():
    assert with_plain_line_ends("a\r\nb\rc\n") == "a\nb\nc\n"


def test_half_a_character_is_replaced():
    assert with_plain_line_ends("a\ud800b") == "a\ufffdb"


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"\xff", "is not UTF-8 text"), (b"a\0b", "NUL"), (b"a" * (MAX_DOCUMENT_BYTES + 1), "is too large")],
    ids=["bytes", "NUL", "size"],
)
def test_what_is_no_text_is_refused_with_a_reason(data: bytes, reason: str):
    with pytest.raises(ReflexionError, match=reason):
        read_document("a.md", data)


def test_a_byte_order_mark_is_no_text():
    assert read_document("a.md", b"\xef\xbb\xbf# a") == "# a"


def test_the_oldest_desk_makes_room():
    desks = Desks(None)
    source = read_source("shapes.py", GOOD_SOURCE, max_bytes=10_000)
    first, *others = (desks.open("a.md", "", [source]) for _ in range(41))
    assert desks.get(first.id) is None
    assert desks.get(others[-1].id) is others[-1]
