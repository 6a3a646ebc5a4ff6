"""Findings, reports and rounds for tests of what is decided by them."""

from __future__ import annotations

from reflexion_core.records import (
    CheckReport,
    DimensionScore,
    Finding,
    Replacement,
    Round,
    Scores,
    Severity,
)


def finding(
    severity: Severity = "high",
    message: str = "Line 3 says `1`; the source has `12`",
    *,
    dimension: str = "technical_accuracy",
    replacement: tuple[int, int, str] | None = None,
    source_line: int | None = 4,
) -> Finding:
    start, end, text = replacement or (0, 0, "")
    return Finding(
        check="defaults",
        severity=severity,
        dimension=dimension,
        message=message,
        doc_line=3,
        doc_end_line=3,
        doc_text="1",
        source_line=source_line,
        replacement=Replacement(start=start, end=end, text=text) if replacement else None,
    )


def checked_round(
    number: int,
    *findings: Finding,
    score: float | None = 90.0,
    right: tuple[str, ...] = (),
    draft: str | None = None,
) -> Round:
    scores = (
        None if score is None else Scores(dimensions=(DimensionScore(dimension="technical_accuracy", value=score),))
    )
    return Round(
        number=number,
        draft=draft or f"# draft {number}\n\nText {number}.\n",
        scores=scores,
        report=CheckReport(findings=findings, right=right),
    )
