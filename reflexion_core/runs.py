"""A run from its source to its last event: models found, windows planned, roles seated, whatever happens told."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from reflexion_core.checking_ahead import CheckingAhead
from reflexion_core.errors import Cancelled, ReflexionError, StorageError
from reflexion_core.events import (
    Emit,
    Event,
    ForecastMade,
    LessonsGiven,
    RunCancelled,
    RunFailed,
    RunQueued,
    RunStarted,
    TextStreamed,
)
from reflexion_core.forecast import EarlierRun, forecast_run
from reflexion_core.learning.choosing import choose_lessons
from reflexion_core.loading_ahead import LoadingAhead, later_models
from reflexion_core.progress import Progress
from reflexion_core.prompts import PromptSet
from reflexion_core.providers.base import PROVIDERS, Provider
from reflexion_core.records import Failure, ModelInfo, ModelRef, RoleName, Source
from reflexion_core.roles.base import nothing_beside
from reflexion_core.roles.planner import Planner
from reflexion_core.rubric_choice import choose_rubric, open_rubrics
from reflexion_core.rubrics import Rubric
from reflexion_core.run_options import RunOptions
from reflexion_core.sandbox.base import Sandbox, choose_sandbox
from reflexion_core.seating import Seating
from reflexion_core.settings import DEFAULT_PROVIDER, LoadedSettings, Settings, shipped_folder
from reflexion_core.source.symbols import public_symbols
from reflexion_core.stopping import Stop
from reflexion_core.storage.lessons import LessonBook
from reflexion_core.strategies.base import STRATEGIES, Bench, Seats
from reflexion_core.usual_length import longest_answer
from reflexion_core.verification import Verifier


class ProviderPool:
    """One instance of each provider, made when first asked for and shared by all runs.

    Args:
        options: What each provider is told, by its name.
    """

    def __init__(self, options: Mapping[str, Mapping[str, Any]]) -> None:
        self._options = options
        self._lock = threading.Lock()
        self._providers: dict[str, Provider] = {}

    def __getitem__(self, name: str) -> Provider:
        with self._lock:
            if name not in self._providers:
                provider = PROVIDERS[name]
                told = dict(self._options.get(name, {}))
                self._providers[name] = provider(provider.Options.model_validate(told))
            return self._providers[name]

    def add(self, provider: Provider) -> None:
        """Take a provider that was made elsewhere, instead of one by its options."""
        with self._lock:
            self._providers[provider.name] = provider

    def describe(self, ref: ModelRef) -> ModelInfo:
        """Return what is known about a model.

        Raises:
            ProviderError: it is not installed, or its provider does not answer.
        """
        return self[ref.provider].describe(ref.name)

    def count_tokens(self, ref: ModelRef, text: str) -> int:
        return self[ref.provider].count_tokens(ref.name, text)

    def close(self) -> None:
        with self._lock:
            for provider in self._providers.values():
                provider.close()
            self._providers.clear()


def open_providers(settings: Settings) -> ProviderPool:
    """Return the providers as the settings have them."""
    demo = str(shipped_folder() / "config" / "demo.json")
    return ProviderPool({"scripted": {"demo": demo}} | settings.providers)


@dataclass(frozen=True)
class ModelChoice:
    """Which model each role uses, and what the user should know about it."""

    models: Mapping[RoleName, ModelRef]
    notice: str = ""


def choose_models(loaded: LoadedSettings, pool: ProviderPool) -> ModelChoice:
    """Choose the models of a run.

    Models that the user named stay as they are. Where a role has the default, no Ollama server answers and
    an embedded model is there, that one plays the role, and the notice says so.
    """
    models = {role: loaded.settings.model(role) for role in RoleName}
    defaults = [
        role for role in RoleName if role not in loaded.chosen_roles and models[role].provider == DEFAULT_PROVIDER
    ]
    if not defaults:
        return ModelChoice(models)
    server = pool[DEFAULT_PROVIDER].status()
    if server.is_ready or not pool["embedded"].status().is_ready:
        return ModelChoice(models)
    small = ModelRef(provider="embedded", name=PROVIDERS["embedded"].default_model)
    models |= dict.fromkeys(defaults, small)
    roles = "all three roles" if len(defaults) == len(RoleName) else ", ".join(defaults)
    notice = (
        f"No Ollama server answers at {server.place}, so the small embedded model {small.name} plays {roles}. "
        "It runs on this machine without a server, and makes more mistakes than larger models."
    )
    return ModelChoice(models, notice)


@dataclass(frozen=True)
class RunRequest:
    """A run that has been asked for."""

    source: Source
    options: RunOptions
    """As the strategy takes them."""
    notice: str = ""
    rounds_before: int = 0
    """How many rounds a run has that goes on."""
    person: str = ""
    """Who asks; empty where one person alone uses the program."""
    earlier: tuple[EarlierRun, ...] = ()
    """Runs like this one, by which it is forecast how long it takes."""

    def __post_init__(self) -> None:
        adapted = STRATEGIES[self.options.strategy].adapt(self.options, self.rounds_before)
        object.__setattr__(self, "options", adapted)

    @property
    def queued(self) -> RunQueued:
        """The first event of the run."""
        return RunQueued(source=self.source, options=self.options, notice=self.notice, person=self.person)


@dataclass(frozen=True)
class Referee:
    """What judges drafts under the policy `grounded`."""

    rubrics: Mapping[str, Rubric]
    """What they can be scored by, by name."""
    sandbox: Sandbox | None
    """Where examples run; None where they are not run."""
    not_run: str = ""
    """Why they are not run, in plain words."""


def open_referee(settings: Settings) -> Referee:
    """Return the rubrics and the strongest sandbox that this machine has and the settings allow.

    Raises:
        SettingsError: a rubric cannot be read.
    """
    rubrics = open_rubrics(settings.rubric)
    if not settings.run_examples:
        return Referee(rubrics, None, "examples are turned off in the settings")
    sandbox, reasons = choose_sandbox(is_limited_allowed=settings.allow_limited_sandbox)
    return Referee(rubrics, sandbox, "" if sandbox is not None else f"there is no sandbox here: {'; '.join(reasons)}")


def execute(
    request: RunRequest,
    pool: ProviderPool,
    prompts: PromptSet,
    sink: Emit,
    stop: Stop,
    referee: Referee | None = None,
    so_far: Progress | None = None,
    lessons: LessonBook | None = None,
) -> Progress:
    """Run a request to its end, or go on with a run that had ended.

    Whatever happens becomes an event, and a failure is the last one; nothing is raised for a run that goes wrong.

    Args:
        request: What to do; its first event has been emitted already.
        pool: The providers.
        prompts: The prompts.
        sink: Takes the events.
        stop: Ends the run at once.
        referee: What judges the drafts; not needed under the policy `model`.
        so_far: The run up to the event by which it goes on, with the options of the request; None for a new one.
        lessons: What earlier runs had to mend; needed where the options ask for lessons.

    Returns:
        The run at its end.
    """
    progress = Progress.of([request.queued]) if so_far is None else so_far
    loading = LoadingAhead(pool.__getitem__, stop)

    def emit(event: Any) -> None:
        progress.apply(event)
        sink(event)

    try:
        stop.raise_if_set()
        bench = _set_up(request, pool, prompts, sink, stop, progress, referee, lessons, loading)
        STRATEGIES[bench.options.strategy]().run(bench)
    except Cancelled:
        emit(RunCancelled())
    except ReflexionError as exc:
        failure = Failure(kind=type(exc).__name__, message=exc.message, hint=exc.hint)
        emit(RunFailed(failure=failure))
    except Exception as exc:  # noqa: BLE001 - a run ends with a record of why, also of our own faults
        failure = Failure(
            kind=type(exc).__name__,
            message=f"a fault in the program: {exc}",
            hint="please report it with the run's file",
        )
        emit(RunFailed(failure=failure))
    finally:
        loading.end()
    return progress


def _set_up(
    request: RunRequest,
    pool: ProviderPool,
    prompts: PromptSet,
    sink: Emit,
    stop: Stop,
    progress: Progress,
    referee: Referee | None,
    lessons: LessonBook | None,
    loading: LoadingAhead,
) -> Bench:
    options = request.options
    rubric = choose_rubric(options.rubric, referee.rubrics if referee is not None else open_rubrics())
    verifier = None
    if options.policy == "grounded":
        if referee is None:
            raise ValueError("the policy `grounded` needs a referee")
        verifier = Verifier(request.source, referee.sandbox, referee.not_run)
    told = _choose_lessons(request, progress, verifier, lessons)
    seating = Seating(
        source=request.source,
        pool=pool,
        prompts=prompts,
        rubric=rubric,
        verifier=verifier,
        emit=lambda event: bench.emit(event),  # noqa: PLW0108 - the bench is made after its seats
        stop=stop,
        before_call=lambda: bench.check_budget(),  # noqa: PLW0108
        lessons=tuple(lesson.text for lesson in told.lessons) if told is not None else (),
        rounds_before=request.rounds_before,
        longest_answer=partial(longest_answer, verifier.facts) if verifier is not None else None,
        beside=CheckingAhead(verifier, stop).watch if verifier is not None else nothing_beside,
    )

    def seat(asked: RunOptions) -> Seats:
        seats = seating.seat(asked)
        if asked.savings.load_ahead:
            loading.expect(later_models(seats.options), {model.ref: model.context_tokens for model in seats.models})
        return seats

    seats = seat(options)
    bench = Bench(
        source=request.source,
        symbols=public_symbols(request.source),
        options=seats.options,
        generator=seats.generator,
        critic=seats.critic,
        adjudicator=seats.adjudicator,
        rubric=rubric,
        sink=_loading_sink(sink, loading),
        stop=stop,
        seating=seat,
        ask_planner=lambda: Planner(seating.planner(options)),
        verifier=verifier,
        parts=seats.parts,
        why_in_parts=seats.why_in_parts,
        progress=progress,
    )
    bench.emit(RunStarted(prompts=prompts.versions, models=seats.models))
    if told is not None:
        bench.emit(told)
    # Earlier runs are of the strategy that was asked for.
    expected = forecast_run(options, request.earlier if not seats.why_in_parts else ())
    if expected.at_least is not None and expected.at_most is not None:
        bench.emit(ForecastMade(at_least=expected.at_least, at_most=expected.at_most, basis=expected.basis))
    return bench


def _choose_lessons(
    request: RunRequest, progress: Progress, verifier: Verifier | None, book: LessonBook | None
) -> LessonsGiven | None:
    """Return what the first draft is told of earlier runs; None where the settings or the policy leave that out.

    A store that cannot be read costs the run its lessons and nothing else.
    """
    if not request.options.lessons or verifier is None or progress.rounds:
        return None
    if book is None:
        raise ValueError("the setting `lessons` needs a book of lessons")
    try:
        known = book.offered(request.person, request.options.project)
    except StorageError as exc:
        return LessonsGiven(lessons=(), problem=exc.message)
    return LessonsGiven(lessons=choose_lessons(known, verifier.facts))


def _loading_sink(sink: Emit, loading: LoadingAhead) -> Emit:
    """Return what takes the events and begins to load the other models with the first word."""

    def take(event: Event) -> None:
        sink(event)
        if isinstance(event, TextStreamed):
            loading.begin()

    return take
