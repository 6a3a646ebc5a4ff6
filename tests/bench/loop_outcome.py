"""What a run of `make bench-loop` came to, and the tables that show several."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table

from reflexion_core.progress import Progress
from reflexion_core.records import CheckReport
from tests.bench.limit import Limit
from tests.bench.word_share import model_share


@dataclass(frozen=True)
class Outcome:
    """What one run came to."""

    source: str
    way: str
    state: str
    reason: str
    is_approved: bool
    rounds: int
    findings: dict[str, int]
    """What the checks find wrong in the final document, by severity."""
    repaired: int
    settled: int
    at_first: int
    """How many findings the first draft had, as its model wrote it."""
    lessons: int
    """How many lessons it was given."""
    model_share: float
    """Share of the final document's words that a model wrote, 0 to 1."""
    words: int
    calls: int
    prompt_tokens: int
    cached_tokens: int
    output_tokens: int
    seconds: float
    limit: Limit
    """The least that it could have cost."""

    @property
    def is_clean(self) -> bool:
        """Whether the final document is there and has no finding of severity high or medium."""
        return self.words > 0 and not self.findings["high"] and not self.findings["medium"]


def first_draft(progress: Progress) -> str:
    """Return the first draft as its model wrote it."""
    first = progress.rounds[0]
    return first.draft if first.written is None else first.written


def outcome_of(progress: Progress, way: str, report: CheckReport, at_first: int, limit: Limit) -> Outcome:
    """Return what a run came to.

    Args:
        progress: The run at its end.
        way: What the settings are called by which it ran.
        report: What the checks say of its final document.
        at_first: How many findings its first draft had.
        limit: The least that it could have cost.
    """
    document, usage = progress.document, progress.usage
    repaired = sum(len(item.repairs) for item in progress.rounds)
    return Outcome(
        source=progress.source.name if progress.source is not None else "",
        way=way,
        state=progress.state,
        reason=progress.reason or (progress.failure.message if progress.failure is not None else ""),
        is_approved=progress.is_approved,
        rounds=len(progress.rounds),
        findings={severity: report.count(severity) for severity in ("high", "medium", "low")},
        repaired=repaired + (len(document.repairs) if document is not None else 0),
        settled=len(document.settled) if document is not None else 0,
        at_first=at_first,
        lessons=len(progress.lessons or ()),
        model_share=model_share(progress),
        words=len(document.text.split()) if document is not None else 0,
        calls=sum(totals.calls for totals in progress.totals.values()),
        prompt_tokens=usage.prompt_tokens or 0,
        cached_tokens=usage.cached_tokens or 0,
        output_tokens=usage.output_tokens or 0,
        seconds=progress.seconds or 0.0,
        limit=limit,
    )


def outcome_line(outcome: Outcome) -> str:
    """Return what a run came to on one line."""
    return (
        f"{outcome.source} {outcome.way}: {outcome.state} {outcome.reason}, {outcome.rounds} rounds,"
        f" {outcome.lessons} lessons, {outcome.at_first} findings at first, now {outcome.findings},"
        f" {outcome.repaired} repaired, {outcome.settled} settled,"
        f" {outcome.model_share:.0%} of the words by the model, {outcome.seconds:.0f} s"
    )


def runs_table(outcomes: Sequence[Outcome]) -> Table:
    """Return every run as a row."""
    about, used = (
        "source way reason lessons rounds first high medium low repaired",
        "calls prompt cached output seconds",
    )
    table = Table(*f"{about} settled model {used}".split(), title="bench-loop: every run")
    for item in outcomes:
        counts = (item.lessons, item.rounds, item.at_first, *item.findings.values(), item.repaired, item.settled)
        tokens = (item.calls, item.prompt_tokens, item.cached_tokens, item.output_tokens)
        table.add_row(
            item.source,
            item.way,
            item.reason,
            *map(str, counts),
            f"{item.model_share:.0%}",
            *(f"{count:,}" for count in tokens),
            f"{item.seconds:.0f}",
        )
    return table


def ways_table(outcomes: Sequence[Outcome]) -> Table:
    """Return the ways beside each other."""
    ways = list(dict.fromkeys(item.way for item in outcomes))
    table = Table("over all runs", *ways, title="bench-loop: side by side")
    rows = {way: _sums([item for item in outcomes if item.way == way]) for way in ways}
    for name in rows[ways[0]] if ways else ():
        table.add_row(name, *(f"{rows[way][name]:,.4g}" for way in ways))
    return table


def _sums(outcomes: Sequence[Outcome]) -> dict[str, float]:
    clean = sum(item.is_clean for item in outcomes)
    seconds, limit = sum(item.seconds for item in outcomes), sum(item.limit.seconds for item in outcomes)
    return {
        "documents": len(outcomes),
        "lessons given": sum(item.lessons for item in outcomes),
        "findings in the first drafts": sum(item.at_first for item in outcomes),
        "documents without a high or medium finding": clean,
        "findings left, high": sum(item.findings["high"] for item in outcomes),
        "findings left, medium": sum(item.findings["medium"] for item in outcomes),
        "findings left, low": sum(item.findings["low"] for item in outcomes),
        "statements repaired": sum(item.repaired for item in outcomes),
        "statements settled": sum(item.settled for item in outcomes),
        "settled in a document, median": statistics.median(item.settled for item in outcomes),
        "least share of words by the model, %": 100 * min(item.model_share for item in outcomes),
        "rounds": sum(item.rounds for item in outcomes),
        "model calls": sum(item.calls for item in outcomes),
        "prompt tokens": sum(item.prompt_tokens for item in outcomes),
        "prompt tokens not cached": sum(item.prompt_tokens - item.cached_tokens for item in outcomes),
        "output tokens": sum(item.output_tokens for item in outcomes),
        "seconds": seconds,
        "seconds for a clean document": seconds / clean if clean else float("inf"),
        "limit: prompt tokens": sum(item.limit.prompt_tokens for item in outcomes),
        "limit: output tokens": sum(item.limit.output_tokens for item in outcomes),
        "limit: seconds": limit,
        "seconds to the limit's, times": seconds / limit if limit else float("nan"),
    }
