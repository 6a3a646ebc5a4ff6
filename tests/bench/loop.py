"""Our loop beside the classic one: the same examples, the same model, one after the other in one run.

The classic loop is the policy `model` without repair and settling: the critic's own numbers decide, every round is a
whole new draft, each role's prompt begins with the role, and nothing is checked before the end. Its final documents are
checked afterwards by the same checks as ours.

With `--savings` it is ours beside ours with one saving switched off each. With `--lessons` it is ours beside itself:
all files without lessons, then each with what the other files have taught in the first pass, and never with its own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from reflexion_core.cli_output import RunView
from reflexion_core.events import Event
from reflexion_core.progress import Progress
from reflexion_core.prompts import PromptSet
from reflexion_core.providers.base import PROVIDERS
from reflexion_core.records import RoleName, Source
from reflexion_core.report.data import run_report
from reflexion_core.runs import ProviderPool, RunRequest, execute, open_providers, open_referee
from reflexion_core.settings import load_settings, parse_model, shipped_folder
from reflexion_core.source.reading import read_source_file
from reflexion_core.stopping import Stop
from reflexion_core.storage.lessons import LessonBook
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore, new_run_id
from reflexion_core.verification import Verifier
from tests.bench.limit import Notes, limit_of, noted
from tests.bench.loop_outcome import Outcome, first_draft, outcome_line, outcome_of, runs_table, ways_table
from tests.bench.loop_ways import ALL_WAYS, LESSONS_OFF, LESSONS_ON, SAVINGS, WAYS


@dataclass(frozen=True)
class Workshop:
    """What every run needs, opened once."""

    pool: ProviderPool
    store: RunStore
    model: str
    bar: float
    attempts: int
    notes: Notes = field(default_factory=Notes)
    """The calls of the run that goes on."""
    book: LessonBook | None = None
    """What lessons are taken from; None where they are left out."""

    def run(self, source: Source, way: str) -> tuple[Outcome, Progress, dict[str, Any]]:
        """Run a source in one of the ways; returns its outcome, the run and the run's summary."""
        flags = {"quality_score_bar": self.bar, "max_attempts": self.attempts, **ALL_WAYS[way]}
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
        if way == LESSONS_OFF:
            self.store.lessons.learn(recorder.run_id, progress)
        text = progress.document.text if progress.document is not None else ""
        verifier = Verifier(source, referee.sandbox, referee.not_run)
        at_first = len(verifier.verify(first_draft(progress)).findings) if progress.rounds else 0
        limit = limit_of(self.notes.take(), text, partial(self.pool.count_tokens, parse_model(self.model)))
        outcome = outcome_of(progress, way, verifier.verify(text).report, at_first, limit)
        return outcome, progress, run_report(progress, recorder.run_id)


def main() -> None:
    """Run, print one table of all runs and one of the two ways beside each other."""
    options = _options()
    small = f"embedded:{PROVIDERS['embedded'].default_model}"
    pool = open_providers(load_settings().settings)
    outcomes: list[Outcome] = []
    with TemporaryDirectory() as folder:
        store = RunStore(f"sqlite:///{folder}/runs.db", Path(folder) / "owners")
        workshop = Workshop(pool, store, options.model or small, options.bar, options.attempts)
        pool.add(noted(pool[parse_model(workshop.model).provider], workshop.notes))
        pool.count_tokens(parse_model(workshop.model), "warm")
        ways = ["ours", *SAVINGS] if options.savings else options.ways
        paths = options.sources or sorted((shipped_folder() / "examples").glob("*.py"))
        with suppress(KeyboardInterrupt):  # what has been measured until then is printed
            if options.lessons:
                compare_lessons(workshop, paths, options.keep, outcomes)
            else:
                for path in paths:
                    _run_ways(workshop, path, ways, options.keep, outcomes)
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
            for shop, way in ((workshop, LESSONS_OFF), (told, LESSONS_ON)):
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
        print(outcome_line(outcome), file=sys.stderr, flush=True)
        if keep is not None:
            _keep(keep / way, path.stem, progress, summary, outcome)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.loop", description=__doc__)
    parser.add_argument("sources", nargs="*", type=Path, help="Python files; without any, the shipped examples")
    parser.add_argument("--ways", nargs="+", choices=[*WAYS, *SAVINGS], default=list(WAYS))
    parser.add_argument("--savings", action="store_true", help="ours beside ours with one saving switched off each")
    parser.add_argument("--lessons", action="store_true", help="our loop without and with lessons, instead of the ways")
    parser.add_argument("--model", help="one model for all roles; without one, the embedded model")
    parser.add_argument("--bar", type=float, default=95)
    parser.add_argument("--attempts", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="folder for the documents and the runs' summaries")
    return parser.parse_args()


def _keep(folder: Path, stem: str, progress: Progress, summary: dict[str, Any], outcome: Outcome) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if progress.document is not None:
        (folder / f"{stem}.md").write_text(progress.document.text, encoding="utf-8")
    del summary["document"]
    text = json.dumps({"outcome": asdict(outcome), "run": summary}, indent=2, ensure_ascii=False)
    (folder / f"{stem}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
