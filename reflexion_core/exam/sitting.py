"""Papers → report: an examinee judges each, and what it says is compared with what was planted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from reflexion_core.errors import Cancelled
from reflexion_core.exam.examinees import Examinee, Remark
from reflexion_core.exam.papers import ExamPaper, PlantedFault
from reflexion_core.exam.report import Alarm, ExamReport, Graded
from reflexion_core.faults.base import FAULTS
from reflexion_core.stopping import Stop

OnPaper = Callable[[ExamPaper, ExamReport], None]
"""Told after each paper, with the report so far."""


def sit_exam(papers: Sequence[ExamPaper], examinee: Examinee, on_paper: OnPaper, stop: Stop) -> ExamReport:
    """Let an examinee judge papers; where it is stopped, the report is of those judged until then.

    Raises:
        ProviderError: the model's provider does not answer.
    """
    sitting = _Sitting(papers, examinee)
    for paper in papers:
        try:
            stop.raise_if_set()
            sitting.take(paper)
        except Cancelled:
            break
        on_paper(paper, sitting.report)
    return sitting.report


class _Sitting:
    def __init__(self, papers: Sequence[ExamPaper], examinee: Examinee) -> None:
        self._paper_count = len(papers)
        self._examinee = examinee
        self._graded: list[Graded] = []
        self._alarms: list[Alarm] = []
        self._true_papers = 0
        self._no_verdict = 0
        self._known: dict[tuple[str, str], frozenset[tuple[str, str]]] = {}

    @property
    def report(self) -> ExamReport:
        return ExamReport(
            kind_names=tuple(FAULTS),
            graded=tuple(self._graded),
            alarms=tuple(self._alarms),
            true_papers=self._true_papers,
            true_without_verdict=self._no_verdict,
            paper_count=self._paper_count,
        )

    def take(self, paper: ExamPaper) -> None:
        remarks = self._examinee.judge(paper)
        if paper.fault is None:
            self._take_true(paper, remarks)
        elif remarks is None:
            self._graded.append(Graded(paper, is_found=False, is_judged=False))
        else:
            known = self._known.get((paper.source.sha256, paper.style), frozenset())
            new = [remark for remark in remarks if remark.identity not in known]
            others = tuple(remark.message for remark in new if not is_about(remark, paper.fault))
            self._graded.append(Graded(paper, is_found=len(others) < len(new), other_findings=others))

    def _take_true(self, paper: ExamPaper, remarks: tuple[Remark, ...] | None) -> None:
        self._true_papers += 1
        self._no_verdict += remarks is None
        lines = paper.document.split("\n")
        for remark in remarks or ():
            text = lines[remark.first - 1] if remark.first else ""
            self._alarms.append(Alarm(paper.source.name, paper.style, remark.first, text, remark.message))
        identities = frozenset(remark.identity for remark in remarks or ())
        self._known[paper.source.sha256, paper.style] = identities


def is_about(remark: Remark, fault: PlantedFault) -> bool:
    """Say whether a remark is about a fault: it is at its lines, or of something left out about the right symbol."""
    if any(remark.first <= line <= remark.last for line in fault.lines):
        return True
    if not fault.is_missing:
        return False
    return (bool(fault.owner) and remark.owner == fault.owner) or _names(remark.words, fault.words)


def _names(words: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None
