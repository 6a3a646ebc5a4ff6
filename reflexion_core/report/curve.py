"""The score curve as a drawing: where each line, point and word of it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reflexion_core.records import Round
from reflexion_core.report.words import scored_dimensions

WIDTH, HEIGHT = 760, 260
"""Units of the drawing, which grows and shrinks with the page."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 64, 22, 34
_LABEL_ROOM = 16
"""How far below the top or the bar a point has its number under it instead of over it."""


@dataclass(frozen=True)
class Point:
    """A score in the drawing."""

    x: float
    y: float
    label: str
    label_y: float
    is_best: bool = False
    is_repaired: bool = False


@dataclass(frozen=True)
class Line:
    """The scores of one dimension, or their mean."""

    name: str
    segments: tuple[str, ...]
    """Each a list of points as SVG takes it; a round without a score parts two of them."""
    dots: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Curve:
    """The whole drawing."""

    bar: str
    bar_y: float
    grid: tuple[tuple[int, float], ...]
    rounds: tuple[tuple[int, float], ...]
    """The number of each round that the run may have, and where it stands."""
    dimensions: tuple[Line, ...]
    score: Line
    points: tuple[Point, ...]
    gaps: tuple[float, ...]
    """Where rounds without a score stand."""


def draw_curve(rounds: Sequence[Round], *, bar: float, best: int | None, attempts: int) -> Curve | None:
    """Place the scores of a run's rounds; None where none has a score.

    Args:
        rounds: The rounds that have a draft, in order.
        bar: The quality bar, 0 to 100.
        best: Number of the best round, where there is one.
        attempts: Rounds that the run may have; the axis shows them all.
    """
    if all(item.score is None for item in rounds):
        return None
    count = max([attempts, *(item.number for item in rounds)])
    names = scored_dimensions(rounds)
    return Curve(
        bar=f"{bar:g}",
        bar_y=_y(bar),
        grid=tuple((value, _y(value)) for value in (0, 25, 50, 75, 100)),
        rounds=tuple((number, _x(number, count)) for number in range(1, count + 1)),
        dimensions=tuple(_line(name, [(item, _dimension(item, name)) for item in rounds], count) for name in names),
        score=_line("score", [(item, item.score) for item in rounds], count),
        points=tuple(_point(item, item.score, count, bar, best) for item in rounds if item.score is not None),
        gaps=tuple(_x(item.number, count) for item in rounds if item.score is None),
    )


def _x(number: int, count: int) -> float:
    return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * (number - 0.5) / count, 1)


def _y(value: float) -> float:
    return round(_TOP + (HEIGHT - _TOP - _BOTTOM) * (100 - value) / 100, 1)


def _dimension(item: Round, name: str) -> float | None:
    values = {each.dimension: each.value for each in item.scores.dimensions} if item.scores is not None else {}
    return values.get(name)


def _line(name: str, values: Sequence[tuple[Round, float | None]], count: int) -> Line:
    parts: list[list[tuple[float, float]]] = [[]]
    for item, value in values:
        if value is None:
            parts.append([])
        else:
            parts[-1].append((_x(item.number, count), _y(value)))
    segments = tuple(" ".join(f"{x:g},{y:g}" for x, y in part) for part in parts if len(part) > 1)
    return Line(name, segments, tuple(dot for part in parts for dot in part))


def _point(item: Round, score: float, count: int, bar: float, best: int | None) -> Point:
    y = _y(score)
    ring = 5 if item.repairs else 0  # what surrounds a repaired round
    is_tight = y - _TOP < _LABEL_ROOM or 0 <= y - _y(bar) < _LABEL_ROOM
    return Point(
        x=_x(item.number, count),
        y=y,
        label=f"{score:.1f}",
        label_y=round(y + 24 + ring if is_tight else y - 13 - ring, 1),
        is_best=item.number == best,
        is_repaired=bool(item.repairs),
    )
