"""Lessons in the database: learnt with the end of a run, offered to later ones, read and changed by people.

They are kept by person and project. Equal ones, of one kind of fault in what has the same traits, are one lesson that
counts its runs; a run teaches each at most once, however often it goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Select, delete, select, update
from sqlalchemy.orm import Session, sessionmaker

from reflexion_core.errors import StorageError
from reflexion_core.events import Event, RunCancelled, RunFailed, RunFinished
from reflexion_core.learning.making import make_lessons
from reflexion_core.lesson_records import DEFAULT_PROJECT, MOST_CHARACTERS, Lesson, LessonDraft
from reflexion_core.progress import Progress
from reflexion_core.storage.database import translated
from reflexion_core.storage.tables import LessonRow, LessonRunRow, RunRow

_COUNTS = {"repair": "repaired", "revision": "revised", "ending": "ended"}
_HINT = "run: reflexion lessons"


class LessonBook:
    """The lessons of a database.

    Args:
        sessions: The way into the database.
        place: Its name, for what is said of it.
        person: Whose lessons alone are known; None knows those of all.
        without_file: A file whose own lessons are not offered.
    """

    def __init__(
        self, sessions: sessionmaker[Session], place: str, person: str | None = None, without_file: str = ""
    ) -> None:
        self._sessions = sessions
        self._place = place
        self._person = person
        self._without_file = without_file

    def without(self, source_name: str) -> LessonBook:
        """Return the same book, which offers only what other files have taught too."""
        return LessonBook(self._sessions, self._place, self._person, source_name)

    def learn(self, run_id: str, progress: Progress) -> None:
        """Enter what a run teaches, whatever its settings say.

        Raises:
            StorageError: it could not be written.
        """
        lessons = make_lessons(progress)
        with translated(self._place), self._sessions.begin() as session:
            enter_lessons(session, run_id, lessons, progress)

    def offered(self, person: str, project: str) -> list[Lesson]:
        """Return the lessons that runs of a person in a project may be given, the oldest first."""
        query = select(LessonRow).where(
            LessonRow.person == person, LessonRow.project == (project or DEFAULT_PROJECT), LessonRow.is_on
        )
        if self._without_file:
            elsewhere = select(LessonRunRow.lesson_id).join(RunRow, RunRow.id == LessonRunRow.run_id)
            query = query.where(LessonRow.id.in_(elsewhere.where(RunRow.source_name != self._without_file)))
        return self._read(query.order_by(LessonRow.id))

    def lessons(self, project: str = "") -> list[Lesson]:
        """Return all lessons, or those of one project: by project, those that were learnt most often first."""
        query = select(LessonRow).where(*self._own)
        if project:
            query = query.where(LessonRow.project == project)
        often = LessonRow.repaired + LessonRow.revised + LessonRow.ended
        return self._read(query.order_by(LessonRow.project, often.desc(), LessonRow.id))

    def runs_of(self, lesson_id: int) -> list[str]:
        """Return the runs that a lesson was learnt from and that are still there, the newest first."""
        query = (
            select(RunRow.id)
            .join(LessonRunRow, LessonRunRow.run_id == RunRow.id)
            .join(LessonRow, LessonRow.id == LessonRunRow.lesson_id)
            .where(LessonRow.id == lesson_id, *self._own)
            .order_by(RunRow.queued_at.desc(), RunRow.id)
        )
        with translated(self._place), self._sessions() as session:
            return list(session.scalars(query))

    def switch(self, lesson_id: int, *, is_on: bool) -> None:
        """Let a lesson be offered, or not any more.

        Raises:
            StorageError: there is none of that number, or it could not be written.
        """
        self._change(lesson_id, is_on=is_on)

    def edit(self, lesson_id: int, text: str) -> None:
        """Give a lesson another text; it keeps that when it is learnt again.

        Raises:
            StorageError: the text is empty or too long, there is no lesson of that number, or it could not be written.
        """
        words = " ".join(text.split())
        if not words:
            raise StorageError("a lesson needs a text", hint="switch it off or delete it instead")
        if len(words) > MOST_CHARACTERS:
            raise StorageError(
                f"the text has {len(words)} characters; a lesson may have {MOST_CHARACTERS}", hint="make it shorter"
            )
        self._change(lesson_id, text=words, is_edited=True)

    def delete(self, lesson_id: int) -> None:
        """Delete a lesson; a run that has to mend the same again brings it back.

        Raises:
            StorageError: there is none of that number, or it could not be written.
        """
        gone = delete(LessonRow).where(LessonRow.id == lesson_id, *self._own).returning(LessonRow.id)
        with translated(self._place), self._sessions.begin() as session:
            if session.scalar(gone) is None:
                raise StorageError(f"there is no lesson {lesson_id}", hint=_HINT)

    def _change(self, lesson_id: int, **values: object) -> None:
        change = update(LessonRow).where(LessonRow.id == lesson_id, *self._own).values(**values)
        with translated(self._place), self._sessions.begin() as session:
            if session.scalar(change.returning(LessonRow.id)) is None:
                raise StorageError(f"there is no lesson {lesson_id}", hint=_HINT)

    def _read(self, query: Select[LessonRow]) -> list[Lesson]:
        with translated(self._place), self._sessions() as session:
            return [_lesson(row) for row in session.scalars(query)]

    @property
    def _own(self) -> list[ColumnElement[bool]]:
        return [] if self._person is None else [LessonRow.person == self._person]


def lessons_of_end(events: Sequence[Event], progress: Progress) -> tuple[LessonDraft, ...]:
    """Return what a run teaches that ends with these events; nothing where its settings leave lessons out."""
    is_end = any(isinstance(event, RunFinished | RunCancelled | RunFailed) for event in events)
    return make_lessons(progress) if is_end and progress.options is not None and progress.options.lessons else ()


def enter_lessons(session: Session, run_id: str, lessons: Sequence[LessonDraft], progress: Progress) -> None:
    """Enter what a run teaches: new lessons, and one run more for those that are known."""
    session.flush()  # who writes first waits for no one: nobody else can enter the same lesson in between
    for lesson in lessons:
        row = _find_row(session, lesson, progress)
        if session.get(LessonRunRow, (row.id, run_id)) is not None:
            continue
        session.add(LessonRunRow(lesson_id=row.id, run_id=run_id))
        count = _COUNTS[lesson.helped]
        setattr(row, count, getattr(row, count) + 1)
        row.learnt_at = progress.ended_at or row.learnt_at


def _find_row(session: Session, lesson: LessonDraft, progress: Progress) -> LessonRow:
    """Return the row of an equal lesson, a new one where there is none."""
    project = progress.options.project if progress.options is not None else ""
    key = {
        "person": progress.person,
        "project": project or DEFAULT_PROJECT,
        "check_name": lesson.check,
        "form": lesson.form,
        "traits": " ".join(lesson.traits),
    }
    row = session.scalar(select(LessonRow).filter_by(**key))
    if row is None:
        counts = dict.fromkeys(_COUNTS.values(), 0)
        row = LessonRow(**key, text=lesson.text, learnt_at=progress.ended_at or progress.queued_at, **counts)
        session.add(row)
        session.flush()
    return row


def _lesson(row: LessonRow) -> Lesson:
    values = {name: getattr(row, name) for name in Lesson.model_fields if name not in ("check", "traits")}
    return Lesson.model_validate({**values, "check": row.check_name, "traits": tuple(row.traits.split())})
