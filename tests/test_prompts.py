"""Prompt files, and what the shipped ones look like for one small source."""

from __future__ import annotations

from pathlib import Path

import pytest

from reflexion_core.errors import PromptError
from reflexion_core.prompts import Prompt, PromptSet
from reflexion_core.roles.base import source_values
from tests.conftest import CheckGolden
from tests.running import CLASSIC, FULL, draft, source

SOURCE = source_values(source()) | {"facts": ""}
DRAFT = {"draft": draft().strip()}
FACTS = {"facts": "Module `shapes`\n- `area(width: float, height: float = 2.0) -> float`"}
FIXES = {"fixes": ["Where the draft says “height=1.0”: the default in the source is 2.0."]}
ENGLISH, GERMAN = {"language": "English"}, {"language": "German"}
DIMENSIONS = {
    "dimensions": '"technical_accuracy", "completeness"',
    "score_keys": ["score_completeness", "score_technical_accuracy"],
}
RUBRIC = {"rubric": CLASSIC.dimensions}
RENDERINGS: dict[str, dict[str, object]] = {
    "shared/system": {},
    "shared/source": SOURCE | FACTS,
    "shared/excerpt": SOURCE | FACTS | {"outline": "- class `Box` with `volume`"},
    "generator/system": ENGLISH,
    "generator/draft": SOURCE | FACTS | ENGLISH,
    "generator/lessons": {"lessons": ["Copy every default.", "List every exception."]},
    "generator/revise": SOURCE | DRAFT | FACTS | FIXES | ENGLISH,
    "generator/part": SOURCE
    | FACTS
    | FIXES
    | ENGLISH
    | {"part": "## `Box`\n\nA box.", "subject": "“`Box`”", "heading": ""},
    "generator/section": ENGLISH
    | {"module": "shapes", "headings": ["## `Box`", "### `Box.volume() -> float`"], "has_constants": False}
    | {"draft": "", "fixes": []},
    "critic/system": {"max_issues": 4} | RUBRIC | ENGLISH,
    "critic/fault_finding": {"max_issues": 4, "least_issues": 2, "cap": 60} | RUBRIC | ENGLISH,
    "critic/review": SOURCE | DRAFT | DIMENSIONS | {"least_issues": 0},
    "critic/ask_again": {"problem": "it holds no JSON object"},
    "planner/system": {},
    "planner/choose": SOURCE | {"figures": "12 lines", "ways": {"single_pass": "one draft", "self_refine": "two"}},
    "adjudicator/system": ENGLISH,
    "adjudicator/finish": SOURCE | DRAFT | ENGLISH | {"remarks": ["the default is 2.0", "`volume` lacks an example"]},
}


def render(prompts: PromptSet, name: str, values: dict[str, object]) -> str:
    """Return a prompt as a model gets it: what is to be done comes after the source."""
    if "source" not in values or name.startswith("shared/"):
        return prompts[name].render(**values)
    head = prompts["shared/source"].render(**{key: values[key] for key in SOURCE})
    own = {
        key: value for key, value in values.items() if key not in SOURCE or (name, key) == ("generator/draft", "module")
    }
    return f"{head}\n{prompts[name].render(**own)}"


@pytest.mark.parametrize("name", RENDERINGS)
def test_a_prompt_renders_as_its_golden_file(name: str, prompts: PromptSet, check_golden: CheckGolden) -> None:
    check_golden(f"{name.replace('/', '_')}.md", render(prompts, name, RENDERINGS[name]))


def test_without_a_referee_the_prompts_hold_no_facts(prompts: PromptSet, check_golden: CheckGolden) -> None:
    values = SOURCE | DRAFT | ENGLISH | {"facts": "", "fixes": ["One thing.", "Another."]}
    check_golden("generator_revise_without_facts.md", render(prompts, "generator/revise", values))


def test_a_part_that_is_missing_is_asked_for_with_its_heading(prompts: PromptSet, check_golden: CheckGolden) -> None:
    values = (
        SOURCE
        | FACTS
        | ENGLISH
        | {"part": "", "fixes": [], "subject": "Box.volume", "heading": "### `volume() -> float`"}
    )
    check_golden("generator_part_missing.md", render(prompts, "generator/part", values))


SECTION = ENGLISH | {"module": "shapes", "headings": [], "has_constants": True, "draft": "", "fixes": []}


def test_the_beginning_of_a_document_is_asked_for_with_its_constants(
    prompts: PromptSet, check_golden: CheckGolden
) -> None:
    check_golden("generator_section_overview.md", prompts["generator/section"].render(**SECTION))


def test_a_section_is_asked_for_again_with_what_is_wrong_in_it(prompts: PromptSet, check_golden: CheckGolden) -> None:
    values = SECTION | FIXES | {"headings": ["## `Box`"], "draft": "## `Box`\n\nA box."}
    check_golden("generator_section_again.md", prompts["generator/section"].render(**values))


