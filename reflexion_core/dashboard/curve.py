"""The score curve of a run: score and dimensions by round, the bar, the best round, and where and why the rounds ended.

Colours come from the page's theme, which knows whether it is light or dark: the lines take the theme's
chart colours in turn, accent first, and all text is drawn in the page's text colour (`currentColor`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import altair as alt

from reflexion_core.dashboard.curve_bars import draw_bars
from reflexion_core.dashboard.curve_marks import OPENED, draw_best, draw_gaps, draw_marks, draw_stop
from reflexion_core.dashboard.curve_parts import MUTED, data_of, layer_of, score_y, x_of
from reflexion_core.records import Round
from reflexion_core.report.words import scored_dimensions

PICK = "pick"
"""What the chart calls the round that was clicked."""

_SCORE = "Score"
_HEIGHT = 340
"""Pixels of the whole chart, axis and legend included."""
_DASHES = ([2, 3], [7, 3], [7, 3, 2, 3], [12, 4], [12, 4, 2, 4], [1, 6])
"""The dimensions' dashes in turn; the score is a solid line."""
_MAX_TOOLTIP = 200
_UNDRAWN = {"draft": "", "written": None, "report": None}
"""What of a round is large and is not in the chart."""
_NARROW = 330
"""Pixels below which names in the chart do not stand beside each other: on a narrow screen, or a magnified one."""
_LEGEND_COLUMNS = alt.ExprRef(f"width < {_NARROW} ? 1 : 4")
_LABEL_POINTS = 18
"""How far below the bar its label reaches, in points of the score."""


def score_curve(
    rounds: Sequence[Round],
    *,
    bar: float,
    best: int | None,
    attempts: int,
    stop: str = "",
    opened: int | None = None,
    is_clickable: bool = False,
) -> dict[str, Any]:
    """Return the scores of the rounds so far, and under them what each round took, as a chart of Vega-Lite.

    A round without a score is a gap in the lines and named at the bottom; it never counts as zero.

    Args:
        rounds: The rounds that have a draft, in order.
        bar: The quality bar, 0 to 100.
        best: Number of the best round, where there is one.
        attempts: Rounds that the run may have; the axis shows them all.
        stop: Why the rounds ended, in words; empty while they have not.
        opened: Number of the round that the reader has opened, where there is one.
        is_clickable: Whether a click on the chart chooses the nearest round, as `PICK`.
    """
    drawn = tuple(each.model_copy(update=_UNDRAWN).model_dump_json() for each in rounds)
    chart = _draw(drawn, bar=bar, best=best, attempts=attempts, stop=stop, is_clickable=is_clickable)
    return chart | {"params": [*chart.get("params", []), {"name": OPENED, "value": opened or 0}]}


@lru_cache(maxsize=128)
def _draw(
    drawn: tuple[str, ...], *, bar: float, best: int | None, attempts: int, stop: str, is_clickable: bool
) -> dict[str, Any]:
    """Draw the curve once for all who look at it: making it takes most of the time of showing the page of a run."""
    rounds = [Round.model_validate_json(each) for each in drawn]
    dimensions = _name_dimensions(rounds)
    numbers = list(range(1, max([attempts, *(each.number for each in rounds)]) + 1))
    is_right_taken = _is_right_end_taken(rounds, bar, attempts)
    layers: list[alt.Chart | alt.LayerChart] = [_draw_bar(bar, x_of(numbers), is_label_left=is_right_taken)]
    layers += draw_stop(rounds, stop, attempts)
    layers += draw_marks(rounds)
    if dimensions:
        layers += [_draw_lines(rounds, dimensions), *_draw_points(rounds, best)]
    if rounds:
        layers.append(_draw_targets(rounds, dimensions, is_clickable=is_clickable))
    layers += draw_best(rounds, best, bar, attempts)
    layers += draw_gaps(rounds)
    chart: alt.LayerChart = layer_of(layer_of(*layers), *draw_bars(rounds)).resolve_scale(y="independent")
    padding = {"left": 0, "right": 4, "top": 8, "bottom": 0}
    description = _describe_all(rounds, bar, stop)
    # The theme is Streamlit's, and what Altair would add to it comes in its way.
    named: dict[str, Any] = chart.properties(height=_HEIGHT, padding=padding, description=description).to_dict()
    named.pop("config", None)
    return named


def curve_key(rounds: Iterable[Round]) -> str:
    """Return what the marks on the curve mean, of those that are there."""
    drawn = [each for each in rounds if each.score is not None]
    words = ["◆ best"] if drawn else []
    if any(each.repairs for each in drawn):
        words.append("□ repaired by code")
    if any(each.critique is None for each in drawn):
        words.append("○ scored without a critic")
    return " · ".join(words)


def _describe_all(rounds: Iterable[Round], bar: float, stop: str) -> str:
    said = [f"round {each.number}: {'no score' if each.score is None else f'{each.score:.1f}'}" for each in rounds]
    return f"Score by round, quality bar {bar:g}. {', '.join(said) or 'No round yet'}. {stop}".strip()


