"""Who is next in the waiting line, and how many are before whom."""

from __future__ import annotations

from dataclasses import dataclass

from reflexion_core.dashboard.waiting_line import LineRules, choose_ready, count_ahead, in_order, next_turn
from reflexion_core.records import ModelRef


@dataclass(frozen=True)
class Run:
    """A run as the line sees it; named after its person and its number."""

    name: str
    model: str = "shared"
    turn: int = 0

    @property
    def person(self) -> str:
        return self.name[0]

    @property
    def models(self) -> frozenset[ModelRef]:
        return frozenset({ModelRef(provider="scripted", name=self.model)})


def enter(names: str, working: list[Run] | None = None) -> list[Run]:
    """Return runs that come one after the other, while others are at work."""
    waiting: list[Run] = []
    for name in names.split():
        waiting.append(Run(name, turn=next_turn(name[0], working or [], waiting)))
    return waiting


def go_through(waiting: list[Run], working: list[Run], late: str = "", after: int = 0) -> str:
    """Let runs work one at a time, with late ones that come when so many have ended, and return the order."""
    begun = list(working)
    while working or waiting:
        if len(begun) == after + 1:
            for name in late.split():
                waiting = [*waiting, Run(name, turn=next_turn(name[0], working, waiting))]
        working = choose_ready([], waiting, LineRules(each=1))
        waiting = [run for run in waiting if run not in working]
        begun += working
    return names(begun)


def names(found: list[Run]) -> str:
    return " ".join(run.name for run in found)


def test_one_persons_runs_come_in_the_order_in_which_they_were_asked_for():
    assert names(in_order(enter("a1 a2 a3"))) == "a1 a2 a3"


def test_everybodys_first_run_comes_before_anybodys_second():
    assert names(in_order(enter("a1 a2 a3 b1 b2 c1"))) == "a1 b1 c1 a2 b2 a3"


def test_a_run_at_work_counts_as_its_persons_first():
    working = [Run("a1")]
    assert names(in_order(enter("a2 a3 b1 b2", working))) == "b1 a2 b2 a3"


def test_turns_stay_as_they_are_when_a_run_ends():
    working = [Run("a1")]
    assert go_through(enter("a2 a3 b1 b2", working), working) == "a1 b1 a2 b2 a3"


def test_who_comes_late_takes_turns_and_makes_up_for_nothing():
    working = [Run("a1")]
    waiting = enter("a2 a3 a4 a5 a6", working)
    assert go_through(waiting, working, "b1 b2 b3", after=3) == "a1 a2 a3 a4 b1 a5 b2 a6 b3"


def test_ten_files_of_one_person_do_not_block_anothers_first():
    working = [Run("a0")]
    waiting = enter("a1 a2 a3 a4 a5 a6 a7 a8 a9 b1", working)
    assert count_ahead(waiting[-1], working, waiting, LineRules(each=1)) == 1
    assert names(choose_ready([], waiting, LineRules(each=1))) == "b1"


def test_no_more_runs_of_one_person_begin_than_each_may_have():
    waiting = [Run("a1", "one"), Run("a2", "two"), Run("b1", "three")]
    assert names(choose_ready([], waiting, LineRules(each=1))) == "a1 b1"
    assert names(choose_ready([], waiting, LineRules(each=2))) == "a1 a2 b1"


def test_no_more_runs_begin_than_there_may_be_at_once():
    waiting = [Run("a1", "one"), Run("b1", "two"), Run("c1", "three")]
    assert names(choose_ready([], waiting, LineRules(at_once=2))) == "a1 b1"
    assert names(choose_ready([Run("d1", "four")], waiting, LineRules(at_once=2))) == "a1"
    assert choose_ready([Run("d1", "four"), Run("e1", "five")], waiting, LineRules(at_once=2)) == []


def test_a_run_that_waits_for_its_model_takes_nobodys_place():
    working, waiting = [Run("a1", "one")], [Run("b1", "one"), Run("c1", "two")]
    assert names(choose_ready(working, waiting, LineRules(at_once=2))) == "c1"


def test_a_run_that_may_not_begin_keeps_its_model_from_later_ones():
    working = [Run("a1", "one")]
    waiting = [Run("b1", "one"), Run("c1", "one")]
    assert choose_ready(working, waiting, LineRules()) == []
    assert [count_ahead(run, working, waiting, LineRules()) for run in waiting] == [1, 2]


def test_the_place_counts_ones_own_runs_where_each_may_have_but_one():
    working, waiting = [Run("a1", "one")], [Run("a2", "two"), Run("a3", "three")]
    assert [count_ahead(run, working, waiting, LineRules(each=1)) for run in waiting] == [1, 2]
    assert [count_ahead(run, working, waiting, LineRules(each=2)) for run in waiting] == [1, 1]


def test_the_place_counts_everybody_where_the_machine_is_full():
    working, waiting = [Run("a1", "one"), Run("b1", "two")], [Run("c1", "three"), Run("d1", "four")]
    assert [count_ahead(run, working, waiting, LineRules(at_once=2)) for run in waiting] == [1, 2]