def test_the_adjudicators_prompt_says_when_there_are_no_remarks(prompts: PromptSet, check_golden: CheckGolden) -> None:
    values = SOURCE | DRAFT | ENGLISH | {"remarks": []}
    check_golden("adjudicator_finish_without_remarks.md", render(prompts, "adjudicator/finish", values))


@pytest.mark.parametrize("name", ["critic/system", "critic/fault_finding"])
def test_a_fuller_rubric_is_told_to_the_critic(name: str, prompts: PromptSet, check_golden: CheckGolden) -> None:
    values = RENDERINGS[name] | {"rubric": FULL.dimensions}
    check_golden(f"full_{name.replace('/', '_')}.md", render(prompts, name, values))


IN_A_LANGUAGE = [name for name, values in RENDERINGS.items() if "language" in values]


@pytest.mark.parametrize("name", IN_A_LANGUAGE)
def test_a_prompt_for_another_language_renders_as_its_golden_file(
    name: str, prompts: PromptSet, check_golden: CheckGolden
) -> None:
    check_golden(f"german/{name.replace('/', '_')}.md", render(prompts, name, RENDERINGS[name] | GERMAN))


def test_every_shipped_prompt_has_a_golden_file(prompts: PromptSet) -> None:
    assert {version.id for version in prompts.versions} == RENDERINGS.keys()


@pytest.mark.parametrize("name", RENDERINGS)
def test_a_shipped_prompt_carries_the_id_of_its_path(name: str, prompts: PromptSet) -> None:
    assert prompts[name].version.id == name


@pytest.mark.parametrize(
    "name", ["generator/draft", "generator/revise", "generator/part", "critic/review", "adjudicator/finish"]
)
def test_what_stays_the_same_in_a_run_comes_first(name: str, prompts: PromptSet) -> None:
    assert render(prompts, name, RENDERINGS[name]).split("\n", 2)[2].startswith(str(SOURCE["source"]))


def write(folder: Path, text: str) -> Path:
    path = folder / "prompt.md"
    path.write_text(text, encoding="utf-8")
    return path


HEAD = "---\nid: a/b\nversion: 1\n---\n"


def test_a_value_that_is_missing_is_refused_with_its_name(tmp_path: Path) -> None:
    prompt = Prompt(write(tmp_path, HEAD + "{{ source }} {{ draft }}"))
    with pytest.raises(PromptError, match=r"prompt.md: no value for \['draft'\]"):
        prompt.render(source="x")


def test_a_value_that_nothing_uses_is_refused_with_its_name(tmp_path: Path) -> None:
    prompt = Prompt(write(tmp_path, HEAD + "{{ source }}"))
    with pytest.raises(PromptError, match=r"nothing uses \['fix'\]"):
        prompt.render(source="x", fix="y")


def test_a_body_that_asks_a_value_for_what_it_lacks_is_refused(tmp_path: Path) -> None:
    prompt = Prompt(write(tmp_path, HEAD + "{{ source.name }}"))
    with pytest.raises(PromptError, match=r"prompt.md: .*no attribute 'name'"):
        prompt.render(source="x")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no front matter", "front matter needs 'id' as str, not None"),
        ("---\nid: a/b\n---\ntext", "needs 'version' as int, not None"),
        ("---\nid: a/b\nversion: one\n---\ntext", "needs 'version' as int, not 'one'"),
        ("---\nid: [a\n---\ntext", "prompt.md: "),
        (HEAD + "{{ source", "prompt.md: unexpected end"),
        (HEAD + "{{ source|nonsense }}", "No filter named 'nonsense'"),
    ],
    ids=["no head", "no version", "version in words", "broken head", "broken body", "unknown filter"],
)
def test_a_broken_file_is_refused_with_its_name_and_the_reason(tmp_path: Path, text: str, problem: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(PromptError) as caught:
        Prompt(path)
    assert str(path) in caught.value.message
    assert problem in caught.value.message


def test_a_missing_file_is_refused_with_its_path(tmp_path: Path) -> None:
    with pytest.raises(PromptError, match=r"critic/system\.md: cannot be read"):
        PromptSet(tmp_path)["critic/system"]


def test_a_value_is_put_in_as_it_is_and_not_read_as_a_template(tmp_path: Path) -> None:
    prompt = Prompt(write(tmp_path, HEAD + "{{ source }}"))
    assert prompt.render(source="{{ 1 + 1 }} <b> {% raw %}") == "{{ 1 + 1 }} <b> {% raw %}\n"


def test_the_hash_of_a_prompt_changes_with_its_text(tmp_path: Path) -> None:
    first = Prompt(write(tmp_path, HEAD + "one")).version
    assert Prompt(write(tmp_path, HEAD + "two")).version.sha256 != first.sha256
