"""A plan and how far it is, folded from the events of a run."""

from __future__ import annotations

from reflexion_core.events import EVENT, PlanMade, RunCancelled, SectionReady, SectionStarted
from reflexion_core.plans import PlannedSection, SectionResult
from reflexion_core.progress import Progress
from tests.running import QUEUED, STARTED, run_options

FIRST = PlannedSection(number=1, title="overview", is_overview=True, line=1, end_line=2, tokens=5)
AREA = PlannedSection(number=2, title="area", symbols=("area",), line=3, end_line=9, tokens=20)
BOX = PlannedSection(number=3, title="Box", symbols=("Box",), line=10, end_line=20, tokens=20)
MADE = PlanMade(sections=(FIRST, AREA, BOX), options=run_options(strategy="plan_and_solve"), reason="too large")
DONE = SectionReady(result=SectionResult(number=2, symbols=("area",), text="## `area`\n"))


def fold(*more: object) -> Progress:
    return Progress.of([QUEUED, STARTED, MADE, *more])  # type: ignore[list-item]


def test_a_plan_says_which_section_is_done_at_work_or_waiting() -> None:
    plan = fold(SectionStarted(number=2), DONE, SectionStarted(number=3)).plan
    assert plan is not None
    assert [plan.state(section) for section in plan.sections] == ["waiting", "done", "at_work"]
    assert plan.current == BOX
    assert plan.waiting == (FIRST,)


def test_a_run_that_is_worked_in_sections_goes_as_the_plan_says() -> None:
    progress = fold()
    assert progress.options is not None
    assert progress.options.strategy == "plan_and_solve"


def test_a_stop_leaves_no_section_at_work() -> None:
    plan = fold(SectionStarted(number=2), RunCancelled()).plan
    assert plan is not None
    assert plan.at_work is None


def test_a_new_plan_keeps_what_is_finished_of_the_same_symbols() -> None:
    moved = AREA.model_copy(update={"number": 1})
    plan = fold(DONE, MADE.model_copy(update={"sections": (moved, BOX)})).plan
    assert plan is not None
    assert [plan.state(section) for section in plan.sections] == ["done", "waiting"]


def test_a_new_plan_lets_go_of_sections_that_hold_other_symbols_now() -> None:
    both = AREA.model_copy(update={"symbols": ("area", "Box")})
    plan = fold(DONE, MADE.model_copy(update={"sections": (FIRST, both)})).plan
    assert plan is not None
    assert plan.done == 0


def test_a_section_that_is_written_again_has_its_last_result() -> None:
    again = DONE.model_copy(update={"result": DONE.result.model_copy(update={"findings": 2})})
    plan = fold(DONE, again).plan
    assert plan is not None
    assert [result.findings for result in plan.results] == [2]


def test_the_events_of_a_plan_are_stored_and_read_back() -> None:
    for event in (MADE, SectionStarted(number=2), DONE):
        assert EVENT.validate_json(event.model_dump_json()) == event
