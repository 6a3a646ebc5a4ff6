"""`reflexion verify` and `reflexion skeleton`: what code can do for a document without any model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import click

from reflexion_core.cli_findings import FORMATS, Report, SourcedFinding
from reflexion_core.cli_review import Exit, write_document
from reflexion_core.errors import ReflexionError, SourceError
from reflexion_core.joint_verification import JointVerifier
from reflexion_core.records import SEVERITIES, Finding, Severity, Source
from reflexion_core.repair import Repaired, repair
from reflexion_core.sandbox.base import Sandbox, choose_sandbox
from reflexion_core.skeleton import write_skeleton
from reflexion_core.source.reading import read_source_file
from reflexion_core.verification import Verification, Verifier

_MAX_BYTES = 4 * 1024 * 1024
"""Of a document or a source; what a model could take is much less and does not matter here."""
_BYTE_ORDER_MARK = "\ufeff"

_sandbox_options: Sequence[Callable[..., Any]] = (
    click.option("--no-run-examples", is_flag=True, help="Do not run the examples."),
    click.option(
        "--allow-limited-sandbox",
        is_flag=True,
        help="Where the machine offers no real sandbox, run examples in a process that is merely hindered: one that is "
        "made to do harm can read and write what you can.",
    ),
)


def _with_sandbox_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_sandbox_options):
        command = option(command)
    return command


@dataclass(frozen=True)
class _Document:
    path: Path
    text: str
    has_mark: bool
    """Whether a byte order mark stands in front."""


@click.command()
@click.argument("document", type=click.Path(path_type=Path))
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="How to print findings.",
)
@click.option(
    "--min-severity",
    type=click.Choice(get_args(Severity)),
    default=SEVERITIES[-1],
    show_default=True,
    help="Leave out findings that are less severe.",
)
@click.option("--fix", is_flag=True, help="Write the exact replacements into the document; report what is left.")
@_with_sandbox_options
@click.pass_context
def verify(ctx: click.Context, /, document: Path, sources: tuple[Path, ...], **options: Any) -> None:
    """Check a document against the Python files that it is about.

    With several SOURCES a symbol may stand in any of them.

    Exit code: 0 no finding, 1 findings, 2 bad input.
    """
    read = _read_document(document)
    known = [_read_source(path) for path in sources]
    sandbox, reason = _sandbox(options)
    joint = JointVerifier([Verifier(source, sandbox, reason) for source in known])
    report = _report(joint, read, sources, known, options)
    for note in report.notes:
        click.echo(note, err=True)
    click.echo(FORMATS[options["form"]](report), nl=False)
    ctx.exit(Exit.FAULT if report.findings else Exit.APPROVED)


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--output", "-o", type=click.Path(path_type=Path), help="File for it; default: standard output.")
@click.option("--tests", type=click.Path(path_type=Path), help="A test file, whose simple assertions become examples.")
@_with_sandbox_options
def skeleton(source: Path, output: Path | None, tests: Path | None, **options: Any) -> None:
    """Write the documentation of a Python file from its facts alone, without a model.

    An example stands in it only if running it showed that it is true.

    Exit code: 0 written, 2 bad input.
    """
    known = _read_source(source)
    if output is not None and output.resolve() == source.resolve():
        raise SourceError(source.name, "its document would replace it", hint="name another output")
    sandbox, reason = _sandbox(options)
    verifier = Verifier(known, sandbox, reason)
    text = write_skeleton(verifier, tests=_read_source(tests).text if tests is not None else None)
    if sandbox is None and not options["no_run_examples"]:
        click.echo(f"no examples: {reason}", err=True)
    write_document(output, text)


def _sandbox(options: dict[str, Any]) -> tuple[Sandbox | None, str]:
    """Return where examples run, and why they do not."""
    if options["no_run_examples"]:
        return None, "examples were not run"
    sandbox, reasons = choose_sandbox(is_limited_allowed=options["allow_limited_sandbox"])
    return sandbox, f"this machine offers no sandbox to run examples in ({'; '.join(reasons)})"


def _read_source(path: Path) -> Source:
    return read_source_file(path, max_bytes=_MAX_BYTES)


def _read_document(path: Path) -> _Document:
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
        text = data.decode()
    except UnicodeDecodeError as exc:
        raise ReflexionError(f"{path}: is not UTF-8 text: {exc.reason} at byte {exc.start}") from exc
    except (OSError, ValueError) as exc:
        raise ReflexionError(f"{path}: cannot be read: {getattr(exc, 'strerror', None) or exc}") from exc
    if len(data) > _MAX_BYTES:
        raise ReflexionError(f"{path}: is too large: the limit is {_MAX_BYTES:,} bytes")
    return _Document(path, text.removeprefix(_BYTE_ORDER_MARK), text.startswith(_BYTE_ORDER_MARK))


def _report(
    joint: JointVerifier, document: _Document, paths: Sequence[Path], sources: Sequence[Source], options: dict[str, Any]
) -> Report:
    verification, text, repairs = joint.verify(document.text), document.text, None
    notes = [] if options["no_run_examples"] else [_not_run_note(verification)]
    if options["fix"]:
        repaired, verification = _mend(joint, document, verification)
        text, repairs = repaired.text, repaired.repairs
        notes += [f"line {item.finding.doc_line}: {_short(item.before)} → {_short(item.after)}" for item in repairs]
    return Report(
        document=str(document.path),
        text=text,
        findings=tuple(
            _sourced(finding, joint, paths, sources)
            for finding in verification.findings
            if SEVERITIES.index(finding.severity) <= SEVERITIES.index(options["min_severity"])
        ),
        verification=verification,
        repairs=repairs,
        notes=tuple(note for note in notes if note),
    )


def _mend(joint: JointVerifier, document: _Document, verification: Verification) -> tuple[Repaired, Verification]:
    """Write what can be mended exactly into the document's file, and say what is left."""
    repaired, left = repair(document.text, verification, joint.verify)
    if repaired.text != document.text:
        write_document(document.path, (_BYTE_ORDER_MARK if document.has_mark else "") + repaired.text)
    return repaired, left


def _sourced(
    finding: Finding, joint: JointVerifier, paths: Sequence[Path], sources: Sequence[Source]
) -> SourcedFinding:
    number = joint.source_of(finding)
    if number is None:
        return SourcedFinding(finding, None)
    if finding.source_line is None:
        return SourcedFinding(finding, str(paths[number]))
    end = finding.source_end_line or finding.source_line
    lines = sources[number].text.split("\n")[finding.source_line - 1 : end]
    return SourcedFinding(finding, str(paths[number]), tuple(lines))


def _not_run_note(verification: Verification) -> str:
    """Return why examples were not run, where there are some."""
    reasons = [item.reason for item in verification.verdicts if item.check == "examples" and item.reason]
    return next((f"note: {reason}" for reason in reasons if reason.startswith("this machine")), "")


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else f"{flat[:59]}…"
