"""Runs of the embedded model as they were stored, to be looked at without a model.

A file holds a run's events, one a line, without the pieces in which the text came. Made from the database of
`make bench-loop`; what is stored must stay readable, so the files are not made anew when the form of an event grows.
"""

from __future__ import annotations

from pathlib import Path

from reflexion_core.events import EVENT, Event, RunQueued
from reflexion_core.progress import Progress
from reflexion_core.storage.store import RunStore, new_run_id

_FOLDER = Path(__file__).parent / "data" / "runs"
RECORDED = tuple(sorted(path.stem for path in _FOLDER.glob("*.jsonl")))


def recorded_events(name: str) -> list[Event]:
    """Return the events of a recorded run, in order."""
    lines = (_FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [EVENT.validate_json(line) for line in lines]


def store_recorded(store: RunStore, name: str) -> str:
    """Put a recorded run into a store, and return its name there."""
    run_id, run_events = new_run_id(), recorded_events(name)
    queued = run_events[0]
    assert isinstance(queued, RunQueued)
    store.create(run_id, queued)
    store.append(run_id, 2, run_events[1:], Progress.of(run_events))
    return run_id
