"""Chooses how much work a source deserves: by its figures, and where they leave it open by one short question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from reflexion_core.events import StrategyChosen
from reflexion_core.run_options import RunOptions
from reflexion_core.source.measure import SourceMeasure, measure_source
from reflexion_core.source.read_facts import read_facts
from reflexion_core.strategies.base import STRATEGIES, Bench, Strategy

SMALL = SourceMeasure(lines=40, branches=4, symbols=3, exceptions=1)
"""Up to here each figure speaks for one draft: the source fits a screen, so that a model has all of it before its eyes,
and what few statements its documentation makes the checks read one by one."""
LARGE = SourceMeasure(lines=250, branches=20, symbols=10, exceptions=5)
"""From here each figure speaks for two models: one that writes on ten symbols or five errors mixes them up, and does
not find in its own text what it could not keep apart while it wrote."""
SURE_VOTES = 2
"""So many of the four figures settle it. One alone may be an oddity: a long table of constants, or one function with
many guards."""
ONE_REFINEMENT = 2
"""Rounds of a source in the middle: the draft and one rewriting of it."""

_WAYS: dict[str, str] = {
    "single_pass": "one draft that is checked and not rewritten, for what hardly anything can be said wrong about",
    "self_refine": "one model drafts, reads its own draft and rewrites it once, for what lies between",
    "critic_loop": "a second model criticises draft after draft, for what is costly to get wrong",
}
"""From the least work to the most."""


@dataclass(frozen=True)
class Leaning:
    """What the figures speak for."""

    ways: tuple[str, ...]
    """One way, or the two between which they leave it open, the one with less work first."""
    reason: str

    @property
    def is_sure(self) -> bool:
        return len(self.ways) == 1


def lean(measure: SourceMeasure) -> Leaning:
    """Return what the figures of a source speak for."""
    large = [name for name in vars(measure) if getattr(measure, name) >= getattr(LARGE, name)]
    middling = [name for name in vars(measure) if name not in large and getattr(measure, name) > getattr(SMALL, name)]
    if len(large) >= SURE_VOTES:
        return Leaning(("critic_loop",), f"{measure}: costly to get wrong, by its {_listed(large)}")
    if large:
        return Leaning(("self_refine", "critic_loop"), f"{measure}: much by its {large[0]} alone")
    if len(middling) >= SURE_VOTES:
        return Leaning(("self_refine",), f"{measure}: neither trivial nor large, by its {_listed(middling)}")
    if middling:
        return Leaning(("single_pass", "self_refine"), f"{measure}: little but for its {middling[0]}")
    return Leaning(("single_pass",), f"{measure}: hardly anything that could be said wrong")


def _listed(names: list[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}"


@dataclass(frozen=True)
class _Choice:
    strategy: str
    reason: str
    is_by_model: bool = False


@STRATEGIES.register("auto")
class Auto(Strategy):
    """Hands the run to the strategy that the source deserves."""

    name: ClassVar[str] = "auto"
    summary: ClassVar[str] = (
        "Chooses by the source's size, branches, symbols and exceptions: one draft, one self-refinement, or the loop"
        " with a critic; where they leave it open it asks the generator's model once."
    )

    def run(self, bench: Bench) -> None:
        choice = _choose(bench)
        strategy = STRATEGIES[choice.strategy]
        options = strategy.adapt(_options_for(choice.strategy, bench), bench.progress.rounds_before)
        models = bench.follow(options)
        bench.emit(
            StrategyChosen(
                strategy=choice.strategy,
                reason=choice.reason,
                is_by_model=choice.is_by_model,
                options=bench.options,
                models=models,
            )
        )
        STRATEGIES[bench.options.strategy]().run(bench)


def _choose(bench: Bench) -> _Choice:
    facts = bench.verifier.facts if bench.verifier is not None else read_facts(bench.source)
    measure = measure_source(bench.source, facts)
    leaning = lean(measure)
    if leaning.is_sure:
        return _Choice(leaning.ways[0], leaning.reason)
    ways = {name: _WAYS[name] for name in leaning.ways}
    advice = bench.ask_planner().advise(bench.source, str(measure), ways)
    if advice.choice is None:
        reason = f"{leaning.reason}; the model's answer names no way, so it is the one with more care"
        return _Choice(leaning.ways[-1], reason, is_by_model=True)
    said = f": {advice.reason}" if advice.reason else ""
    reason = f"{leaning.reason}; asked, {bench.options.generator.model} chose it{said}"
    return _Choice(advice.choice, reason, is_by_model=True)


def _options_for(name: str, bench: Bench) -> RunOptions:
    """Return the options with the chosen strategy instead of this one."""
    options = bench.options.model_copy(update={"strategy": name})
    if name != "self_refine":
        return options
    most = bench.progress.rounds_before + ONE_REFINEMENT
    return options.model_copy(update={"max_attempts": min(options.max_attempts, most)})
