"""What would have happened, in words."""

from __future__ import annotations

from reflexion_core.dashboard.run_words import thousands
from reflexion_core.dashboard.what_if import band_words, bands_html, replay_html
from reflexion_core.replayed_routing import replay, replay_bands
from reflexion_core.run_options import RunOptions
from tests.running import Outcome, Script, draft, run, verdict


def loop(*scores: float) -> Outcome:
    return run(Script([draft(number) for number in range(1, 9)], [verdict(score) for score in scores]))


def options_of(outcome: Outcome) -> RunOptions:
    assert outcome.progress.options is not None
    return outcome.progress.options


def said(outcome: Outcome, bar: float, attempts: int = 4) -> str:
    rounds, options = outcome.progress.rounds, options_of(outcome)
    return replay_html(replay(rounds, options, bar=bar, attempts=attempts), rounds, bar=bar, attempts=attempts)


def test_a_lower_bar_is_told_with_round_reason_and_what_it_spares() -> None:
    outcome = loop(50, 80, 96)
    words = said(outcome, 70)
    tokens = outcome.progress.rounds[2].usage.total_tokens
    assert "✓ approved in round 2" in words
    assert "the run would have stopped after round 2: score 80.0 reaches the bar of 70." in words
    assert "The best draft until then is that of round 2, score 80.0." in words
    assert f"1 round less: {thousands(tokens)} tokens and 0:00 of time." in words


def test_fewer_attempts_are_told() -> None:
    words = said(loop(50, 80, 96), 95, attempts=1)
    assert "✕ below the bar after round 1" in words
    assert "With a bar of 95 and 1 attempt the run would have stopped after round 1" in words
    assert "2 rounds less" in words


def test_what_the_run_cannot_say_is_said_as_that() -> None:
    words = said(loop(50, 96), 99)
    assert "? the run cannot say" in words
    assert "it would have gone on to round 3, which this run never wrote." in words
    assert "less" not in words


def test_the_row_of_the_chosen_bar_is_marked_by_more_than_a_colour() -> None:
    outcome = loop(50, 80, 96)
    bands = replay_bands(outcome.progress.rounds, options_of(outcome), attempts=4)
    assert [band_words(band) for band in bands] == ["up to 50", "above 50, up to 80", "above 80, up to 96", "above 96"]
    marked = [row for row in bands_html(bands, 80).split("<tr") if 'aria-current="true"' in row]
    assert len(marked) == 1
    assert "▸ above 50, up to 80" in marked[0]


def test_a_run_of_one_ending_has_one_row() -> None:
    outcome = run(Script(verdicts=[verdict(50)]), strategy="single_pass", quality_score_bar=100)
    bands = replay_bands(outcome.progress.rounds, options_of(outcome), attempts=4)
    assert band_words(bands[-1]) == "above 50"
