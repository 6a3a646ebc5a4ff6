from __future__ import annotations

import pytest

from reflexion_core.records import Round
from reflexion_core.report.curve import HEIGHT, WIDTH, Curve, draw_curve
from tests.report.sample import ROUNDS, scores


def drawn(*rounds: Round, bar: float = 95, best: int | None = None, attempts: int = 4) -> Curve:
    curve = draw_curve(rounds, bar=bar, best=best, attempts=attempts)
    assert curve is not None
    return curve


def scored(number: int, value: float) -> Round:
    return Round(number=number, draft="x", scores=scores(value, value))


def test_without_any_score_there_is_nothing_to_draw():
    assert draw_curve([Round(number=1, draft="x")], bar=95, best=None, attempts=4) is None
    assert draw_curve([], bar=95, best=None, attempts=4) is None


def test_higher_scores_stand_higher_and_later_rounds_to_the_right():
    low, high = drawn(scored(1, 10), scored(2, 90)).points
    assert low.x < high.x
    assert low.y > high.y


@pytest.mark.parametrize("value", [0, 100])
def test_every_score_and_its_number_are_inside_the_drawing(value: float):
    for point in drawn(*(scored(number, value) for number in range(1, 11)), attempts=10).points:
        assert 0 < point.x < WIDTH
        assert 0 < point.y < HEIGHT
        assert 12 < point.label_y < HEIGHT - 20


def test_the_axis_shows_the_rounds_that_were_not_needed():
    assert [number for number, _ in drawn(scored(1, 50), attempts=3).rounds] == [1, 2, 3]


def test_a_round_without_a_score_parts_the_line_and_is_marked():
    curve = drawn(scored(1, 10), scored(2, 20), Round(number=3, draft="x"), scored(4, 40))
    assert len(curve.score.segments) == 1
    assert len(curve.score.dots) == 3
    assert curve.gaps == (curve.rounds[2][1],)


def test_one_score_is_a_dot_without_a_line():
    curve = drawn(scored(1, 50))
    assert curve.score.segments == ()
    assert len(curve.score.dots) == 1


def test_the_best_round_and_the_repaired_ones_are_marked():
    points = drawn(*ROUNDS, best=2).points
    assert [point.is_best for point in points] == [False, True]
    assert [point.is_repaired for point in points] == [True, False]


def test_each_dimension_has_its_line():
    assert [line.name for line in drawn(*ROUNDS).dimensions] == ["technical_accuracy", "completeness"]


def test_a_number_right_below_the_bar_stands_under_its_point():
    near, far = drawn(scored(1, 93), scored(2, 50)).points
    assert near.label_y > near.y
    assert far.label_y < far.y
