"""The plan of a run on its page: what is done, at work and waiting."""

from __future__ import annotations

from reflexion_core.dashboard.plan_html import plan_html, plan_title
from reflexion_core.plans import PlannedSection, PlanProgress, SectionResult
from tests.showing import HOSTILE, Reader


def section(number: int, title: str = "area", **changes: object) -> PlannedSection:
    values = {"number": number, "title": title, "symbols": (f"{title}{number}",), "line": 1, "end_line": 9, "tokens": 5}
    return PlannedSection.model_validate(values | changes)


def result(of: PlannedSection, **changes: object) -> SectionResult:
    return SectionResult.model_validate({"number": of.number, "symbols": of.symbols, "text": "x"} | changes)


PLAN = PlanProgress((section(1), section(2), section(3)))


def test_each_section_has_its_state() -> None:
    plan = PLAN.started(1).finished(result(PLAN.sections[0])).started(2)
    html = plan_html(plan)
    assert [html.count(word) for word in ("done", "at work", ">waiting<")] == [1, 1, 1]
    assert html.count('aria-current="step"') == 1
    assert plan_title(plan) == "Plan · 1 of 3 sections done"


def test_a_finished_section_says_what_is_wrong_and_what_was_mended() -> None:
    plan = PLAN.finished(result(PLAN.sections[0], findings=2, repairs=3, is_redrafted=True))
    assert "2 wrong" in Reader(plan_html(plan)).text
    assert "3 repaired written twice" in Reader(plan_html(plan)).text


def test_what_code_wrote_and_what_was_cut_is_said() -> None:
    one = section(1, shortened=("huge",))
    plan = PlanProgress((one,)).finished(result(one, origin="code", note="the budget is used up"))
    text = Reader(plan_html(plan)).text
    assert "only the first lines of huge fit the window" in text
    assert "by code: the budget is used up" in text


def test_hostile_names_stay_text() -> None:
    one = section(1, title=HOSTILE, shortened=(HOSTILE,))
    read = Reader(plan_html(PlanProgress((one,)).finished(result(one, note=HOSTILE))))
    assert HOSTILE in read.text
    assert read.tags <= {"div", "table", "thead", "tbody", "tr", "th", "td", "br", "small", "span"}
