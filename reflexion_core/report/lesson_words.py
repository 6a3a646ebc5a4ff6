"""Lessons in words, for pages, reports and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from reflexion_core.lesson_records import FaultForm, GivenLesson, Lesson

_FORM_WORDS: dict[FaultForm, str] = {"wrong": "wrong", "left_out": "left out", "invented": "made up"}


def given_words(lessons: Sequence[GivenLesson], problem: str) -> str:
    """Return what a run was told of earlier ones, in a sentence without its full stop.

    Args:
        lessons: The lessons.
        problem: Why they could not be read; empty where they could.
    """
    if problem:
        return f"the lessons of earlier runs could not be read, and the run goes on without: {problem}"
    if not lessons:
        return "no lesson of earlier runs fits this source"
    return f"the generator is told {count_words(len(lessons), 'lesson')} of earlier runs"


def fault_words(lesson: Lesson) -> str:
    """Return the kind of fault that a lesson is about: `exceptions, left out`."""
    return f"{lesson.check.replace('_', ' ')}, {_FORM_WORDS[lesson.form]}"


def helped_words(lesson: Lesson) -> str:
    """Return what mended the fault, and in how many runs."""
    helped = {
        "repaired by code": lesson.repaired,
        "mended by a revision": lesson.revised,
        "mended at the end": lesson.ended,
    }
    return ", ".join(f"{what} in {count_words(count, 'run')}" for what, count in helped.items() if count)


def count_words(count: int, noun: str) -> str:
    """Return a count with its noun: `1 run`, `3 runs`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
