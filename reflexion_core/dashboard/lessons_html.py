"""Lessons as HTML: those that a run was given, and those that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from reflexion_core.dashboard.code_words import with_code
from reflexion_core.dashboard.look import tag
from reflexion_core.lesson_records import GivenLesson, Lesson
from reflexion_core.progress import Progress
from reflexion_core.report.lesson_words import fault_words, given_words, helped_words


def given_html(progress: Progress) -> str:
    """Return which lessons a run was given and why; nothing where its settings leave lessons out."""
    if progress.lessons is None:
        return ""
    said = given_words(progress.lessons, progress.lessons_problem)
    sentence = f'<p class="rx-mute">{escape(said[:1].upper() + said[1:])}.</p>'
    if not progress.lessons:
        return sentence
    heads = '<th class="rx-n">No.</th><th>Lesson</th><th>Why this one</th><th class="rx-n">Learnt in runs</th>'
    return sentence + _table(heads, "".join(_given_row(lesson) for lesson in progress.lessons))


def kept_html(lessons: Sequence[Lesson]) -> str:
    """Return lessons as a table."""
    heads = (
        '<th class="rx-n">No.</th><th>State</th><th>Lesson</th><th>Kind of fault</th><th>What helped</th>'
        "<th>Project</th><th>Last learnt</th>"
    )
    return _table(heads, "".join(_kept_row(lesson) for lesson in lessons))


def _given_row(lesson: GivenLesson) -> str:
    return (
        f'<tr><td class="rx-n">{lesson.id}</td><td class="rx-fix">{with_code(lesson.text)}</td>'
        f'<td class="rx-fix">{with_code(lesson.reason)}</td><td class="rx-n">{lesson.times:,}</td></tr>'
    )


def _kept_row(lesson: Lesson) -> str:
    state = tag("on", "right") if lesson.is_on else tag("off", "unsure")
    edited = ' <span class="rx-mute">(changed by hand)</span>' if lesson.is_edited else ""
    return (
        f'<tr><td class="rx-n">{lesson.id}</td><td>{state}</td>'
        f'<td class="rx-fix">{with_code(lesson.text)}{edited}</td><td>{escape(fault_words(lesson))}</td>'
        f'<td class="rx-fix">{escape(helped_words(lesson))}</td><td>{escape(lesson.project)}</td>'
        f"<td>{lesson.learnt_at:%Y-%m-%d}</td></tr>"
    )


def _table(heads: str, rows: str) -> str:
    table = f'<table class="rx-table"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    return f'<div class="rx-scroll">{table}</div>'
