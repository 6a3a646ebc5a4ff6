"""The score curve of a run: score and dimensions by round, the bar, and the best round.

Colours come from the page's theme, which knows whether it is light or dark: the lines take the theme's
chart colours in turn, accent first, and all text is drawn in the page's text colour (`currentColor`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt

# Altair asks whether numpy is loaded: a page that loads it just then in another thread would break the chart.
import pandas as _  # noqa: F401

from reflexion_core.records import Round

_SCORE = "Score"
_HEIGHT = 280
"""Pixels of the whole chart, axis and legend included."""
_DASHES = ([2, 3], [7, 3], [7, 3, 2, 3], [12, 4])
"""The dimensions' dashes in turn; the score is a solid line."""
_MUTED = 0.75
_MAX_TOOLTIP = 200
_LABEL_POINTS = 14
"""How far below the bar its label reaches, in points of the score."""


def score_curve(rounds: Sequence[Round], *, bar: float, best: int | None, attempts: int) -> alt.LayerChart:
    """Draw the scores of the rounds so far.

    A round without a score is a gap in the lines and named at the bottom; it never counts as zero.

    Args:
        rounds: The rounds that have a draft, in order.
        bar: The quality bar, 0 to 100.
        best: Number of the best round, where there is one.
        attempts: Rounds that the run may have; the axis shows them all.
    """
    dimensions = _name_dimensions(rounds)
    numbers = list(range(1, max([attempts, *(each.number for each in rounds)]) + 1))
    is_right_taken = _is_right_end_taken(rounds, bar, attempts)
    layers: list[alt.Chart | alt.LayerChart] = [_draw_bar(bar, _x(numbers), is_label_left=is_right_taken)]
    if dimensions:
        layers += [_draw_lines(rounds, dimensions), _draw_points(rounds, dimensions, best)]
    layers += _draw_best(rounds, best, bar, attempts)
    layers += _draw_gaps(rounds)
    return _layer(*layers).properties(height=_HEIGHT, padding={"left": 0, "right": 4, "top": 8, "bottom": 0})


def _name_dimensions(rounds: Iterable[Round]) -> dict[str, str]:
    """Return the label of each dimension that was scored, by its name, in order of appearance."""
    names = [item.dimension for each in rounds if each.scores for item in each.scores.dimensions]
    return {name: name.replace("_", " ").capitalize() for name in names}


def _values_of(each: Round, dimensions: dict[str, str]) -> dict[str, float | None]:
    """Return a round's numbers by label; None breaks the line there."""
    known = {} if each.scores is None else {item.dimension: item.value for item in each.scores.dimensions}
    return {_SCORE: each.score, **{label: known.get(name) for name, label in dimensions.items()}}


def _data(values: list[dict[str, Any]]) -> alt.Chart:
    return alt.Chart(alt.InlineData(values=values))


def _layer(*charts: alt.Chart | alt.LayerChart) -> alt.LayerChart:
    return alt.LayerChart(layer=list(charts))


def _x(numbers: list[int] | None = None) -> alt.X:
    if numbers is None:
        return alt.X("round:O")
    axis = alt.Axis(
        title=None,
        labelAngle=0,
        labelExpr="datum.label == '1' ? 'round 1' : datum.label",
        grid=False,
        ticks=False,
    )
    return alt.X("round:O", scale=alt.Scale(domain=numbers), axis=axis)


def _y(field: str = "value:Q") -> alt.Y:
    axis = alt.Axis(title=None, values=[0, 25, 50, 75, 100], ticks=False, domain=False)
    return alt.Y(field, scale=alt.Scale(domain=[0, 100], nice=False), axis=axis)


def _draw_bar(bar: float, x: alt.X, *, is_label_left: bool) -> alt.LayerChart:
    data = _data([{"bar": bar, "label": f"quality bar {bar:g}"}])
    rule = data.mark_rule(strokeDash=[6, 4], color="currentColor", opacity=_MUTED).encode(y=_y("bar:Q"))
    label = data.mark_text(
        align="left" if is_label_left else "right",
        dy=-9 if bar < _LABEL_POINTS else 11,
        fontSize=12,
        color="currentColor",
        opacity=_MUTED,
    ).encode(x=alt.value(0) if is_label_left else alt.value("width"), y=_y("bar:Q"), text="label:N")
    # Without a scored round this layer alone must bring the axis of the rounds.
    axis = _data([{"round": 1}]).mark_point(opacity=0, size=0, aria=False).encode(x=x)
    return _layer(axis, rule, label)


def _is_right_end_taken(rounds: Iterable[Round], bar: float, attempts: int) -> bool:
    """Whether a point stands where the bar's label would be."""
    return any(
        each.score is not None and each.number >= attempts and -2 <= bar - each.score <= _LABEL_POINTS
        for each in rounds
    )


