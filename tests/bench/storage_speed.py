"""How quick the store is with many runs in it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from reflexion_core.events import RunQueued
from reflexion_core.records import ModelRef, Source
from reflexion_core.run_options import RoleOptions, RunOptions
from reflexion_core.storage.store import RunStore, new_run_id
from tests.bench.rows import Row

_RUNS = 2000


def measure_storage() -> Iterator[Row]:
    """Fill a store and list it."""
    role = RoleOptions(model=ModelRef(provider="scripted", name="demo"), temperature=0)
    options = RunOptions(generator=role, critic=role, adjudicator=role)
    source = Source(name="a.py", text="a = 1\n", encoding="utf-8", sha256="0" * 64)
    with TemporaryDirectory() as folder:
        store = RunStore(f"sqlite:///{folder}/runs.db", Path(folder) / "owners")
        times = [
            _timed(lambda: store.create(new_run_id(), RunQueued(source=source, options=options))) for _ in range(_RUNS)
        ]
        yield Row("storing a new run", 1000 * statistics.median(times), "ms")
        listing = [_timed(lambda: store.summaries(limit=50)) for _ in range(20)]
        yield Row(f"listing 50 of {_RUNS} runs", 1000 * statistics.median(listing), "ms")
        store.close()


def _timed(action: Callable[[], object]) -> float:
    started = time.monotonic()
    action()
    return time.monotonic() - started
