"""`reflexion exam`, as a user meets it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from reflexion_core import cli_exam
from reflexion_core.exam.papers import ExamPaper
from reflexion_core.exam.report import ExamReport
from reflexion_core.faults.base import FAULTS
from tests.commands import Reflexion
from tests.exam.classroom import MODULE
from tests.running import issue, verdict


@pytest.fixture
def exam(reflexion: Reflexion, monkeypatch: pytest.MonkeyPatch) -> Reflexion:
    """Examines one small source, without running examples."""
    monkeypatch.setenv("REFLEXION_RUN_EXAMPLES", "false")
    Path("parcels.py").write_text(MODULE, encoding="utf-8")
    return lambda *arguments: reflexion("exam", *arguments)


SMALL = ("parcels.py", "--per-kind", 1, "--style", "tables")


def critic(*verdicts: str) -> str:
    path = Path("critic.json")
    path.write_text(json.dumps({"replies": [{"role": "critic", "text": text} for text in verdicts]}), encoding="utf-8")
    return f"scripted:{path}"


def test_a_table_says_of_each_kind_what_was_planted_and_found(exam: Reflexion) -> None:
    done = exam(*SMALL)
    assert done.code == 0
    lines, kinds = done.out.splitlines(), [name.replace("_", " ") for name in FAULTS]
    assert lines[0].split() == ["kind", "planted", "found", "recall", "other", "findings"]
    assert [line[:20].strip() for line in lines[1 : 1 + len(kinds)]] == kinds
    assert lines[1 + len(kinds)].startswith("recall ")
    assert "0 false alarms in 1 true documents" in done.out


def test_each_paper_is_a_line_on_standard_error(exam: Reflexion) -> None:
    lines = [line for line in exam(*SMALL).err.splitlines() if not line.startswith("note: ")]
    assert lines[0] == f"1/{len(lines)} parcels.py, tables, nothing is wrong"
    assert [int(line.partition("/")[0]) for line in lines] == list(range(1, len(lines) + 1))
    assert all(line.partition(" ")[2].startswith(("found: ", "missed: ")) for line in lines[1:])


def test_json_has_exactly_the_keys_that_were_promised(exam: Reflexion) -> None:
    done = exam(*SMALL, "--json")
    assert done.code == 0
    assert list(done.json) == ["recall", "false_alarms", "kinds"]
    assert 0 <= done.json["recall"] <= 1
    assert done.json["false_alarms"] == 0
    assert list(done.json["kinds"]) == list(FAULTS)
    assert all(list(kind) == ["planted", "found", "other_findings"] for kind in done.json["kinds"].values())


def test_the_same_seed_gives_the_same_figures_and_another_one_may_not(exam: Reflexion) -> None:
    first, second, other = (exam(*SMALL, "--seed", seed) for seed in (1, 1, 2))
    assert (first.out, first.err) == (second.out, second.err)
    assert first.err != other.err


def test_without_a_sandbox_it_is_said_that_there_are_no_examples(exam: Reflexion) -> None:
    assert "note: no examples in the papers: examples are turned off in the settings" in exam(*SMALL).err


def test_missed_faults_are_listed_with_the_line_and_what_was_planted(exam: Reflexion) -> None:
    done = exam(*SMALL, "--critic", critic(verdict(100)), "--show-missed")
    assert "missed: parcels.py, tables, wrong default: default of `" in done.out
    assert " | | `" in done.out
    assert "missed: " not in exam(*SMALL, "--critic", critic(verdict(100))).out


def test_a_critic_that_praises_everything_finds_nothing_and_alarms_nobody(exam: Reflexion) -> None:
    done = exam(*SMALL, "--critic", critic(verdict(100)), "--json")
    assert done.code == 0
    assert (done.json["recall"], done.json["false_alarms"]) == (0, 0)


def test_a_critic_that_doubts_one_line_finds_what_stands_there_and_alarms_where_it_is_true(exam: Reflexion) -> None:
    doubt = verdict(50, issues=[issue("def batches(items: Iterable[int], size: int = 2) -> Iterator[list[int]]")])
    figures = exam(*SMALL, "--critic", critic(doubt), "--json").json
    assert (figures["recall"], figures["false_alarms"]) == (0, 1)
    assert not any(kind["other_findings"] for kind in figures["kinds"].values())


def test_a_critic_without_a_verdict_is_said_and_counts_as_not_found(exam: Reflexion) -> None:
    done = exam(*SMALL, "--critic", critic("I think it is quite good."))
    assert done.code == 0
    assert "recall 0.0%" in done.out
    assert ", no verdict on " in done.out


def test_documents_that_a_model_cannot_hold_are_left_out_and_that_is_said(exam: Reflexion) -> None:
    config = Path("small.json")
    config.write_text(json.dumps({"max_context_tokens": 1024}), encoding="utf-8")
    done = exam(*SMALL, "--critic", critic(verdict(100)), "--config", config)
    assert done.code == 0
    assert "papers on parcels.py are left out: scripted:critic.json holds 1,024 tokens" in done.err
    assert "0 of 0 planted faults" in done.out


def test_a_model_that_is_not_there_ends_with_4_and_what_to_do(exam: Reflexion) -> None:
    done = exam(*SMALL, "--critic", "scripted:absent.json")
    assert done.code == 4
    assert "absent.json" in done.err


def test_bad_input_ends_with_2(exam: Reflexion) -> None:
    Path("broken.py").write_text("def f(:\n", encoding="utf-8")
    assert exam("broken.py").code == 2
    assert exam("absent.py").code == 2
    assert exam("parcels.py", "--style", "baroque").code == 2
    assert exam("parcels.py", "--per-kind", 0).code == 2


def test_an_interrupt_prints_what_is_known_so_far_and_says_that_it_is_partial(
    exam: Reflexion, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = cli_exam._tell

    def interrupt(paper: ExamPaper, report: ExamReport) -> None:
        tell(paper, report)
        if report.judged == 3:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(cli_exam, "_tell", interrupt)
    done = exam(*SMALL)
    assert done.code == 130
    assert "stopped: these are partial figures, after 3 of " in done.err
    assert "of 2 planted faults found)" in done.out
