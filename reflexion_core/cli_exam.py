"""`reflexion exam`: how many planted faults the checks, or a model in the critic's role, find."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from reflexion_core.cli_review import Exit
from reflexion_core.cli_session import config_option, errors, load, providers, results, stop_by_signal
from reflexion_core.errors import Cancelled
from reflexion_core.exam.papers import ExamOptions, ExamPaper
from reflexion_core.exam.report import ExamReport, Graded, faulty_lines, percent
from reflexion_core.exams import ExamRequest, hold_exam, open_exam_room, shipped_sources
from reflexion_core.settings import Settings, parse_model
from reflexion_core.source.reading import read_source_file
from reflexion_core.true_page.styles import STYLES

_DEFAULTS = ExamOptions()


@click.command()
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path))
@click.option("--seed", type=click.IntRange(0), default=_DEFAULTS.seed, show_default=True, help="Of what is planted.")
@click.option(
    "--per-kind",
    type=click.IntRange(1),
    default=_DEFAULTS.per_kind,
    show_default=True,
    help="Most faults of a kind for each source.",
)
@click.option(
    "--style",
    "styles",
    multiple=True,
    type=click.Choice(list(STYLES)),
    help="How the documents are written; may be given several times. Default: every style.",
)
@click.option("--critic", metavar="MODEL", help="Examine a model in the critic's role instead of the checks.")
@click.option("--show-missed", is_flag=True, help="List the faults that were not found, with the document's lines.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@config_option
@click.pass_context
def exam(ctx: click.Context, /, sources: tuple[Path, ...], **options: Any) -> None:
    """Plant faults in true documents of Python files, and count how many are found.

    Without SOURCES the examples that ship are taken. The documents are written from the facts of each source, one
    with nothing wrong in each style, the others with one fault each.

    Exit code: 0 done, 2 bad input, 4 provider failure, 130 stopped (what was judged until then is printed).
    """
    loaded = load(options["config"])
    request = _request(sources, options, loaded.settings)
    with providers(loaded) as pool, stop_by_signal() as stop:
        try:
            report = hold_exam(request, open_exam_room(loaded.settings, pool), _tell, stop)
        except Cancelled:
            errors.print("stopped before the first paper")
            ctx.exit(Exit.STOPPED)
    for note in report.notes:
        errors.print(Text(f"note: {note}"), soft_wrap=True)
    _print_report(report, options)
    if not report.is_whole:
        words = f"stopped: these are partial figures, after {report.judged} of {report.paper_count} papers"
        errors.print(Text(words), soft_wrap=True)
        ctx.exit(Exit.STOPPED)


def _request(sources: tuple[Path, ...], options: dict[str, Any], settings: Settings) -> ExamRequest:
    named = tuple(read_source_file(path, max_bytes=settings.limits.source_bytes) for path in sources)
    styles = tuple(dict.fromkeys(options["styles"])) or tuple(STYLES)
    return ExamRequest(
        sources=named or shipped_sources(settings),
        options=ExamOptions(seed=options["seed"], per_kind=options["per_kind"], styles=styles),
        critic=parse_model(options["critic"]) if options["critic"] else None,
    )


def _tell(paper: ExamPaper, report: ExamReport) -> None:
    sign = "" if paper.fault is None else "found: " if report.graded[-1].is_found else "missed: "
    words = " ".join(f"{report.judged}/{report.paper_count} {sign}{paper.title}".split())
    errors.print(Text(words), soft_wrap=True)


def _print_report(report: ExamReport, options: dict[str, Any]) -> None:
    if options["as_json"]:
        click.echo(json.dumps(report.as_json(), indent=2))
        return
    results.print(_kinds_table(report))
    results.print(Text(_total(report)), soft_wrap=True)
    for alarm in report.alarms:
        words = f"false alarm: {alarm.source} ({alarm.style}), line {alarm.line}: {alarm.message}"
        results.print(Text(f"{words}\n{alarm.line:8} | {alarm.text}"), soft_wrap=True)
    for item in report.missed if options["show_missed"] else ():
        results.print(Text(_missed(item)), soft_wrap=True)


def _kinds_table(report: ExamReport) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("kind", "planted", "found", "recall", "other findings"):
        table.add_column(heading, justify="left" if heading == "kind" else "right", no_wrap=True)
    for kind in report.kinds:
        figures = (kind.planted, kind.found, percent(kind.recall), kind.other_findings)
        table.add_row(kind.kind.replace("_", " "), *map(str, figures))
    return table


def _total(report: ExamReport) -> str:
    words = f"recall {percent(report.recall)} ({report.found} of {report.planted} planted faults found)"
    words += f", {len(report.alarms)} false alarms in {report.true_papers} true documents"
    if report.without_verdict:
        words += f", no verdict on {report.without_verdict} papers"
    return words


def _missed(item: Graded) -> str:
    lines = [f"{passage.number:8} | {passage.text}" for passage in faulty_lines(item.paper)]
    reason = "" if item.is_judged else " (no verdict)"
    return "\n".join([f"missed{reason}: {item.paper.title}", *lines])
