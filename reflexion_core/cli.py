"""The command line: `reflexion review`, `models`, `show` and `dashboard`; the others have modules of their own.

Progress goes to standard error, results to standard output. `reflexion --input S --output O --config C` is
the classic form of `reflexion review S -o O --config C`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from reflexion_core import __version__
from reflexion_core.cli_exam import exam
from reflexion_core.cli_lessons import lessons
from reflexion_core.cli_output import (
    print_error,
    print_outcome,
    providers_table,
)
from reflexion_core.cli_report import report
from reflexion_core.cli_review import Exit, Reviewer, Targets
from reflexion_core.cli_runs import runs
from reflexion_core.cli_session import config_option, errors, load, open_store, providers, results, stop_by_signal
from reflexion_core.cli_verify import skeleton, verify
from reflexion_core.errors import ProviderError, ReflexionError, StorageError
from reflexion_core.events import CallFinished, Event
from reflexion_core.progress import Progress
from reflexion_core.providers.base import PROVIDERS, Completion
from reflexion_core.providers.replay import RecordedCall, Recording
from reflexion_core.records import RoleName
from reflexion_core.report.data import run_report
from reflexion_core.runs import (
    ModelChoice,
    ProviderPool,
    choose_models,
)
from reflexion_core.settings import set_config_variable
from reflexion_core.strategies.base import STRATEGIES

_CLASSIC_INPUTS = frozenset({"--input", "-i"})
_CLASSIC_OPTIONS = _CLASSIC_INPUTS | {"--output", "-o", "--config"}


class ClassicGroup(click.Group):
    """Takes `--input` before any command for `review`, as the classic program does."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        names = [arg.partition("=")[0] for arg in args]
        if names and names[0] in _CLASSIC_OPTIONS and not _CLASSIC_INPUTS.isdisjoint(names):
            args = ["review", *args]
        return super().parse_args(ctx, args)


@click.group(cls=ClassicGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="reflexion")
def cli() -> None:
    """Document Python code with local models; code decides what is true."""


for _command in (verify, skeleton, exam, report, runs, lessons):
    cli.add_command(_command)


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    try:
        code = cli.main(standalone_mode=False)
    except click.ClickException as exc:
        exc.show()
        code = Exit.BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        code = Exit.STOPPED
    except ReflexionError as exc:
        print_error(errors, exc)
        code = Exit.PROVIDER_FAILED if isinstance(exc, ProviderError) else Exit.BAD_INPUT
    _let_go_of_output()
    sys.exit(int(code or 0))


def _let_go_of_output() -> None:
    """Drop what standard output could not take: Python would try again at its end, and exit with another code."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _role_models(_ctx: click.Context, _parameter: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    models: dict[str, str] = {}
    for value in values:
        role, _, name = value.partition("=")
        if role.upper() not in RoleName.__members__ or not name:
            raise click.BadParameter(f"{value!r} is not ROLE=NAME; the roles are {', '.join(RoleName)}")
        models[role.upper()] = name
    return models


_model_option = click.option(
    "--model", "models", multiple=True, callback=_role_models, metavar="ROLE=NAME", help="Model of a role."
)


@cli.command()
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--input",
    "-i",
    "inputs",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A source, as in the classic form.",
)
@click.option(
    "--output",
    "-o",
    metavar="FILE|FOLDER",
    help="File or folder for the documents; default: standard output.",
)
@config_option
@click.option("--strategy", metavar="NAME", help="How to work; `reflexion models` lists the names.")
@click.option("--bar", type=float, help="Quality bar, 0 to 100.")
@click.option("--attempts", type=int, help="Most rounds, 1 to 10.")
@click.option(
    "--committee", multiple=True, metavar="NAME", help="A further critic's model; can be given up to 4 times."
)
@click.option("--rubric", metavar="NAME|FILE", help="What drafts are scored by: classic, full, or a file of yours.")
@_model_option
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.pass_context
def review(ctx: click.Context, /, sources: tuple[Path, ...], inputs: tuple[Path, ...], **options: Any) -> None:
    """Write the documentation of Python files.

    Exit code: 0 approved, 3 finished below the bar, 2 bad input or settings, 4 provider failure, 130 stopped
    (what was done stays stored). Of several files the worst counts.
    """
    paths = (*inputs, *sources)
    if not paths:
        raise click.UsageError("name at least one Python file")
    loaded = load(options["config"], _review_flags(options))
    targets = Targets(options["output"], len(paths))
    with open_store(loaded) as store, providers(loaded) as pool, stop_by_signal() as stop:
        reviewer = Reviewer(loaded, pool, store, stop, targets, errors, options["as_json"])
        code = reviewer.review_all(paths)
        if options["as_json"]:
            click.echo(json.dumps(reviewer.reports, indent=2, ensure_ascii=False))
    ctx.exit(code)


def _review_flags(options: dict[str, Any]) -> dict[str, Any]:
    flags = {
        "strategy": options["strategy"],
        "quality_score_bar": options["bar"],
        "max_attempts": options["attempts"],
        "rubric": options["rubric"],
        "committee": list(options["committee"]) or None,
        "model_registry": options["models"] or None,
    }
    return {key: value for key, value in flags.items() if value is not None}


@cli.command()
@config_option
@click.option("--quiet", is_flag=True, help="Print nothing; only the exit code tells whether one is ready.")
@click.pass_context
def models(ctx: click.Context, config: Path | None, *, quiet: bool) -> None:
    """List the providers, what is installed, and what each role would use.

    Exit code: 0 when a provider is ready for the roles, else 4.
    """
    loaded = load(config)
    with providers(loaded) as pool:
        choice = choose_models(loaded, pool)
        is_ready = all(pool[ref.provider].status().is_ready for ref in choice.models.values())
        if not quiet:
            _print_models(pool, choice)
    ctx.exit(Exit.APPROVED if is_ready else Exit.PROVIDER_FAILED)


def _print_models(pool: ProviderPool, choice: ModelChoice) -> None:
    rows = []
    for name in PROVIDERS:
        status = pool[name].status()
        rows.append((name, status, pool[name].list_models() if status.is_ready else ()))
    results.print(providers_table(rows))
    for role, ref in choice.models.items():
        click.echo(f"{role.value}: {ref}")
    if choice.notice:
        click.echo(choice.notice)
    click.echo("strategies: " + "; ".join(f"{name}: {STRATEGIES[name].summary}" for name in STRATEGIES))


@cli.command()
@click.argument("run")
@click.option(
    "--draft",
    type=click.IntRange(1),
    metavar="N",
    help="The draft of round N instead of the final document.",
)
@click.option("--json", "as_json", is_flag=True, help="The whole run as JSON.")
@click.option("--recording", is_flag=True, help="The model's replies, for the provider `replay`.")
@config_option
def show(run: str, config: Path | None, draft: int | None, *, as_json: bool, recording: bool) -> None:
    """Print what a stored run made; RUN may be the beginning of its name."""
    with open_store(load(config)) as store:
        run_id = store.find(run)
        progress = store.progress(run_id)
        events = store.events(run_id)
    if progress is None:
        raise StorageError(f"run {run_id!r} has no events")
    if recording:
        click.echo(_recording(progress, events).model_dump_json(indent=2))
    elif as_json:
        click.echo(json.dumps(run_report(progress, run_id), indent=2, ensure_ascii=False))
    else:
        print_outcome(errors, progress, run_id)
        click.echo(_stored_text(progress, run_id, draft), nl=False)


def _stored_text(progress: Progress, run_id: str, draft: int | None) -> str:
    if draft is not None:
        found = next((item.draft for item in progress.rounds if item.number == draft), None)
        if found is None:
            raise StorageError(f"run {run_id} has {len(progress.rounds)} drafts, and no draft {draft}")
        return found
    if progress.document is not None:
        return progress.document.text
    if progress.best is not None:
        errors.print(f"no final document; this is the draft of round {progress.best.number}")
        return progress.best.draft
    return progress.live_text


def _recording(progress: Progress, events: Sequence[Event]) -> Recording:
    calls = tuple(
        RecordedCall(
            request_sha256=event.request_sha256,
            completion=Completion(text=event.text, finish_reason=event.finish_reason, usage=event.usage),
        )
        for event in events
        if isinstance(event, CallFinished)
    )
    windows = [model.context_tokens for model in progress.models]
    return Recording(context_tokens=max(windows, default=8192), calls=calls)


@cli.command()
@config_option
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True)
@click.option(
    "--host", metavar="ADDRESS", help="Address to listen to; one that other machines reach needs the setting `access`."
)
def dashboard(config: Path | None, port: int, host: str | None) -> None:
    """Start the dashboard, for this machine's browser unless the setting `access` lets others in."""
    # Loading the screen takes a second.
    from reflexion_core.dashboard.access import check_address  # noqa: PLC0415
    from reflexion_core.dashboard.launch import launch  # noqa: PLC0415

    loaded = load(config)
    if host is not None:
        check_address(loaded.settings.access, host)
    if config is not None:
        set_config_variable(config)
    launch(port, host)
