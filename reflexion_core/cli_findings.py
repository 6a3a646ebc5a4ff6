"""Findings as text, JSON, GitHub's workflow commands and SARIF."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from reflexion_core import __version__
from reflexion_core.checks.base import CHECKS
from reflexion_core.records import SEVERITIES, Finding, Repair, Severity
from reflexion_core.source.naming import show_name
from reflexion_core.verification import Verification

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_MOST_LINES = 6
"""Of the document, shown for one finding."""
_GITHUB_COMMANDS: Mapping[Severity, str] = {"high": "error", "medium": "warning", "low": "notice"}
_SARIF_LEVELS: Mapping[Severity, str] = {"high": "error", "medium": "warning", "low": "note"}


@dataclass(frozen=True)
class SourcedFinding:
    """A finding with the file that it is about."""

    finding: Finding
    source_file: str | None
    """The path as the user gave it; None where it is about no single source."""
    source_lines: tuple[str, ...] = ()
    """The lines of the source that prove it."""


@dataclass(frozen=True)
class Report:
    """What is said of one document."""

    document: str
    """The path as the user gave it."""
    text: str
    findings: tuple[SourcedFinding, ...]
    """Those that the user wants to see."""
    verification: Verification
    repairs: tuple[Repair, ...] | None = None
    """What was mended; None where that was not asked for."""
    notes: tuple[str, ...] = field(default=())
    """What else the user should know, such as why examples were not run."""


def as_text(report: Report) -> str:
    """Return a block for each finding, and a last line with the counts."""
    blocks = ["\n".join(_block(report, item)) for item in report.findings]
    if not report.verification.has_read_claims:
        blocks.append("no statement of this document could be checked: nothing in it could be read as a claim")
    return "\n\n".join([*blocks, _summary(report)]) + "\n"


def as_json(report: Report) -> str:
    """Return the findings as JSON."""
    verification = report.verification
    data: dict[str, Any] = {
        "document": report.document,
        "findings": [_finding_data(item) for item in report.findings],
        "claims": {outcome: verification.count(outcome) for outcome in ("right", "wrong", "cannot_tell")},
        "examples": {
            "run": verification.examples_run,
            "failed": verification.examples_failed,
            "cannot_tell": verification.examples_unsure,
        },
    }
    if report.repairs is not None:
        data["repairs"] = [_repair_data(item) for item in report.repairs]
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def as_github(report: Report) -> str:
    """Return a workflow command for each finding, which GitHub shows at its line."""
    return "".join(f"{_command(report.document, item.finding)}\n" for item in report.findings)


def as_sarif(report: Report) -> str:
    """Return a SARIF 2.1.0 log with one run."""
    names = list(CHECKS)
    rules = [_rule(name) for name in names]
    run = {
        "tool": {"driver": {"name": "reflexion", "version": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(report, item, names) for item in report.findings],
    }
    log = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}


def count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _block(report: Report, item: SourcedFinding) -> Iterator[str]:
    finding = item.finding
    yield f"{show_name(report.document)}:{finding.doc_line}: {finding.severity} {finding.check}"
    yield f"  {_shown(finding.message)}"
    lines = report.text.split("\n")[finding.doc_line - 1 : finding.doc_end_line]
    yield from _numbered(lines, finding.doc_line)
    if item.source_file is not None and finding.source_line is not None:
        yield f"  {show_name(item.source_file)}:{finding.source_line}"
        yield from _numbered(item.source_lines, finding.source_line)
    if finding.expected:
        yield f"  true: {_shown(finding.expected)}"


def _numbered(lines: Sequence[str], first: int) -> Iterator[str]:
    for number, line in enumerate(lines[:_MOST_LINES], start=first):
        yield f"  {number:>6} | {_shown(line.rstrip())}".rstrip()
    if len(lines) > _MOST_LINES:
        yield "       … |"


def _shown(text: str) -> str:
    """Return text without what could move a terminal's cursor."""
    return show_name(text.expandtabs(4))


