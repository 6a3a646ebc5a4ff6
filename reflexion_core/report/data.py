"""A run as plain data: in short for `--json`, and the whole of it as a report."""

from __future__ import annotations

import json
from typing import Any

from reflexion_core.document.safe_html import as_unicode
from reflexion_core.progress import Progress
from reflexion_core.records import Record, Repair, Round

REPORT_VERSION = 2
"""Goes up when a reader of an older report could not read a newer one."""


def run_report(progress: Progress, run_id: str) -> dict[str, Any]:
    """Return a run in short, as plain data."""
    return {
        "run": run_id,
        "source": progress.source.name if progress.source is not None else None,
        "state": progress.state.value,
        "reason": progress.reason.value if progress.reason is not None else None,
        "approved": progress.is_approved,
        "score": progress.best.score if progress.best is not None else None,
        "best_round": progress.best.number if progress.best is not None else None,
        "bar": progress.options.quality_score_bar if progress.options is not None else None,
        "rounds": [_round_report(item) for item in progress.rounds],
        "roles": {
            role.value: {
                "calls": totals.calls,
                "retries": totals.retries,
                "seconds": round(totals.seconds, 3),
                **totals.usage.model_dump(),
            }
            for role, totals in progress.totals.items()
        },
        "models": _models(progress),
        "committee": [str(ref) for ref in progress.options.committee] if progress.options is not None else [],
        "choice": _choice(progress),
        "notice": progress.notice,
        "lessons": [_dump(item) for item in progress.lessons] if progress.lessons is not None else None,
        "seconds": round(progress.seconds, 3) if progress.seconds is not None else None,
        "forecast": progress.forecast.model_dump(include={"at_least", "at_most", "basis"})
        if progress.forecast
        else None,
        "error": progress.failure.model_dump() if progress.failure is not None else None,
        "findings": _findings(progress),
        "settled": [item.model_dump() for item in progress.document.settled] if progress.document is not None else [],
        "document": progress.document.text if progress.document is not None else None,
        "document_origin": progress.document.origin if progress.document is not None else None,
    }


def _models(progress: Progress) -> dict[str, str]:
    """Return the model of each role; further critics are listed apart."""
    models: dict[str, str] = {}
    for item in progress.models:
        models.setdefault(item.role.value, str(item.ref))
    return models


def _choice(progress: Progress) -> dict[str, Any] | None:
    """Return what the strategy `auto` chose, and why; None where the user chose."""
    choice = progress.choice
    if choice is None:
        return None
    return {"strategy": choice.strategy, "reason": choice.reason, "by_model": choice.is_by_model}


def _findings(progress: Progress) -> list[dict[str, Any]] | None:
    """Return what is still wrong in the final document; None where it was not checked."""
    report = progress.document.report if progress.document is not None else None
    return None if report is None else [finding.model_dump(mode="json") for finding in report.findings]


def _round_report(item: Round) -> dict[str, Any]:
    return {
        "round": item.number,
        "scores": {score.dimension: score.value for score in item.scores.dimensions} if item.scores else None,
        "score": item.score,
        "spread": _spread(item),
        "left_out_critics": list(item.dropped_critics),
        "decision": item.decision.action if item.decision is not None else None,
        "reason": item.decision.reason if item.decision is not None else None,
        "fix": item.decision.fix.text if item.decision is not None and item.decision.fix is not None else None,
        "findings": len(item.report.findings) if item.report is not None else None,
        "wrong": [finding.message for finding in item.report.findings] if item.report is not None else None,
        "repaired": len(item.repairs),
        "repairs": [_repair_report(repair) for repair in item.repairs],
        "tokens": item.usage.total_tokens,
        "seconds": round(item.seconds, 3),
    }


def _spread(item: Round) -> dict[str, list[float]]:
    """Return the lowest and the highest score of each dimension that a committee's critics gave."""
    scores = item.scores.dimensions if item.scores is not None else ()
    return {each.dimension: [each.low, each.high] for each in scores if each.low is not None and each.high is not None}


def _repair_report(repair: Repair) -> dict[str, str]:
    return {"message": repair.finding.message, "before": repair.before, "after": repair.after}


def json_report(progress: Progress, run_id: str) -> str:
    """Return the whole run as JSON: what `run_report` has, every text, and all that was said of each."""
    return as_unicode(json.dumps(complete_report(progress, run_id), indent=2, ensure_ascii=False)) + "\n"


def _plan(progress: Progress) -> dict[str, Any] | None:
    """Return the sections of a run that was worked section by section, each with what became of it."""
    plan = progress.plan
    if plan is None:
        return None
    sections = [section.model_dump(mode="json") | {"result": _dump(plan.result(section))} for section in plan.sections]
    return {"reason": plan.reason, "sections": sections}


def complete_report(progress: Progress, run_id: str) -> dict[str, Any]:
    """Return the whole run as plain data, but for the text of the source: of that only its name and hash."""
    source, document = progress.source, progress.document
    times = {"queued_at": progress.queued_at, "started_at": progress.started_at, "ended_at": progress.ended_at}
    return run_report(progress, run_id) | {
        "report_version": REPORT_VERSION,
        "source_sha256": source.sha256 if source is not None else None,
        "settings": _dump(progress.options),
        "prompts": [_dump(item) for item in progress.prompts],
        "model_versions": [_dump(item) for item in progress.models],
        **{name: at.isoformat() if at is not None else None for name, at in times.items()},
        "rounds": [_complete_round(item) for item in progress.rounds],
        "plan": _plan(progress),
        "adjudicated": progress.adjudicated,
        "document_note": document.note if document is not None else None,
        "document_repairs": [_dump(item) for item in document.repairs] if document is not None else [],
        "document_report": _dump(document.report) if document is not None else None,
        "former_documents": [_dump(item) for item in progress.former_documents],
        "lessons_problem": progress.lessons_problem,
        "acceptance": _dump(progress.acceptance),
        "continuation": _dump(progress.continuation),
    }


def _complete_round(item: Round) -> dict[str, Any]:
    return _round_report(item) | {
        "draft": item.draft,
        "written": item.written,
        "is_cut": item.is_cut,
        "left_out": list(item.left_out),
        "author": item.author,
        "by": item.by,
        "is_critic_left_out": item.is_critic_left_out,
        "report": _dump(item.report),
        "critique": _dump(item.critique),
        "explanation": item.decision.explanation if item.decision is not None else None,
        "fix_origin": item.decision.fix.origin if item.decision is not None and item.decision.fix is not None else None,
        "complete_repairs": [_dump(repair) for repair in item.repairs],
    }


def _dump(record: Record | None) -> dict[str, Any] | None:
    return None if record is None else record.model_dump(mode="json")
