"""How a file's documents came out from run to run."""

from __future__ import annotations

from typing import Any

from reflexion_core.dashboard.history_trend import PICK, Step, describe_trend, find_steps, trend_chart
from reflexion_core.records import RunState
from reflexion_core.storage.store import RunSummary
from tests.dashboard.test_history_table import row


def runs(*scores: float | None, sources: str = "") -> list[RunSummary]:
    """Return runs with these scores, approved from 95, each with the source that its letter names."""
    return [
        row(
            id=f"run{number}",
            score=score,
            is_approved=score is not None and score >= 95,
            state=RunState.FAILED if score is None else RunState.FINISHED,
            reason="" if score is None else "attempts",
            source_sha256=sources[number : number + 1],
        )
        for number, score in enumerate(scores)
    ]


def test_a_step_is_the_change_of_the_score_and_of_the_source():
    steps = find_steps(runs(60, 70.5, 65, sources="aab"))
    assert steps == {"run1": Step(10.5), "run2": Step(-5.5, is_source_changed=True)}


def test_a_run_without_a_score_is_stepped_over():
    steps = find_steps(runs(60, None, None, 70))
    assert [steps[f"run{number}"].change for number in (1, 2, 3)] == [None, None, 10]


def test_before_the_first_score_there_is_no_change():
    assert find_steps(runs(None, 60))["run1"].change is None
    assert find_steps(runs(60)) == {}
    assert find_steps([]) == {}


def test_the_trend_is_told_in_a_sentence():
    assert describe_trend(runs(60, None, 97, 90)) == ("4 runs, 1 approved. First score 60.0, last 90.0, best 97.0.")
    assert describe_trend(runs(60)) == "1 run, none approved. Score 60.0."
    assert describe_trend(runs(None, None)) == "None of these runs has a score yet."


def drawn(kind: str, *scores: float | None, sources: str = "") -> list[dict[str, Any]]:
    """Return what the chart's marks of one kind stand for."""
    chart = trend_chart(runs(*scores, sources=sources)).to_dict()
    names = [data for mark, data in find_marks(chart) if mark == kind]
    assert len(names) == 1
    values: list[dict[str, Any]] = chart["datasets"][names[0]]
    return values


def find_marks(chart: dict[str, Any], data: str = "") -> list[tuple[str, str]]:
    """Return each mark of a chart with the name of the data that it draws."""
    data = chart.get("data", {}).get("name", data)
    if "mark" in chart:
        return [(chart["mark"]["type"], data)]
    return [mark for layer in chart["layer"] for mark in find_marks(layer, data)]


def test_each_scored_run_is_a_point_that_can_be_chosen_and_read_aloud():
    points = drawn("point", 60, None, 97)
    assert [(point["run"], point["score"]) for point in points] == [("run0", 60), ("run2", 97)]
    assert points[1]["spoken"] == "run 3, score 97.0, attempts used up"
    assert [parameter["name"] for parameter in trend_chart(runs(60)).to_dict()["params"]] == [PICK]


def test_a_run_without_a_score_has_a_cross_and_no_point():
    assert [cross["run"] for cross in drawn("text", 60, None)] == ["run1"]
    assert [point["run"] for point in drawn("point", 60, None)] == ["run0"]


def test_a_change_of_the_source_is_drawn_where_it_happened():
    assert [rule["number"] for rule in drawn("rule", 60, 61, 62, sources="abb")] == [2]


def test_runs_without_any_score_are_still_a_chart():
    assert len(drawn("text", None, None)) == 2
