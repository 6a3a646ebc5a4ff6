"""A run with something of everything that a report tells."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from reflexion_core.lesson_records import GivenLesson
from reflexion_core.progress import Progress, RoleTotals
from reflexion_core.records import (
    CheckReport,
    CriticIssue,
    Critique,
    Decision,
    DimensionScore,
    FinalDocument,
    Finding,
    ModelVersion,
    PromptVersion,
    Repair,
    RequiredFix,
    RoleName,
    Round,
    RunState,
    Scores,
    Settlement,
    StopReason,
    Usage,
)
from tests.running import run_options, source

MADE_AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
RUN_ID = "0123456789abcdef"


def finding(message: str = "Line 5 says the default is `1.0`; it is `2.0`", **changes: Any) -> Finding:
    values: dict[str, Any] = {
        "check": "defaults",
        "severity": "high",
        "dimension": "technical_accuracy",
        "message": message,
        "doc_line": 5,
        "doc_end_line": 5,
        "doc_text": "1.0",
        "source_line": 4,
        "source_end_line": 4,
        "expected": "2.0",
    }
    return Finding.model_validate(values | changes)


def scores(accuracy: float, completeness: float) -> Scores:
    names = {"technical_accuracy": accuracy, "completeness": completeness}
    return Scores(dimensions=tuple(DimensionScore(dimension=name, value=value) for name, value in names.items()))


def issue(quote: str, **changes: Any) -> CriticIssue:
    values: dict[str, Any] = {
        "quote": quote,
        "problem": f"the problem with {quote}",
        "suggestion": f"instead of {quote}",
        "severity": "medium",
        "dimension": "completeness",
    }
    return CriticIssue.model_validate(values | changes)


CRITIQUE = Critique(
    technical_accuracy=88,
    completeness=77,
    issues=(
        issue("well grounded", is_grounded=True),
        issue("not in it"),
        issue("true after all", is_grounded=True, is_refuted=True),
    ),
    single_critical_fix="say more of volume",
)

ROUNDS = [
    Round(
        number=1,
        draft="# shapes\n\nThe first draft.\n",
        written="# shapes\n\nThe frist draft.\n",
        repairs=(Repair(finding=finding("the message was another"), before="negative!", after="not negative"),),
        report=CheckReport(findings=(finding(),), right=("area",), cannot_tell=1, examples_run=2),
        critique=CRITIQUE,
        scores=scores(40, 60),
        decision=Decision(
            action="revise",
            reason="below_bar",
            explanation="score 50.0, the bar is 95",
            fix=RequiredFix(text="Say that the default is `2.0`", origin="finding"),
        ),
        usage=Usage(prompt_tokens=1000, output_tokens=200),
        seconds=61.0,
    ),
    Round(
        number=2,
        draft="# shapes\n\nThe second draft.\n",
        report=CheckReport(right=("area", "area.height: default")),
        scores=scores(96, 98),
        decision=Decision(action="stop", reason=StopReason.APPROVED, explanation="score 97.0 reaches the bar of 95"),
        usage=Usage(prompt_tokens=900, output_tokens=150),
        seconds=30.0,
    ),
]

DOCUMENT = FinalDocument(
    text="# shapes\n\nThe final document, see [the docs](https://docs.example/a).\n",
    origin="adjudicator",
    round_number=2,
    note="Why this one.",
    settled=(Settlement(message="it said 9", scope="value", before="always 9.0", after="always 8.0"),),
    report=CheckReport(right=("area", "Box"), cannot_tell=1),
)


LESSON = GivenLesson(id=7, text="Copy every default.", reason="`area` has defaults", times=3)


def progress(**changes: Any) -> Progress:
    """Return the run at its end, with other values where the test names some."""
    options = run_options(policy="grounded", max_attempts=4)
    whole = Progress(
        source=source(),
        options=options,
        state=RunState.FINISHED,
        notice="a small model played all roles",
        lessons=(LESSON,),
        prompts=(PromptVersion(id="generator/draft", version=3, sha256="a" * 64),),
        models=tuple(
            ModelVersion(role=role, ref=options.role(role).model, digest="d1g35t" * 4, context_tokens=8192)
            for role in RoleName
        ),
        rounds=list(ROUNDS),
        totals={
            RoleName.GENERATOR: RoleTotals(calls=2, usage=Usage(prompt_tokens=1900, output_tokens=350), seconds=80)
        },
        reason=StopReason.APPROVED,
        is_approved=True,
        best_round=2,
        document=DOCUMENT,
        queued_at=datetime(2026, 11, 30, 11, 0, tzinfo=UTC),
        started_at=datetime(2026, 11, 30, 11, 0, 1, tzinfo=UTC),
        ended_at=datetime(2026, 11, 30, 11, 2, tzinfo=UTC),
    )
    return replace(whole, **changes)


def named(name: str) -> Progress:
    """Return the run of a file with a name that no upload would get past."""
    return progress(source=source().model_copy(update={"name": name}))
