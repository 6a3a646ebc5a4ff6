"""Our loop beside the classic one: the same examples, the same model, one after the other in one run.

The classic loop is the policy `model` without repair and settling: the critic's own numbers decide, every round is a
whole new draft, each role's prompt begins with the role, and nothing is checked before the end. Its final documents are
checked afterwards by the same checks as ours.

With `--lessons` it is our loop beside itself: all files without lessons, then each with those that the other files have
taught in the first pass, and never with its own.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from reflexion_core.cli_output import RunView
from reflexion_core.events import Event
from reflexion_core.progress import Progress
from reflexion_core.prompts import PromptSet
from reflexion_core.providers.base import PROVIDERS
from reflexion_core.records import CheckReport, RoleName, Source
from reflexion_core.report.data import run_report
from reflexion_core.runs import ProviderPool, RunRequest, execute, open_providers, open_referee
from reflexion_core.settings import load_settings, parse_model, shipped_folder
from reflexion_core.source.reading import read_source_file
from reflexion_core.stopping import Stop
from reflexion_core.storage.lessons import LessonBook
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore, new_run_id
from reflexion_core.verification import Verifier
from tests.bench.word_share import model_share

_WAYS: dict[str, dict[str, Any]] = {
    "ours": {"policy": "grounded", "repair": True},
    "classic": {
        "policy": "model",
        "repair": False,
        "revise": "whole",
        "ask_critic": "always",
        "adjudicate": "always",
        "share_prefix": False,
    },
}
_LESSONS_OFF, _LESSONS_ON = "lessons-off", "lessons-on"
_LESSON_WAYS: dict[str, dict[str, Any]] = {
    _LESSONS_OFF: {**_WAYS["ours"], "lessons": False},
    _LESSONS_ON: {**_WAYS["ours"], "lessons": True},
}


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

    @property
    def is_clean(self) -> bool:
        """Whether the final document is there and has no finding of severity high or medium."""
        return self.words > 0 and not self.findings["high"] and not self.findings["medium"]


@dataclass(frozen=True)
class Workshop:
    """What every run needs, opened once."""

    pool: ProviderPool
    store: RunStore
    model: str
    bar: float
    attempts: int
    book: LessonBook | None = None
    """What lessons are taken from; None where they are left out."""

    def run(self, source: Source, way: str) -> tuple[Outcome, Progress, dict[str, Any]]:
        """Run a source in one of the ways; returns its outcome, the run and the run's summary."""
        flags = {"quality_score_bar": self.bar, "max_attempts": self.attempts, **(_WAYS | _LESSON_WAYS)[way]}
        settings = load_settings(flags=flags).settings
        referee = open_referee(settings)
        options = settings.run_options(dict.fromkeys(RoleName, parse_model(self.model)))
        request = RunRequest(source, options)
        recorder = Recorder(self.store, new_run_id())
        with RunView(Console(stderr=True), f"{source.name} {way}") as view:

            def sink(event: Event) -> None:
                recorder(event)
                view(event)

            sink(request.queued)
            prompts, book = PromptSet(settings.prompts_path), self.book and self.book.without(source.name)
            progress = execute(request, self.pool, prompts, sink, Stop(), referee, lessons=book)
        if way == _LESSONS_OFF:
            self.store.lessons.learn(recorder.run_id, progress)
        text = progress.document.text if progress.document is not None else ""
        verifier = Verifier(source, referee.sandbox, referee.not_run)
        at_first = len(verifier.verify(_first_draft(progress)).findings) if progress.rounds else 0
        outcome = _outcome(progress, way, verifier.verify(text).report, at_first)
        return outcome, progress, run_report(progress, recorder.run_id)


def _first_draft(progress: Progress) -> str:
    """Return the first draft as its model wrote it."""
    first = progress.rounds[0]
    return first.draft if first.written is None else first.written


def _outcome(progress: Progress, way: str, report: CheckReport, at_first: int) -> Outcome:
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
    )


