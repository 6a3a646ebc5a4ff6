"""Lessons from a run: verified findings in its drafts that code or a revision mended, and nothing that a model said."""

from __future__ import annotations

from collections.abc import Iterator

from reflexion_core.learning.advice import advise, telling_traits
from reflexion_core.learning.traits import symbol_traits, trait_words
from reflexion_core.lesson_records import FaultForm, Helped, LessonDraft
from reflexion_core.progress import Progress
from reflexion_core.records import CheckReport, Finding
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.source.read_facts import read_facts

_HARDEST_FIRST: tuple[Helped, ...] = ("ending", "revision", "repair")


def make_lessons(progress: Progress) -> tuple[LessonDraft, ...]:
    """Return what a run teaches, each kind of fault once, in the order in which it was found.

    Args:
        progress: The run at its end.
    """
    if progress.source is None or not any(item.report is not None for item in progress.rounds):
        return ()
    facts = read_facts(progress.source)
    lessons: dict[tuple[str, FaultForm, tuple[str, ...]], LessonDraft] = {}
    for finding, helped in mended_findings(progress):
        lesson = _make_lesson(finding, helped, facts)
        key = (lesson.check, lesson.form, lesson.traits)
        known = lessons.get(key)
        if known is None or _HARDEST_FIRST.index(helped) < _HARDEST_FIRST.index(known.helped):
            lessons[key] = lesson
    return tuple(lessons.values())


def mended_findings(progress: Progress) -> Iterator[tuple[Finding, Helped]]:
    """Yield what was wrong in drafts of models and is not in the last text any more, with what mended it."""
    last = _last_report(progress)
    if last is None:
        return
    left, drafted = _marks(last), _marks(progress.rounds[-1].report)
    for item in progress.rounds:
        if item.author != "model" or item.report is None:
            continue
        yield from ((repair.finding, "repair") for repair in item.repairs)
        for finding in item.report.findings:
            mark = _mark(finding)
            if mark not in left:
                yield finding, "ending" if mark in drafted else "revision"


def fault_form(finding: Finding) -> FaultForm:
    """Return how a document was at fault."""
    if finding.dimension == "completeness":
        return "left_out"
    return "wrong" if finding.expected or finding.replacement is not None else "invented"


def _make_lesson(finding: Finding, helped: Helped, facts: ModuleFacts) -> LessonDraft:
    form = fault_form(finding)
    traits = telling_traits(finding.check, symbol_traits(facts.symbol(finding.owner)))
    where = f" It went wrong for what {trait_words(traits)}." if traits else ""
    return LessonDraft(
        check=finding.check,
        form=form,
        traits=tuple(sorted(map(str, traits))),
        text=f"{advise(finding.check, form)}{where}",
        helped=helped,
    )


def _last_report(progress: Progress) -> CheckReport | None:
    """Return what the checks say of the final document, or of the last draft of a run that has none."""
    if progress.document is not None:
        return progress.document.report
    return progress.rounds[-1].report


def _marks(report: CheckReport | None) -> set[tuple[str, ...]]:
    return {_mark(finding) for finding in report.findings} if report is not None else set()


def _mark(finding: Finding) -> tuple[str, ...]:
    """Return what makes a finding the same one in another draft: its line may be another there."""
    return (finding.check, finding.owner, finding.doc_text, finding.expected)
