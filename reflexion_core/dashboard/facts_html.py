"""What code found out about a text, as HTML: counts, findings with the source line that proves each, changes made."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from reflexion_core.dashboard.code_words import with_code
from reflexion_core.dashboard.look import tag
from reflexion_core.records import CheckReport, Finding, Repair, Settlement, Source


def counts_html(report: CheckReport) -> str:
    """Return how many statements are right, wrong, and cannot be told."""
    tags = [tag(f"{len(report.right)} right", "right")]
    tags.append(tag(f"{len(report.findings)} wrong", "wrong" if report.findings else "right"))
    if report.cannot_tell:
        tags.append(tag(f"{report.cannot_tell} cannot tell", "unsure"))
    if report.examples_run:
        word = "example" if report.examples_run == 1 else "examples"
        tags.append(tag(f"{report.examples_run} {word} run", "live"))
    return f'<div class="rx-tags">{" ".join(tags)}</div>'


def findings_html(findings: Sequence[Finding], source: Source | None) -> str:
    """Return findings as a table, each with the line of the source that decides it."""
    rows = "".join(_finding_row(finding, source) for finding in findings)
    if not rows:
        return '<p class="rx-mute">Nothing that code can check is wrong.</p>'
    heads = '<th class="rx-n">Line</th><th>Severity</th><th>What is wrong</th><th>The source says</th>'
    return _table(heads, rows)


def _finding_row(finding: Finding, source: Source | None) -> str:
    kind = {"high": "wrong", "medium": "unsure", "low": "unsure"}[finding.severity]
    return (
        f'<tr><td class="rx-n">{finding.doc_line}</td><td>{tag(finding.severity, kind)}</td>'
        f'<td class="rx-fix">{with_code(finding.message)}</td><td class="rx-fix">{_proof(finding, source)}</td></tr>'
    )


def _proof(finding: Finding, source: Source | None) -> str:
    if finding.source_line is None or source is None:
        return ""
    lines = source.text.split("\n")
    if finding.source_line > len(lines):
        return ""
    text = lines[finding.source_line - 1].strip()
    return f'<span class="rx-mute">line {finding.source_line}</span> <code>{escape(text)}</code>'


def changes_html(repairs: Sequence[Repair], settled: Sequence[Settlement] = ()) -> str:
    """Return what code changed, each with the words before and after; empty where it changed nothing."""
    rows = [_change_row("repaired", item.finding.message, item.before, item.after) for item in repairs]
    rows += [_change_row("settled", item.message, item.before, item.after) for item in settled]
    if not rows:
        return ""
    heads = "<th>By code</th><th>Because</th><th>Before</th><th>After</th>"
    return _table(heads, "".join(rows))


def _change_row(how: str, message: str, before: str, after: str) -> str:
    return (
        f'<tr><td>{escape(how)}</td><td class="rx-fix">{with_code(message)}</td>'
        f'<td class="rx-fix"><del>{escape(before.strip()) or "–"}</del></td>'
        f'<td class="rx-fix"><ins>{escape(after.strip()) or "taken out"}</ins></td></tr>'
    )


def _table(heads: str, rows: str) -> str:
    return (
        f'<div class="rx-scroll"><table class="rx-table"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )
