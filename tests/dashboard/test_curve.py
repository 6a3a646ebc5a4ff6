import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reflexion_core.dashboard.curve import PICK, curve_key, score_curve
from reflexion_core.records import (
    Critique,
    Decision,
    DimensionScore,
    Finding,
    Repair,
    RequiredFix,
    Round,
    Scores,
    Usage,
)


def make_round(number: int, *values: float, fix: str = "") -> Round:
    names = ("technical_accuracy", "completeness", "examples")
    scores = [DimensionScore(dimension=name, value=value) for name, value in zip(names, values, strict=False)]
    decision = Decision(
        action="revise",
        reason="below_bar",
        explanation=f"round {number} is below the bar",
        fix=RequiredFix(text=fix, origin="critic_issue") if fix else None,
    )
    return Round(
        number=number,
        draft="# Draft",
        scores=Scores(dimensions=tuple(scores)) if scores else None,
        decision=decision,
    )


def draw(*rounds: Round, bar: float = 95, best: int | None = None, attempts: int = 4, **more: Any) -> dict[str, Any]:
    return score_curve(rounds, bar=bar, best=best, attempts=attempts, **more)


FINDING = Finding(
    check="defaults", severity="high", dimension="technical_accuracy", message="wrong", doc_line=1, doc_end_line=1,
    doc_text="1",
)  # fmt: skip
REPAIRED = {"repairs": (Repair(finding=FINDING, before="1", after="2"),), "written": "# Before"}
CRITICISED = {"critique": Critique(technical_accuracy=50, completeness=50)}


