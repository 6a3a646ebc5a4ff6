"""Which stored runs say how long another one may take."""

from __future__ import annotations

from collections.abc import Iterable

from reflexion_core.errors import StorageError
from reflexion_core.forecast import EarlierRun
from reflexion_core.records import RunState, Source
from reflexion_core.run_options import RunOptions
from reflexion_core.storage.store import RunStore, RunSummary

_MOST = 50


def find_earlier_runs(store: RunStore, source: Source | None, options: RunOptions | None) -> tuple[EarlierRun, ...]:
    """Return the earlier runs that a new one is like; none where the store cannot be read, which is told elsewhere."""
    try:
        return tuple(earlier_runs(store.summaries(limit=_MOST), source, options))
    except StorageError:
        return ()


def earlier_runs(
    summaries: Iterable[RunSummary], source: Source | None, options: RunOptions | None
) -> list[EarlierRun]:
    """Return the finished runs with the same strategy and models, those of the same file alone where there are any."""
    if options is None:
        return []
    same = options.strategy, *(str(role.model) for role in (options.generator, options.critic, options.adjudicator))
    alike = [
        run
        for run in summaries
        if run.state is RunState.FINISHED and same == (run.strategy, run.generator, run.critic, run.adjudicator)
    ]
    name = source.name if source is not None else ""
    chosen = [run for run in alike if run.source_name == name] or alike
    return [EarlierRun(run.rounds, run.seconds) for run in chosen if run.seconds is not None]
