"""`reflexion report`: a stored run as one HTML file, or the whole of it as JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import click

from reflexion_core.cli_review import write_document
from reflexion_core.cli_session import config_option, load, open_store
from reflexion_core.errors import StorageError
from reflexion_core.report.data import json_report
from reflexion_core.report.page import html_report

Format = Literal["html", "json"]


@click.command()
@click.argument("run")
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "json"]),
    help="html: one file to read, without scripts, that loads nothing. json: everything as data. "
    "Default: what FILE ends in, else html.",
)
@click.option(
    "--output", "-o", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False), help="Default: standard output."
)
@config_option
def report(run: str, form: Format | None, output: Path | None, config: Path | None) -> None:
    """Write the report of a stored run; RUN may be the beginning of its name.

    Curve, rounds, findings with the lines of the source that prove them, the critic's findings, final document, models,
    prompts and settings. Of the source only those lines are in it. Exit code: 0 written, 2 there is no such run, or
    FILE cannot be written.
    """
    with open_store(load(config)) as store:
        run_id = store.find(run)
        progress = store.progress(run_id)
    if progress is None:
        raise StorageError(f"run {run_id!r} has no events")
    if (form or _form_of(output)) == "json":
        text = json_report(progress, run_id)
    else:
        text = html_report(progress, run_id, datetime.now(UTC))
    write_document(output, text)


def _form_of(output: Path | None) -> Format:
    return "json" if output is not None and output.suffix.lower() == ".json" else "html"
