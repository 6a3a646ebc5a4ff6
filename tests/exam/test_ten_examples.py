"""The checks sit the exam on the ten examples that ship."""

from __future__ import annotations

from pathlib import Path

import pytest

from reflexion_core.exam.examinees import ChecksExaminee
from reflexion_core.exam.papers import ExamOptions, write_papers
from reflexion_core.exam.sitting import sit_exam
from reflexion_core.settings import shipped_folder
from reflexion_core.source.reading import read_source_file
from reflexion_core.stopping import Stop
from tests.exam.classroom import any_sandbox

WANTED = 0.95
WANTED_OF_A_KIND = 0.85


def examples() -> list[Path]:
    return sorted((shipped_folder() / "examples").glob("*.py"))


@pytest.mark.timeout(900)
def test_the_checks_find_nearly_all_faults_of_every_kind_and_call_nothing_true_wrong() -> None:
    sandbox, stop = any_sandbox(), Stop()
    sources = [read_source_file(path, max_bytes=1_000_000) for path in examples()]
    papers = write_papers(sources, ExamOptions(seed=0, per_kind=3), sandbox, stop)
    report = sit_exam(papers, ChecksExaminee(sandbox, "", stop), lambda _paper, _report: None, stop)

    assert len(sources) == 10
    assert report.alarms == ()
    missed = [item.paper.title for item in report.missed]
    assert report.recall is not None
    assert report.recall >= WANTED, missed
    assert {kind.kind for kind in report.kinds if (kind.recall or 0) < WANTED_OF_A_KIND} == set(), missed
