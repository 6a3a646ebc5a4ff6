"""What the command line prints: runs as they happen, and lists of what there is."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from reflexion_core import events
from reflexion_core.errors import ReflexionError
from reflexion_core.events import Event
from reflexion_core.progress import Progress
from reflexion_core.providers.base import ProviderStatus
from reflexion_core.records import FinalDocument, ModelInfo, RequiredFix, Round, RunState
from reflexion_core.report.lesson_words import given_words
from reflexion_core.report.words import score_words, scored_dimensions, short_dimension
from reflexion_core.storage.store import RunSummary

_REFRESH_PER_SECOND = 4
_BYTES_PER_GB = 1e9


def score_text(score: float | None) -> str:
    return "–" if score is None else f"{score:.1f}"


def print_error(console: Console, error: ReflexionError) -> None:
    """Print what went wrong and what to do."""
    console.print(Text(f"error: {error.message}", style="red"), soft_wrap=True)
    if error.hint:
        console.print(Text(f"  {error.hint}"), soft_wrap=True)


class RunView:
    """Shows one run on a terminal as it goes; where there is no terminal, a line for each step.

    Args:
        console: Where to print.
        name: What the run is about.
    """

    def __init__(self, console: Console, name: str) -> None:
        self._console = console
        self._name = name
        self._progress = Progress()
        self._live: Live | None = None

    def __enter__(self) -> RunView:
        if self._console.is_terminal:
            self._live = Live(
                get_renderable=self._render,
                console=self._console,
                refresh_per_second=_REFRESH_PER_SECOND,
                transient=True,
            )
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, event: Event) -> None:
        """Take the next event."""
        self._progress.apply(event)
        line = "" if self._live is not None else _section_line(event, self._progress) or _line(event)
        if line:
            self._console.print(Text(f"{self._name}: {line}"), soft_wrap=True)

    def _render(self) -> RenderableType:
        progress = self._progress
        parts: list[RenderableType] = [Text(self._name, style="bold"), rounds_table(progress)]
        if progress.writing is not None:
            parts.append(Text(_activity(progress), style="cyan"))
            parts.append(Text(_tail(progress.live_text), style="dim"))
        return Group(*parts)


def _activity(progress: Progress) -> str:
    started = progress.call_started_at
    seconds = time.time() - started.timestamp() if started is not None else 0
    if progress.waiting_for:
        return f"{progress.writing} tries again: {progress.waiting_for}"
    doing = "writes" if progress.live_text else "reads"
    part = f" {progress.writing_part}" if progress.writing_part else ""
    section = progress.plan.current if progress.plan is not None else None
    place = f"round {progress.current_round} · " if progress.current_round else ""
    if progress.plan is not None and section is not None:
        place = f"section {section.number} of {len(progress.plan.sections)} · "
    return f"{place}{progress.writing} {doing}{part} · {seconds:.0f} s"


def _section_line(event: Event, progress: Progress) -> str:
    """Return what an event says of a run that is worked section by section; empty for all other events."""
    plan = progress.plan
    if plan is None:
        return ""
    match event:
        case events.PlanMade(reason=reason):
            return f"{reason or 'worked section by section'}; {len(plan.sections)} sections"
        case events.SectionStarted(number=number):
            section = plan.sections[number - 1]
            cut = "".join(f"; only the first lines of {name} fit the window" for name in section.shortened)
            return f"section {number} of {len(plan.sections)}: {section.title}{cut}"
        case events.SectionReady(result=result):
            how = f"written by code, {result.note}; " if result.note else ""
            again = "; written twice" if result.is_redrafted else ""
            found = f"{result.findings} verified findings, {result.repairs} repaired by code"
            return f"section {result.number} of {len(plan.sections)}: {how}{found}{again}"
    return ""


def _tail(text: str) -> str:
    return "\n".join(text.splitlines()[-6:])


def _line(event: Event) -> str:  # noqa: PLR0911 - one for each kind that has a line
    """Return an event as a line, or nothing for those that come too often."""
    match event:
        case events.RunQueued(notice=notice):
            return notice
        case events.LessonsGiven():
            return given_words(event.lessons, event.problem)
        case events.StrategyChosen():
            return f"strategy {event.strategy}, chosen for {event.reason}"
        case events.CallStarted():
            part = f": {event.part}" if event.part else ""
            round_words = f"round {event.round}: " if event.round else ""
            return f"{round_words}{event.role} ({event.model}){part}"
        case events.CallRetried():
            return f"{event.role} tries again in {event.wait_seconds:.1f} s: {event.reason}"
        case events.CritiqueReady(critique=None):
            return f"round {event.round}: no verdict: {event.problem}"
        case events.CriticDropped():
            return f"round {event.round}: warning: {event.model} is left out as a critic: {event.problem}"
        case events.CriticLeftOut():
            return f"round {event.round}: the critic is not asked: code found what must be mended"
        case events.FindingsReady(report=report):
            return f"round {event.round}: {len(report.findings)} verified findings, {len(report.right)} facts right"
        case events.DraftRepaired(repairs=repairs, report=report):
            return f"round {event.round}: {len(repairs)} repaired by code, {len(report.findings)} findings left"
        case events.RoundScored(scores=scores) if scores is not None:
            parts = ", ".join(f"{item.dimension} {score_words(item)}" for item in scores.dimensions)
            return f"round {event.round}: score {scores.mean:.1f} ({parts})"
        case events.Routed(decision=decision):
            fix = f"; fix: {decision.fix.text}" if decision.action == "revise" and decision.fix else ""
            return f"round {event.round}: {decision.action}: {decision.explanation}{fix}"
    return ""


def rounds_table(progress: Progress) -> Table:
    """Return the rounds of a run as a table."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    dimensions = scored_dimensions(progress.rounds)
    for heading in ("round", *map(short_dimension, dimensions), "score", "bar", "facts"):
        table.add_column(heading, justify="right")
    table.add_column("required fix", max_width=60, overflow="fold")
    table.add_column("decision")
    bar = progress.options.quality_score_bar if progress.options is not None else 0
    best = progress.best
    for item in progress.rounds:
        values = {each.dimension: score_words(each) for each in item.scores.dimensions} if item.scores else {}
        mark = " ◆" if best is not None and best.number == item.number else ""
        table.add_row(
            f"{item.number}{mark}",
            *(values.get(name, "–") for name in dimensions),
            score_text(item.score),
            f"{bar:g}",
            facts_text(item),
            Text(_fix_text(item)),
            Text(item.decision.reason if item.decision is not None else ""),
        )
    return table


