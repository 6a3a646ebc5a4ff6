"""One round as HTML: what was found, and what came of it."""

from __future__ import annotations

from typing import Any

from reflexion_core import events
from reflexion_core.dashboard.round_html import found_html, found_so_far_html, issues_html, verdict_html
from reflexion_core.records import (
    CheckReport,
    CriticIssue,
    Critique,
    Decision,
    DimensionScore,
    Finding,
    Repair,
    RequiredFix,
    Round,
    Scores,
    StopReason,
)
from tests.running import source
from tests.showing import HOSTILE, Reader, started


def finding(message: str = "Line 5 says `1.0`; the default is `2.0`") -> Finding:
    return Finding(
        check="defaults", severity="high", dimension="technical_accuracy", message=message, doc_line=5, doc_end_line=5,
        doc_text="1.0", source_line=4,
    )  # fmt: skip


def critics_issue(**changes: Any) -> CriticIssue:
    values = {
        "quote": "Shapes", "problem": "says too little", "suggestion": "say more", "severity": "medium",
        "dimension": "completeness", "is_grounded": True,
    }  # fmt: skip
    return CriticIssue(**(values | changes))


def full_round(text: str = "x") -> Round:
    return Round(
        number=2,
        draft="# Draft",
        written="# Written",
        repairs=(Repair(finding=finding(f"mended {text}"), before=f"before {text}", after=f"after {text}"),),
        report=CheckReport(findings=(finding(f"wrong {text}"),), right=("a",), cannot_tell=3),
        critique=Critique(
            technical_accuracy=70,
            completeness=80,
            issues=(critics_issue(quote=text, problem=f"problem {text}", suggestion=text),),
        ),
        scores=Scores(
            dimensions=(
                DimensionScore(dimension="technical_accuracy", value=62),
                DimensionScore(dimension="completeness", value=80),
            )
        ),
        decision=Decision(
            action="revise",
            reason="below_bar",
            explanation=f"because {text}",
            fix=RequiredFix(text=f"fix {text}", origin="finding"),
        ),
    )


def test_hostile_text_in_every_place_stays_text():
    hostile = full_round(HOSTILE)
    for html in (found_html(hostile, source()), verdict_html(hostile)):
        read = Reader(html)
        allowed = {"div", "span", "table", "thead", "tbody", "tr", "th", "td", "code", "del", "ins", "dl", "dt", "dd"}
        assert read.tags <= allowed | {"b"}
        assert read.depth == 0
        assert HOSTILE in read.text


def test_what_code_found_what_it_mended_and_what_the_critic_says_are_shown():
    text = Reader(found_html(full_round(), source())).text
    for words in ("1 right", "1 wrong", "3 cannot tell", "wrong x", "mended x", "before x", "after x", "problem x"):
        assert words in text
    assert "line 4 def area(width: float, height: float = 2.0) -> float:" in text


def test_a_problem_of_the_critic_says_whether_it_counts_and_why_not():
    def standing(**changes: Any) -> str:
        return Reader(issues_html([critics_issue(**changes)])).text.split("say more")[1]

    assert standing() == "yes"
    assert standing(is_grounded=False) == "no: these words are not in the draft"
    assert standing(is_refuted=True) == "no: the checks found it right"


def test_a_critic_without_a_complaint_says_so():
    assert Reader(issues_html([])).text == "The critic names no problem."


def test_the_verdict_names_scores_decision_and_fix():
    text = Reader(verdict_html(full_round())).text
    assert "71.0 technical accuracy 62, completeness 80" in text
    assert "technical accuracy 70, completeness 80" in text
    assert "revise: below the bar because x" in text
    assert "Required fixfix x" in text


def test_an_approved_round_has_no_fix():
    decision = Decision(action="stop", reason=StopReason.APPROVED, explanation="it reaches the bar")
    text = Reader(verdict_html(full_round().model_copy(update={"decision": decision}))).text
    assert "✓ approved it reaches the bar" in text
    assert "Required fixnone" in text


def test_a_round_at_work_has_no_decision_yet():
    text = Reader(verdict_html(Round(number=1, draft="# x", is_cut=True))).text
    assert "Scoreno score" in text
    assert "Decisionnot yet" in text
    assert "stopped before the end of its text" in text


def test_parts_that_code_left_out_are_named_with_the_reason():
    text = Reader(verdict_html(Round(number=1, draft="# x", left_out=("_read", "Box._fill")))).text
    assert "Left outwhat the model wrote on _read, Box._fill: private, and no part of the API" in text


def test_findings_come_while_the_critic_still_reads():
    before = started()
    drafted = events.DraftReady(round=1, draft="# x")
    found = events.FindingsReady(round=1, report=CheckReport(findings=(finding(),), right=("a", "b")))
    judged = events.CritiqueReady(round=1, critique=Critique(technical_accuracy=9, completeness=9))
    assert "comes here" in found_so_far_html(before.progress)
    checked = Reader(found_so_far_html(started(drafted, found).progress)).text
    assert "the default is 2.0" in checked
    assert "The critic has not answered yet." in checked
    answered = Reader(found_so_far_html(started(drafted, found, judged).progress)).text
    assert "The critic names no problem." in answered
    assert "not answered" not in answered


def test_a_round_without_its_critic_says_why() -> None:
    assert "critic was not asked" in found_html(Round(number=1, draft="d", is_critic_left_out=True), None)
    assert "critic was not asked" not in found_html(Round(number=1, draft="d"), None)
