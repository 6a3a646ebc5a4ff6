"""The prompts that runs were made with, kept beside their events so that runs can be found by them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from reflexion_core.events import Event, RunStarted
from reflexion_core.storage.queries import PromptName
from reflexion_core.storage.tables import RunPromptRow, RunRow


def note_prompts(session: Session, run_id: str, events: Sequence[Event]) -> None:
    """Enter the prompts of a run that starts; a run that starts again with others has both."""
    started = [prompt for event in events if isinstance(event, RunStarted) for prompt in event.prompts]
    if not started:
        return
    known = select(RunPromptRow.prompt_id, RunPromptRow.version).where(RunPromptRow.run_id == run_id)
    noted = {(row.prompt_id, row.version) for row in session.execute(known)}
    for prompt in started:
        if (prompt.id, prompt.version) not in noted:
            noted.add((prompt.id, prompt.version))
            values = {"prompt_id": prompt.id, "version": prompt.version, "sha256": prompt.sha256}
            session.add(RunPromptRow(run_id=run_id, **values))


def known_prompts(session: Session, *conditions: ColumnElement[bool]) -> list[PromptName]:
    """Return every version of every prompt that a run as the conditions say was made with, the newest version first."""
    names = select(RunPromptRow.prompt_id, RunPromptRow.version).distinct()
    if conditions:
        names = names.where(RunPromptRow.run_id.in_(select(RunRow.id).where(*conditions)))
    names = names.order_by(RunPromptRow.prompt_id, RunPromptRow.version.desc())
    return [PromptName(row.prompt_id, row.version) for row in session.execute(names)]
