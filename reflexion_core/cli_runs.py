"""`reflexion runs`: find stored runs, and delete them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import click

from reflexion_core.cli_output import runs_table
from reflexion_core.cli_session import config_option, errors, load, open_store, results
from reflexion_core.errors import StorageError
from reflexion_core.settings import parse_model
from reflexion_core.storage.queries import (
    ALL_RUNS,
    PromptName,
    RunOrder,
    RunQuery,
    Standing,
    first_moment,
    last_moment,
)
from reflexion_core.storage.store import RunStore

_DAY = click.DateTime(["%Y-%m-%d"])
_MOST_DAYS = 36_500


def _prompt_name(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> PromptName | None:
    try:
        return None if value is None else PromptName.parse(value)
    except ValueError as exc:
        example = "ROLE/NAME or ROLE/NAME@VERSION, such as critic/review@2"
        raise click.BadParameter(f"{value!r} is not {example}") from exc


def _filters(command: Callable[..., None]) -> Callable[..., None]:
    """Add the flags that say which runs are meant."""
    for option in reversed(
        (
            click.option("--file", metavar="TEXT", help="Part of the file's name."),
            click.option(
                "--state",
                "states",
                multiple=True,
                type=click.Choice([standing.value for standing in Standing]),
                help="Where the run stands; may be given more than once.",
            ),
            click.option("--min-score", type=click.FloatRange(0, 100), help="Lowest best score."),
            click.option("--max-score", type=click.FloatRange(0, 100), help="Highest best score."),
            click.option("--model", metavar="NAME", help="Model of any role, as in the configuration."),
            click.option(
                "--prompt", callback=_prompt_name, metavar="ID[@VERSION]", help="A prompt, such as critic/review@2."
            ),
            click.option("--since", type=_DAY, metavar="DAY", help="Started on this day or later, as 2026-11-30."),
            click.option("--until", type=_DAY, metavar="DAY", help="Started on this day or earlier."),
        )
    ):
        command = option(command)
    return command


@click.command()
@config_option
@_filters
@click.option(
    "--sort",
    type=click.Choice([order.value for order in RunOrder]),
    default=RunOrder.NEWEST.value,
    show_default=True,
    help="What comes first.",
)
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many at most.")
@click.option("--page", type=click.IntRange(1, 1_000_000), default=1, help="The next ones, as many again.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("--delete", "doomed", multiple=True, metavar="RUN", help="Delete this run; may be given more than once.")
@click.option(
    "--older-than",
    type=click.IntRange(1, _MOST_DAYS),
    metavar="DAYS",
    help="Delete the runs that ended more than so many days ago; only those that the other flags find.",
)
@click.option("--yes", is_flag=True, help="Delete without asking.")
def runs(**options: Any) -> None:
    """Find stored runs, the newest first, or delete them.

    A run that is waiting or at work is never deleted.
    """
    query = _query(options)
    if options["doomed"] and (query != ALL_RUNS or options["older_than"]):
        raise click.UsageError("--delete names its runs; it goes with no other flag that chooses runs")
    with open_store(load(options["config"])) as store:
        if options["doomed"]:
            _delete_named(store, options["doomed"], is_sure=options["yes"])
        elif options["older_than"]:
            _delete_older(store, query, options["older_than"], is_sure=options["yes"])
        else:
            _list(store, query, options)


def _query(options: dict[str, Any]) -> RunQuery:
    since, until = options["since"], options["until"]
    return RunQuery(
        name_part=options["file"] or "",
        standings=tuple(Standing(state) for state in options["states"]),
        lowest_score=options["min_score"],
        highest_score=options["max_score"],
        model=str(parse_model(options["model"])) if options["model"] else "",
        prompt=options["prompt"],
        since=None if since is None else first_moment(since.date()),
        before=None if until is None else last_moment(until.date()),
    )


def _list(store: RunStore, query: RunQuery, options: dict[str, Any]) -> None:
    limit, number = options["limit"], options["page"]
    summaries = store.summaries(query, order=RunOrder(options["sort"]), limit=limit, offset=limit * (number - 1))
    if options["as_json"]:
        click.echo(json.dumps([vars(run) for run in summaries], indent=2, default=str))
        return
    if summaries:
        results.print(runs_table(summaries))
    _print_place(store, query, len(summaries), limit, number)


def _print_place(store: RunStore, query: RunQuery, shown: int, limit: int, number: int) -> None:
    """Say on standard error what part of the runs this is, where it is not all of them."""
    total = store.count(query)
    if not total:
        click.echo(_why_none(store, query), err=True)
    elif not shown:
        click.echo(f"There are {total:,} such runs, and no page {number} of them.", err=True)
    elif shown < total:
        rest = f"; the next: --page {number + 1}" if number * limit < total else ""
        first = limit * (number - 1) + 1
        click.echo(f"{first:,} to {first + shown - 1:,} of {total:,} runs{rest}", err=True)


def _why_none(store: RunStore, query: RunQuery) -> str:
    if query == ALL_RUNS or not store.count():
        return "No runs yet. Start one: reflexion review FILE.py"
    models, prompts = store.models(), store.prompts()
    if query.model and query.model not in models:
        return f"No run has had the model {query.model}; there were: {', '.join(models)}"
    if query.prompt is not None and query.prompt not in {*prompts, *(PromptName(prompt.id) for prompt in prompts)}:
        return f"No run has had the prompt {query.prompt}; there were: {', '.join(map(str, prompts)) or 'none'}"
    return "No run is like that."


def _delete_named(store: RunStore, names: Sequence[str], *, is_sure: bool) -> None:
    run_ids = sorted({store.find(name) for name in names})
    store.mark_interrupted()
    _make_sure(len(run_ids), is_sure=is_sure)
    kept = set(run_ids) - set(store.delete(run_ids))
    _print_deleted(len(run_ids) - len(kept))
    if kept:
        raise StorageError(f"run {', '.join(sorted(kept))} has not ended and stays", hint="stop it first")


def _delete_older(store: RunStore, query: RunQuery, days: int, *, is_sure: bool) -> None:
    doomed = RunQuery(**(vars(query) | {"ended_before": datetime.now(UTC) - timedelta(days=days)}))
    store.mark_interrupted()
    count = store.count(doomed)
    if count:
        _make_sure(count, is_sure=is_sure)
        count = store.delete_matching(doomed)
    _print_deleted(count)


def _make_sure(count: int, *, is_sure: bool) -> None:
    """Ask before anything is deleted.

    Raises:
        click.UsageError: there is nobody to ask.
        click.Abort: the user said no.
    """
    if is_sure:
        return
    whose = "its" if count == 1 else "their"
    what = f"{_runs(count)} with {whose} drafts, findings, documents and the models' replies"
    if not sys.stdin.isatty():
        raise click.UsageError(f"{what} would be deleted; to do so without being asked, add --yes")
    click.confirm(f"Delete {what}? This cannot be undone.", abort=True, err=True)


def _print_deleted(count: int) -> None:
    errors.print(f"{_runs(count)} deleted")


def _runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count:,} runs"
