"""Who is next: runs wait for their models, for their person's other runs, and for a place on the machine.

Runs take turns by person: everybody's first comes before anybody's second, whenever it came; so ten files of one person
do not keep another from beginning. Who comes later begins at the turn that is going on, and makes up for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from reflexion_core.records import ModelRef


class Waiting(Protocol):
    """What the line looks at in a run."""

    @property
    def person(self) -> str: ...

    @property
    def models(self) -> frozenset[ModelRef]: ...

    @property
    def turn(self) -> int: ...


_Run = TypeVar("_Run", bound=Waiting)


@dataclass(frozen=True)
class LineRules:
    """How many runs may be at work at once; None sets no limit but that of the models."""

    each: int | None = None
    """Those of one person."""
    at_once: int | None = None
    """Those of everybody."""


def next_turn(person: str, working: Sequence[Waiting], waiting: Sequence[Waiting]) -> int:
    """Return the turn of a run that a person enters now."""
    own = [run.turn + 1 for run in (*working, *waiting) if run.person == person]
    going_on = min((run.turn for run in working or waiting), default=0)
    return max([going_on, *own])


def in_order(waiting: Sequence[_Run]) -> list[_Run]:
    """Return the runs that wait, the next one first.

    Args:
        waiting: Those that wait, in the order in which they came.
    """
    return sorted(waiting, key=lambda run: run.turn)


def choose_ready(working: Sequence[_Run], waiting: Sequence[_Run], rules: LineRules) -> list[_Run]:
    """Return the runs that can begin now.

    A later run never overtakes one that waits for the same model; it does overtake one that waits for another.
    """
    at_work, held_back, ready = list(working), list[_Run](), list[_Run]()
    for run in in_order(waiting):
        earlier = [*at_work, *held_back]
        is_full = rules.at_once is not None and len(at_work) >= rules.at_once
        if is_full or _sharing_model(run, earlier) or _too_many_own(run, earlier, rules):
            held_back.append(run)
        else:
            at_work.append(run)
            ready.append(run)
    return ready


def count_ahead(run: _Run, working: Sequence[_Run], waiting: Sequence[_Run], rules: LineRules) -> int:
    """Return how many runs have to end before one that waits begins, if nobody new comes; at least 1."""
    order = in_order(waiting)
    earlier = [*working, *order[: order.index(run)]]
    over_all = 0 if rules.at_once is None else len(earlier) - rules.at_once + 1
    return max(1, _sharing_model(run, earlier), _too_many_own(run, earlier, rules), over_all)


def _sharing_model(run: Waiting, others: Sequence[Waiting]) -> int:
    return sum(1 for other in others if other.models & run.models)


def _too_many_own(run: Waiting, others: Sequence[Waiting], rules: LineRules) -> int:
    """Return how many of the person's other runs must end before this one may begin."""
    if rules.each is None:
        return 0
    return max(0, sum(1 for other in others if other.person == run.person) - rules.each + 1)
