"""`reflexion lessons`: what earlier runs had to mend, read and changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from reflexion_core.cli_session import config_option, errors, load, open_store, results
from reflexion_core.lesson_records import Lesson
from reflexion_core.report.lesson_words import fault_words, helped_words

_NUMBERS = click.argument("numbers", nargs=-1, required=True, type=click.IntRange(1), metavar="NUMBER...")


@click.group()
def lessons() -> None:
    """Read and change the lessons that runs have left for later ones.

    Runs take part where the setting `lessons` is on.
    """


@lessons.command("list")
@click.option("--project", default="", metavar="NAME", help="Only those of this project.")
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
@config_option
def list_lessons(project: str, config: Path | None, *, as_json: bool) -> None:
    """List the lessons, those that were learnt most often first."""
    with open_store(load(config)) as store:
        found = store.lessons.lessons(project)
    if as_json:
        rows = [lesson.model_dump(mode="json") | {"times": lesson.times} for lesson in found]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    elif found:
        results.print(_table(found))
    else:
        click.echo("No run has left a lesson here yet; they do where the setting lessons is on.", err=True)


@lessons.command()
@_NUMBERS
@config_option
def off(numbers: Sequence[int], config: Path | None) -> None:
    """Do not offer lessons to runs any more; they stay, and still count how often they are learnt."""
    _switch(numbers, config, is_on=False)


@lessons.command()
@_NUMBERS
@config_option
def on(numbers: Sequence[int], config: Path | None) -> None:
    """Offer lessons to runs again."""
    _switch(numbers, config, is_on=True)


@lessons.command()
@click.argument("number", type=click.IntRange(1))
@click.argument("text")
@config_option
def edit(number: int, text: str, config: Path | None) -> None:
    """Give a lesson another text, which it keeps when it is learnt again."""
    with open_store(load(config)) as store:
        store.lessons.edit(number, text)
    errors.print(f"lesson {number} changed")


@lessons.command()
@_NUMBERS
@config_option
def delete(numbers: Sequence[int], config: Path | None) -> None:
    """Delete lessons; a run that has to mend the same again brings them back."""
    with open_store(load(config)) as store:
        for number in numbers:
            store.lessons.delete(number)
            errors.print(f"lesson {number} deleted")


def _switch(numbers: Sequence[int], config: Path | None, *, is_on: bool) -> None:
    with open_store(load(config)) as store:
        for number in numbers:
            store.lessons.switch(number, is_on=is_on)
            errors.print(f"lesson {number} is {'on' if is_on else 'off'}")


def _table(found: Sequence[Lesson]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("lesson", justify="right")
    for heading in ("state", "project", "fault", "what helped", "text"):
        table.add_column(heading, overflow="fold")
    for lesson in found:
        state = "on" if lesson.is_on else "off"
        words = (lesson.project, fault_words(lesson), helped_words(lesson), lesson.text)
        table.add_row(str(lesson.id), state, *map(Text, words))
    return table
