"""`reflexion verify` and `reflexion skeleton`, as a user meets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from reflexion_core.sandbox.base import choose_sandbox
from tests.commands import Reflexion

SOURCE = """\
def grow(size: int, by: int = 2) -> int:
    \"\"\"Grow.\"\"\"
    if size < 0:
        raise ValueError("size must not be negative")
    return size * by
"""
OTHER = """\
def shrink(size: int, by: int = 3) -> int:
    \"\"\"Shrink.\"\"\"
    return size // by
"""
DOCUMENT = """\
# Garden

## `grow(size: int, by: int = 2) -> int`

Grows.

- `size` (`int`): the size.
- `by` (`int`, default `2`): how much.

**Raises** `ValueError` if `size` is negative, with the message `size must not be negative`.
"""
WRONG = DOCUMENT.replace("default `2`", "default `4`")


@pytest.fixture(autouse=True)
def sources(reflexion: Reflexion) -> None:
    """Put two sources into the folder of the command."""
    Path("garden.py").write_text(SOURCE, encoding="utf-8")
    Path("kitchen.py").write_text(OTHER, encoding="utf-8")


def document(text: str, name: str = "garden.md") -> Path:
    path = Path(name)
    path.write_bytes(text.encode())
    return path


def test_a_true_document_ends_with_0_and_the_counts(reflexion: Reflexion) -> None:
    done = reflexion("verify", document(DOCUMENT), "garden.py", "--no-run-examples")
    assert done.code == 0
    assert done.out.startswith("0 findings · claims: ")
    assert " 0 wrong" in done.out


def test_a_wrong_default_is_shown_with_both_lines_and_what_is_true(reflexion: Reflexion) -> None:
    done = reflexion("verify", document(WRONG), "garden.py", "--no-run-examples")
    assert done.code == 1
    assert done.out.startswith("garden.md:8: high defaults\n")
    for line in (
        "       8 | - `by` (`int`, default `4`): how much.\n",
        "  garden.py:1\n       1 | def grow(size: int, by: int = 2) -> int:\n",
        "  true: 2\n",
        "\n1 finding (1 high) · claims: ",
    ):
        assert line in done.out


def test_json_has_every_field(reflexion: Reflexion) -> None:
    report = reflexion("verify", document(WRONG), "garden.py", "--no-run-examples", "--format", "json").json
    assert list(report) == ["document", "findings", "claims", "examples"]
    assert report["document"] == "garden.md"
    assert report["claims"]["wrong"] == 1
    assert report["examples"] == {"run": 0, "failed": 0, "cannot_tell": 0}
    [finding] = report["findings"]
    assert finding.pop("message")
    assert finding == {
        "check": "defaults",
        "severity": "high",
        "dimension": "technical_accuracy",
        "doc_line": 8,
        "doc_end_line": 8,
        "doc_text": "4",
        "source_file": "garden.py",
        "source_line": 1,
        "expected": "2",
        "replacement": "2",
    }


def test_github_gets_a_command_for_each_finding_with_what_it_would_misread_escaped(reflexion: Reflexion) -> None:
    path = document(DOCUMENT.replace("size must not be negative", "size must not be 100% negative"), "a,b.md")
    done = reflexion("verify", path, "garden.py", "--no-run-examples", "--format", "github")
    assert done.code == 1
    [line] = done.out.splitlines()
    assert line.startswith("::error file=a%2Cb.md,line=10,endLine=10,title=reflexion exceptions::")
    assert "100%25 negative" in line


def test_sarif_names_the_rule_the_place_and_the_mend(reflexion: Reflexion) -> None:
    path = document(WRONG.replace("Grows.", "Größe 🌱 grows."), "my garden.md")
    log = reflexion("verify", path, "garden.py", "--no-run-examples", "--format", "sarif").json
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    [result] = run["results"]
    assert rules[result["ruleIndex"]] == result["ruleId"] == "defaults"
    assert result["level"] == "error"
    assert result["message"]["text"]
    place = result["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "my%20garden.md"}, "region": {"startLine": 8, "endLine": 8}}
    [change] = result["fixes"][0]["artifactChanges"]
    region = change["replacements"][0]["deletedRegion"]
    text = path.read_text(encoding="utf-8")
    assert run["columnKind"] == "unicodeCodePoints"
    assert text[region["charOffset"] : region["charOffset"] + region["charLength"]] == "4"


def test_findings_below_the_asked_severity_do_not_count(reflexion: Reflexion) -> None:
    path = document(DOCUMENT.replace("`size` (`int`)", "`size` (`str`)"))
    assert reflexion("verify", path, "garden.py", "--no-run-examples").code == 1
    done = reflexion("verify", path, "garden.py", "--no-run-examples", "--min-severity", "high")
    assert done.code == 0
    assert done.out.startswith("0 findings")


def test_fix_writes_what_is_true_and_nothing_else(reflexion: Reflexion) -> None:
    path = document(WRONG)
    done = reflexion("verify", path, "garden.py", "--no-run-examples", "--fix")
    assert done.code == 0
    assert path.read_text(encoding="utf-8") == DOCUMENT
    assert "line 8: 4 → 2\n" in done.err
    assert done.out.startswith("1 mended · 0 findings")


def test_fix_keeps_line_ends_and_byte_order_mark(reflexion: Reflexion) -> None:
    path = document("\ufeff" + WRONG.replace("\n", "\r\n"))
    assert reflexion("verify", path, "garden.py", "--no-run-examples", "--fix").code == 0
    assert path.read_bytes() == ("\ufeff" + DOCUMENT.replace("\n", "\r\n")).encode()


def test_fix_reports_what_is_left_and_lists_what_was_mended_in_json(reflexion: Reflexion) -> None:
    path = document(WRONG + "\n## `weed(size)`\n\nWeeds.\n")
    done = reflexion("verify", path, "garden.py", "--no-run-examples", "--fix", "--format", "json")
    assert done.code == 1
    assert [repair["after"] for repair in done.json["repairs"]] == ["2"]
    assert [finding["check"] for finding in done.json["findings"]] == ["names"]


def test_fix_leaves_a_true_document_alone(reflexion: Reflexion) -> None:
    path = document(DOCUMENT)
    before = path.stat().st_mtime_ns
    assert reflexion("verify", path, "garden.py", "--no-run-examples", "--fix").code == 0
    assert path.stat().st_mtime_ns == before


def test_an_example_that_prints_something_else_is_found_and_counted(reflexion: Reflexion) -> None:
    if choose_sandbox(is_limited_allowed=False)[0] is None:
        pytest.skip("no sandbox")
    example = "\n```python\nfrom garden import grow\n\nprint(grow(2))  # Output: 5\n```\n"
    report = reflexion("verify", document(DOCUMENT + example), "garden.py", "--format", "json").json
    assert report["examples"] == {"run": 1, "failed": 1, "cannot_tell": 0}
    [finding] = report["findings"]
    assert (finding["check"], finding["doc_text"], finding["expected"]) == ("examples", "5", "4")


BOTH = DOCUMENT + "\n## `shrink(size: int, by: int = 3) -> int`\n\nShrinks, unlike `grow(1)`.\n"


def test_of_several_sources_each_symbol_is_judged_by_its_own(reflexion: Reflexion) -> None:
    assert reflexion("verify", document(BOTH), "garden.py", "--no-run-examples").code == 1
    assert reflexion("verify", document(BOTH), "garden.py", "kitchen.py", "--no-run-examples").code == 0
    path = document(BOTH.replace("by: int = 3", "by: int = 5"))
    report = reflexion("verify", path, "garden.py", "kitchen.py", "--no-run-examples", "--format", "json").json
    assert [(finding["check"], finding["source_file"]) for finding in report["findings"]] == [
        ("signature", "kitchen.py")
    ]


def test_of_several_sources_a_name_in_none_is_wrong(reflexion: Reflexion) -> None:
    path = document(BOTH + "\n## `weed(size)`\n\nWeeds.\n")
    report = reflexion("verify", path, "garden.py", "kitchen.py", "--no-run-examples", "--format", "json").json
    [finding] = report["findings"]
    assert finding["check"] == "names"
    assert finding["source_file"] is None


def test_of_several_sources_what_is_left_out_names_its_source(reflexion: Reflexion) -> None:
    path = document(DOCUMENT)
    report = reflexion("verify", path, "garden.py", "kitchen.py", "--no-run-examples", "--format", "json").json
    assert [(finding["check"], finding["source_file"]) for finding in report["findings"]] == [
        ("coverage", "kitchen.py")
    ]


def test_what_could_move_the_cursor_is_not_printed(reflexion: Reflexion) -> None:
    done = reflexion("verify", document(WRONG.replace("how much", "how \x1b[2J")), "garden.py", "--no-run-examples")
    assert "\x1b" not in done.out
    assert "how \\x1b[2J" in done.out


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("none.md", None, "none.md: cannot be read: No such file or directory"),
        ("latin.md", b"caf\xe9", "latin.md: is not UTF-8 text"),
        (".", None, "cannot be read: Is a directory"),
    ],
)
def test_a_document_that_cannot_be_read_is_bad_input(
    name: str, data: bytes | None, words: str, reflexion: Reflexion
) -> None:
    if data is not None:
        Path(name).write_bytes(data)
    done = reflexion("verify", name, "garden.py")
    assert (done.code, done.out) == (2, "")
    assert words in done.err


@pytest.mark.parametrize("arguments", [["garden.md"], ["garden.md", "none.py"], ["garden.md", "bad.py"], []])
def test_missing_or_broken_sources_are_bad_input(arguments: list[str], reflexion: Reflexion) -> None:
    document(DOCUMENT)
    Path("bad.py").write_text("def (", encoding="utf-8")
    assert reflexion("verify", *arguments).code == 2


def test_a_skeleton_passes_its_own_checks(reflexion: Reflexion) -> None:
    assert reflexion("skeleton", "garden.py", "-o", "out.md", "--no-run-examples").code == 0
    assert reflexion("verify", "out.md", "garden.py", "--no-run-examples").code == 0
    assert reflexion("skeleton", "garden.py", "--no-run-examples").out == Path("out.md").read_text(encoding="utf-8")


def test_a_skeleton_does_not_replace_its_source(reflexion: Reflexion) -> None:
    assert reflexion("skeleton", "garden.py", "-o", "garden.py").code == 2
    assert Path("garden.py").read_text(encoding="utf-8") == SOURCE


def test_broken_tests_for_a_skeleton_are_bad_input(reflexion: Reflexion) -> None:
    Path("test_garden.py").write_text("def (", encoding="utf-8")
    done = reflexion("skeleton", "garden.py", "--tests", "test_garden.py")
    assert (done.code, done.out) == (2, "")
    assert "test_garden.py, line 1" in done.err


def test_the_hook_runs_verify_on_what_its_arguments_name() -> None:
    text = (Path(__file__).parents[1] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert "id: reflexion-verify" in text
    assert "entry: reflexion verify" in text
    assert "pass_filenames: false" in text


def test_a_document_of_which_nothing_could_be_checked_says_so(reflexion: Reflexion) -> None:
    note = "no statement of this document could be checked"
    assert note in reflexion("verify", document("It is nice.\n"), "garden.py", "--no-run-examples").out
    assert note not in reflexion("verify", document(DOCUMENT), "garden.py", "--no-run-examples").out
