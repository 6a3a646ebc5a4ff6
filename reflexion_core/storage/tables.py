"""The tables: a run's summary for lists and searches, and its events, which are the truth."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Boolean, DateTime, Float, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC, on databases that know no time zones as well."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    pass


class RunRow(Base):
    __tablename__ = "runs"
    __table_args__ = (
        Index("runs_by_time", "queued_at"),
        Index("runs_of_a_file", "source_name", "queued_at"),
        Index("runs_by_score", "score"),
        Index("runs_of_a_person", "person", "queued_at"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str] = mapped_column(String(200))
    """The process that holds the run: `host/id`."""
    source_name: Mapped[str] = mapped_column(String(255))
    source_sha256: Mapped[str] = mapped_column(String(64))
    strategy: Mapped[str] = mapped_column(String(40))
    quality_score_bar: Mapped[float] = mapped_column(Float)
    max_attempts: Mapped[int] = mapped_column(Integer)
    generator: Mapped[str] = mapped_column(String(500))
    critic: Mapped[str] = mapped_column(String(500))
    adjudicator: Mapped[str] = mapped_column(String(500))
    state: Mapped[str] = mapped_column(String(20), index=True)
    reason: Mapped[str] = mapped_column(String(20), default="")
    problem: Mapped[str] = mapped_column(Text, default="")
    rounds: Mapped[int] = mapped_column(Integer, default=0)
    score: Mapped[float | None] = mapped_column(Float, default=None)
    """The best score so far."""
    is_approved: Mapped[bool] = mapped_column(Boolean, default=False)
    tokens: Mapped[int] = mapped_column(Integer, default=0)
    queued_at: Mapped[datetime] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime, default=None)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime, default=None)
    seconds_before: Mapped[float] = mapped_column(Float, default=0.0)
    """Wall time of a run until it went on the last time."""
    person: Mapped[str] = mapped_column(String(64), default="")
    """Who asked for it; empty where one person alone used the program."""
    is_shared: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether others may see it who have its link."""


class EventRow(Base):
    __tablename__ = "events"

    run_id: Mapped[str] = mapped_column(String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    """Counts the run's events from 1."""
    kind: Mapped[str] = mapped_column(String(40))
    payload: Mapped[str] = mapped_column(Text)
    """The event as JSON."""


class RunPromptRow(Base):
    """A prompt that a run was made with."""

    __tablename__ = "run_prompts"
    __table_args__ = (Index("runs_with_a_prompt", "prompt_id", "version", "run_id"),)

    run_id: Mapped[str] = mapped_column(String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True)
    prompt_id: Mapped[str] = mapped_column(String(200), primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True)
    sha256: Mapped[str] = mapped_column(String(64))


class LessonRow(Base):
    """What runs of one person in one project had to mend."""

    __tablename__ = "lessons"
    __table_args__ = (
        UniqueConstraint("person", "project", "check_name", "form", "traits", name="one_lesson_of_a_kind"),
        {"sqlite_autoincrement": True},  # runs name the lessons they were given: a number is never used again
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    person: Mapped[str] = mapped_column(String(64))
    project: Mapped[str] = mapped_column(String(80))
    check_name: Mapped[str] = mapped_column(String(40))
    form: Mapped[str] = mapped_column(String(20))
    traits: Mapped[str] = mapped_column(String(500))
    """Joined by spaces, in alphabetical order."""
    text: Mapped[str] = mapped_column(Text)
    is_on: Mapped[bool] = mapped_column(Boolean, default=True)
    is_edited: Mapped[bool] = mapped_column(Boolean, default=False)
    repaired: Mapped[int] = mapped_column(Integer, default=0)
    revised: Mapped[int] = mapped_column(Integer, default=0)
    ended: Mapped[int] = mapped_column(Integer, default=0)
    learnt_at: Mapped[datetime] = mapped_column(UtcDateTime)


class LessonRunRow(Base):
    """A run that a lesson was learnt from; the lesson stays when the run is deleted."""

    __tablename__ = "lesson_runs"

    lesson_id: Mapped[int] = mapped_column(Integer, ForeignKey("lessons.id", ondelete="CASCADE"), primary_key=True)
    run_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True, index=True
    )
