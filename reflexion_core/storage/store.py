"""Runs in a database: written as they happen, read back at any time."""

from __future__ import annotations

import copy
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import ColumnElement, func, or_, select, union, update
from sqlalchemy.orm import Session, sessionmaker

from reflexion_core.errors import StorageError
from reflexion_core.events import EVENT, Event, RunInterrupted, RunQueued
from reflexion_core.progress import Progress
from reflexion_core.records import RoleName, RunState
from reflexion_core.storage.database import open_database, translated
from reflexion_core.storage.lessons import LessonBook, enter_lessons, lessons_of_end
from reflexion_core.storage.owners import Owner
from reflexion_core.storage.queries import (
    ALL_RUNS,
    LIVE_STATES,
    PromptName,
    RunOrder,
    RunQuery,
    conditions,
    ordering,
)
from reflexion_core.storage.removal import in_portions, remove_ended
from reflexion_core.storage.run_prompts import known_prompts, note_prompts
from reflexion_core.storage.tables import EventRow, RunRow

_RUN_ID_CHARACTERS = 16
_RUN_ID_START = re.compile(r"[0-9a-f]{1,16}")


@dataclass(frozen=True)
class RunSummary:
    """A run as a row of a list."""

    id: str
    source_name: str
    strategy: str
    state: RunState
    reason: str
    problem: str
    rounds: int
    score: float | None
    quality_score_bar: float
    is_approved: bool
    tokens: int
    generator: str
    critic: str
    adjudicator: str
    queued_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    seconds_before: float = 0.0
    """Wall time until it went on the last time."""
    source_sha256: str = ""
    """Tells whether two runs had the same text of the file."""

    @property
    def seconds(self) -> float | None:
        """Wall time from start to end; None while there is no end.

        The time between an end and going on is not counted.
        """
        if self.started_at is None or self.ended_at is None:
            return None
        return self.seconds_before + (self.ended_at - self.started_at).total_seconds()


def new_run_id() -> str:
    """Return a random name for a run; it says nothing about the source."""
    return secrets.token_hex(_RUN_ID_CHARACTERS // 2)


def is_run_id(text: str) -> bool:
    """Whether a text, from a link perhaps, could be the name of a run."""
    return len(text) == _RUN_ID_CHARACTERS and _RUN_ID_START.fullmatch(text) is not None


class RunStore:
    """The runs of a database.

    Args:
        url: SQLAlchemy URL of the database.
        owners_folder: Where this machine's processes keep their locks.

    Raises:
        StorageError: the database cannot be opened.
    """

    _person: str | None = None
    """The person whose runs alone are known; None knows those of all."""

    def __init__(self, url: str, owners_folder: Path) -> None:
        self._owner = Owner(owners_folder)
        self._engine = open_database(url)
        self._place = str(self._engine.url)  # without the password
        self._sessions = sessionmaker(self._engine)

    def for_person(self, person: str) -> RunStore:
        """Return the same store as one person may use it.

        It finds, changes and deletes that person's runs alone, and can read what others share.
        """
        own = copy.copy(self)
        own._person = person
        return own

    def create(self, run_id: str, queued: RunQueued) -> None:
        """Enter a new run with its first event.

        Raises:
            StorageError: it could not be written.
        """
        options = queued.options
        row = RunRow(
            id=run_id,
            owner=str(self._owner),
            source_name=queued.source.name,
            source_sha256=queued.source.sha256,
            strategy=options.strategy,
            quality_score_bar=options.quality_score_bar,
            max_attempts=options.max_attempts,
            generator=str(options.generator.model),
            critic=str(options.critic.model),
            adjudicator=str(options.adjudicator.model),
            state=RunState.QUEUED,
            queued_at=queued.at,
            person=queued.person,
        )
        with translated(self._place), self._sessions.begin() as session:
            session.add(row)
            session.flush()
            session.add(_event_row(run_id, 1, queued))

    def append(self, run_id: str, first_number: int, events: Sequence[Event], progress: Progress) -> None:
        """Add events to a run and bring its summary up to date, all or nothing.

        Args:
            run_id: The run.
            first_number: Number of the first of the events.
            events: What happened, in order.
            progress: The run after these events.

        Raises:
            StorageError: it could not be written.
        """
        lessons = lessons_of_end(events, progress)
        with translated(self._place), self._sessions.begin() as session:
            row = session.get_one(RunRow, run_id)
            _update_summary(row, progress)
            note_prompts(session, run_id, events)
            if lessons:
                enter_lessons(session, run_id, lessons, progress)
            session.add_all(_event_row(run_id, first_number + offset, event) for offset, event in enumerate(events))

    def reopen(self, run_id: str) -> bool:
        """Take over a run that has ended, so that it can go on; of two processes that try only one gets it.

        Returns:
            Whether this process holds it now; False where it is live, or not there.
        """
        claim = (
            update(RunRow)
            .where(RunRow.id == run_id, RunRow.state.not_in(LIVE_STATES), *self._own)
            .values(state=RunState.QUEUED.value, owner=str(self._owner), ended_at=None)
            .returning(RunRow.id)
        )
        with translated(self._place), self._sessions.begin() as session:
            return session.scalar(claim) is not None

    def events(self, run_id: str, *, after: int = 0) -> list[Event]:
        """Return a run's events behind number `after`, in order; none for an unknown run."""
        query = (
            select(EventRow.payload)
            .where(EventRow.run_id == run_id, EventRow.number > after, *self._readable)
            .order_by(EventRow.number)
        )
        with translated(self._place), self._sessions() as session:
            return [EVENT.validate_json(payload) for payload in session.scalars(query)]

    def progress(self, run_id: str) -> Progress | None:
        """Return a run as it stands, or None where there is no such run."""
        self.mark_interrupted()
        found = self.events(run_id)
        return Progress.of(found) if found else None

    def summaries(
        self, query: RunQuery = ALL_RUNS, *, order: RunOrder = RunOrder.NEWEST, limit: int = 50, offset: int = 0
    ) -> list[RunSummary]:
        """Return runs that are as asked, the newest first if nothing else is said."""
        self.mark_interrupted()
        found = (
            select(RunRow).where(*conditions(query), *self._own).order_by(*ordering(order)).limit(limit).offset(offset)
        )
        with translated(self._place), self._sessions() as session:
            return [_summary(row) for row in session.scalars(found)]

    def runs_of(self, source_name: str, *, limit: int = 50) -> list[RunSummary]:
        """Return the runs of files of this name that have a draft, the newest first."""
        self.mark_interrupted()
        query = (
            select(RunRow)
            .where(RunRow.source_name == source_name, RunRow.rounds > 0, *self._own)
            .order_by(RunRow.queued_at.desc(), RunRow.id)
            .limit(limit)
        )
        with translated(self._place), self._sessions() as session:
            return [_summary(row) for row in session.scalars(query)]

    def count(self, query: RunQuery = ALL_RUNS) -> int:
        """Return how many runs there are that are as asked."""
        found = select(func.count()).select_from(RunRow).where(*conditions(query), *self._own)
        with translated(self._place), self._sessions() as session:
            return session.scalar(found) or 0

    def models(self) -> list[str]:
        """Return every model that a run had in any role, as `provider:name`."""
        columns = (RunRow.generator, RunRow.critic, RunRow.adjudicator)
        roles = union(*(select(column).where(*self._own) for column in columns))
        with translated(self._place), self._sessions() as session:
            return sorted(session.scalars(roles))

    def prompts(self) -> list[PromptName]:
        """Return every version of every prompt that a run was made with, the newest version first."""
        with translated(self._place), self._sessions() as session:
            return known_prompts(session, *self._own)

    def find(self, prefix: str) -> str:
        """Return the one run whose name begins like this.

        Raises:
            StorageError: there is none, or more than one.
        """
        found: list[str] = []
        if _RUN_ID_START.fullmatch(prefix):
            query = select(RunRow.id).where(RunRow.id.startswith(prefix), *self._own).limit(2)
            with translated(self._place), self._sessions() as session:
                found = list(session.scalars(query))
        if len(found) != 1:
            problem = "no run is called" if not found else "more than one run begins with"
            raise StorageError(f"{problem} {prefix!r}", hint="run: reflexion runs")
        return found[0]

    def delete(self, run_ids: Iterable[str]) -> list[str]:
        """Remove runs with everything that belongs to them, and return the names of those that went.

        A live run stays.

        Raises:
            StorageError: the database cannot be written; portions that were removed before are gone.
        """
        removed: list[str] = []
        for portion in in_portions(run_ids):
            with translated(self._place), self._sessions.begin() as session:
                removed += remove_ended(session, portion, *self._own)
        return removed

    def delete_matching(self, query: RunQuery) -> int:
        """Remove all ended runs that are as asked, and return how many went; see `delete`."""
        found = select(RunRow.id).where(RunRow.state.not_in(LIVE_STATES), *conditions(query), *self._own)
        with translated(self._place), self._sessions() as session:
            run_ids = list(session.scalars(found))
        return len(self.delete(run_ids))

    @property
    def lessons(self) -> LessonBook:
        """What runs had to mend, kept for later ones."""
        return LessonBook(self._sessions, self._place, self._person)

    def mark_interrupted(self) -> None:
        """Mark live runs whose process is gone; they keep everything they had."""
        with translated(self._place), self._sessions() as session:
            rows = session.execute(select(RunRow.id, RunRow.owner).where(RunRow.state.in_(LIVE_STATES))).all()
        gone = {owner for owner in {row.owner for row in rows} if self._owner.is_gone(owner)}
        for row in rows:
            if row.owner in gone:
                self._interrupt(row.id)

    def close(self) -> None:
        """Let go of the database and of this process's lock."""
        self._engine.dispose()
        self._owner.release()

    @property
    def _own(self) -> list[ColumnElement[bool]]:
        """What must be true of the row of a run that may be found and changed."""
        return [] if self._person is None else [RunRow.person == self._person]

    @property
    def _readable(self) -> list[ColumnElement[bool]]:
        """What must be true of an event that may be read."""
        if self._person is None:
            return []
        runs = select(RunRow.id).where(or_(RunRow.person == self._person, RunRow.is_shared))
        return [EventRow.run_id.in_(runs)]

    def _interrupt(self, run_id: str) -> None:
        event = RunInterrupted()
        # One statement checks and claims, so that of two processes that notice only one writes the event.
        claim = (
            update(RunRow)
            .where(RunRow.id == run_id, RunRow.state.in_(LIVE_STATES))
            .values(state=RunState.INTERRUPTED.value, ended_at=event.at)
            .returning(RunRow.id)
        )
        with translated(self._place), self._sessions.begin() as session:
            if session.scalar(claim) is not None:
                session.add(_event_row(run_id, _last_number(session, run_id) + 1, event))


def _last_number(session: Session, run_id: str) -> int:
    return session.scalar(select(func.max(EventRow.number)).where(EventRow.run_id == run_id)) or 0


def _event_row(run_id: str, number: int, event: Event) -> EventRow:
    return EventRow(run_id=run_id, number=number, kind=event.kind, payload=event.model_dump_json())


def _update_summary(row: RunRow, progress: Progress) -> None:
    row.state = progress.state
    if progress.options is not None:
        if progress.choice is None:  # one that chose its strategy is listed as it was asked for
            row.strategy = progress.options.strategy
        row.quality_score_bar, row.max_attempts = progress.options.quality_score_bar, progress.options.max_attempts
        row.generator, row.critic, row.adjudicator = (
            str(progress.options.role(role).model)
            for role in (RoleName.GENERATOR, RoleName.CRITIC, RoleName.ADJUDICATOR)
        )
    row.reason = progress.reason or ""
    row.problem = progress.failure.message if progress.failure is not None else ""
    row.rounds = len(progress.rounds)
    row.score = progress.best.score if progress.best is not None else None
    row.is_approved, row.is_shared = progress.is_approved, progress.is_shared
    row.tokens = progress.usage.total_tokens
    row.started_at, row.ended_at = progress.started_at, progress.ended_at
    row.seconds_before = progress.seconds_before


def _summary(row: RunRow) -> RunSummary:
    return RunSummary(
        id=row.id,
        source_name=row.source_name,
        strategy=row.strategy,
        state=RunState(row.state),
        reason=row.reason,
        problem=row.problem,
        rounds=row.rounds,
        score=row.score,
        quality_score_bar=row.quality_score_bar,
        is_approved=row.is_approved,
        tokens=row.tokens,
        generator=row.generator,
        critic=row.critic,
        adjudicator=row.adjudicator,
        queued_at=row.queued_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        seconds_before=row.seconds_before,
        source_sha256=row.source_sha256,
    )