def main() -> None:
    """Run, print one table of all runs and one of the two ways beside each other."""
    options = _options()
    small = f"embedded:{PROVIDERS['embedded'].default_model}"
    pool = open_providers(load_settings().settings)
    outcomes: list[Outcome] = []
    with TemporaryDirectory() as folder:
        store = RunStore(f"sqlite:///{folder}/runs.db", Path(folder) / "owners")
        workshop = Workshop(pool, store, options.model or small, options.bar, options.attempts)
        pool.count_tokens(parse_model(workshop.model), "warm")
        paths = options.sources or sorted((shipped_folder() / "examples").glob("*.py"))
        with suppress(KeyboardInterrupt):  # what has been measured until then is printed
            if options.lessons:
                compare_lessons(workshop, paths, options.keep, outcomes)
            else:
                for path in paths:
                    _run_ways(workshop, path, options.ways, options.keep, outcomes)
        store.close()
    pool.close()
    console = Console(file=sys.stderr, width=200)
    console.print(runs_table(outcomes))
    console.print(ways_table(outcomes))
    print(json.dumps([asdict(outcome) for outcome in outcomes], indent=2))


def compare_lessons(
    workshop: Workshop, paths: Sequence[Path], keep: Path | None, outcomes: list[Outcome]
) -> list[Outcome]:
    """Run all files without lessons, then each with what the others have taught; returns the outcomes so far.

    What the second pass mends is kept apart from what it is told: each file is told of the first pass alone, whatever
    the order.
    """
    with TemporaryDirectory() as folder:
        second = RunStore(f"sqlite:///{folder}/runs.db", Path(folder) / "owners")
        told = replace(workshop, store=second, book=workshop.store.lessons)
        try:
            for shop, way in ((workshop, _LESSONS_OFF), (told, _LESSONS_ON)):
                for path in paths:
                    _run_ways(shop, path, [way], keep, outcomes)
        finally:
            second.close()
    return outcomes


def _run_ways(workshop: Workshop, path: Path, ways: Sequence[str], keep: Path | None, outcomes: list[Outcome]) -> None:
    source = read_source_file(path, max_bytes=load_settings().settings.limits.source_bytes)
    for way in ways:
        outcome, progress, summary = workshop.run(source, way)
        outcomes.append(outcome)
        print(_line(outcome), file=sys.stderr, flush=True)
        if keep is not None:
            _keep(keep / way, path.stem, progress, summary, outcome)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.loop", description=__doc__)
    parser.add_argument("sources", nargs="*", type=Path, help="Python files; without any, the shipped examples")
    parser.add_argument("--ways", nargs="+", choices=list(_WAYS), default=list(_WAYS))
    parser.add_argument("--lessons", action="store_true", help="our loop without and with lessons, instead of the ways")
    parser.add_argument("--model", help="one model for all roles; without one, the embedded model")
    parser.add_argument("--bar", type=float, default=95)
    parser.add_argument("--attempts", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="folder for the documents and the runs' summaries")
    return parser.parse_args()


def _line(outcome: Outcome) -> str:
    return (
        f"{outcome.source} {outcome.way}: {outcome.state} {outcome.reason}, {outcome.rounds} rounds,"
        f" {outcome.lessons} lessons, {outcome.at_first} findings at first, now {outcome.findings},"
        f" {outcome.repaired} repaired, {outcome.settled} settled,"
        f" {outcome.model_share:.0%} of the words by the model, {outcome.seconds:.0f} s"
    )


def _keep(folder: Path, stem: str, progress: Progress, summary: dict[str, Any], outcome: Outcome) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if progress.document is not None:
        (folder / f"{stem}.md").write_text(progress.document.text, encoding="utf-8")
    del summary["document"]
    text = json.dumps({"outcome": asdict(outcome), "run": summary}, indent=2, ensure_ascii=False)
    (folder / f"{stem}.json").write_text(f"{text}\n", encoding="utf-8")


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
    seconds = sum(item.seconds for item in outcomes)
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
    }


if __name__ == "__main__":
    main()