def facts_text(item: Round) -> str:
    """Return how many statements of a draft are verified as wrong; a dash where nothing was checked."""
    if item.report is None:
        return "–"
    return f"✕ {len(item.report.findings)}" if item.report.findings else "✓"


def _fix_text(item: Round) -> str:
    fix: RequiredFix | None = item.decision.fix if item.decision is not None else None
    return fix.text if fix is not None else ""


def print_outcome(console: Console, progress: Progress, run_id: str) -> None:
    """Print how a run ended: its rounds, the reason, the score history, what each role used."""
    console.print(rounds_table(progress))
    history = " → ".join(score_text(item.score) for item in progress.rounds) or "no round finished"
    console.print(Text(f"run {run_id}: {outcome_text(progress)}", style="bold"), soft_wrap=True)
    console.print(Text(f"scores: {history}"), soft_wrap=True)
    if progress.choice is not None:
        console.print(Text(f"strategy {progress.choice.strategy}, chosen for {progress.choice.reason}"), soft_wrap=True)
    for item in progress.rounds:
        for dropped in item.dropped_critics:
            line = f"round {item.number}: warning: left out as a critic: {dropped}"
            console.print(Text(line, style="yellow"), soft_wrap=True)
    if progress.document is not None:
        for line in document_lines(progress.document):
            console.print(Text(line), soft_wrap=True)
    console.print(_roles_table(progress))


def document_lines(document: FinalDocument) -> list[str]:
    """Return what is to be said of the final document: why it is this one, what code changed, what is left."""
    lines = [document.note] if document.note else []
    lines += [f"settled by code ({item.scope}): {item.message}" for item in document.settled]
    report = document.report
    if report is not None:
        lines.append(
            f"final document: {len(report.right)} statements right, {len(report.findings)} wrong,"
            f" {report.cannot_tell} cannot be told; {len(document.settled)} settled by code"
        )
        lines += [f"still wrong: {finding.message}" for finding in report.findings]
    return lines


def outcome_text(progress: Progress) -> str:
    """Return the end of a run in a sentence."""
    last = progress.rounds[-1].decision if progress.rounds else None
    explanation = f": {last.explanation}" if last is not None else ""
    match progress.state:
        case RunState.FINISHED:
            verdict = "approved" if progress.is_approved else "below the bar"
            return f"{verdict} ({progress.reason}){explanation}"
        case RunState.CANCELLED:
            return "stopped by the user; what was done is stored"
        case RunState.FAILED if progress.failure is not None:
            return f"failed: {progress.failure.message}"
        case RunState.INTERRUPTED:
            return "interrupted: the program ended before the run did; what was done is stored"
    return str(progress.state)


def _roles_table(progress: Progress) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("role")
    for heading in ("calls", "prompt tokens", "cached", "output tokens", "seconds"):
        table.add_column(heading, justify="right")
    for role, totals in progress.totals.items():
        usage = totals.usage
        counts = (usage.prompt_tokens, usage.cached_tokens, usage.output_tokens)
        cells = ["–" if count is None else f"{count:,}" for count in counts]
        table.add_row(role.value, str(totals.calls), *cells, f"{totals.seconds:.1f}")
    return table


def runs_table(summaries: Iterable[RunSummary]) -> Table:
    """Return stored runs as a table."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("run", "source", "state", "reason"):
        table.add_column(heading)
    for heading in ("score", "bar", "rounds", "tokens", "seconds"):
        table.add_column(heading, justify="right")
    table.add_column("generator")
    table.add_column("started")
    for run in summaries:
        table.add_row(
            run.id,
            Text(run.source_name),
            run.state.value,
            run.reason,
            score_text(run.score),
            f"{run.quality_score_bar:g}",
            str(run.rounds),
            f"{run.tokens:,}",
            "–" if run.seconds is None else f"{run.seconds:.0f}",
            Text(run.generator),
            f"{run.queued_at.astimezone():%Y-%m-%d %H:%M}",
        )
    return table


def providers_table(rows: Sequence[tuple[str, ProviderStatus, Sequence[ModelInfo]]]) -> Table:
    """Return providers, whether they answer, and their models as a table."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("provider", "state", "models", "what to do"):
        table.add_column(heading, overflow="fold")
    for name, status, models in rows:
        listed = "\n".join(f"{name}:{info.ref.name} {_size(info)}".rstrip() for info in models) or "–"
        state = f"ready {status.version}".rstrip() if status.is_ready else status.problem
        table.add_row(name, Text(f"{state}\n{status.place}"), Text(listed), Text(status.hint))
    return table


def _size(info: ModelInfo) -> str:
    size = f"{info.size_bytes / _BYTES_PER_GB:.1f} GB" if info.size_bytes else ""
    return " ".join(part for part in (info.parameters, info.quantization, size) if part)
