from __future__ import annotations

import io
import json
import stat
import zipfile

from reflexion_core.progress import Progress
from reflexion_core.records import RunState
from reflexion_core.report.archive import archive_runs
from tests.report.sample import DOCUMENT, MADE_AT, ROUNDS, named, progress
from tests.running import run_options, source

ONE, TWO = "1" * 16, "2" * 16


def packed(**runs: Progress) -> zipfile.ZipFile:
    named = {ONE if name == "one" else TWO: run for name, run in runs.items()}
    return zipfile.ZipFile(io.BytesIO(archive_runs(named, MADE_AT)))


def test_each_run_has_its_document_and_both_reports():
    archive = packed(one=progress(), two=progress(source=source(name="boxes.py")))
    assert archive.namelist() == [
        *("shapes.md", "shapes.report.html", "shapes.report.json"),
        *("boxes.md", "boxes.report.html", "boxes.report.json"),
    ]
    assert archive.read("shapes.md").decode() == DOCUMENT.text
    assert archive.read("boxes.report.html").startswith(b"<!DOCTYPE html>")
    assert json.loads(archive.read("boxes.report.json"))["run"] == TWO
    assert archive.testzip() is None


def test_two_files_of_one_name_are_both_kept():
    names = packed(one=progress(), two=progress()).namelist()
    assert len(set(names)) == 6
    assert "shapes-2.md" in names


def test_a_hostile_name_stays_inside_the_folder_that_the_archive_is_opened_in():
    for name in packed(one=named("../../../tmp/<b>evil\n.py")).namelist():
        assert "/" not in name
        assert "\\" not in name
        assert ".." not in name


def test_without_a_final_document_the_best_draft_is_there_under_a_name_that_says_so():
    archive = packed(one=progress(document=None, state=RunState.CANCELLED))
    assert archive.namelist()[0] == "shapes.draft.md"
    assert archive.read("shapes.draft.md").decode() == ROUNDS[1].draft


def test_a_run_without_a_draft_has_its_reports_alone():
    waiting = Progress(source=source(), options=run_options())
    assert packed(one=waiting).namelist() == ["shapes.report.html", "shapes.report.json"]


def test_the_files_have_the_time_of_the_run_and_can_be_read():
    entry = packed(one=progress()).infolist()[0]
    assert entry.date_time == (2026, 11, 30, 11, 2, 0)
    assert stat.S_IMODE(entry.external_attr >> 16) == 0o644
