"""What would have happened with another bar or other attempts, told from a run's own rounds without asking a model."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.curve import score_curve
from reflexion_core.dashboard.look import show_title, tag
from reflexion_core.dashboard.run_words import REASON_WORDS, clock, thousands
from reflexion_core.progress import Progress
from reflexion_core.records import Round
from reflexion_core.replayed_routing import Band, Replay, decided_rounds, replay, replay_bands
from reflexion_core.run_options import RunOptions

_CURVE_HEIGHT = 300
_MAX_ATTEMPTS = 10


def show_what_if(view: RunView) -> None:
    """Show a bar and attempts to move over a run that has ended, and what they would have changed."""
    options = view.progress.options
    rounds = decided_rounds(view.progress.rounds)
    if options is None or not rounds:
        st.info("No round of this run came to a decision, so there is nothing to decide again.")
        return
    st.write(
        "Neither drafts nor fixes depend on the bar, so the rounds of a run tell where another one would have stopped "
        "it. No model is asked; what the rounds cannot tell is said."
    )
    _show_moved(view.id, view.progress, options)


@st.fragment
def _show_moved(run_id: str, progress: Progress, options: RunOptions) -> None:
    left, right = st.columns([1, 1.6], gap="large")
    with left:
        bar, attempts = _ask(run_id, options)
        found = replay(progress.rounds, options, bar=bar, attempts=attempts)
        st.html(replay_html(found, progress.rounds, bar=bar, attempts=attempts))
    with right.container(border=True):
        show_title("Score by round")
        chart = score_curve(decided_rounds(progress.rounds), bar=bar, best=found.best_round, attempts=attempts)
        st.vega_lite_chart(chart, key=f"what_if_curve_{run_id}", width="stretch", height=_CURVE_HEIGHT)
    with st.container(border=True):
        show_title("With every bar")
        st.html(bands_html(replay_bands(progress.rounds, options, attempts=attempts), bar))


def _ask(run_id: str, options: RunOptions) -> tuple[float, int]:
    bar = st.slider(
        "Quality bar", 0.0, 100.0, float(options.quality_score_bar), 0.5, format="%g", key=f"what_if_bar_{run_id}"
    )
    most = max(_MAX_ATTEMPTS, options.max_attempts)  # a run that a person has go on may have more than a new one
    attempts = st.slider("Attempts", 1, most, options.max_attempts, key=f"what_if_attempts_{run_id}")
    return bar, attempts


def replay_html(found: Replay, rounds: Sequence[Round], *, bar: float, attempts: int) -> str:
    """Return in words where the run would have stopped, and what that would have spared."""
    tries = "1 attempt" if attempts == 1 else f"{attempts} attempts"
    asked = f"With a bar of {bar:g} and {tries}"
    if found.round is None:
        sentence = f"{asked} this run cannot say: {found.explanation}."
    else:
        sentence = f"{asked} the run would have stopped after round {found.round}: {found.explanation}."
    parts = [sentence, _best_words(found), _spared_words(found, rounds)]
    words = "<br>".join(escape(part) for part in parts if part)
    return f'<p role="status">{_result_tag(found)}</p><p>{words}</p>'


def bands_html(bands: Sequence[Band], bar: float) -> str:
    """Return what every bar would have come to, as a table; the row of the chosen bar is marked."""
    rows = "".join(_band_row(band, is_here=_holds(band, bar)) for band in bands)
    heads = '<th>Bar</th><th>Stops</th><th>Why</th><th class="rx-n">Best round</th><th class="rx-n">Its score</th>'
    head = f"<thead><tr>{heads}</tr></thead>"
    return f'<div class="rx-scroll"><table class="rx-table">{head}<tbody>{rows}</tbody></table></div>'


def _band_row(band: Band, *, is_here: bool) -> str:
    found = band.replay
    mark = ' aria-current="true"' if is_here else ""
    stops = "cannot say" if found.round is None else f"after round {found.round}"
    why = found.explanation if found.reason is None else REASON_WORDS[found.reason]
    score = "–" if found.score is None else f"{found.score:.1f}"
    return (
        f"<tr{mark}><td>{'▸ ' if is_here else ''}{escape(band_words(band))}</td><td>{stops}</td>"
        f'<td>{escape(why)}</td><td class="rx-n">{found.best_round}</td><td class="rx-n">{score}</td></tr>'
    )


def band_words(band: Band) -> str:
    """Return which bars a band holds."""
    if band.above is None:
        return "any" if band.up_to == 100 else f"up to {_score(band.up_to)}"
    if band.up_to == 100:
        return f"above {_score(band.above)}"
    return f"above {_score(band.above)}, up to {_score(band.up_to)}"


def _score(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _holds(band: Band, bar: float) -> bool:
    return (band.above is None or bar > band.above) and bar <= band.up_to


def _result_tag(found: Replay) -> str:
    if found.round is None:
        return tag("the run cannot say", "unsure")
    if found.is_approved:
        return tag(f"approved in round {found.round}", "right")
    return tag(f"below the bar after round {found.round}", "wrong")


def _best_words(found: Replay) -> str:
    score = "without a score" if found.score is None else f"score {found.score:.1f}"
    return f"The best draft until then is that of round {found.best_round}, {score}."


def _spared_words(found: Replay, rounds: Sequence[Round]) -> str:
    """Return what the rounds took that would not have been; empty where there are none."""
    spared = [item for item in decided_rounds(rounds) if found.round is not None and item.number > found.round]
    if not spared:
        return ""
    tokens = sum(item.usage.total_tokens for item in spared)
    count = "1 round" if len(spared) == 1 else f"{len(spared)} rounds"
    return f"{count} less: {thousands(tokens)} tokens and {clock(sum(item.seconds for item in spared))} of time."