def _summary(report: Report) -> str:
    verification = report.verification
    severities = Counter(item.finding.severity for item in report.findings)
    parts = ", ".join(f"{severities[severity]} {severity}" for severity in SEVERITIES if severities[severity])
    found = count(len(report.findings), "finding") + (f" ({parts})" if parts else "")
    outcomes = [verification.count(outcome) for outcome in ("right", "wrong", "cannot_tell")]
    claims = f"claims: {outcomes[0]} right, {outcomes[1]} wrong, {outcomes[2]} cannot tell"
    examples = f"examples: {verification.examples_run} run, {verification.examples_failed} failed"
    examples += f", {verification.examples_unsure} cannot tell"
    mended = "" if report.repairs is None else f"{len(report.repairs)} mended · "
    return f"{mended}{found} · {claims} · {examples}"


def _finding_data(item: SourcedFinding) -> dict[str, Any]:
    finding = item.finding
    return {
        "check": finding.check,
        "severity": finding.severity,
        "dimension": finding.dimension,
        "message": finding.message,
        "doc_line": finding.doc_line,
        "doc_end_line": finding.doc_end_line,
        "doc_text": finding.doc_text,
        "source_file": item.source_file,
        "source_line": finding.source_line,
        "expected": finding.expected,
        "replacement": finding.replacement.text if finding.replacement is not None else None,
    }


def _repair_data(repair: Repair) -> dict[str, Any]:
    finding = repair.finding
    return {
        "check": finding.check,
        "message": finding.message,
        "doc_line": finding.doc_line,
        "before": repair.before,
        "after": repair.after,
    }


def _command(document: str, finding: Finding) -> str:
    name = _GITHUB_COMMANDS[finding.severity]
    properties = {
        "file": PurePath(document).as_posix(),
        "line": str(finding.doc_line),
        "endLine": str(finding.doc_end_line),
        "title": f"reflexion {finding.check}",
    }
    shown = ",".join(f"{key}={_escape_property(value)}" for key, value in properties.items())
    return f"::{name} {shown}::{_escape_data(finding.message)}"


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")


def _rule(name: str) -> dict[str, Any]:
    check = CHECKS[name]
    summary = check.summary[:1].upper() + check.summary[1:].rstrip(".") + "."
    return {
        "id": name,
        "shortDescription": {"text": summary},
        "defaultConfiguration": {"level": _SARIF_LEVELS[check.severity]},
    }


def _result(report: Report, item: SourcedFinding, names: Sequence[str]) -> dict[str, Any]:
    finding = item.finding
    result: dict[str, Any] = {
        "ruleId": finding.check,
        "level": _SARIF_LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [_location(report.document, finding.doc_line, finding.doc_end_line)],
    }
    if finding.check in names:
        result["ruleIndex"] = names.index(finding.check)
    if item.source_file is not None and finding.source_line is not None:
        end = finding.source_end_line or finding.source_line
        related = _location(item.source_file, finding.source_line, end)
        result["relatedLocations"] = [related | {"id": 1, "message": {"text": "what the source says"}}]
    if finding.replacement is not None:
        result["fixes"] = [_fix(report.document, finding)]
    return result


def _location(path: str, line: int, end_line: int) -> dict[str, Any]:
    region = {"startLine": line, "endLine": max(line, end_line)}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(path)}, "region": region}}


def _fix(document: str, finding: Finding) -> dict[str, Any]:
    replacement = finding.replacement
    if replacement is None:
        return {}
    region = {"charOffset": replacement.start, "charLength": replacement.end - replacement.start}
    change = {"deletedRegion": region, "insertedContent": {"text": replacement.text}}
    artifact = {"artifactLocation": {"uri": _uri(document)}, "replacements": [change]}
    return {"description": {"text": f"write {finding.expected or replacement.text}"}, "artifactChanges": [artifact]}


def _uri(path: str) -> str:
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix())
