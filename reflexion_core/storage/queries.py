"""What runs can be looked for, and how that is asked of the database.

The dashboard and the command line build the same `RunQuery`, so that both find the same runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select

from reflexion_core.records import RunState
from reflexion_core.storage.tables import RunPromptRow, RunRow

LIVE_STATES = [state.value for state in RunState if state.is_live]
_FIRST_DAY, _LAST_DAY = date(1970, 1, 2), date(9000, 1, 1)
"""Days that every time zone and every database can count with."""


class Standing(StrEnum):
    """Where a run stands, as one looks for it: its state, and of a finished run what came of it."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    APPROVED = "approved"
    BELOW_BAR = "below_bar"
    NO_SCORE = "no_score"
    CANCELLED = "cancelled"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


class RunOrder(StrEnum):
    """What comes first in a list of runs."""

    NEWEST = "newest"
    OLDEST = "oldest"
    BEST = "best"
    WORST = "worst"
    FILE = "file"
    TOKENS = "tokens"


@dataclass(frozen=True)
class PromptName:
    """A prompt, in one version or in any."""

    id: str
    version: int | None = None

    def __str__(self) -> str:
        return self.id if self.version is None else f"{self.id}@{self.version}"

    @classmethod
    def parse(cls, text: str) -> PromptName:
        """Read `role/name` or `role/name@version`.

        Raises:
            ValueError: there is no name, or the version is no number.
        """
        prompt, mark, version = text.partition("@")
        if not prompt:
            raise ValueError(f"{text!r} names no prompt")
        return cls(prompt, int(version) if mark else None)


@dataclass(frozen=True)
class RunQuery:
    """Which runs are meant; a run must be as every field says that is given."""

    name_part: str = ""
    """Part of the file's name, in any case of its letters."""
    file: str = ""
    """The file's whole name."""
    standings: tuple[Standing, ...] = ()
    """One of these."""
    lowest_score: float | None = None
    highest_score: float | None = None
    model: str = ""
    """A model of any role, as `provider:name`."""
    prompt: PromptName | None = None
    since: datetime | None = None
    """Asked for at this moment or later."""
    before: datetime | None = None
    """Asked for earlier than this."""
    ended_before: datetime | None = None
    """Ended earlier than this; a live run never is."""


ALL_RUNS = RunQuery()


def first_moment(day: date) -> datetime:
    """Return when a day begins where the program runs."""
    return datetime.combine(min(max(day, _FIRST_DAY), _LAST_DAY), time()).astimezone()


def last_moment(day: date) -> datetime:
    """Return when a day is over: the first moment of the next."""
    return first_moment(min(day, _LAST_DAY) + timedelta(days=1))


def ordering(order: RunOrder) -> tuple[ColumnElement[Any], ...]:
    """Return what runs are ordered by; the same runs come in the same order each time."""
    return (*_ORDERS[order], RunRow.queued_at.desc(), RunRow.id.asc())


def conditions(query: RunQuery) -> list[ColumnElement[bool]]:
    """Return what must be true of a run's row."""
    given: list[tuple[object, Callable[[], ColumnElement[bool]]]] = [
        (query.name_part, lambda: RunRow.source_name.icontains(query.name_part, autoescape=True)),
        (query.file, lambda: RunRow.source_name == query.file),
        (query.standings, lambda: or_(*(_STANDINGS[standing] for standing in query.standings))),
        (query.model, lambda: _has_model(query.model)),
    ]
    found = [condition() for value, condition in given if value]
    if query.prompt is not None:
        found.append(_has_prompt(query.prompt))
    return found + _range_conditions(query)


def _range_conditions(query: RunQuery) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if query.lowest_score is not None:
        found.append(RunRow.score >= query.lowest_score)
    if query.highest_score is not None:
        found.append(RunRow.score <= query.highest_score)
    if query.since is not None:
        found.append(RunRow.queued_at >= query.since)
    if query.before is not None:
        found.append(RunRow.queued_at < query.before)
    if query.ended_before is not None:
        found += [RunRow.state.not_in(LIVE_STATES), RunRow.ended_at < query.ended_before]
    return found


def _has_model(model: str) -> ColumnElement[bool]:
    return or_(RunRow.generator == model, RunRow.critic == model, RunRow.adjudicator == model)


def _has_prompt(prompt: PromptName) -> ColumnElement[bool]:
    runs = select(RunPromptRow.run_id).where(RunPromptRow.prompt_id == prompt.id)
    if prompt.version is not None:
        runs = runs.where(RunPromptRow.version == prompt.version)
    return RunRow.id.in_(runs)


_IS_FINISHED = RunRow.state == RunState.FINISHED.value
_STANDINGS: dict[Standing, ColumnElement[bool]] = {
    **{Standing(state.value): RunRow.state == state.value for state in RunState},
    Standing.APPROVED: and_(_IS_FINISHED, RunRow.is_approved),
    Standing.BELOW_BAR: and_(_IS_FINISHED, ~RunRow.is_approved, RunRow.score.is_not(None)),
    Standing.NO_SCORE: and_(_IS_FINISHED, ~RunRow.is_approved, RunRow.score.is_(None)),
}

_ORDERS: dict[RunOrder, tuple[ColumnElement[Any], ...]] = {
    RunOrder.NEWEST: (),
    RunOrder.OLDEST: (RunRow.queued_at.asc(),),
    RunOrder.BEST: (RunRow.score.desc().nulls_last(),),
    RunOrder.WORST: (RunRow.score.asc().nulls_last(),),
    RunOrder.FILE: (RunRow.source_name.asc(),),
    RunOrder.TOKENS: (RunRow.tokens.desc(),),
}
