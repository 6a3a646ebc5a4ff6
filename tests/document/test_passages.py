"""Passages: pieces of words in them."""

from __future__ import annotations

from reflexion_core.document.passages import Line, make_passage


def test_a_passage_has_a_piece_in_any_case_and_in_code() -> None:
    words = make_passage("It FAILS with `KeyError`.", [Line(1, 0, "It FAILS with `KeyError`.")])
    assert words.has_any(("raises", "fails"))
    assert words.has_any(("keyerror",))


def test_a_passage_without_any_of_some_pieces_has_none() -> None:
    words = make_passage("It works.", [Line(1, 0, "It works.")])
    assert not words.has_any(("fails", "raises"))
