"""What the layers of the curve share: data in the chart itself, the axis of the rounds, bands one above the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import altair as alt

# Altair asks whether numpy is loaded: a page that loads it just then in another thread would break the chart.
import pandas as _  # noqa: F401

MUTED = 0.75


@dataclass(frozen=True)
class Band:
    """A strip of the chart, as shares of its height counted from the top."""

    top: float
    bottom: float

    def scale(self, low: float, high: float) -> alt.Scale:
        """Return a vertical scale that stays in the strip."""
        return alt.Scale(
            domain=[low, high],
            nice=False,
            rangeMin=alt.ExprRef(f"height * {self.bottom}"),
            rangeMax=alt.ExprRef(f"height * {self.top}"),
        )


SCORE_BAND, TOKEN_BAND, TIME_BAND = Band(0.0, 0.66), Band(0.71, 0.85), Band(0.86, 1.0)


def data_of(values: list[dict[str, Any]]) -> alt.Chart:
    """Return a chart of these rows."""
    return alt.Chart(alt.InlineData(values=values))


def layer_of(*charts: alt.Chart | alt.LayerChart) -> alt.LayerChart:
    """Return charts one over the other."""
    return alt.LayerChart(layer=list(charts))


def x_of(numbers: list[int] | None = None) -> alt.X:
    """Return the axis of the rounds; one layer of a chart brings the numbers."""
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


def score_y(field: str = "value:Q") -> alt.Y:
    """Return the axis of the scores, 0 to 100."""
    axis = alt.Axis(title=None, values=[0, 25, 50, 75, 100], ticks=False, domain=False, orient="left")
    return alt.Y(field, scale=SCORE_BAND.scale(0, 100), axis=axis)
