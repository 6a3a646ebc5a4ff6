"""Runs that were started together, as rows of one table; and starting again those that came to nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.run_words import REASON_WORDS, live_line, waiting_words
from reflexion_core.progress import Progress
from reflexion_core.records import RunState
from reflexion_core.report.words import Mark, state_badge
from reflexion_core.runs import RunRequest
from reflexion_core.storage.store import is_run_id

MAX_RUNS = 64
"""More in one address are not looked at."""

_MAX_REASON = 90
_STARTS_AGAIN = frozenset({RunState.CANCELLED, RunState.FAILED, RunState.INTERRUPTED})

Action = Literal["stop", "again", ""]


@dataclass(frozen=True)
class BatchRow:
    """One run of the table, in the words that are shown."""

    id: str
    name: str
    state: str
    kind: Mark
    doing: str
    """What a live run does just now; empty for one that has ended."""
    score: str
    rounds: str
    best: str
    end: str
    """Why it ended."""
    action: Action
    """What can be done with it; empty where nothing can."""
    is_live: bool
    share: float
    """How much of it is done, 0 to 1, by its attempts: a guess, for a run may end with any of them."""


def run_ids(parameter: str) -> list[str]:
    """Return the runs that an address names, each once; what is no name of a run is left out."""
    return [name for name in dict.fromkeys(parameter.split(",")) if is_run_id(name)][:MAX_RUNS]


def batch_row(view: RunView) -> BatchRow:
    """Return a run as a row."""
    progress = view.progress
    best, options = progress.best, progress.options
    is_scored = best is not None and best.score is not None
    state, kind = state_badge(progress)
    return BatchRow(
        id=view.id,
        name=progress.source.name if progress.source is not None else view.id,
        state=state,
        kind=kind,
        doing=_doing(view),
        score=f"{best.score:.1f}" if best is not None and best.score is not None else "–",
        rounds=f"{_begun(progress)} of {options.max_attempts}" if options is not None else "–",
        best=str(best.number) if best is not None and is_scored else "–",
        end=_end(progress),
        action=_action(view),
        is_live=progress.state.is_live,
        share=_share(progress),
    )


def summary(rows: Sequence[BatchRow], gone: int = 0) -> str:
    """Return how a batch stands in a sentence.

    Args:
        rows: Its runs.
        gone: How many more were started and are not stored any more.
    """
    ended = [row for row in rows if not row.is_live]
    counts = Counter(row.state for row in ended)
    parts = [f"{count} {state}" for state, count in counts.items()]
    words = f"{len(ended)} of {len(rows)} ended" + (f": {', '.join(parts)}" if parts else "")
    if gone:
        words += f"; {gone} {'is' if gone == 1 else 'are'} not stored any more"
    return words


def share_done(rows: Sequence[BatchRow]) -> float:
    """Return how much of a batch is done, 0 to 1."""
    return sum(row.share for row in rows) / len(rows) if rows else 0.0


def request_again(progress: Progress) -> RunRequest | None:
    """Return what would start a run once more as it was asked for; None for one that is live, finished or accepted."""
    if not _starts_again(progress) or progress.source is None or progress.options is None:
        return None
    return RunRequest(progress.source, progress.options, progress.notice)


def _begun(progress: Progress) -> int:
    """Return how many rounds have begun."""
    return max([progress.current_round, *(item.number for item in progress.rounds)])


def _doing(view: RunView) -> str:
    if view.progress.state is RunState.QUEUED and view.ahead:
        return waiting_words(view) if view.is_line_shared else f"{view.ahead} before it"
    return live_line(view) if view.progress.state.is_live else ""


def _end(progress: Progress) -> str:
    if progress.acceptance is not None:
        return f"accepted by {progress.acceptance.by}" if progress.acceptance.by else "accepted"
    if progress.failure is not None:
        text = " ".join(progress.failure.message.split())
        return text if len(text) <= _MAX_REASON else f"{text[: _MAX_REASON - 1].rstrip()}…"
    if progress.state is RunState.INTERRUPTED:
        return "the program ended before it"
    return REASON_WORDS[progress.reason] if progress.reason is not None else ""


def _action(view: RunView) -> Action:
    if not view.is_own:
        return ""
    if view.progress.state.is_live:
        return "stop" if view.is_here else ""
    return "again" if _starts_again(view.progress) else ""


def _starts_again(progress: Progress) -> bool:
    return progress.state in _STARTS_AGAIN and progress.acceptance is None


def _share(progress: Progress) -> float:
    if not progress.state.is_live:
        return 1.0
    if progress.options is None:
        return 0.0
    decided = sum(1 for item in progress.rounds if item.decision is not None)
    return decided / (progress.options.max_attempts + 1)
