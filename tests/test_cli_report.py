"""`reflexion report`, as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Reflexion
from tests.report.reading import ReportReader
from tests.running import FINAL, MODULE, draft, issue, verdict


@pytest.fixture
def run(reflexion: Reflexion, tmp_path: Path) -> str:
    """A finished run of two rounds, by its name."""
    replies: list[dict[str, Any]] = [{"role": "generator", "text": draft(take)} for take in (1, 2)]
    replies += [{"role": "critic", "text": verdict(50, 70, issues=[issue()])}, {"role": "critic", "text": verdict(99)}]
    replies.append({"role": "adjudicator", "text": FINAL})
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"replies": replies}), encoding="utf-8")
    settings = {
        "model_registry": dict.fromkeys(("GENERATOR", "CRITIC", "ADJUDICATOR"), f"scripted:{script}"),
        "policy": "model",
    }
    (tmp_path / "mine.json").write_text(json.dumps(settings), encoding="utf-8")
    (tmp_path / "shapes.py").write_text(MODULE, encoding="utf-8")
    done = reflexion("review", "shapes.py", "--config", "mine.json", "--json")
    name: str = done.json[0]["run"]
    return name


def test_the_report_is_a_page_on_standard_output(reflexion: Reflexion, run: str) -> None:
    done = reflexion("report", run)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("<!DOCTYPE html>")
    assert f"shapes.py run {run} · critic loop ✓ approved" in ReportReader(done.out).said


def test_the_beginning_of_a_name_is_enough(reflexion: Reflexion, run: str) -> None:
    assert run in reflexion("report", run[:6]).out


def test_as_json_it_has_every_draft(reflexion: Reflexion, run: str) -> None:
    data = reflexion("report", run, "--format", "json").json
    assert [item["draft"] for item in data["rounds"]] == [draft(1), draft(2)]
    assert (data["run"], data["document"]) == (run, FINAL)


@pytest.mark.parametrize(("name", "start"), [("a.html", "<!DOCTYPE"), ("a.json", "{"), ("a.JSON", "{"), ("a", "<!DOC")])
def test_the_form_is_what_the_file_ends_in(
    reflexion: Reflexion, run: str, tmp_path: Path, name: str, start: str
) -> None:
    done = reflexion("report", run, "-o", tmp_path / "new" / name)
    assert (done.code, done.out) == (0, "")
    assert (tmp_path / "new" / name).read_text("utf-8").startswith(start)


def test_a_form_that_is_named_goes_over_what_the_file_ends_in(reflexion: Reflexion, run: str, tmp_path: Path) -> None:
    reflexion("report", run, "--format", "json", "-o", tmp_path / "a.html")
    assert json.loads((tmp_path / "a.html").read_text("utf-8"))["run"] == run


def test_an_unknown_run_is_bad_input_and_the_hint_says_where_runs_are_listed(reflexion: Reflexion) -> None:
    done = reflexion("report", "abc")
    assert done.code == 2
    assert "no run is called 'abc'" in done.err
    assert "reflexion runs" in done.err


def test_a_file_that_cannot_be_written_is_named(reflexion: Reflexion, run: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = reflexion("report", run, "-o", tmp_path / "file" / "a.html")
    assert done.code == 2
    assert "a.html: cannot be written" in done.err
