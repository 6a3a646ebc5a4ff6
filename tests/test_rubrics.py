"""Rubric files, and runs that are scored by another one than the classic."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from reflexion_core.cli_output import rounds_table
from reflexion_core.dashboard.run_html import rounds_html
from reflexion_core.errors import SettingsError
from reflexion_core.records import CheckReport, CriticIssue, Critique, DimensionScore, Round, Scores
from reflexion_core.report.page import html_report
from reflexion_core.routing import choose_fix
from reflexion_core.rubric_choice import choose_rubric, open_rubrics
from reflexion_core.rubrics import Rubric, read_rubric
from reflexion_core.scoring import score_by_facts, score_by_model
from reflexion_core.settings import rubric_files
from tests.findings import finding
from tests.running import CLASSIC, FULL, Outcome, Script, run


def values(scores: Scores | None) -> dict[str, float]:
    assert scores is not None
    return {item.dimension: item.value for item in scores.dimensions}


def issue(dimension: str, severity: str = "medium", quote: str = "height=1.0") -> dict[str, str]:
    words = {"problem": f"about {dimension}", "suggestion": "height=2.0", "quote": quote}
    return words | {"dimension": dimension, "severity": severity}


def verdict(*issues: dict[str, str], **numbers: float) -> str:
    scores = {f"score_{name}": numbers.get(name, 100) for name in FULL.names}
    return json.dumps({"issues": issues, "single_critical_fix": ""} | scores)


def scored(numbers: dict[str, float], rubric: Rubric = FULL, *issues: CriticIssue) -> Round:
    critique = Critique(dimensions=numbers, issues=issues)
    return Round(number=1, draft="# a\n\nText.\n", critique=critique, scores=score_by_model(critique, rubric))


def full_run(*verdicts: str, **changes: Any) -> Outcome:
    return run(Script(verdicts=verdicts), rubric="full", **changes)


def test_the_fuller_rubric_has_five_dimensions_each_with_what_to_look_for() -> None:
    assert FULL.names == ("technical_accuracy", "completeness", "clarity", "examples", "obedience")
    assert all(each.look_for and each.measures for each in FULL.dimensions)


def test_the_classic_rubric_has_two_of_equal_weight() -> None:
    assert {each.name: each.weight for each in CLASSIC.dimensions} == {"technical_accuracy": 1, "completeness": 1}


def test_a_dimension_counts_by_its_weight() -> None:
    scores = Scores(
        dimensions=(
            DimensionScore(dimension="a", value=90, weight=3),
            DimensionScore(dimension="b", value=50, weight=1),
        )
    )
    assert scores.mean == 80


def test_the_weakest_dimension_is_the_one_that_costs_the_most_by_its_weight() -> None:
    numbers = dict.fromkeys(FULL.names, 100.0) | {"technical_accuracy": 90, "clarity": 75}
    scores = score_by_model(Critique(dimensions=numbers), FULL)
    assert scores is not None
    assert scores.by_shortfall[:2] == ("technical_accuracy", "clarity")


def test_a_finding_of_a_check_that_a_dimension_names_costs_that_one() -> None:
    wrong = finding("high").model_copy(update={"check": "examples"})
    found = values(score_by_facts(CheckReport(findings=(wrong,)), None, FULL))
    assert (found["examples"], found["technical_accuracy"]) == (70, 100)


def test_a_finding_whose_dimension_the_rubric_lacks_costs_its_first() -> None:
    clarity = FULL.model_copy(update={"dimensions": FULL.dimensions[2:3]})
    report = CheckReport(findings=(finding("high", dimension="completeness"),), unexplained=("area",))
    assert values(score_by_facts(report, None, clarity)) == {"clarity": 66}


def test_a_run_is_judged_by_the_dimensions_of_its_rubric() -> None:
    outcome = full_run(verdict(clarity=60), max_attempts=1)
    schema = outcome.asked("critic")[0].answer_schema
    assert schema is not None
    assert set(schema["properties"]) == {"issues", "single_critical_fix", *(f"score_{name}" for name in FULL.names)}
    assert schema["properties"]["issues"]["items"]["properties"]["dimension"]["enum"] == list(FULL.names)
    assert '"score_obedience": <whole number' in outcome.asked("critic")[0].messages[1].content
    assert values(outcome.progress.rounds[0].scores)["clarity"] == 60
    assert outcome.progress.rounds[0].score == 95


def test_a_reply_with_the_classic_numbers_alone_is_no_verdict_by_the_fuller_rubric() -> None:
    reply = json.dumps({"issues": [], "score_completeness": 90, "score_technical_accuracy": 90})
    outcome = full_run(reply, max_attempts=1)
    assert outcome.progress.critic_problem == "'score_clarity': field required"


def test_the_fix_is_an_issue_of_the_weakest_dimension_that_has_one() -> None:
    named = verdict(issue("technical_accuracy", "high"), issue("clarity", "low"), technical_accuracy=95, clarity=40)
    decision = full_run(named, max_attempts=2).progress.rounds[0].decision
    assert decision is not None
    assert decision.fix is not None
    assert "about clarity" in decision.fix.text
    assert decision.explanation.startswith("score 90.6 is below the bar of 95, weakest in clarity")


def test_what_is_verified_is_mended_before_the_weakest_dimension() -> None:
    said = CriticIssue(quote="x", problem="p", suggestion="s", severity="high", dimension="clarity", is_grounded=True)
    item = scored(dict.fromkeys(FULL.names, 100.0) | {"clarity": 0}, FULL, said)
    item = item.model_copy(update={"report": CheckReport(findings=(finding("low", "A slip"),))})
    assert choose_fix(item).origin == "finding"


def test_with_the_classic_two_the_worst_issue_is_the_fix_whatever_its_dimension() -> None:
    issues = [
        CriticIssue(quote="x", problem=name, suggestion="s", severity=how, dimension=name, is_grounded=True)
        for name, how in (("technical_accuracy", "high"), ("completeness", "low"))
    ]
    item = scored({"technical_accuracy": 95, "completeness": 40}, CLASSIC, *issues)
    assert "technical_accuracy" in choose_fix(item).text


def test_the_standing_request_names_a_dimension_that_facts_do_not_decide() -> None:
    assert (
        "for clarity, which scores lowest" in choose_fix(scored(dict.fromkeys(FULL.names, 100.0) | {"clarity": 5})).text
    )


def test_a_rubric_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(SettingsError, match="there is no rubric '/etc/passwd' here") as caught:
        choose_rubric("/etc/passwd", open_rubrics())
    assert caught.value.hint == "allowed: classic, full"


def test_a_run_with_an_unknown_rubric_fails_with_the_reason() -> None:
    failure = run(Script(), rubric="/etc/passwd").progress.failure
    assert failure is not None
    assert failure.message == "there is no rubric '/etc/passwd' here"


def changed_rubric(folder: Path, **changes: Any) -> Path:
    path = folder / "own.json"
    path.write_text(json.dumps(json.loads(rubric_files()["classic"].read_text("utf-8")) | changes))
    return path


def test_a_rubric_of_ones_own_is_opened_where_the_settings_name_it(tmp_path: Path) -> None:
    dimension = {"name": "tone", "look_for": "a harsh word.", "measures": "how kind it is"}
    path = str(changed_rubric(tmp_path, dimensions=[dimension]))
    assert choose_rubric(path, open_rubrics(path)).names == ("tone",)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"dimensions": []}, "at least 1 item"),
        ({"dimensions": [{"name": "a"}]}, "dimensions.0.look_for"),
        ({"dimensions": [{"name": "A b", "look_for": "x", "measures": "y"}]}, "dimensions.0.name"),
        ({"dimensions": [{"name": "a", "look_for": "x", "measures": "y"}] * 2}, "two dimensions are called 'a'"),
        ({"dimensions": [{"name": "a", "look_for": "x", "measures": "y", "weight": 0}]}, "dimensions.0.weight"),
        ({"deductions": {"verified": {"high": 1}, "critic": {}}}, "no points for low, medium"),
    ],
    ids=["no dimension", "nothing to look for", "name", "twins", "weight", "points"],
)
def test_a_broken_rubric_is_refused_with_the_place(tmp_path: Path, changes: dict[str, Any], problem: str) -> None:
    path = changed_rubric(tmp_path, **changes)
    with pytest.raises(SettingsError) as caught:
        read_rubric(path)
    assert str(path) in caught.value.message
    assert problem in caught.value.message


def test_a_rubric_that_names_an_unknown_check_is_refused(tmp_path: Path) -> None:
    dimension = {"name": "a", "look_for": "x", "measures": "y", "checks": ["spelling"]}
    with pytest.raises(SettingsError, match="there is no check 'spelling'"):
        open_rubrics(str(changed_rubric(tmp_path, dimensions=[dimension])))


def test_numbers_that_were_stored_before_there_were_rubrics_are_read() -> None:
    stored = {"technical_accuracy": 70, "completeness": 80, "issues": [], "single_critical_fix": ""}
    read = Critique.model_validate(stored)
    assert read.dimensions == {"technical_accuracy": 70, "completeness": 80}
    assert Critique.model_validate_json(read.model_dump_json()) == read


def test_the_page_and_the_terminal_show_the_dimensions_of_the_rubric() -> None:
    progress = full_run(verdict(clarity=60), max_attempts=1).progress
    page = rounds_html(progress)
    assert '<th class="rx-n">Clarity</th>' in page
    assert page.count('<td class="rx-n">60</td>') == 1
    console = Console(width=200, record=True, file=StringIO())
    console.print(rounds_table(progress))
    assert "accuracy  complete  clarity  examples  obedience" in console.export_text()


def test_a_report_has_a_line_and_a_column_for_each_dimension() -> None:
    text = html_report(full_run(verdict(clarity=60), max_attempts=1).progress, "r", datetime.now(UTC))
    assert "Obedience</th>" in text
    assert 'class="side side4"' in text
