"""What commands share: where they print, their settings, their runs, their providers, and a stop by signal."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from reflexion_core.runs import ProviderPool, open_providers
from reflexion_core.settings import LoadedSettings, load_settings
from reflexion_core.stopping import Stop
from reflexion_core.storage.store import RunStore

_FILE_COLUMNS = 200
"""Width of what is printed to a file or a pipe, where nobody has a window to fit."""


def _console(*, stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False)
    return console if console.is_terminal else Console(stderr=stderr, highlight=False, width=_FILE_COLUMNS)


errors = _console(stderr=True)
results = _console(stderr=False)

config_option = click.option(
    "--config", type=click.Path(path_type=Path), help="Configuration file; default: the one that ships."
)


def load(config: Path | None, flags: dict[str, Any] | None = None) -> LoadedSettings:
    """Read the settings, and print what they warn of."""
    loaded = load_settings(config, flags)
    for warning in loaded.warnings:
        errors.print(f"warning: {warning}", soft_wrap=True, markup=False)
    return loaded


@contextmanager
def stop_by_signal() -> Iterator[Stop]:
    """Let a signal stop the work instead of the program; a second one ends it."""
    stop = Stop()

    def on_signal(_number: int, _frame: object) -> None:
        for number, handler in before.items():
            signal.signal(number, handler)
        stop.set()

    before = {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def open_store(loaded: LoadedSettings) -> Iterator[RunStore]:
    """Open the stored runs for as long as they are needed."""
    settings = loaded.settings
    store = RunStore(settings.storage_url, settings.data_folder / "owners")
    try:
        yield store
    finally:
        store.close()


@contextmanager
def providers(loaded: LoadedSettings) -> Iterator[ProviderPool]:
    """Open the providers of the settings for as long as they are needed."""
    pool = open_providers(loaded.settings)
    try:
        yield pool
    finally:
        pool.close()
