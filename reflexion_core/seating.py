"""Who plays which role in a run: models described, windows planned, every role at its seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Protocol

from reflexion_core.errors import ContextTooSmall, ProviderError
from reflexion_core.events import Emit
from reflexion_core.prompts import PromptSet
from reflexion_core.providers.base import Provider
from reflexion_core.records import ModelInfo, ModelRef, ModelVersion, RoleName, Source
from reflexion_core.roles.adjudicator import Adjudicator
from reflexion_core.roles.base import Seat, nothing_beside
from reflexion_core.roles.committee import Committee, Member
from reflexion_core.roles.critic import Critic
from reflexion_core.roles.generator import Generator
from reflexion_core.rubrics import Rubric
from reflexion_core.run_options import RoleOptions, RunOptions
from reflexion_core.source.excerpts import SourceParts
from reflexion_core.source.fact_sheet import fact_sheet
from reflexion_core.stopping import Stop
from reflexion_core.strategies.base import STRATEGIES, Seats
from reflexion_core.verification import Verifier
from reflexion_core.windows import Windows, plan_section_windows, plan_windows, shares_model

_FOR_LARGE_SOURCES = "plan_and_solve"
"""The strategy that takes over where a source does not fit a model's window."""


class Providers(Protocol):
    """Where the models of a run live."""

    def __getitem__(self, name: str) -> Provider: ...

    def describe(self, ref: ModelRef) -> ModelInfo: ...

    def count_tokens(self, ref: ModelRef, text: str) -> int: ...


@dataclass(frozen=True)
class _Plan:
    """The models that can be asked, and the windows that they get."""

    options: RunOptions
    """With those critics alone that can be asked."""
    infos: Mapping[ModelRef, ModelInfo]
    windows: Windows
    absent: Mapping[ModelRef, str]
    """Why the other critics of a committee cannot be asked."""
    parts: SourceParts | None = None
    """Cuts the source; None where it is read as a whole."""
    why_in_parts: str = ""
    """Why another strategy works than was asked for; empty where none does."""


