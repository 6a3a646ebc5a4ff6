"""Who finds what: papers, grades and the report."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reflexion_core.errors import Cancelled
from reflexion_core.exam.examinees import ChecksExaminee, CriticExaminee, Examinee, Remark
from reflexion_core.exam.papers import ExamOptions, ExamPaper, write_papers
from reflexion_core.exam.report import ExamReport, faulty_lines
from reflexion_core.exam.sitting import is_about, sit_exam
from reflexion_core.faults.base import FAULTS
from reflexion_core.providers.scripted import ScriptedProvider
from reflexion_core.records import ModelRef
from reflexion_core.roles.base import Seat
from reflexion_core.roles.critic import Critic
from reflexion_core.run_options import RoleOptions
from reflexion_core.stopping import Stop
from tests.exam.classroom import fault, paper, source
from tests.running import CLASSIC, PROMPTS, issue, verdict

OPTIONS = ExamOptions(seed=1, per_kind=1)
TRUE = "# parcels\n\n- `rate` (`float`, default `1.5`)\n\n- `zone` (`int`)\n"
HARMED = TRUE.replace("1.5", "9.9")


class Answering(Examinee):
    """Says of each paper what a function says."""

    name = "answering"

    def __init__(self, answer: Callable[[ExamPaper], tuple[Remark, ...] | None]) -> None:
        self._answer = answer

    def judge(self, paper: ExamPaper) -> tuple[Remark, ...] | None:
        return self._answer(paper)


def remark(line: int, message: str = "wrong", owner: str = "") -> Remark:
    return Remark(message, line, line, owner)


def sit(answer: Callable[[ExamPaper], tuple[Remark, ...] | None], *papers: ExamPaper) -> ExamReport:
    return sit_exam(papers, Answering(answer), lambda _paper, _report: None, Stop())


def critic(*replies: str) -> CriticExaminee:
    options = RoleOptions(model=ModelRef(provider="scripted", name="any"), temperature=0)
    seat = Seat(
        ScriptedProvider(replies=replies), options, PROMPTS, 7, 1000, 8192, lambda _event: None, Stop(), CLASSIC
    )
    return CriticExaminee(Critic(seat))


def test_the_same_seed_writes_the_same_papers_and_another_one_others() -> None:
    first, second, other = (write_papers([source()], ExamOptions(seed, 1), None, Stop()) for seed in (1, 1, 2))
    assert first == second
    assert first != other


def test_papers_begin_with_true_ones_of_each_style_in_use_and_have_as_many_of_a_kind_as_asked_for() -> None:
    papers = write_papers([source()], ExamOptions(1, 2, ("tables", "google")), None, Stop())
    true = [item for item in papers if item.fault is None]
    assert papers[:2] == tuple(true)
    assert [item.style for item in true] == ["tables", "google"]
    counts = [sum(item.fault is not None and item.fault.kind == kind for item in papers) for kind in FAULTS]
    assert max(counts) == 2
    assert sum(count == 2 for count in counts) >= 15


def test_each_paper_has_its_fault_at_its_lines() -> None:
    papers = write_papers([source()], OPTIONS, None, Stop())
    true = {item.style: item.document.split("\n") for item in papers if item.fault is None}
    for item in papers:
        if item.fault is not None and item.fault.lines:
            assert any(passage.text not in true[item.style] for passage in faulty_lines(item)), item.title


def test_papers_without_a_sandbox_have_no_examples() -> None:
    kinds = {item.fault.kind for item in write_papers([source()], OPTIONS, None, Stop()) if item.fault is not None}
    assert not kinds & {"wrong_output", "failing_example"}


def test_papers_that_are_stopped_are_not_written() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Cancelled):
        write_papers([source()], OPTIONS, None, stop)


def test_a_remark_at_the_lines_of_a_fault_is_about_it() -> None:
    assert is_about(Remark("wrong", 3, 5), fault(4))
    assert not is_about(Remark("wrong", 3, 5), fault(6))


def test_a_remark_on_the_right_symbol_is_about_what_is_left_out_there_and_about_nothing_else() -> None:
    assert is_about(remark(1, owner="postage"), fault(owner="postage", is_missing=True))
    assert not is_about(remark(1, owner="label"), fault(owner="postage", is_missing=True))
    assert not is_about(remark(1, owner="postage"), fault(4, owner="postage"))


def test_what_is_said_of_the_true_document_too_finds_nothing_and_is_a_false_alarm() -> None:
    report = sit(lambda item: (remark(3, "Line 3 is wrong"),), paper(TRUE), paper(HARMED, fault(3)))
    assert report.found == 0
    assert [alarm.text for alarm in report.alarms] == ["- `rate` (`float`, default `1.5`)"]


def test_the_same_false_alarm_some_lines_further_down_is_not_a_new_one() -> None:
    moved = paper("added\n\n" + TRUE, fault(1))
    report = sit(lambda item: (remark(3 if item.fault is None else 5, "Line 3 is wrong"),), paper(TRUE), moved)
    assert report.graded[0].other_findings == ()


def test_what_is_new_and_elsewhere_is_an_other_finding() -> None:
    def answer(item: ExamPaper) -> tuple[Remark, ...]:
        return (remark(3), remark(5, "zone is wrong")) if item.fault is not None else ()

    report = sit(answer, paper(TRUE), paper(HARMED, fault(3)))
    [kind] = [item for item in report.kinds if item.planted]
    assert (kind.found, kind.other_findings, kind.recall) == (1, 1, 1.0)


def test_no_verdict_is_not_found_and_counted_by_itself() -> None:
    report = sit(lambda item: None, paper(TRUE), paper(HARMED, fault(3)))
    assert (report.found, report.planted, report.without_verdict) == (0, 1, 2)
    assert report.alarms == ()


def test_a_stopped_exam_is_of_what_was_judged_until_then() -> None:
    stop = Stop()
    papers = [paper(TRUE), paper(HARMED, fault(3)), paper(HARMED, fault(3))]

    def on_paper(_paper: ExamPaper, report: ExamReport) -> None:
        if report.judged == 2:
            stop.set()

    report = sit_exam(papers, Answering(lambda item: ()), on_paper, stop)
    assert (report.judged, report.paper_count, report.is_whole) == (2, 3, False)


def test_json_has_the_figures_of_every_kind_and_nothing_else() -> None:
    report = sit(lambda item: (remark(3),) if item.fault else (), paper(TRUE), paper(HARMED, fault(3)))
    figures = report.as_json()
    assert list(figures) == ["recall", "false_alarms", "kinds"]
    assert (figures["recall"], figures["false_alarms"]) == (1.0, 0)
    assert list(figures["kinds"]) == list(FAULTS)
    assert figures["kinds"]["wrong_default"] == {"planted": 1, "found": 1, "other_findings": 0}
    assert figures["kinds"]["wrong_type"] == {"planted": 0, "found": 0, "other_findings": 0}


def test_without_a_planted_fault_there_is_no_recall() -> None:
    assert sit(lambda item: (), paper(TRUE)).recall is None


def test_what_is_left_out_is_shown_by_the_heading_of_its_symbol() -> None:
    item = paper("# parcels\n\n## `postage_due`\n\n## `postage(weight)`\n", fault(is_missing=True))
    assert [passage.number for passage in faulty_lines(item)] == [5]


def test_the_checks_find_a_wrong_default() -> None:
    papers = write_papers([source()], OPTIONS, None, Stop())
    [item] = [item for item in papers if item.fault is not None and item.fault.kind == "wrong_default"]
    assert item.fault is not None
    remarks = ChecksExaminee(None, "not run", Stop()).judge(item)
    assert [is_about(remark, item.fault) for remark in remarks] == [True]


def test_a_critic_finds_what_it_quotes_across_lines_and_marks() -> None:
    reply = verdict(50, issues=[issue("RATE (float, default 9.9) - zone")])
    [found] = critic(reply).judge(paper(HARMED)) or ()
    assert (found.first, found.last) == (3, 5)
    assert is_about(found, fault(5))


def test_a_critic_finds_what_is_left_out_by_naming_it() -> None:
    reply = verdict(50, issues=[issue("zone")])
    [found] = critic(reply).judge(paper(TRUE)) or ()
    assert is_about(found, fault(owner="postage", words="zone", is_missing=True))
    assert not is_about(found, fault(owner="postage", words="rate", is_missing=True))


def test_of_a_critics_issues_only_those_count_that_point_at_something() -> None:
    assert critic(verdict(50, issues=[issue("words that are nowhere")])).judge(paper(TRUE)) == ()


def test_a_critic_that_cannot_be_read_gives_no_verdict() -> None:
    assert critic("Well,", "hm.").judge(paper(TRUE)) is None