def _name_dimensions(rounds: Iterable[Round]) -> dict[str, str]:
    """Return the label of each dimension that was scored, by its name, in order of appearance."""
    names = scored_dimensions(rounds)
    return {name: name.replace("_", " ").capitalize() for name in names}


def _values_of(each: Round, dimensions: dict[str, str]) -> dict[str, float | None]:
    """Return a round's numbers by label; None breaks the line there."""
    known = {} if each.scores is None else {item.dimension: item.value for item in each.scores.dimensions}
    return {_SCORE: each.score, **{label: known.get(name) for name, label in dimensions.items()}}


def _draw_bar(bar: float, x: alt.X, *, is_label_left: bool) -> alt.LayerChart:
    data = data_of([{"bar": bar, "label": f"quality bar {bar:g}"}])
    rule = data.mark_rule(strokeDash=[6, 4], color="currentColor", opacity=MUTED).encode(y=score_y("bar:Q"))
    label = data.mark_text(
        align="left" if is_label_left else "right",
        dy=-9 if bar < _LABEL_POINTS else 11,
        fontSize=12,
        color="currentColor",
        opacity=alt.ExprRef(f"width < {_NARROW} ? 0 : {MUTED}"),
    ).encode(x=alt.value(0) if is_label_left else alt.value("width"), y=score_y("bar:Q"), text="label:N")
    # Without a scored round this layer alone must bring the axis of the rounds.
    axis = data_of([{"round": 1}]).mark_point(opacity=0, size=0, aria=False).encode(x=x)
    return layer_of(axis, rule, label)


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
    legend = alt.Legend(
        orient="bottom", title=None, symbolType="stroke", symbolSize=400, offset=8, padding=0, columns=_LEGEND_COLUMNS
    )
    base = data_of(
        [
            {"round": each.number, "series": label, "value": value}
            for each in rounds
            for label, value in _values_of(each, dimensions).items()
        ]
    ).encode(
        x=x_of(),
        y=score_y(),
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
    return layer_of(lines, base.mark_point(filled=True, size=16, opacity=1, invalid="filter", aria=False))


def _draw_points(rounds: Iterable[Round], best: int | None) -> list[alt.Chart]:
    """Draw the scores: a diamond for the best, hollow where no critic has read the draft."""
    rows = [
        {
            "round": each.number,
            "value": each.score,
            "series": _SCORE,
            "is_best": each.number == best,
            "has_critic": each.critique is not None,
        }
        for each in rounds
        if each.score is not None
    ]
    filled, hollow = ([row for row in rows if row["has_critic"] is has_critic] for has_critic in (True, False))
    return [_draw_shapes(filled, is_filled=True), _draw_shapes(hollow, is_filled=False)]


def _draw_shapes(rows: list[dict[str, Any]], *, is_filled: bool) -> alt.Chart:
    shapes: alt.Chart = data_of(rows).mark_point(filled=is_filled, opacity=1, strokeWidth=2.5, aria=False)
    return shapes.encode(
        x=x_of(),
        y=score_y(),
        color=alt.Color("series:N"),
        shape=alt.condition("datum.is_best", alt.value("diamond"), alt.value("circle")),
        size=alt.condition("datum.is_best", alt.value(240), alt.value(80)),
    )


def _draw_targets(rounds: Iterable[Round], dimensions: dict[str, str], *, is_clickable: bool) -> alt.Chart:
    """Draw what is pointed at and clicked: a point of each round, also of one without a score, which is not seen."""
    tooltip = [
        alt.Tooltip("round:O", title="Round"),
        alt.Tooltip("told:N", title=_SCORE),
        *(
            alt.Tooltip(f"dimension_{index}:Q", title=label, format=".1f")
            for index, label in enumerate(dimensions.values())
        ),
        alt.Tooltip("decision:N", title="Decision"),
        alt.Tooltip("fix:N", title="Required fix"),
    ]
    rows = [_describe(each, dimensions) for each in rounds]
    targets: alt.Chart = data_of(rows).mark_point(filled=True, opacity=0, size=240)
    if is_clickable:
        pick = alt.selection_point(name=PICK, fields=["round"], on="click", nearest=True, empty=False, toggle=False)
        targets = targets.add_params(pick)
    return targets.encode(x=x_of(), y=score_y("place:Q"), description="spoken:N", tooltip=tooltip)


def _describe(each: Round, dimensions: dict[str, str]) -> dict[str, Any]:
    """Return a round's point; model text is cut, for a tooltip cannot scroll."""
    score, *others = _values_of(each, dimensions).values()
    decision = each.decision
    told = "none" if score is None else f"{score:.1f}"
    fix = "" if decision is None or decision.fix is None else decision.fix.text
    return {
        "round": each.number,
        "place": score or 0.0,
        "told": told,
        "spoken": f"round {each.number}, score {told}",
        **{f"dimension_{index}": value for index, value in enumerate(others)},
        "decision": "not yet" if decision is None else _shorten(decision.explanation),
        "fix": _shorten(fix) or "none",
    }


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _MAX_TOOLTIP else text[: _MAX_TOOLTIP - 1].rstrip() + "…"
