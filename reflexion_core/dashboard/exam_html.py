"""What an exam showed, as HTML: figures, a row with a bar for each kind, alarms, and the faults that were missed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from reflexion_core.dashboard.code_words import with_code
from reflexion_core.dashboard.look import tag
from reflexion_core.exam.report import Alarm, ExamReport, Graded, KindResult, faulty_lines, percent
from reflexion_core.faults.base import FAULTS

_GOOD = 0.95
_FAIR = 0.85
"""Shares of planted faults from which on a kind is shown as right, or as in doubt."""


def figures_html(report: ExamReport) -> str:
    """Return the figures of the whole exam."""
    figures = [
        (percent(report.recall), "of the planted faults found"),
        (f"{report.found} of {report.planted}", "faults"),
        (str(len(report.alarms)), f"false alarms in {report.true_papers} true documents"),
    ]
    if report.without_verdict:
        figures.append((str(report.without_verdict), "documents without a verdict"))
    cells = "".join(f"<div><b>{escape(number)}</b><span>{escape(words)}</span></div>" for number, words in figures)
    return f'<div class="rx-figures">{cells}</div>'


def kinds_html(report: ExamReport) -> str:
    """Return a table with a row for each kind of fault."""
    rows = "".join(map(_kind_row, report.kinds))
    heads = (
        '<th>Kind of fault</th><th class="rx-n">Planted</th><th class="rx-n">Found</th><th class="rx-n">Recall</th>'
        '<th></th><th class="rx-n">Other findings</th><th>What is planted</th>'
    )
    return _table(heads, rows)


def _kind_row(kind: KindResult) -> str:
    name = escape(kind.kind.replace("_", " "))
    sign = _sign(kind.recall)
    found = tag(str(kind.found), sign) if kind.planted else "–"
    width = round(100 * (kind.recall or 0))
    bar = f'<div class="rx-bar rx-{sign}"><i style="width:{width}%"></i></div>' if kind.planted else ""
    return (
        f'<tr><td>{name}</td><td class="rx-n">{kind.planted}</td><td class="rx-n">{found}</td>'
        f'<td class="rx-n">{percent(kind.recall)}</td><td>{bar}</td>'
        f'<td class="rx-n">{kind.other_findings}</td>'
        f'<td class="rx-mute">{escape(FAULTS[kind.kind].summary)}</td></tr>'
    )


def _sign(recall: float | None) -> str:
    if recall is None or recall < _FAIR:
        return "wrong"
    return "right" if recall >= _GOOD else "unsure"


def alarms_html(alarms: Sequence[Alarm]) -> str:
    """Return what was called wrong in true documents."""
    rows = "".join(
        f"<tr><td>{escape(alarm.source)}</td><td>{escape(alarm.style)}</td>"
        f'<td class="rx-fix">{with_code(alarm.message)}{_line(alarm.line, alarm.text)}</td></tr>'
        for alarm in alarms
    )
    return _table("<th>Source</th><th>Style</th><th>What was said of a true document</th>", rows)


def missed_html(missed: Sequence[Graded]) -> str:
    """Return faults that were not found, each with the lines of its document."""
    return _table("<th>Source</th><th>Style</th><th>What was planted</th>", "".join(map(_missed_row, missed)))


def _missed_row(item: Graded) -> str:
    fault = item.paper.fault
    planted = fault.planted if fault is not None else ""
    lines = "".join(_line(passage.number, passage.text) for passage in faulty_lines(item.paper))
    note = "" if item.is_judged else f" {tag('no verdict', 'unsure')}"
    return (
        f"<tr><td>{escape(item.paper.source.name)}</td><td>{escape(item.paper.style)}</td>"
        f'<td class="rx-fix">{escape(planted)}{note}{lines}</td></tr>'
    )


def _line(number: int, text: str) -> str:
    return f'<pre><span class="rx-mute">{number:5}</span>  {escape(text)}</pre>' if number else ""


def _table(heads: str, rows: str) -> str:
    head = f"<thead><tr>{heads}</tr></thead>"
    return f'<div class="rx-scroll"><table class="rx-table">{head}<tbody>{rows}</tbody></table></div>'
