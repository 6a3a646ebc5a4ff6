"""The lessons that runs have left: read, changed, switched off, deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from reflexion_core.dashboard.holder import ServerState
from reflexion_core.dashboard.lessons_html import kept_html
from reflexion_core.dashboard.look import show_error
from reflexion_core.dashboard.safe_markdown import escape_label
from reflexion_core.errors import StorageError
from reflexion_core.lesson_records import MOST_CHARACTERS, MOST_GIVEN, Lesson
from reflexion_core.storage.lessons import LessonBook

_ALL = "all projects"
_LABEL_CHARACTERS = 90


def show_lessons(state: ServerState) -> None:
    """Show the lessons, and the form that changes one."""
    st.subheader("Lessons of earlier runs")
    st.markdown(
        "What code found wrong in a draft, and what was mended then, becomes a lesson. The first draft of a later run "
        f"is told up to {MOST_GIVEN} of those that were learnt from files like its own. Runs take part where "
        "**Lessons of earlier runs** is on, on the Review page; lessons are kept by person and project."
    )
    book = state.runs.store.lessons
    try:
        lessons = book.lessons()
    except StorageError as exc:
        show_error(exc)
        return
    if not lessons:
        st.info("No run has left a lesson yet.")
        return
    shown = _of_project(lessons)
    st.html(kept_html(shown))
    _show_change(book, shown)


def _of_project(lessons: Sequence[Lesson]) -> list[Lesson]:
    projects = list(dict.fromkeys(lesson.project for lesson in lessons))
    if len(projects) == 1:
        return list(lessons)
    project = st.selectbox("Project", [_ALL, *projects], key="lessons_project", format_func=escape_label)
    return [lesson for lesson in lessons if project in (_ALL, lesson.project)]


def _show_change(book: LessonBook, lessons: Sequence[Lesson]) -> None:
    names = {lesson.id: f"{lesson.id} · {lesson.text[:_LABEL_CHARACTERS]}" for lesson in lessons}
    chosen = st.selectbox("Change a lesson", list(names), key="lesson", format_func=names.__getitem__)
    lesson = next(lesson for lesson in lessons if lesson.id == chosen)
    text = st.text_area(
        "Its text, as the generator is told it",
        lesson.text,
        max_chars=MOST_CHARACTERS,
        key=f"lesson_text_{lesson.id}",
    )
    # Keys name the lesson: a click on one that went meanwhile must not reach the one that is shown in its place.
    with st.container(horizontal=True):
        is_same = text == lesson.text
        if st.button("Save the text", icon=":material/save:", key=f"lesson_save_{lesson.id}", disabled=is_same):
            _do(lambda: book.edit(lesson.id, text))
        word = "off" if lesson.is_on else "on"
        if st.button(f"Switch {word}", icon=f":material/toggle_{word}:", key=f"lesson_switch_{lesson.id}"):
            _do(lambda: book.switch(lesson.id, is_on=not lesson.is_on))
        with st.popover("Delete", icon=":material/delete:"):
            st.write("A run that has to mend the same again brings it back; one that is switched off stays off.")
            if st.button("Delete this lesson", key=f"lesson_delete_{lesson.id}"):
                _do(lambda: book.delete(lesson.id))


def _do(change: Callable[[], None]) -> None:
    """Change a lesson and show the page anew, or say why it cannot be done."""
    try:
        change()
    except StorageError as exc:
        show_error(exc)
    else:
        st.rerun()
