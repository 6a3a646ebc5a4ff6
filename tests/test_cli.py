"""The command line, as a user meets it: exit codes, what is printed where, and what bad input gets."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from reflexion_core.records import RunState
from reflexion_core.storage.store import RunStore
from tests.commands import Reflexion
from tests.running import FINAL, MODULE, UNREADABLE, draft, issue, verdict


def script(
    folder: Path,
    *verdicts: str,
    drafts: tuple[str, ...] = (draft(1), draft(2), draft(3)),
    final: str = FINAL,
    **changes: object,
) -> Path:
    """Write a script for all roles and return its path."""
    replies: list[dict[str, object]] = [{"role": "generator", "text": text} | changes for text in drafts]
    replies += [{"role": "critic", "text": text} for text in verdicts or (verdict(100),)]
    replies.append({"role": "adjudicator", "text": final})
    path = folder / "script.json"
    path.write_text(json.dumps({"replies": replies}), encoding="utf-8")
    return path


def config(folder: Path, *verdicts: str, settings: dict[str, object] | None = None, **changes: Any) -> Path:
    """Write a configuration whose models are a script, and return its path."""
    model = f"scripted:{script(folder, *verdicts, **changes)}"
    registry = dict.fromkeys(("GENERATOR", "CRITIC", "ADJUDICATOR"), model)
    path = folder / "mine.json"
    values = {"model_registry": registry, "policy": "model"} | (settings or {})
    path.write_text(json.dumps(values), encoding="utf-8")
    return path


def module(folder: Path, name: str = "shapes.py", text: str | bytes = MODULE) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def only_run(reflexion: Reflexion) -> dict[str, Any]:
    rows = reflexion("runs", "--json").json
    assert len(rows) == 1
    row: dict[str, Any] = rows[0]
    return row


def test_an_approved_document_is_all_of_standard_output(reflexion: Reflexion, tmp_path: Path) -> None:
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path))
    assert (done.code, done.out) == (0, FINAL)


def test_progress_the_reason_and_the_score_history_go_to_standard_error(reflexion: Reflexion, tmp_path: Path) -> None:
    verdicts = verdict(50, 70, issues=[issue()]), verdict(96, 98)
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path, *verdicts))
    assert done.code == 0
    assert "round 1: score 60.0 (technical_accuracy 50, completeness 70)" in done.err
    assert "fix: Where the draft says “height=1.0”" in done.err
    assert "approved (approved): score 97.0 reaches the bar of 95" in done.err
    assert "scores: 60.0 → 97.0" in done.err
    assert "output tokens" in done.err
    assert done.out == FINAL


def test_a_run_below_the_bar_ends_with_3_and_its_best_document(reflexion: Reflexion, tmp_path: Path) -> None:
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path, verdict(50)), "--attempts", 2)
    assert (done.code, done.out) == (3, FINAL)
    assert "below the bar (attempts): score 50.0 after 2 attempts; the bar is 95" in done.err


def test_no_verdict_ends_with_3_and_is_said(reflexion: Reflexion, tmp_path: Path) -> None:
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path, UNREADABLE), "--bar", 0)
    assert done.code == 3
    assert "no verdict: it holds no JSON object" in done.err
    assert "critic_failed" in done.err
    assert "scores: –" in done.err


def test_the_flags_go_over_the_file(reflexion: Reflexion, tmp_path: Path) -> None:
    path = config(tmp_path, verdict(50), settings={"quality_score_bar": 99, "max_attempts": 9})
    done = reflexion("review", module(tmp_path), "--config", path, "--bar", 40, "--strategy", "single_pass", "--json")
    assert done.code == 0
    assert (done.json[0]["bar"], done.json[0]["reason"]) == (40, "single_pass")


def test_a_model_of_one_role_can_be_named(reflexion: Reflexion, tmp_path: Path) -> None:
    path = config(tmp_path)
    other = module(tmp_path, "other.json", script(tmp_path).read_text())
    done = reflexion("review", module(tmp_path), "--config", path, "--model", f"critic=scripted:{other}", "--json")
    assert done.json[0]["models"]["critic"] == f"scripted:{other}"
    assert done.json[0]["models"]["generator"] == f"scripted:{tmp_path / 'script.json'}"


def test_further_critics_and_a_rubric_can_be_named(reflexion: Reflexion, tmp_path: Path) -> None:
    other = f"scripted:{module(tmp_path, 'other.json', script(tmp_path).read_text())}"
    files = (module(tmp_path), "--config", config(tmp_path, verdict(90)))
    done = reflexion("review", *files, "--committee", other, "--rubric", "classic", "--json")
    assert done.json[0]["committee"] == [other]
    assert done.json[0]["rounds"][0]["spread"]["completeness"] == [90, 100]
    refused = reflexion("review", *files, "--rubric", "missing.json")
    assert (refused.code, refused.out) == (2, "")
    assert "missing.json: cannot be read" in refused.err


@pytest.mark.parametrize("value", ["critic", "critic=", "writer=x", "=x"])
def test_a_model_for_no_role_is_refused_with_the_roles(reflexion: Reflexion, tmp_path: Path, value: str) -> None:
    done = reflexion("review", module(tmp_path), "--model", value)
    assert done.code == 2
    assert "the roles are generator, critic, adjudicator" in done.err


def test_a_file_as_output_holds_the_document(reflexion: Reflexion, tmp_path: Path) -> None:
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path), "-o", tmp_path / "new" / "out.md")
    assert (done.code, done.out) == (0, "")
    assert (tmp_path / "new" / "out.md").read_bytes() == FINAL.encode()


def test_a_folder_as_output_holds_a_document_named_as_the_source(reflexion: Reflexion, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    reflexion("review", module(tmp_path), "--config", config(tmp_path), "-o", tmp_path / "docs")
    assert (tmp_path / "docs" / "shapes.md").read_text() == FINAL


def test_a_name_that_ends_in_a_slash_is_a_folder(reflexion: Reflexion, tmp_path: Path) -> None:
    reflexion("review", module(tmp_path), "--config", config(tmp_path), "-o", f"{tmp_path}/docs/")
    assert (tmp_path / "docs" / "shapes.md").is_file()


def test_several_files_go_into_a_folder(reflexion: Reflexion, tmp_path: Path) -> None:
    files = module(tmp_path, "one.py"), module(tmp_path, "two.py")
    done = reflexion("review", *files, "--config", config(tmp_path), "-o", tmp_path / "docs")
    assert done.code == 0
    assert sorted(path.name for path in (tmp_path / "docs").iterdir()) == ["one.md", "two.md"]


def test_of_several_files_the_worst_counts_and_the_others_go_on(reflexion: Reflexion, tmp_path: Path) -> None:
    files = module(tmp_path, "broken.py", "def f(:\n"), module(tmp_path, "good.py")
    done = reflexion("review", *files, "--config", config(tmp_path), "-o", tmp_path / "docs")
    assert done.code == 2
    assert "broken.py, line 1, column 7: is not valid Python" in done.err
    assert (tmp_path / "docs" / "good.md").read_text() == FINAL


def test_two_files_of_one_name_do_not_overwrite_each_other(reflexion: Reflexion, tmp_path: Path) -> None:
    files = module(tmp_path, "a/shapes.py"), module(tmp_path, "b/shapes.py")
    done = reflexion("review", *files, "--config", config(tmp_path), "-o", tmp_path / "docs")
    assert done.code == 2
    assert "shapes.py" in done.err
    assert "same name" in done.err
    assert (tmp_path / "docs" / "shapes.md").read_text() == FINAL


def test_a_document_never_replaces_its_source(reflexion: Reflexion, tmp_path: Path) -> None:
    path = module(tmp_path)
    done = reflexion("review", path, "--config", config(tmp_path), "-o", path)
    assert path.read_text() == MODULE
    assert done.code == 2


@pytest.mark.parametrize(
    "order",
    [("--input", "--output", "--config"), ("--output", "--input", "--config"), ("--config", "--output", "--input")],
)
@pytest.mark.parametrize("joint", [False, True], ids=["apart", "with an equal sign"])
def test_the_classic_form_is_a_review(
    reflexion: Reflexion, tmp_path: Path, order: tuple[str, ...], joint: bool
) -> None:
    out = tmp_path / "out.md"
    values = {"--input": module(tmp_path), "--output": out, "--config": config(tmp_path)}
    apart = [part for name in order for part in (name, values[name])]
    done = reflexion(*([f"{name}={values[name]}" for name in order] if joint else apart))
    assert done.code == 0
    assert out.read_text() == FINAL


def test_json_holds_everything_that_was_printed(reflexion: Reflexion, tmp_path: Path) -> None:
    verdicts = verdict(50, fix="State the default 2.0."), verdict(96)
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path, *verdicts), "--json")
    (report,) = done.json
    assert report["source"] == "shapes.py"
    assert (report["state"], report["reason"], report["approved"]) == ("finished", "approved", True)
    assert (report["score"], report["best_round"], report["bar"]) == (96, 2, 95)
    assert report["document"] == FINAL
    assert report["error"] is None
    first = report["rounds"][0]
    assert first["scores"] == {"technical_accuracy": 50, "completeness": 50}
    assert (first["score"], first["decision"], first["reason"]) == (50, "revise", "below_bar")
    assert first["fix"] == "State the default 2.0."
    assert {role: used["calls"] for role, used in report["roles"].items()} == {
        "generator": 2,
        "critic": 2,
        "adjudicator": 1,
    }
    assert all(used["prompt_tokens"] > 0 and used["seconds"] >= 0 for used in report["roles"].values())


def test_json_lists_a_refused_file_beside_the_others(reflexion: Reflexion, tmp_path: Path) -> None:
    files = module(tmp_path, "empty.py", ""), module(tmp_path)
    done = reflexion("review", *files, "--config", config(tmp_path), "--json")
    refused, good = done.json
    assert (refused["source"], refused["state"]) == ("empty.py", "refused")
    assert refused["error"]["message"] == "empty.py: is empty"
    assert good["state"] == "finished"


LATIN = '# -*- coding: latin-1 -*-\ndef café():\n    """Serve."""\n'.encode("latin-1")
BAD_INPUT: dict[str, tuple[str, bytes, str]] = {
    "not Python": ("notes.txt", b"hello", "notes.txt: is not a .py file"),
    "prose": ("prose.py", b"Dear reader, this is no code.\n", "prose.py, line 1, column 6: is not valid Python"),
    "a syntax error": ("bad.py", b"x = 1\ny = (\n", "bad.py, line 2, column 5: is not valid Python: '(' was never"),
    "empty": ("empty.py", b"", "empty.py: is empty"),
    "blank": ("blank.py", b" \n\t\n", "blank.py: holds only blank space"),
    "only comments": ("notes.py", b"# one\n# two\n", "notes.py: holds only comments"),
    "over the limit": ("big.py", b"x = 1\n" * 60_000, "big.py: is too large: 360,000 bytes, and the limit is 262,144"),
    "not UTF-8": ("latin.py", b"x = '\xe9'\n", "latin.py, line 1: is not valid utf-8: byte 0xe9 at byte offset 5"),
    "an unknown encoding": ("odd.py", b"# coding: klingon\nx = 1\n", "odd.py: declares the encoding 'klingon'"),
    "NUL bytes": ("nul.py", b"x = 1\n\x00\n", "nul.py, line 2: holds a NUL byte at byte offset 6"),
    "a renamed binary": ("image.py", b"\x89PNG\r\n\x1a\n\x00\x00", "image.py: is not text: it looks like a PNG image"),
    "Python 2": ("old.py", b'print "hello"\n', "old.py, line 1, column 1: looks like Python 2"),
    "a stub": ("types.pyi", b"x: int\n", "types.pyi: is a stub file"),
}


@pytest.mark.parametrize(("name", "data", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_refused_by_its_name_with_the_reason(
    reflexion: Reflexion, tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    done = reflexion("review", module(tmp_path, name, data), "--config", config(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert f"error: {message}" in done.err
    assert reflexion("runs").out == ""


@pytest.mark.parametrize(
    "data",
    [LATIN, b"\xef\xbb\xbf" + MODULE.encode(), MODULE.replace("\n", "\r\n").encode()],
    ids=["declared encoding", "byte order mark", "Windows line ends"],
)
def test_unusual_but_right_files_are_taken(reflexion: Reflexion, tmp_path: Path, data: bytes) -> None:
    assert reflexion("review", module(tmp_path, text=data), "--config", config(tmp_path)).code == 0


def test_a_file_that_is_not_there_is_refused_with_its_place(reflexion: Reflexion, tmp_path: Path) -> None:
    done = reflexion("review", tmp_path / "gone.py")
    assert done.code == 2
    assert "gone.py: cannot be read: No such file or directory" in done.err
    assert str(tmp_path / "gone.py") in done.err


def test_a_folder_that_is_called_like_a_module_is_refused(reflexion: Reflexion, tmp_path: Path) -> None:
    (tmp_path / "package.py").mkdir()
    done = reflexion("review", tmp_path / "package.py")
    assert done.code == 2
    assert "package.py: is not a regular file" in done.err


def test_no_file_at_all_is_a_usage_error(reflexion: Reflexion) -> None:
    done = reflexion("review")
    assert done.code == 2
    assert "name at least one Python file" in done.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"max_attempts": 3,}', "line 1, column 20: not JSON"),
        ('{"max_atempts": 3}', "unknown key 'max_atempts'"),
        ('{"max_attempts": 30}', "'max_attempts' is 30: input should be less than or equal to 10"),
        ('{"strategy": "magic"}', "'strategy' is 'magic'"),
    ],
)
def test_a_broken_config_file_is_refused_by_its_name(
    reflexion: Reflexion, tmp_path: Path, text: str, message: str
) -> None:
    path = module(tmp_path, "mine.json", text)
    done = reflexion("review", module(tmp_path), "--config", path)
    assert (done.code, done.out) == (2, "")
    assert str(path) in done.err
    assert message in done.err


def test_a_config_file_that_is_not_there_is_one_warning(reflexion: Reflexion, tmp_path: Path) -> None:
    done = reflexion("runs", "--config", tmp_path / "gone.json")
    assert done.code == 0
    assert done.err.count(f"warning: {tmp_path / 'gone.json'} does not exist") == 1


@pytest.mark.parametrize(("flag", "value"), [("--bar", "101"), ("--attempts", "0"), ("--strategy", "magic")])
def test_a_wrong_flag_is_refused_with_its_value(reflexion: Reflexion, tmp_path: Path, flag: str, value: str) -> None:
    done = reflexion("review", module(tmp_path), flag, value)
    assert done.code == 2
    assert "the command line" in done.err
    assert value in done.err


OLLAMA = ("--model", "generator=ollama:x", "--model", "critic=ollama:x", "--model", "adjudicator=ollama:x")


def test_an_unreachable_server_ends_with_4_and_what_to_do(
    reflexion: Reflexion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFLEXION_PROVIDERS__OLLAMA__HOST", "http://127.0.0.1:9")
    done = reflexion("review", module(tmp_path), *OLLAMA)
    assert (done.code, done.out) == (4, "")
    assert "no Ollama server answers on http://127.0.0.1:9" in done.err
    assert "ollama serve" in done.err
    assert only_run(reflexion)["state"] == "failed"


def test_a_model_that_is_not_installed_ends_with_4_and_what_to_do(reflexion: Reflexion, tmp_path: Path) -> None:
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path), "--model", "critic=scripted:gone.json")
    assert done.code == 4
    assert "'gone.json' is not on the disk" in done.err
    assert "name a JSON file with a script" in done.err


def test_a_failed_run_is_in_the_json_with_its_error(reflexion: Reflexion, tmp_path: Path) -> None:
    path = config(tmp_path)
    done = reflexion("review", module(tmp_path), "--config", path, "--model", "critic=scripted:gone.json", "--json")
    assert done.json[0]["state"] == "failed"
    assert done.json[0]["error"]["kind"] == "ModelNotInstalled"


def test_a_broken_prompt_is_bad_settings_and_no_failure_of_the_provider(reflexion: Reflexion, tmp_path: Path) -> None:
    path = config(tmp_path, settings={"prompts_folder": str(tmp_path / "prompts")})
    done = reflexion("review", module(tmp_path), "--config", path)
    assert str(tmp_path / "prompts") in done.err
    assert done.code == 2


@pytest.mark.parametrize("output", ["/dev/full", "file/out.md"], ids=["a full disk", "below a file"])
def test_a_document_that_cannot_be_written_is_kept_and_the_message_says_how_to_get_it(
    reflexion: Reflexion, tmp_path: Path, output: str
) -> None:
    (tmp_path / "file").write_text("in the way")
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path), "-o", output)
    assert done.code == 2
    assert f"error: {output}: cannot be written: " in done.err
    shown = done.err.partition("the document is kept: reflexion show ")[2].split()[0]
    assert reflexion("show", shown).out == FINAL


def test_several_documents_into_one_file_are_refused_and_the_file_is_left_alone(
    reflexion: Reflexion, tmp_path: Path
) -> None:
    out = module(tmp_path, "out.md", "mine")
    done = reflexion(
        "review", module(tmp_path, "a.py"), module(tmp_path, "b.py"), "--config", config(tmp_path), "-o", out
    )
    assert done.code == 2
    assert out.read_text() == "mine"


def test_a_data_folder_that_cannot_be_written_is_a_clear_refusal(
    reflexion: Reflexion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("REFLEXION_STORAGE__FOLDER", str(tmp_path / "file" / "data"))
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path))
    assert done.code == 2
    assert str(tmp_path / "file" / "data") in done.err


def test_an_unknown_command_is_refused_and_points_to_the_help(reflexion: Reflexion) -> None:
    done = reflexion("reveiw", "x.py")
    assert done.code == 2
    assert "reveiw" in done.err
    assert "--help" in done.err


def test_help_lists_every_command(reflexion: Reflexion) -> None:
    done = reflexion("--help")
    assert done.code == 0
    assert all(f"\n  {name} " in done.out for name in ("review", "models", "runs", "show", "dashboard"))


def test_the_version_is_printed(reflexion: Reflexion) -> None:
    assert reflexion("--version").out.startswith("reflexion, version ")


def test_models_lists_providers_roles_and_strategies(reflexion: Reflexion, tmp_path: Path) -> None:
    done = reflexion("models", "--config", config(tmp_path))
    assert done.code == 0
    assert all(name in done.out for name in ("ollama", "embedded", "critic_loop", "single_pass"))
    assert f"critic: scripted:{tmp_path / 'script.json'}" in done.out


def test_models_can_be_asked_for_the_exit_code_alone(
    reflexion: Reflexion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = reflexion("models", "--quiet", "--config", config(tmp_path))
    assert (done.code, done.out) == (0, "")
    monkeypatch.setenv("REFLEXION_PROVIDERS__OLLAMA__HOST", "http://127.0.0.1:9")
    monkeypatch.setenv("REFLEXION_MODEL_REGISTRY__CRITIC", "ollama:x")
    assert reflexion("models", "--quiet", "--config", config(tmp_path)).code == 4


def test_runs_are_listed_with_state_and_score(reflexion: Reflexion, tmp_path: Path) -> None:
    assert "No runs yet" in reflexion("runs").err
    reflexion("review", module(tmp_path), "--config", config(tmp_path, verdict(96)))
    run = only_run(reflexion)
    assert (run["state"], run["score"], run["source_name"]) == ("finished", 96, "shapes.py")
    table = reflexion("runs").out
    assert run["id"] in table
    assert "approved" in table


def test_the_list_of_runs_has_an_end(reflexion: Reflexion, tmp_path: Path) -> None:
    for name in ("one.py", "two.py", "three.py"):
        reflexion("review", module(tmp_path, name), "--config", config(tmp_path))
    rows = reflexion("runs", "--limit", 2, "--json").json
    assert [row["source_name"] for row in rows] == ["three.py", "two.py"]


def reviewed(reflexion: Reflexion, tmp_path: Path) -> str:
    """Review a file in two rounds and return the run's name."""
    path = config(tmp_path, verdict(50), verdict(96))
    run: str = reflexion("review", module(tmp_path), "--config", path, "--json").json[0]["run"]
    return run


