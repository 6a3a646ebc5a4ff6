"""Runs of the small module that end with something mended, and the lessons that they leave."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from reflexion_core import events
from reflexion_core.events import Event
from reflexion_core.lesson_records import Lesson
from reflexion_core.progress import Progress
from reflexion_core.records import CheckReport, FinalDocument, Finding, Repair, Source, StopReason
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore, new_run_id
from tests.findings import finding
from tests.running import STARTED, run_options, source

AT = datetime(2026, 3, 1, tzinfo=UTC)
WRONG_DEFAULT = finding().model_copy(update={"owner": "area", "expected": "2.0"})
LEFT_OUT = finding(dimension="completeness").model_copy(
    update={"check": "exceptions", "owner": "area", "doc_text": "area", "expected": "ValueError"}
)


def mended_run(
    *found: Finding,
    repaired: Sequence[Finding] = (),
    left: Sequence[Finding] = (),
    settled: Sequence[Finding] = (),
    of: Source | None = None,
    person: str = "",
    **options: Any,
) -> list[Event]:
    """Return the events of a run of two drafts.

    Args:
        found: What is wrong in the first draft after repair, and mended by the second.
        repaired: What code mended in the first draft.
        left: What is wrong in both drafts and in the final document.
        settled: What is wrong in both drafts and not in the final document.
        of: The source.
        person: Who asked for it.
        options: Options that differ.
    """
    changes = {"policy": "grounded", "lessons": True} | options
    first, second = CheckReport(findings=(*found, *left, *settled)), CheckReport(findings=(*left, *settled))
    queued = events.RunQueued(source=of or source(), options=run_options(**changes), person=person)
    made: list[Event] = [queued, STARTED, events.DraftReady(round=1, draft="first")]
    made.append(events.FindingsReady(round=1, report=first))
    if repaired:
        repairs = tuple(Repair(finding=item, before="1", after="2") for item in repaired)
        made.append(events.DraftRepaired(round=1, draft="mended", repairs=repairs, report=first))
    document = FinalDocument(text="t", origin="draft", round_number=2, report=CheckReport(findings=tuple(left)))
    made += [
        events.DraftReady(round=2, draft="second"),
        events.FindingsReady(round=2, report=second),
        events.RunFinished(
            reason=StopReason.ATTEMPTS, is_approved=False, best_round=2, score=90.0, document=document, at=AT
        ),
    ]
    return made


def mended_progress(*found: Finding, **about: Any) -> Progress:
    return Progress.of(mended_run(*found, **about))


def save_run(store: RunStore, run_events: Sequence[Event]) -> str:
    """Store a run as it comes, and return its name."""
    recorder = Recorder(store, new_run_id())
    for event in run_events:
        recorder(event)
    assert recorder.problem is None
    return recorder.run_id


def lesson(number: int = 1, *traits: str, **changes: Any) -> Lesson:
    values = {"project": "default", "check": "defaults", "form": "wrong", "text": f"text {number}", "repaired": 1}
    return Lesson.model_validate({"id": number, "traits": traits, "learnt_at": AT, **values, **changes})
