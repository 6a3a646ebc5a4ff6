"""Taking runs out of the database, with everything that belongs to them; a live run always stays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, delete
from sqlalchemy.orm import Session

from reflexion_core.storage.queries import LIVE_STATES, RunQuery
from reflexion_core.storage.tables import RunRow

if TYPE_CHECKING:
    from reflexion_core.storage.store import RunStore, RunSummary

REMOVED_AT_ONCE = 200
"""Runs in one transaction: whoever writes a run meanwhile waits for no more than these."""
_LOOK_AGAIN = timedelta(hours=1)


def in_portions(run_ids: Iterable[str]) -> Iterable[Sequence[str]]:
    """Return names of runs in portions of one transaction each."""
    names = list(run_ids)
    return (names[start : start + REMOVED_AT_ONCE] for start in range(0, len(names), REMOVED_AT_ONCE))


def remove_ended(session: Session, run_ids: Sequence[str], *conditions: ColumnElement[bool]) -> list[str]:
    """Remove those of the runs that have ended and are as the conditions say, and return their names.

    What belongs to a run goes with its row: the tables say so to the database. One statement looks at the
    state and removes, so that no run which is taken up again in between is lost.
    """
    ended = delete(RunRow).where(RunRow.id.in_(run_ids), RunRow.state.not_in(LIVE_STATES), *conditions)
    statement = ended.returning(RunRow.id)
    return list(session.scalars(statement, execution_options={"synchronize_session": False}))


class Retention:
    """Keeps runs for as long as the user wants, and no longer.

    Args:
        store: The runs.
        keep_days: Days from the end of a run to its removal; None keeps all for ever.
    """

    def __init__(self, store: RunStore, keep_days: int | None) -> None:
        self.keep_days = keep_days
        self._store = store
        self._looked_at = datetime.min.replace(tzinfo=UTC)

    def goes_at(self, run: RunSummary) -> datetime | None:
        """Return when a run is due to be removed; None for one that stays, or is not at its end."""
        if self.keep_days is None or run.ended_at is None or run.state.is_live:
            return None
        return run.ended_at + timedelta(days=self.keep_days)

    def apply(self, now: datetime | None = None) -> int:
        """Remove what is due and return how many runs that were; a server calls this as often as it likes.

        Raises:
            StorageError: the database cannot be written; what is still there is due at the next call.
        """
        now = now or datetime.now(UTC)
        if self.keep_days is None or now - self._looked_at < _LOOK_AGAIN:
            return 0
        removed = self._store.delete_matching(RunQuery(ended_before=now - timedelta(days=self.keep_days)))
        self._looked_at = now
        return removed
