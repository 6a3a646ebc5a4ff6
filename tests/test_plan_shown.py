"""A run that is worked section by section, as the command line and the reports show it."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO

import pytest
from rich.console import Console

from reflexion_core.cli_output import RunView, print_outcome
from reflexion_core.report.data import complete_report
from reflexion_core.report.page import html_report
from reflexion_core.runs import RunRequest
from tests.bench.large_source import measure
from tests.large_sources import LargeRun, large_source, run_large
from tests.showing import Reader

SOURCE = large_source(300)


@pytest.fixture(scope="module")
def large_run() -> LargeRun:
    return run_large(SOURCE, max_context_tokens=4500, strategy="critic_loop")


@pytest.fixture(scope="module")
def printed(large_run: LargeRun) -> str:
    """What the command line says of the run where there is no terminal."""
    assert large_run.progress.options is not None
    told = Console(file=StringIO(), width=200)
    with RunView(told, SOURCE.name) as view:
        for event in (RunRequest(SOURCE, large_run.progress.options).queued, *large_run.events):
            view(event)
    print_outcome(told, large_run.progress, "0123456789abcdef")
    text: str = told.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_the_command_line_says_why_and_in_how_many_sections(printed: str, large_run: LargeRun) -> None:
    assert large_run.progress.plan is not None
    count = len(large_run.progress.plan.sections)
    reason = "too large for the window of scripted:test (4,500 tokens): worked section by section"
    assert f"stock.py: {reason}; {count} sections" in printed


def test_the_command_line_says_where_the_run_is(printed: str, large_run: LargeRun) -> None:
    assert large_run.progress.plan is not None
    count = len(large_run.progress.plan.sections)
    for section in large_run.progress.plan.sections:
        assert f"section {section.number} of {count}: {section.title}\n" in printed
    assert f"section {count} of {count}: 0 verified findings, 0 repaired by code\n" in printed


def test_the_report_has_the_plan_with_its_sections(large_run: LargeRun) -> None:
    text = Reader(html_report(large_run.progress, "0123456789abcdef", datetime.now(UTC))).text
    assert large_run.progress.plan is not None
    count = len(large_run.progress.plan.sections)
    assert f"Plan: {count} of {count} sections done" in text
    assert "This source is too large for the window of scripted:test (4,500 tokens)" in text
    assert all(section.title in text for section in large_run.progress.plan.sections)


def test_the_report_as_data_has_each_section_with_what_became_of_it(large_run: LargeRun) -> None:
    plan = complete_report(large_run.progress, "0123456789abcdef")["plan"]
    assert [section["result"]["origin"] for section in plan["sections"]] == ["model"] * len(plan["sections"])


def test_the_benchmark_counts_what_came_of_it(large_run: LargeRun) -> None:
    rows = {row.name: row.value for row in measure(SOURCE, large_run.progress)}
    assert rows["public symbols covered"] == rows["public symbols"] > 0
    assert rows["findings left, high"] == rows["findings left, medium"] == 0
    assert rows["calls"] == rows["sections"]
