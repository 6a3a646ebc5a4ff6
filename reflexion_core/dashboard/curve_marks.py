"""What is marked on the curve: the best score, rounds without one, repaired and opened ones, and the stop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt

from reflexion_core.dashboard.curve_parts import MUTED, data_of, layer_of, score_y, x_of
from reflexion_core.records import Round


def draw_best(rounds: Sequence[Round], best: int | None, bar: float, attempts: int) -> list[alt.Chart]:
    """Write the best score beside its diamond, or above or below where a line or the edge is in the way."""
    score = next((each.score for each in rounds if each.number == best), None)
    if best is None or score is None:
        return []
    last_scored = max(each.number for each in rounds if each.score is not None)
    is_free_right = best == last_scored and best < attempts
    place: dict[str, Any] = {"align": "right", "dx": -10, "dy": 26 if score > 70 else -24}
    if is_free_right:
        place = {"align": "left", "dx": 14, "dy": 0 if abs(score - bar) > 6 else 30}
    text = data_of([{"round": best, "value": score, "label": f"{score:.1f} best"}]).mark_text(
        fontSize=13, fontWeight=600, color="currentColor", **place
    )
    return [text.encode(x=x_of(), y=score_y(), text="label:N")]


OPENED = "opened"
"""What the chart calls the number of the round that the reader has opened; 0 for none."""


def draw_marks(rounds: Iterable[Round]) -> list[alt.Chart]:
    """Put a frame around the rounds whose draft was repaired, and a ring around the one that is open."""
    scored = [each for each in rounds if each.score is not None]
    repaired = [{"round": each.number, "value": each.score} for each in scored if each.repairs]
    rings = [{"round": each.number, "value": each.score} for each in scored]
    marks = []
    if repaired:
        frame = data_of(repaired).mark_point(shape="square", size=420, filled=False, color="currentColor", aria=False)
        marks.append(frame.encode(x=x_of(), y=score_y(), opacity=alt.value(MUTED)))
    if rings:
        circle = data_of(rings).mark_point(size=900, filled=True, color="currentColor", opacity=0.14, aria=False)
        marks.append(circle.encode(x=x_of(), y=score_y()).transform_filter(f"datum.round == {OPENED}"))
    return marks


def draw_stop(rounds: Sequence[Round], stop: str, attempts: int) -> list[alt.LayerChart]:
    """Draw where the rounds ended, and write why."""
    if not stop or not rounds:
        return []
    last = rounds[-1]
    is_low = last.score is not None and last.score < 40
    data = data_of([{"round": last.number, "from": 0, "to": 100, "value": 88 if is_low else 8, "label": f"■ {stop}"}])
    rule = data.mark_rule(strokeDash=[2, 3], color="currentColor", opacity=0.5).encode(
        x=x_of(), y=score_y("from:Q"), y2=alt.Y2("to:Q")
    )
    is_at_end = last.number >= attempts
    place: dict[str, Any] = {"align": "right", "dx": -8} if is_at_end else {"align": "left", "dx": 8}
    label = data.mark_text(fontSize=12, fontWeight=600, color="currentColor", **place)
    return [layer_of(rule, label.encode(x=x_of(), y=score_y(), text="label:N"))]


def draw_gaps(rounds: Iterable[Round]) -> list[alt.Chart]:
    """Name the rounds without a score: still at work, or ended without one."""
    values = [
        {"round": each.number, "value": 0, "label": "no score" if each.decision else "not scored yet"}
        for each in rounds
        if each.score is None
    ]
    if not values:
        return []
    text = data_of(values).mark_text(baseline="bottom", dy=-6, fontSize=12, color="currentColor", opacity=MUTED)
    return [text.encode(x=x_of(), y=score_y(), text="label:N")]