def test_show_prints_the_final_document(reflexion: Reflexion, tmp_path: Path) -> None:
    run = reviewed(reflexion, tmp_path)
    done = reflexion("show", run[:6])
    assert (done.code, done.out) == (0, FINAL)
    assert "scores: 50.0 → 96.0" in done.err


def test_show_prints_any_draft(reflexion: Reflexion, tmp_path: Path) -> None:
    run = reviewed(reflexion, tmp_path)
    assert reflexion("show", run, "--draft", 1).out == draft(1)
    assert reflexion("show", run, "--draft", 2).out == draft(2)


def test_a_draft_that_is_not_there_is_refused_with_how_many_there_are(reflexion: Reflexion, tmp_path: Path) -> None:
    done = reflexion("show", reviewed(reflexion, tmp_path), "--draft", 3)
    assert (done.code, done.out) == (2, "")
    assert "has 2 drafts, and no draft 3" in done.err


def test_show_prints_the_run_as_json(reflexion: Reflexion, tmp_path: Path) -> None:
    run = reviewed(reflexion, tmp_path)
    report = reflexion("show", run, "--json").json
    assert (report["run"], report["document"], len(report["rounds"])) == (run, FINAL, 2)


def test_a_run_that_is_not_there_is_refused(reflexion: Reflexion) -> None:
    done = reflexion("show", "abcdef")
    assert done.code == 2
    assert "no run is called 'abcdef'" in done.err
    assert "reflexion runs" in done.err