@dataclass(frozen=True)
class Seating:
    """What a run gives its roles, whatever strategy it follows."""

    source: Source
    pool: Providers
    prompts: PromptSet
    rubric: Rubric
    verifier: Verifier | None
    """Knows the facts; None under the policy `model`."""
    emit: Emit
    stop: Stop
    before_call: Callable[[], None]
    lessons: tuple[str, ...] = ()
    """What earlier runs had to mend."""
    rounds_before: int = 0
    """How many rounds a run has that goes on."""
    longest_answer: Callable[[str], int | None] | None = None
    """How many tokens a text on a symbol may have before it is surely too long; None where that cannot be told."""
    beside: Callable[[], AbstractContextManager[Callable[[str], None]]] = nothing_beside
    """Gives what takes the pieces of a document as they come, to work on them beside the model."""

    def seat(self, asked: RunOptions) -> Seats:
        """Return the roles as the options have them.

        A source that does not fit a model's window is worked section by section, whatever strategy was asked for. A
        critic of a committee that cannot be asked at all is left out as long as another can.

        Raises:
            Cancelled: the stop was given.
            ProviderError: a model cannot be asked, or not even a part of the source fits its window.
        """
        plan = self._settle(asked)
        options = plan.options if plan.why_in_parts else asked
        return Seats(
            options=options,
            parts=plan.parts,
            why_in_parts=plan.why_in_parts,
            generator=Generator(self._seat(RoleName.GENERATOR, plan)),
            critic=self._critic(options, plan),
            adjudicator=Adjudicator(self._seat(RoleName.ADJUDICATOR, plan)),
            models=self._versions(plan),
        )

    def planner(self, asked: RunOptions) -> Seat:
        """Return a seat at which the generator's model answers a short question, always in the likeliest words."""
        return self._seat(
            RoleName.GENERATOR, self._settle(asked), RoleOptions(model=asked.generator.model, temperature=0)
        )

    def _settle(self, asked: RunOptions) -> _Plan:
        infos, absent = self._describe(asked)
        self.stop.raise_if_set()
        plan = self._plan(_without(asked, absent), infos, absent)
        self.stop.raise_if_set()
        return plan

    def _describe(self, asked: RunOptions) -> tuple[dict[ModelRef, ModelInfo], dict[ModelRef, str]]:
        """Return what is known of the models, and why critics cannot be asked of whom nothing is known."""
        infos = {ref: self.pool.describe(ref) for ref in {asked.generator.model, asked.adjudicator.model}}
        absent: dict[ModelRef, str] = {}
        for ref in asked.critics:
            try:
                infos[ref] = self.pool.describe(ref)
            except ProviderError as exc:
                absent[ref] = exc.message
                if len(absent) == len(asked.critics):
                    raise
        return infos, absent

    def _plan(self, options: RunOptions, infos: Mapping[ModelRef, ModelInfo], absent: Mapping[ModelRef, str]) -> _Plan:
        """Plan the windows, without the critics of a committee whose window is too small.

        Where the whole source does not fit, windows are planned for its parts.
        """
        if STRATEGIES[options.strategy].reads_in_parts:
            return self._plan_parts(options, infos)
        known = {ref: infos[ref] for ref in options.models}
        try:
            windows = plan_windows(
                self.source, options, self.prompts, known, self.pool.count_tokens, self._facts, self.rubric.text
            )
        except ContextTooSmall as exc:
            writers = {options.generator.model, options.adjudicator.model}
            small = next((ref for ref in options.critics if str(ref) == exc.model and ref not in writers), None)
            if small is not None and len(options.critics) > 1:
                return self._plan(_without(options, {small}), infos, {**absent, small: exc.message})
            if self.verifier is None:
                raise
            reason = (
                f"too large for the window of {exc.model} ({exc.window_tokens:,} tokens): worked section by section"
            )
            large = options.model_copy(update={"strategy": _FOR_LARGE_SOURCES})
            return self._plan_parts(STRATEGIES[_FOR_LARGE_SOURCES].adapt(large, self.rounds_before), infos, reason)
        return _Plan(options, known, windows, absent)

    def _plan_parts(self, options: RunOptions, infos: Mapping[ModelRef, ModelInfo], reason: str = "") -> _Plan:
        """Plan windows for a source that is read in parts.

        Raises:
            ContextTooSmall: not even a part of it fits.
        """
        if self.verifier is None:
            raise ValueError(f"{options.strategy} works with the policy `grounded` only")
        known = {ref: infos[ref] for ref in options.models}
        planned = plan_section_windows(self.source, options, self.prompts, known, self.pool.count_tokens)
        count = partial(self.pool.count_tokens, options.generator.model)
        parts = SourceParts(self.source, self.verifier.facts, planned.room, count)
        return _Plan(options, known, planned.windows, {}, parts, reason)

    @cached_property
    def _facts(self) -> str:
        """What code knows of the source, in words for a model; empty under the policy `model`."""
        return fact_sheet(self.verifier.facts) if self.verifier is not None else ""

    def _critic(self, asked: RunOptions, plan: _Plan) -> Critic | Committee:
        temperature = asked.critic.temperature
        members = [
            Member(ref, Critic(self._seat(RoleName.CRITIC, plan, RoleOptions(model=ref, temperature=temperature))))
            for ref in plan.options.critics
        ]
        return Committee(members, plan.absent, self.emit) if len(asked.critics) > 1 else members[0].critic

    def _seat(self, role: RoleName, plan: _Plan, own: RoleOptions | None = None) -> Seat:
        options, savings = own or plan.options.role(role), plan.options.savings
        return Seat(
            provider=self.pool[options.model.provider],
            options=options,
            prompts=self.prompts,
            seed=plan.options.seed,
            max_output_tokens=plan.windows.answer_tokens(role),
            context_tokens=plan.windows.context_tokens[options.model],
            emit=self.emit,
            stop=self.stop,
            rubric=self.rubric,
            facts=self._facts if plan.parts is None else "",
            critic_mode=plan.options.critic_mode,
            shares_model=shares_model(role, plan.options, options.model),
            language=plan.options.language,
            before_call=self.before_call,
            lessons=self.lessons,
            stops_repetition=savings.stop_repetition,
            longest_answer=self.longest_answer if savings.limit_answers else None,
            beside=self.beside if savings.check_ahead else nothing_beside,
        )

    def _versions(self, plan: _Plan) -> tuple[ModelVersion, ...]:
        places = [(role, plan.options.role(role).model) for role in RoleName]
        places += [(RoleName.CRITIC, ref) for ref in plan.options.critics[1:]]
        return tuple(
            ModelVersion(
                role=role,
                ref=ref,
                digest=plan.infos[ref].digest,
                provider_version=self.pool[ref.provider].status().version,
                context_tokens=plan.windows.context_tokens[ref],
            )
            for role, ref in places
        )


def _without(options: RunOptions, absent: Mapping[ModelRef, str] | set[ModelRef]) -> RunOptions:
    """Return options with those critics alone that can be asked, at least one."""
    first, *others = [ref for ref in options.critics if ref not in absent]
    critic = RoleOptions(model=first, temperature=options.critic.temperature)
    return options.model_copy(update={"critic": critic, "committee": tuple(others)})
