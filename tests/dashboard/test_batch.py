"""Runs that were started together, in the words of their table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reflexion_core.dashboard.background import RunView
from reflexion_core.dashboard.batch import MAX_RUNS, batch_row, request_again, run_ids, share_done, summary
from reflexion_core.dashboard.batch_view import build_payload
from reflexion_core.progress import Progress
from reflexion_core.records import Acceptance, Failure, RoleName, RunState, StopReason
from tests.report.sample import MADE_AT, ROUNDS, named, progress
from tests.running import run_options, source

ONE, TWO, THREE = "1" * 16, "2" * 16, "3" * 16

WAITING = Progress(source=source(), options=run_options(max_attempts=3))
WRITING = replace(
    progress(document=None, reason=None, is_approved=False, ended_at=None, rounds=[ROUNDS[0]]),
    state=RunState.RUNNING,
    current_round=2,
    writing=RoleName.CRITIC,
)
STOPPED = progress(state=RunState.CANCELLED, reason=StopReason.CANCELLED, is_approved=False, document=None)
FAILED = replace(STOPPED, state=RunState.FAILED, reason=None, failure=Failure(kind="Oops", message="no  server\n" * 30))


def test_a_finished_run_says_its_score_its_rounds_and_why_it_ended():
    row = batch_row(RunView(ONE, progress()))
    assert (row.name, row.state, row.kind, row.end) == ("shapes.py", "approved", "right", "approved")
    assert (row.score, row.rounds, row.best) == ("97.0", "2 of 4", "2")
    assert (row.action, row.is_live, row.share) == ("", False, 1.0)


def test_a_running_run_says_what_it_does_and_can_be_stopped():
    row = batch_row(RunView(ONE, WRITING, is_here=True))
    assert (row.state, row.kind, row.doing) == ("running", "live", "round 2 of 4 · critic")
    assert (row.score, row.rounds, row.best, row.end) == ("50.0", "2 of 4", "1", "")
    assert row.action == "stop"
    assert 0 < row.share < 1


def test_a_run_of_another_process_can_not_be_stopped():
    assert batch_row(RunView(ONE, WRITING)).action == ""


def test_a_waiting_run_says_how_many_are_before_it():
    row = batch_row(RunView(ONE, WAITING, ahead=2, is_here=True))
    assert (row.state, row.doing) == ("waiting", "2 before it")
    assert (row.score, row.rounds, row.best, row.action, row.share) == ("–", "0 of 3", "–", "stop", 0.0)


@pytest.mark.parametrize(
    ("run", "kind", "end"),
    [
        (STOPPED, "unsure", "stopped by you"),
        (replace(STOPPED, state=RunState.INTERRUPTED, reason=None), "unsure", "the program ended before it"),
    ],
)
def test_a_run_that_was_cut_off_can_be_started_again(run: Progress, kind: str, end: str):
    row = batch_row(RunView(ONE, run))
    assert (row.kind, row.end, row.action) == (kind, end, "again")


def test_a_failed_run_says_why_in_one_short_line():
    row = batch_row(RunView(ONE, FAILED))
    assert (row.state, row.kind, row.action) == ("failed", "wrong", "again")
    assert row.end.startswith("no server no server")
    assert row.end.endswith("…")
    assert len(row.end) <= 90


def test_a_run_is_started_again_as_it_was_asked_for():
    request = request_again(STOPPED)
    assert request is not None
    assert (request.source, request.options, request.notice) == (STOPPED.source, STOPPED.options, STOPPED.notice)


@pytest.mark.parametrize("run", [WAITING, WRITING, progress()], ids=["waiting", "running", "finished"])
def test_what_runs_or_has_finished_is_not_started_again(run: Progress):
    assert request_again(run) is None


def test_what_a_person_has_accepted_is_not_started_again():
    accepted = replace(STOPPED, acceptance=Acceptance(by="Ada", at=MADE_AT))
    row = batch_row(RunView(ONE, accepted))
    assert (row.end, row.action) == ("accepted by Ada", "")
    assert request_again(accepted) is None


def test_the_whole_is_told_by_what_has_ended():
    rows = [batch_row(RunView(ONE, progress())), batch_row(RunView(TWO, WRITING)), batch_row(RunView(THREE, FAILED))]
    assert summary(rows) == "2 of 3 ended: 1 approved, 1 failed"
    assert summary(rows[1:2], gone=1) == "0 of 1 ended; 1 is not stored any more"
    assert 2 / 3 < share_done(rows) < 1
    assert share_done([]) == 0


def test_an_address_is_read_with_care():
    assert run_ids(f"{ONE},{TWO},{ONE}") == [ONE, TWO]
    assert run_ids("") == []
    assert run_ids(f"<script>,../etc,{ONE},{'1' * 17},{'G' * 16}") == [ONE]
    assert len(run_ids(",".join(f"{number:016x}" for number in range(1000)))) == MAX_RUNS


def test_the_browser_gets_words_and_a_link_that_names_all_runs():
    rows = [batch_row(RunView(ONE, named("a \ud800 <b>.py"))), batch_row(RunView(TWO, progress()))]
    data = build_payload(rows, TWO)
    assert data["open"] == TWO
    assert data["rows"][0]["link"] == f"?run={ONE}&with={ONE},{TWO}"
    assert data["rows"][0]["name"] == "a \ufffd <b>.py"