def test_a_recording_replays_to_the_same_document(reflexion: Reflexion, tmp_path: Path) -> None:
    run = reviewed(reflexion, tmp_path)
    recording = module(tmp_path, "recording.json", reflexion("show", run, "--recording").out)
    models = [f"--model={role}=replay:{recording}" for role in ("generator", "critic", "adjudicator")]
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path), *models)
    assert (done.code, done.out) == (0, FINAL)


def process(
    folder: Path, *arguments: object, stdout: Any = subprocess.PIPE, stderr: Any = subprocess.PIPE
) -> subprocess.Popen[str]:
    """Start a command as a process of its own."""
    command = [sys.executable, "-m", "reflexion_core", *map(str, arguments)]
    root = Path(__file__).parent.parent
    environment = os.environ | {"PYTHONPATH": str(root), "REFLEXION_STORAGE__FOLDER": str(folder)}
    return subprocess.Popen(command, stdout=stdout, stderr=stderr, text=True, env=environment)


def wait_for(running: subprocess.Popen[str], words: str) -> str:
    assert running.stderr is not None
    read = ""
    for line in running.stderr:
        read += line
        if words in line:
            return read
    raise AssertionError(f"{words!r} was never printed: {read}")


def slow_second_draft(folder: Path) -> Path:
    """Write a configuration whose second draft takes a minute."""
    path = config(folder, verdict(50))
    script_path = folder / "script.json"
    replies = json.loads(script_path.read_text())["replies"]
    replies[1]["seconds_between"] = 60
    script_path.write_text(json.dumps({"replies": replies}))
    return path


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_a_run_at_once_and_keeps_what_is_done(
    data_folder: Path, tmp_path: Path, reflexion: Reflexion, number: signal.Signals
) -> None:
    arguments = ("--config", slow_second_draft(tmp_path), "-o", tmp_path / "docs")
    running = process(data_folder, "review", module(tmp_path), module(tmp_path, "next.py"), *arguments)
    wait_for(running, "round 2: generator")
    started = time.monotonic()
    running.send_signal(number)
    out, err = running.communicate(timeout=20)
    assert time.monotonic() - started < 5
    assert (running.returncode, out) == (130, "")
    assert "stopped by the user" in err
    run = only_run(reflexion)
    assert (run["state"], run["rounds"], run["score"]) == ("cancelled", 1, 50)
    shown = reflexion("show", run["id"])
    assert shown.out == draft(1)
    assert "this is the draft of round 1" in shown.err
    assert not (tmp_path / "docs").exists()


