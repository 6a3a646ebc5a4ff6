"""What `reflexion review` does with each file: read it, run it, hand its document over."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from reflexion_core import errors
from reflexion_core.cli_output import RunView, print_error, print_outcome
from reflexion_core.errors import ProviderError, ReflexionError, SourceError, StorageError
from reflexion_core.events import Event
from reflexion_core.learning.project import common_project
from reflexion_core.progress import Progress
from reflexion_core.prompt_archive import PromptArchive
from reflexion_core.prompts import PromptSet
from reflexion_core.records import Failure, RunState, Source
from reflexion_core.report.data import run_report
from reflexion_core.runs import ModelChoice, ProviderPool, RunRequest, choose_models, execute, open_referee
from reflexion_core.settings import LoadedSettings
from reflexion_core.source.reading import read_source_file
from reflexion_core.stopping import Stop
from reflexion_core.storage.earlier_runs import find_earlier_runs
from reflexion_core.storage.recorder import Recorder
from reflexion_core.storage.store import RunStore, new_run_id
from reflexion_core.whole_files import write_whole


class Exit(IntEnum):
    """What the command says to whoever called it."""

    APPROVED = 0
    FAULT = 1
    BAD_INPUT = 2
    BELOW_BAR = 3
    PROVIDER_FAILED = 4
    STOPPED = 130


_WORST_FIRST = (Exit.STOPPED, Exit.FAULT, Exit.PROVIDER_FAILED, Exit.BAD_INPUT, Exit.BELOW_BAR, Exit.APPROVED)


def worst(codes: Sequence[Exit]) -> Exit:
    """Return the code that counts for several files."""
    return next((code for code in _WORST_FIRST if code in codes), Exit.STOPPED)


def failure_code(failure: Failure) -> Exit:
    """Return what a failed run exits with: the provider's fault, the user's, or the program's."""
    kind = getattr(errors, failure.kind, None)
    if not (isinstance(kind, type) and issubclass(kind, ReflexionError)):
        return Exit.FAULT
    return Exit.PROVIDER_FAILED if issubclass(kind, ProviderError) else Exit.BAD_INPUT


@dataclass
class Targets:
    """Where documents go: one file, a folder, or standard output.

    Args:
        output: What the user named; a name that ends in a slash is a folder.
        file_count: How many sources there are.

    Raises:
        StorageError: several documents would have to go into one file.
    """

    output: str | None
    file_count: int
    _taken: dict[Path, Path] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.output and self.file_count > 1 and Path(self.output).is_file():
            raise StorageError(
                f"{self.output}: is a file, and there are {self.file_count} documents", hint="name a folder"
            )

    def reserve(self, source: Path) -> Path | None:
        """Return the file of a source's document; None is standard output.

        Raises:
            SourceError: the document would replace the source, or another one of this call.
        """
        if not self.output:
            return None
        path = Path(self.output)
        if self.file_count > 1 or self.output.endswith(("/", os.sep)) or path.is_dir():
            path /= f"{source.stem}.md"
        if path.resolve() == source.resolve():
            raise SourceError(source.name, "its document would replace it", hint="name another output")
        if path in self._taken:
            reason = f"has the same name as {self._taken[path]}, whose document is {path}"
            raise SourceError(source.name, reason, hint="review the two one after the other, into two folders")
        self._taken[path] = source
        return path


def write_document(path: Path | None, text: str) -> None:
    """Write a document, or print it; a file that was there before is replaced at once or not at all.

    Raises:
        StorageError: it cannot be written.
    """
    try:
        if path is None:
            click.echo(text, nl=False)
        elif path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8", newline="\n")
        else:
            write_whole(path, text)
    except OSError as exc:
        raise StorageError(f"{path or 'standard output'}: cannot be written: {exc.strerror}") from exc


@dataclass
class Reviewer:
    """Reviews files one after the other."""

    loaded: LoadedSettings
    pool: ProviderPool
    store: RunStore
    stop: Stop
    targets: Targets
    console: Console
    """Where progress and problems go."""
    as_json: bool
    """Whether the results are printed by the caller instead of the documents."""
    reports: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        settings = self.loaded.settings
        self._prompts = PromptSet(settings.prompts_path)
        PromptArchive(settings.data_folder / "prompts").keep(self._prompts)
        self._referee = open_referee(settings)
        self._choice: ModelChoice | None = None
        self._project = ""

    def review_all(self, paths: Sequence[Path]) -> Exit:
        """Review files until a stop; what is wrong with one does not end the others."""
        self._project = common_project(paths)
        codes = []
        for path in paths:
            if self.stop.is_set:
                return Exit.STOPPED
            codes.append(self._review(path))
        return Exit.STOPPED if self.stop.is_set else worst(codes)

    def _review(self, path: Path) -> Exit:
        try:
            source = read_source_file(path, max_bytes=self.loaded.settings.limits.source_bytes)
            target = self.targets.reserve(path)
        except SourceError as exc:
            print_error(self.console, exc)
            self.reports.append({"source": path.name, "state": "refused", "error": {"message": exc.message}})
            return Exit.BAD_INPUT
        run_id, progress = self._run(source)
        self.reports.append(run_report(progress, run_id))
        if progress.failure is not None:
            if progress.failure.hint:
                self.console.print(f"  {progress.failure.hint}", soft_wrap=True, markup=False)
            return failure_code(progress.failure)
        if progress.state is RunState.CANCELLED:
            return Exit.STOPPED
        return self._hand_over(progress, run_id, target)

    def _run(self, source: Source) -> tuple[str, Progress]:
        if self._choice is None:
            self._choice = choose_models(self.loaded, self.pool)
        options = self.loaded.settings.run_options(self._choice.models)
        if options.lessons and not options.project:
            options = options.model_copy(update={"project": self._project})
        earlier = find_earlier_runs(self.store, source, options)
        request = RunRequest(source, options, self._choice.notice, earlier=earlier)
        recorder = Recorder(self.store, new_run_id())
        with RunView(self.console, source.name) as view:

            def sink(event: Event) -> None:
                recorder(event)
                view(event)

            sink(request.queued)
            prompts, book = self._prompts, self.store.lessons
            progress = execute(request, self.pool, prompts, sink, self.stop, self._referee, lessons=book)
        print_outcome(self.console, progress, recorder.run_id)
        if recorder.problem is not None:
            print_error(self.console, recorder.problem)
        return recorder.run_id, progress

    def _hand_over(self, progress: Progress, run_id: str, target: Path | None) -> Exit:
        if progress.document is not None and (target is not None or not self.as_json):
            try:
                write_document(target, progress.document.text)
            except StorageError as exc:
                hint = f"the document is kept: reflexion show {run_id}"
                print_error(self.console, StorageError(exc.message, hint=hint))
                return Exit.BAD_INPUT
        return Exit.APPROVED if progress.is_approved else Exit.BELOW_BAR
