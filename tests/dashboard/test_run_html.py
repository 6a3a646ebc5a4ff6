"""A run as plain HTML: what it shows, and that no text becomes markup."""

from __future__ import annotations

from typing import Any

import pytest

from reflexion_core import events
from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.run_html import (
    head_html,
    live_text_html,
    live_text_title,
    rounds_html,
    state_tag,
)
from reflexion_core.progress import Progress
from reflexion_core.records import Failure, ModelRef, RoleName, Round
from reflexion_core.run_options import RoleOptions
from tests.running import issue, run, source, verdict
from tests.showing import HOSTILE, Reader, call, critic_says, ended, started, view


def test_hostile_text_in_every_place_stays_text():
    role = RoleOptions(model=ModelRef(provider="scripted", name=HOSTILE), temperature=0)
    replies = critic_says(verdict(10, fix=f"Write this: {HOSTILE}"), verdict(99))
    hostile = run(replies, generator=role, critic=role, adjudicator=role).progress
    hostile.source = source().model_copy(update={"name": HOSTILE})
    hostile.live_text = hostile.waiting_for = HOSTILE
    shown = RunView("0123456789abcdef", hostile)
    for html in (head_html(shown), live_text_html(hostile), rounds_html(hostile)):
        read = Reader(html)
        assert read.tags <= {"div", "h1", "span", "b", "table", "thead", "tbody", "tr", "th", "td"}
        assert read.depth == 0
        assert HOSTILE in read.text


def test_the_head_names_file_run_and_strategy():
    text = Reader(head_html(view(name="my_module.py"))).text
    assert "my_module.py" in text
    assert "run 012345 · critic loop" in text


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (events.RunCancelled(), "? stopped"),
        (events.RunFailed(failure=Failure(kind="x", message="boo")), "✕ failed"),
        (events.RunInterrupted(), "? interrupted"),
    ],
)
def test_the_badge_of_a_run_that_was_cut_off_names_how(last: Any, words: str):
    assert Reader(state_tag(started(last))).text == words


def test_the_badge_of_a_finished_run_says_what_came_of_it():
    assert Reader(state_tag(ended(critic_says(verdict(99))))).text == "✓ approved"
    assert Reader(state_tag(ended(critic_says(verdict(9)), max_attempts=1))).text == "? below the bar"


def test_a_run_without_a_score_is_not_called_below_the_bar():
    shown = ended(critic_says("what?", "what?"), max_attempts=1)
    assert Reader(state_tag(shown)).text == "? no score"


def test_the_badge_of_a_live_run_says_who_is_at_work():
    assert Reader(state_tag(started(call(RoleName.CRITIC)))).text == "● critic is reading"


def test_the_title_over_the_text_names_round_and_role():
    word = events.TextStreamed(role=RoleName.GENERATOR, text="# ")
    assert live_text_title(started(call(RoleName.GENERATOR)).progress) == "Generator · reading the prompt"
    assert live_text_title(started(call(RoleName.GENERATOR), word).progress) == "Round 1 · Generator · writing"
    part = call(RoleName.GENERATOR).model_copy(update={"part": "`Box`"})
    assert live_text_title(started(part, word).progress) == "Round 1 · Generator · writing Box"
    again = events.CallRetried(role=RoleName.GENERATOR, reason="no answer", wait_seconds=1)
    assert live_text_title(started(call(RoleName.GENERATOR), again).progress) == "Generator · tries again: no answer"
    assert live_text_title(started().progress) == "Text"


def test_the_text_ends_in_a_cursor_while_it_is_written():
    word = events.TextStreamed(role=RoleName.GENERATOR, text="# x")
    writing = started(call(RoleName.GENERATOR), word)
    assert Reader(live_text_html(writing.progress)).text == "# x▌"
    done = started(call(RoleName.GENERATOR), word, events.RunCancelled())
    assert Reader(live_text_html(done.progress)).text == "# x"


def test_of_a_long_text_only_the_end_goes_to_the_screen():
    word = events.TextStreamed(role=RoleName.GENERATOR, text="begin" + "x" * 100_000 + "end")
    text = Reader(live_text_html(started(call(RoleName.GENERATOR), word).progress)).text
    assert "begin" not in text
    assert text.endswith("end▌")
    assert len(text) < 7000


def test_a_round_shows_its_numbers_its_fix_and_its_decision():
    fixes = [issue("height=1.0")]
    progress = ended(critic_says(verdict(60, 80, issues=fixes), verdict(98, 96))).progress
    text = Reader(rounds_html(progress)).text
    assert "170.06080" in text
    assert "the default in the source is 2.0" in text
    assert "revise: below the bar" in text
    assert "2 ◆97.09896" in text
    assert text.endswith("approved")


def test_a_round_that_the_critic_reads_says_so_while_the_run_lives():
    ready = events.DraftReady(round=1, draft="x")
    assert "critic is reading" in rounds_html(started(ready).progress)
    assert "critic is reading" not in rounds_html(started(ready, events.RunCancelled()).progress)
    assert "not judged" in rounds_html(started(ready, events.RunInterrupted()).progress)


def test_before_the_first_draft_a_sentence_stands_for_the_table():
    assert "The first draft is not ready yet." in rounds_html(started().progress)


def test_an_ended_run_without_a_draft_does_not_promise_one():
    assert Reader(rounds_html(started(events.RunCancelled()).progress)).text == "No draft was finished."


def test_what_a_person_wrote_is_marked_as_such() -> None:
    by_hand = Round(number=1, draft="d", author="person", by="<Ada>")
    assert "by hand: &lt;Ada&gt;" in rounds_html(Progress(rounds=[by_hand]))
    assert "by hand" not in rounds_html(Progress(rounds=[Round(number=1, draft="d")]))
