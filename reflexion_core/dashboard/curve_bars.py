"""The bars under the curve: what each round took, in tokens and in time, on the curve's own axis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt

from reflexion_core.dashboard.curve_parts import MUTED, TIME_BAND, TOKEN_BAND, Band, data_of, layer_of, x_of
from reflexion_core.dashboard.run_words import clock, thousands
from reflexion_core.records import Round

_HEADROOM = 1.7
"""How much higher than the highest bar its strip is, so that a label has its place."""


def draw_bars(rounds: Iterable[Round]) -> list[alt.LayerChart]:
    """Draw the tokens and the seconds of the rounds that are over; nothing while there is none."""
    over = [each for each in rounds if each.decision is not None]
    if not over:
        return []
    tokens = [{"round": each.number, **_tokens_of(each)} for each in over]
    seconds = [
        {"round": each.number, "value": each.seconds, "label": clock(each.seconds), "told": clock(each.seconds)}
        for each in over
    ]
    return [_draw(tokens, "tokens", TOKEN_BAND), _draw(seconds, "time", TIME_BAND)]


def _tokens_of(each: Round) -> dict[str, Any]:
    usage = each.usage
    told = f"{usage.prompt_tokens or 0:,} read, {usage.output_tokens or 0:,} written"
    if usage.cached_tokens:
        told += f", {usage.cached_tokens:,} from cache"
    return {"value": usage.total_tokens, "label": thousands(usage.total_tokens), "told": told}


def _draw(rows: Sequence[dict[str, Any]], name: str, band: Band) -> alt.LayerChart:
    most = max((row["value"] for row in rows), default=0) or 1
    middle = most * _HEADROOM / 2
    axis = alt.Axis(
        title=None, values=[middle], labelExpr=f"'{name}'", ticks=False, domain=False, grid=False, orient="left"
    )
    y = alt.Y("value:Q", scale=band.scale(0, most * _HEADROOM), axis=axis)
    base = data_of(list(rows)).encode(
        x=x_of(),
        y=y,
        tooltip=[alt.Tooltip("round:O", title="Round"), alt.Tooltip("told:N", title=name.capitalize())],
    )
    bars = base.mark_bar(width={"band": 0.28}, cornerRadiusEnd=2, color="currentColor", opacity=0.32)
    labels = base.mark_text(baseline="bottom", dy=-2, fontSize=11, color="currentColor", opacity=MUTED)
    return layer_of(bars, labels.encode(text="label:N"))
