"""A run's text in pieces: nothing twice, nothing left out, whatever a reader has of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflexion_core import events
from reflexion_core.dashboard.live_text import Place, piece_after, place_at_end, read_place, tail_piece
from reflexion_core.progress import Progress
from reflexion_core.records import ModelRef, RoleName, Usage
from tests.running import run_options, source

MODEL = ModelRef(provider="scripted", name="test")


def writing(*texts: str) -> Progress:
    """Return a run whose generator has written these pieces."""
    progress = Progress.of(
        [
            events.RunQueued(source=source(), options=run_options()),
            events.RunStarted(prompts=(), models=()),
            events.RoundStarted(round=1),
            call(),
        ]
    )
    for text in texts:
        progress.apply(word(text))
    return progress


def call() -> events.CallStarted:
    return events.CallStarted(role=RoleName.GENERATOR, model=MODEL, round=1)


def word(text: str) -> events.TextStreamed:
    return events.TextStreamed(role=RoleName.GENERATOR, text=text)


def reply(text: str) -> events.CallFinished:
    return events.CallFinished(
        role=RoleName.GENERATOR, model=MODEL, round=1, request_sha256="", text=text, finish_reason="stop",
        usage=Usage(), seconds=1.0,
    )  # fmt: skip


def after(progress: Progress, *more: Any) -> tuple[str, bool]:
    """Return the piece that a reader gets after more events, and whether it is the whole text."""
    place = place_at_end(progress)
    for event in more:
        progress.apply(event)
    piece = piece_after(place, progress)
    return piece.text, piece.is_whole


def test_a_new_reader_gets_everything():
    piece = piece_after(None, writing("# Sha", "pes"))
    assert (piece.text, piece.at, piece.is_whole) == ("# Shapes", 0, True)


def test_a_reader_gets_what_came_since():
    assert after(writing("# Sha"), word("pes"), word(".")) == ("pes.", False)


def test_a_reader_who_has_all_gets_nothing():
    assert after(writing("# Shapes")) == ("", False)


def test_the_text_of_another_call_begins_anew():
    assert after(writing("# Shapes"), reply("# Shapes"), call(), word("# B")) == ("# B", True)


def test_a_call_that_is_made_again_begins_anew():
    again = events.CallRetried(role=RoleName.GENERATOR, reason="no answer", wait_seconds=0)
    assert after(writing("# Shapes"), again, word("# Shapes and")) == ("# Shapes and", True)


def test_a_reply_that_is_not_what_was_streamed_comes_as_a_whole():
    assert after(writing("<think>hm"), reply("# Shapes")) == ("# Shapes", True)


def test_a_reply_that_is_what_was_streamed_is_not_sent_again():
    progress = writing("# Shapes")
    assert after(progress, reply("# Shapes")) == ("", False)
    assert not piece_after(None, progress).is_writing


@given(st.lists(st.text(st.characters(), max_size=20), max_size=8), st.integers(0, 8))
def test_what_a_reader_has_and_gets_is_the_text(texts: list[str], seen: int):
    progress = writing(*texts[:seen])
    had, place = progress.live_text, read_place(str(place_at_end(progress)))
    for text in texts[seen:]:
        progress.apply(word(text))
    piece = piece_after(place, progress)
    assert had + piece.text == "".join(texts)
    assert piece.at == len(had.encode("utf-16-le", "surrogatepass")) // 2


def test_where_a_piece_begins_is_counted_as_browsers_count():
    progress = writing("🙂x")
    place = place_at_end(progress)
    progress.apply(word("y"))
    assert piece_after(place, progress).at == 3


@pytest.mark.parametrize("text", ["", "x", "1-0.5", "1-0.5.zzzzzzzz", "1-0.-5.00000000", "9" * 99 + "-0.1.00000000"])
def test_what_is_no_place_is_none(text: str):
    assert read_place(text) is None


def test_a_place_behind_the_end_is_no_place_in_the_text():
    progress = writing("# Shapes")
    far = Place(place_at_end(progress).call, 1000, 0)
    assert piece_after(far, progress).text == "# Shapes"


def test_readers_without_a_stream_get_the_end():
    progress = writing("begin" + "x" * 100_000 + "end")
    piece = tail_piece(progress)
    assert piece.text.endswith("end")
    assert (len(piece.text), piece.at, piece.is_whole) == (6000, 100_008 - 6000, False)
    assert tail_piece(writing("short")).is_whole


def test_a_piece_carries_its_title():
    assert piece_after(None, writing("# x")).data["title"] == "Round 1 · Generator · writing"
