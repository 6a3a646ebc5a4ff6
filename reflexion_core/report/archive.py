"""Several runs in one archive: of each its document and its report, to read and as data."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from reflexion_core.progress import Progress
from reflexion_core.report.data import json_report
from reflexion_core.report.names import unique_stems
from reflexion_core.report.page import html_report

_READABLE = 0o644


def archive_runs(runs: Mapping[str, Progress], made_at: datetime) -> bytes:
    """Return an archive with the files of each run.

    Args:
        runs: Runs by their names, live ones too: their reports say how far they were.
        made_at: When the archive is made.
    """
    packed = io.BytesIO()
    names = unique_stems(run.source.name if run.source is not None else run_id for run_id, run in runs.items())
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for stem, (run_id, progress) in zip(names, runs.items(), strict=True):
            for ending, text in _files(progress, run_id, made_at):
                archive.writestr(_entry(f"{stem}{ending}", progress.ended_at or made_at), text.encode())
    return packed.getvalue()


def _files(progress: Progress, run_id: str, made_at: datetime) -> Iterator[tuple[str, str]]:
    """Yield the endings and texts of a run's files; a draft is not called a document."""
    if progress.document is not None:
        yield ".md", progress.document.text
    elif progress.best is not None:
        yield ".draft.md", progress.best.draft
    yield ".report.html", html_report(progress, run_id, made_at)
    yield ".report.json", json_report(progress, run_id)


def _entry(name: str, at: datetime) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, at.astimezone(UTC).timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = _READABLE << 16
    return entry