def test_a_killed_run_is_listed_as_interrupted_with_its_rounds(
    data_folder: Path, tmp_path: Path, reflexion: Reflexion
) -> None:
    running = process(data_folder, "review", module(tmp_path), "--config", slow_second_draft(tmp_path))
    wait_for(running, "round 2: generator")
    running.kill()
    running.communicate()
    run = only_run(reflexion)
    assert (run["state"], run["rounds"], run["score"]) == ("interrupted", 1, 50)
    assert reflexion("show", run["id"], "--draft", 1).out == draft(1)


def test_a_full_disk_behind_standard_output_is_a_clear_message(data_folder: Path, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        running = process(data_folder, "review", module(tmp_path), "--config", config(tmp_path), stdout=full)
        _, err = running.communicate(timeout=30)
    assert "Traceback" not in err
    assert running.returncode == 2
    assert "reflexion show" in err


def test_a_disk_that_is_full_while_a_run_is_stored_does_not_end_it(
    reflexion: Reflexion, tmp_path: Path, data_folder: Path
) -> None:
    reflexion("runs")
    store = RunStore(f"sqlite:///{data_folder / 'runs.db'}", data_folder / "owners")
    with store._engine.begin() as connection:
        connection.exec_driver_sql("CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.number > 3 "
                                   "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")  # fmt: skip
    done = reflexion("review", module(tmp_path), "--config", config(tmp_path))
    assert (done.code, done.out) == (0, FINAL)
    assert "database or disk is full" in done.err
    store.close()


def test_a_terminal_shows_a_live_table_and_the_document_still_goes_to_standard_output(
    data_folder: Path, tmp_path: Path
) -> None:
    terminal, other_end = os.openpty()
    path = config(tmp_path, verdict(50), verdict(96), seconds_between=0.02)
    running = process(data_folder, "review", module(tmp_path, "[bold].py"), "--config", path, stderr=other_end)
    os.close(other_end)
    shown = b""
    while chunk := read_terminal(terminal):
        shown += chunk
    assert running.communicate(timeout=20)[0] == FINAL
    assert running.returncode == 0
    assert b"[bold].py" in shown
    assert b"generator writes" in shown
    assert "scores: 50.0 → 96.0" in shown.decode()
    os.close(terminal)


def read_terminal(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # how Linux says that the other end was closed
        return b""


def test_a_run_of_another_process_is_seen_while_it_goes(
    data_folder: Path, tmp_path: Path, reflexion: Reflexion
) -> None:
    running = process(data_folder, "review", module(tmp_path), "--config", slow_second_draft(tmp_path))
    wait_for(running, "round 2: generator")
    assert only_run(reflexion)["state"] == RunState.RUNNING
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=20)
