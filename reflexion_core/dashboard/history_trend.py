"""How a file's documents came out from run to run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import altair as alt
import pandas as pd

from reflexion_core.dashboard.run_words import REASON_WORDS, STATE_WORDS, short_name
from reflexion_core.settings import parse_model
from reflexion_core.storage.store import RunSummary

TREND_RUNS = 200
"""The newest runs of a file that are drawn."""
PICK = "pick"
"""Name of the choice of a point in the chart."""
_HEIGHT = 210
_MUTED = 0.75
_FEW = 60
"""So many points can be large without covering each other."""


@dataclass(frozen=True)
class Step:
    """What changed from one run of a file to the next."""

    change: float | None = None
    """Points of score against the last run before it that has one; None where there are not two."""
    is_source_changed: bool = False
    """Whether the text of the file was another one in the run before."""


def find_steps(runs: Sequence[RunSummary]) -> dict[str, Step]:
    """Return what changed with each run against the one before it.

    Args:
        runs: Runs of one file, the oldest first.

    Returns:
        The steps by the run's name; the first run has none.
    """
    steps: dict[str, Step] = {}
    score: float | None = None
    for before, run in pairwise(runs):
        score = before.score if before.score is not None else score
        change = None if run.score is None or score is None else run.score - score
        steps[run.id] = Step(change, is_source_changed=run.source_sha256 != before.source_sha256)
    return steps


def describe_trend(runs: Sequence[RunSummary]) -> str:
    """Return the trend in a sentence, for those who do not see the chart."""
    scores = [run.score for run in runs if run.score is not None]
    if not scores:
        return "None of these runs has a score yet."
    approved = sum(run.is_approved for run in runs) or "none"
    if len(runs) == 1:
        return f"1 run, {approved} approved. Score {scores[0]:.1f}."
    return (
        f"{len(runs)} runs, {approved} approved. "
        f"First score {scores[0]:.1f}, last {scores[-1]:.1f}, best {max(scores):.1f}."
    )


def trend_chart(runs: Sequence[RunSummary]) -> alt.LayerChart:
    """Draw the score of each run, its bar, and where the file's text had changed.

    Args:
        runs: Runs of one file, the oldest first.
    """
    steps = find_steps(runs)
    values = [_point(number, run, steps.get(run.id, Step())) for number, run in enumerate(runs, 1)]
    axis = alt.Axis(
        title=None, labelAngle=0, grid=False, ticks=False, labelExpr="'run ' + datum.label", labelOverlap=True
    )
    x = alt.X("number:O", axis=axis)
    scored = [value for value in values if value["score"] is not None]
    unscored = [value for value in values if value["score"] is None]
    changed = [value for value in values if value["is_changed"]]
    layers: list[alt.Chart | alt.LayerChart] = [_draw_bars(values, x)]
    layers += [_draw_changes(changed, x)] if changed else []
    layers += [_draw_scores(scored, x)] if scored else []
    layers += [_draw_unscored(unscored, x)] if unscored else []
    return alt.LayerChart(layer=layers).properties(
        height=_HEIGHT, description=describe_trend(runs), padding={"left": 0, "right": 4, "top": 8, "bottom": 0}
    )


def _point(number: int, run: RunSummary, step: Step) -> dict[str, Any]:
    ending = REASON_WORDS.get(run.reason, "") or STATE_WORDS[run.state]
    return {
        "run": run.id,
        "number": number,
        "score": run.score,
        "bar": run.quality_score_bar,
        "is_approved": run.is_approved,
        "is_changed": step.is_source_changed,
        "started": f"{run.queued_at.astimezone():%Y-%m-%d %H:%M}",
        "ending": ending,
        "model": short_name(parse_model(run.generator)),
        "change": "" if step.change is None else f"{step.change:+.1f}",
        "source": "changed" if step.is_source_changed else "as before",
        "spoken": f"run {number}, {'no score' if run.score is None else f'score {run.score:.1f}'}, {ending}",
    }


def _data(values: list[dict[str, Any]]) -> alt.Chart:
    # As a frame: Altair looks at each value of plain data again and again, which takes a second for 200 runs.
    return alt.Chart(pd.DataFrame(values))


def _y(field: str) -> alt.Y:
    axis = alt.Axis(title=None, values=[0, 25, 50, 75, 100], ticks=False, domain=False)
    return alt.Y(field, scale=alt.Scale(domain=[0, 100], nice=False), axis=axis)


def _tooltip() -> list[alt.Tooltip]:
    titles = {"started": "Started", "ending": "End", "change": "Change", "source": "Source", "model": "Model"}
    return [
        alt.Tooltip("score:Q", title="Score", format=".1f"),
        *(alt.Tooltip(f"{field}:N", title=title) for field, title in titles.items()),
    ]


def _draw_bars(values: list[dict[str, Any]], x: alt.X) -> alt.Chart:
    line = _data(values).mark_line(interpolate="step", strokeDash=[6, 4], strokeWidth=1, opacity=_MUTED, aria=False)
    drawn: alt.Chart = line.encode(x=x, y=_y("bar:Q"), stroke=alt.value("currentColor"))
    return drawn


def _draw_changes(values: list[dict[str, Any]], x: alt.X) -> alt.Chart:
    rule = _data(values).mark_rule(strokeDash=[1, 4], color="currentColor", opacity=0.6, aria=False)
    drawn: alt.Chart = rule.encode(x=x)
    return drawn


def _draw_scores(values: list[dict[str, Any]], x: alt.X) -> alt.LayerChart:
    base = _data(values).encode(x=x, y=_y("score:Q"))
    size = 70 if len(values) <= _FEW else 30
    pick = alt.selection_point(name=PICK, fields=["run"], on="click", nearest=False, empty=False)
    points = base.mark_point(filled=True, opacity=1, cursor="pointer").encode(
        shape=alt.condition("datum.is_approved", alt.value("diamond"), alt.value("circle")),
        size=alt.condition("datum.is_approved", alt.value(size * 2), alt.value(size)),
        description="spoken:N",
        tooltip=_tooltip(),
    )
    return alt.LayerChart(layer=[base.mark_line(strokeWidth=2), points.add_params(pick)])


def _draw_unscored(values: list[dict[str, Any]], x: alt.X) -> alt.Chart:
    mark = _data(values).mark_text(
        text="✕", baseline="bottom", dy=-4, fontSize=12, color="currentColor", opacity=_MUTED
    )
    drawn: alt.Chart = mark.encode(x=x, y=alt.value("height"), description="spoken:N", tooltip=_tooltip())
    return drawn