def layers_of(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every layer, those inside others included, with the data that it draws."""
    for layer in spec.get("layer", []):
        complete = {"data": spec.get("data"), **layer}
        yield complete
        yield from layers_of(complete)


def marks(spec: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [layer for layer in layers_of(spec) if layer.get("mark", {}).get("type") == kind]


def rows_of(spec: dict[str, Any], layer: dict[str, Any]) -> list[dict[str, Any]]:
    return spec["datasets"][layer["data"]["name"]]


def labels(spec: dict[str, Any]) -> list[str]:
    return [row["label"] for layer in marks(spec, "text") for row in rows_of(spec, layer)]


def scored_points(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of the points that are seen, in the order of their rounds."""
    layers = [layer for layer in marks(spec, "point") if "shape" in layer["encoding"]]
    return sorted((row for layer in layers for row in rows_of(spec, layer)), key=lambda row: row["round"])


def targets(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of what is pointed at."""
    (layer,) = [layer for layer in marks(spec, "point") if "tooltip" in layer["encoding"]]
    return rows_of(spec, layer)


def line_values(spec: dict[str, Any], series: str) -> list[float | None]:
    (line,) = marks(spec, "line")
    return [row["value"] for row in rows_of(spec, line) if row["series"] == series]


def test_the_score_is_the_exact_mean_of_each_round():
    spec = draw(make_round(1, 30, 58), make_round(2, 62, 80))
    assert line_values(spec, "Score") == [44.0, 71.0]
    assert [point["value"] for point in scored_points(spec)] == [44.0, 71.0]


def test_each_dimension_has_a_line_of_its_own_dash_and_a_readable_name():
    spec = draw(make_round(1, 30, 58, 70), make_round(2, 62, 80, 90))
    (line,) = marks(spec, "line")
    dash = line["encoding"]["strokeDash"]["scale"]
    assert dash["domain"] == ["Score", "Technical accuracy", "Completeness", "Examples"]
    assert dash["range"][0] == [1, 0]
    assert len({tuple(pattern) for pattern in dash["range"]}) == 4
    assert line_values(spec, "Completeness") == [58, 80]


def test_a_round_without_a_score_is_a_gap_and_never_zero():
    spec = draw(make_round(1, 30, 58), make_round(2), make_round(3, 60, 60))
    assert line_values(spec, "Score") == [44.0, None, 60.0]
    assert [point["round"] for point in scored_points(spec)] == [1, 3]
    assert "no score" in labels(spec)


def test_a_round_that_is_still_at_work_is_not_said_to_have_no_score():
    spec = draw(make_round(1, 30, 58), Round(number=2, draft="# Draft"))
    assert "not scored yet" in labels(spec)
    assert "no score" not in labels(spec)


def test_the_axes_show_every_attempt_and_the_whole_scale():
    spec = draw(make_round(1, 30, 58), attempts=4)
    domains = [
        layer["encoding"]["x"]["scale"]["domain"]
        for layer in layers_of(spec)
        if "scale" in layer.get("encoding", {}).get("x", {})
    ]
    assert domains == [[1, 2, 3, 4]]
    (line,) = marks(spec, "line")
    assert line["encoding"]["y"]["scale"]["domain"] == [0, 100]


@pytest.mark.parametrize(("bar", "label"), [(95, "quality bar 95"), (87.5, "quality bar 87.5")])
def test_the_bar_is_a_dashed_rule_with_its_number(bar: float, label: str):
    spec = draw(make_round(1, 30, 58), bar=bar)
    (rule,) = marks(spec, "rule")
    assert rule["mark"]["strokeDash"]
    assert rows_of(spec, rule)[0]["bar"] == bar
    assert label in labels(spec)


def test_the_label_of_the_bar_makes_way_for_a_point_at_the_right_end():
    def side(score: float) -> str:
        spec = draw(make_round(1, 30), make_round(2, score), attempts=2)
        return next(layer["mark"]["align"] for layer in marks(spec, "text") if "align" in layer["mark"])

    assert side(50) == "right"
    assert side(90) == "left"


def test_the_best_round_is_a_diamond_with_its_score_in_words():
    spec = draw(make_round(1, 30, 58), make_round(2, 62, 80), best=2)
    assert [point["round"] for point in scored_points(spec) if point["is_best"]] == [2]
    assert "71.0 best" in labels(spec)


def test_without_a_best_round_nothing_is_called_best():
    spec = draw(make_round(1, 30, 58))
    assert not any(point["is_best"] for point in scored_points(spec))
    assert not any("best" in label for label in labels(spec))


def test_a_single_round_shows_a_point_for_the_score_and_each_dimension():
    spec = draw(make_round(1, 30, 58), best=1)
    dots = next(layer for layer in marks(spec, "point") if layer["mark"].get("size") == 16)
    assert [row["value"] for row in rows_of(spec, dots)] == [44.0, 30, 58]
    assert len(scored_points(spec)) == 1


def test_before_the_first_score_there_are_only_the_axes_and_the_bar():
    spec = draw()
    assert labels(spec) == ["quality bar 95"]
    assert marks(spec, "line") == []


def test_the_tooltip_names_decision_and_required_fix():
    (point,) = targets(draw(make_round(1, 30, 58, fix="Line 31 says `0.75`;\nit prints `0.5`")))
    assert point["decision"] == "round 1 is below the bar"
    assert point["fix"] == "Line 31 says `0.75`; it prints `0.5`"


def test_a_long_fix_is_cut_in_the_tooltip():
    (point,) = targets(draw(make_round(1, 30, fix="word " * 200)))
    assert len(point["fix"]) <= 200
    assert point["fix"].endswith("…")


def shaped(spec: dict[str, Any], shape: str) -> list[int]:
    """Return the rounds that have a mark of this shape around their point."""
    layers = [layer for layer in marks(spec, "point") if layer["mark"].get("shape") == shape]
    return [row["round"] for layer in layers for row in rows_of(spec, layer)]


def bars(spec: dict[str, Any]) -> dict[str, list[float]]:
    """Return the heights of the bars by what they count."""
    found = {}
    for layer in marks(spec, "bar"):
        name = layer["encoding"]["y"]["axis"]["labelExpr"].strip("'")
        found[name] = [row["value"] for row in rows_of(spec, layer)]
    return found


def test_a_repaired_round_has_a_frame_and_the_key_says_what_it_means():
    plain, mended = make_round(1, 30), make_round(2, 60).model_copy(update=REPAIRED)
    assert shaped(draw(plain, mended), "square") == [2]
    assert "□ repaired by code" in curve_key([plain, mended])
    assert "repaired" not in curve_key([plain])


def test_a_round_that_no_critic_read_is_told_from_one_that_a_critic_read():
    alone, judged = make_round(1, 30), make_round(2, 60).model_copy(update=CRITICISED)
    assert [point["has_critic"] for point in scored_points(draw(alone, judged))] == [False, True]
    assert "○ scored without a critic" in curve_key([alone, judged])
    assert "critic" not in curve_key([judged])


def test_before_the_first_score_the_key_says_nothing():
    assert curve_key([Round(number=1, draft="# Draft")]) == ""


def test_the_stop_stands_at_the_last_round_with_its_name():
    spec = draw(make_round(1, 30), make_round(2, 60), stop="no better score")
    assert "■ no better score" in labels(spec)
    (rule,) = [layer for layer in marks(spec, "rule") if "from" in rows_of(spec, layer)[0]]
    assert rows_of(spec, rule)[0]["round"] == 2


def test_rounds_that_go_on_have_no_stop():
    assert not any("■" in label for label in labels(draw(make_round(1, 30))))


def test_the_bars_show_the_tokens_and_the_time_of_each_round_that_is_over():
    took = {"usage": Usage(prompt_tokens=2000, output_tokens=210, cached_tokens=900), "seconds": 48.0}
    spec = draw(make_round(1, 30).model_copy(update=took), Round(number=2, draft="# Draft"))
    assert bars(spec) == {"tokens": [2210], "time": [48.0]}
    assert {"2.2k", "0:48"} <= set(labels(spec))
    told = [row["told"] for layer in marks(spec, "bar") for row in rows_of(spec, layer)]
    assert told == ["2,000 read, 210 written, 900 from cache", "0:48"]


def test_without_a_round_that_is_over_there_are_no_bars():
    assert bars(draw(Round(number=1, draft="# Draft"))) == {}


def test_the_bars_stand_below_the_scores_on_the_same_axis():
    spec = draw(make_round(1, 30))
    scales = [layer["encoding"]["y"]["scale"] for layer in (*marks(spec, "line"), *marks(spec, "bar"))]
    tops = [float(scale["rangeMax"]["expr"].removeprefix("height * ")) for scale in scales]
    bottoms = [float(scale["rangeMin"]["expr"].removeprefix("height * ")) for scale in scales]
    assert [top < bottom for top, bottom in zip(tops, bottoms, strict=True)] == [True] * 3
    assert [below >= above for above, below in zip(bottoms, tops[1:], strict=False)] == [True] * 2
    assert spec["resolve"]["scale"] == {"y": "independent"}
    assert {layer["encoding"]["x"]["field"] for layer in marks(spec, "bar")} == {"round"}


def test_a_click_chooses_the_nearest_round_where_it_may():
    spec = draw(make_round(1, 30), is_clickable=True)
    pick = next(param for param in spec["params"] if param["name"] == PICK)
    assert (pick["select"]["fields"], pick["select"]["nearest"]) == (["round"], True)
    assert PICK not in [param["name"] for param in draw(make_round(1, 30))["params"]]


def test_a_round_without_a_score_can_be_clicked_too():
    waiting = Round(number=1, draft="# Draft")
    spec = draw(waiting, is_clickable=True)
    assert PICK in [param["name"] for param in spec["params"]]
    assert [(row["round"], row["told"]) for row in targets(spec)] == [(1, "none")]


def test_the_round_that_is_open_has_a_ring():
    def ringed(opened: int | None) -> list[int]:
        spec = draw(make_round(1, 30), make_round(2, 60), opened=opened)
        (ring,) = [layer for layer in marks(spec, "point") if layer["mark"].get("size") == 900]
        assert ring["transform"] == [{"filter": "datum.round == opened"}]
        (chosen,) = [param["value"] for param in spec["params"] if param["name"] == "opened"]
        return [row["round"] for row in rows_of(spec, ring) if row["round"] == chosen]

    assert (ringed(2), ringed(None)) == ([2], [])


def test_opening_a_round_does_not_draw_the_chart_again():
    rounds = [make_round(1, 30), make_round(2, 60)]
    first, second = (score_curve(rounds, bar=95, best=2, attempts=4, opened=opened) for opened in (1, 2))
    assert first["layer"] is second["layer"]
    assert draw(*rounds, best=1)["layer"] is not first["layer"]


def test_the_chart_can_be_read_aloud():
    spec = draw(make_round(1, 30, 58), make_round(2), stop="approved")
    assert spec["description"] == "Score by round, quality bar 95. round 1: 44.0, round 2: no score. approved"


def test_the_first_chart_colour_of_both_themes_is_their_accent():
    config = tomllib.loads((Path(__file__).parents[2] / ".streamlit" / "config.toml").read_text("utf-8"))
    assert config["theme"]["light"]["chartCategoricalColors"][0] == config["theme"]["light"]["primaryColor"]
    assert config["theme"]["light"]["primaryColor"] == "#0f766e"
    assert config["theme"]["dark"]["chartCategoricalColors"][0] == config["theme"]["dark"]["blueColor"]
