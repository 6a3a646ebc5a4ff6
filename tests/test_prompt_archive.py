"""Every prompt that was in use here is kept with its text."""

from __future__ import annotations

from pathlib import Path

import pytest

from reflexion_core.errors import StorageError
from reflexion_core.prompt_archive import PromptArchive
from reflexion_core.prompts import PromptSet


def write(folder: Path, version: int, body: str, name: str = "draft") -> None:
    (folder / "generator").mkdir(parents=True, exist_ok=True)
    head = f"---\nid: generator/{name}\nversion: {version}\n---\n"
    (folder / "generator" / f"{name}.md").write_text(head + body, encoding="utf-8")


def test_a_prompt_that_has_changed_is_kept_as_it_was(tmp_path: Path) -> None:
    archive = PromptArchive(tmp_path / "kept")
    for version, body in ((1, "Write."), (2, "Write it all."), (2, "Write it all.")):
        write(tmp_path / "prompts", version, body)
        archive.keep(PromptSet(tmp_path / "prompts"))
    found = archive.versions("generator/draft")
    assert [(prompt.version.version, prompt.text) for prompt in found] == [(2, "Write it all."), (1, "Write.")]
    assert len(list((tmp_path / "kept").iterdir())) == 2


def test_a_text_that_changed_without_a_new_version_is_kept_as_well(tmp_path: Path) -> None:
    archive = PromptArchive(tmp_path / "kept")
    for body in ("One.", "Two."):
        write(tmp_path / "prompts", 1, body)
        archive.keep(PromptSet(tmp_path / "prompts"))
    assert {prompt.text for prompt in archive.versions("generator/draft")} == {"One.", "Two."}


def test_a_kept_prompt_has_the_hash_that_runs_recorded(tmp_path: Path) -> None:
    write(tmp_path / "prompts", 1, "Schreibe, bitte: ü.\n")
    prompts = PromptSet(tmp_path / "prompts")
    archive = PromptArchive(tmp_path / "kept")
    archive.keep(prompts)
    assert [prompt.version for prompt in archive.versions("generator/draft")] == list(prompts.versions)


def test_a_broken_prompt_keeps_no_other_from_being_kept(tmp_path: Path) -> None:
    write(tmp_path / "prompts", 1, "{{ broken", name="part")
    write(tmp_path / "prompts", 1, "Write.")
    archive = PromptArchive(tmp_path / "kept")
    archive.keep(PromptSet(tmp_path / "prompts"))
    assert archive.versions("generator/part") == []
    assert len(archive.versions("generator/draft")) == 1


def test_nothing_is_kept_of_an_id_that_never_was(tmp_path: Path) -> None:
    assert PromptArchive(tmp_path / "nowhere").versions("generator/draft") == []


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    write(tmp_path / "prompts", 1, "Write.")
    (tmp_path / "kept").write_text("a file")
    with pytest.raises(StorageError, match="cannot be written"):
        PromptArchive(tmp_path / "kept").keep(PromptSet(tmp_path / "prompts"))