def _draw_lines(rounds: Iterable[Round], dimensions: dict[str, str]) -> alt.LayerChart:
    """Draw a line for the score and each dimension, and a dot for each number: one round makes no line."""
    labels = [_SCORE, *dimensions.values()]
    dashes = [[1, 0], *(_DASHES[index % len(_DASHES)] for index in range(len(dimensions)))]
    legend = alt.Legend(orient="bottom", title=None, symbolType="stroke", symbolSize=400, offset=8, padding=0)
    base = _data(
        [
            {"round": each.number, "series": label, "value": value}
            for each in rounds
            for label, value in _values_of(each, dimensions).items()
        ]
    ).encode(
        x=_x(),
        y=_y(),
        color=alt.Color("series:N", scale=alt.Scale(domain=labels), legend=legend),
    )
    lines = base.mark_line(invalid="break-paths-show-domains", strokeJoin="round").encode(
        strokeDash=alt.StrokeDash(
            "series:N",
            scale=alt.Scale(domain=labels, range=dashes),
            legend=legend,
        ),
        strokeWidth=alt.condition(f"datum.series == '{_SCORE}'", alt.value(3), alt.value(1.5)),
    )
    return _layer(lines, base.mark_point(filled=True, size=16, opacity=1, invalid="filter", aria=False))


def _draw_points(rounds: Iterable[Round], dimensions: dict[str, str], best: int | None) -> alt.Chart:
    values = [
        {**_describe(each, dimensions), "series": _SCORE, "is_best": each.number == best}
        for each in rounds
        if each.score is not None
    ]
    tooltip = [
        alt.Tooltip("round:O", title="Round"),
        alt.Tooltip("value:Q", title=_SCORE, format=".1f"),
        *(
            alt.Tooltip(f"dimension_{index}:Q", title=label, format=".1f")
            for index, label in enumerate(dimensions.values())
        ),
        alt.Tooltip("decision:N", title="Decision"),
        alt.Tooltip("fix:N", title="Required fix"),
    ]
    points: alt.Chart = _data(values).mark_point(filled=True, opacity=1)
    return points.encode(
        x=_x(),
        y=_y(),
        color=alt.Color("series:N"),
        shape=alt.condition("datum.is_best", alt.value("diamond"), alt.value("circle")),
        size=alt.condition("datum.is_best", alt.value(240), alt.value(80)),
        description="spoken:N",
        tooltip=tooltip,
    )


def _describe(each: Round, dimensions: dict[str, str]) -> dict[str, Any]:
    """Return a round's point; model text is cut, for a tooltip cannot scroll."""
    score, *others = _values_of(each, dimensions).values()
    decision = each.decision
    fix = "" if decision is None or decision.fix is None else decision.fix.text
    return {
        "round": each.number,
        "value": score,
        "spoken": f"round {each.number}, score {score:.1f}",
        **{f"dimension_{index}": value for index, value in enumerate(others)},
        "decision": "not yet" if decision is None else _shorten(decision.explanation),
        "fix": _shorten(fix) or "none",
    }


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _MAX_TOOLTIP else text[: _MAX_TOOLTIP - 1].rstrip() + "…"


def _draw_best(rounds: Sequence[Round], best: int | None, bar: float, attempts: int) -> list[alt.Chart]:
    """Write the best score beside its diamond, or above or below where a line or the edge is in the way."""
    score = next((each.score for each in rounds if each.number == best), None)
    if best is None or score is None:
        return []
    last_scored = max(each.number for each in rounds if each.score is not None)
    is_free_right = best == last_scored and best < attempts
    place: dict[str, Any] = {"dy": 24 if score > 70 else -22}
    if is_free_right:
        place = {"align": "left", "dx": 14, "dy": 0 if abs(score - bar) > 6 else 30}
    text = _data([{"round": best, "value": score, "label": f"{score:.1f} best"}]).mark_text(
        fontSize=13, fontWeight=600, color="currentColor", **place
    )
    return [text.encode(x=_x(), y=_y(), text="label:N")]


def _draw_gaps(rounds: Iterable[Round]) -> list[alt.Chart]:
    """Name the rounds without a score: still at work, or ended without one."""
    values = [
        {"round": each.number, "label": "no score" if each.decision else "not scored yet"}
        for each in rounds
        if each.score is None
    ]
    if not values:
        return []
    text = _data(values).mark_text(baseline="bottom", dy=-6, fontSize=12, color="currentColor", opacity=_MUTED)
    return [text.encode(x=_x(), y=alt.value("height"), text="label:N")]
