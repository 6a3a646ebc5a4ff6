from __future__ import annotations

import json

from reflexion_core.progress import Progress
from reflexion_core.records import CheckReport, Critique
from reflexion_core.report.data import complete_report, json_report, run_report
from reflexion_core.run_options import RunOptions
from tests.report.sample import DOCUMENT, ROUNDS, RUN_ID, progress
from tests.running import run_options, source


def test_the_whole_run_can_be_read_back_from_its_report():
    run = progress()
    data = json.loads(json_report(run, RUN_ID))
    assert RunOptions.model_validate(data["settings"]) == run.options
    assert Critique.model_validate(data["rounds"][0]["critique"]) == ROUNDS[0].critique
    assert CheckReport.model_validate(data["rounds"][0]["report"]) == ROUNDS[0].report
    assert [item["draft"] for item in data["rounds"]] == [item.draft for item in ROUNDS]
    assert data["rounds"][0]["written"] == ROUNDS[0].written
    assert data["document"] == DOCUMENT.text
    assert data["prompts"][0] == {"id": "generator/draft", "version": 3, "sha256": "a" * 64}
    assert data["ended_at"] == "2026-11-30T11:02:00+00:00"


def test_the_report_has_all_that_the_short_form_has():
    short, whole = run_report(progress(), RUN_ID), complete_report(progress(), RUN_ID)
    assert {key: whole[key] for key in short if key != "rounds"} == {
        key: short[key] for key in short if key != "rounds"
    }
    for brief, full in zip(short["rounds"], whole["rounds"], strict=True):
        assert {key: full[key] for key in brief} == brief


def test_the_lessons_that_the_run_was_given_are_in_both():
    given = [{"id": 7, "text": "Copy every default.", "reason": "`area` has defaults", "times": 3}]
    assert run_report(progress(), RUN_ID)["lessons"] == given
    assert run_report(progress(lessons=None), RUN_ID)["lessons"] is None


def test_the_text_of_the_source_is_not_in_the_report():
    assert "class Box" not in json_report(progress(), RUN_ID)
    assert complete_report(progress(), RUN_ID)["source_sha256"] == source().sha256


def test_half_a_surrogate_pair_can_be_written():
    broken = ROUNDS[1].model_copy(update={"draft": "a \ud800 b"})
    json_report(progress(rounds=[broken]), RUN_ID).encode("utf-8")


def test_a_run_that_has_not_begun_has_a_report():
    data = complete_report(Progress(source=source(), options=run_options()), RUN_ID)
    assert (data["state"], data["rounds"], data["document"], data["started_at"]) == ("queued", [], None, None)
