"""`reflexion lessons`, and reviews that learn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reflexion_core.storage.store import RunStore
from tests.browser.scripts import GOOD_SOURCE, write_script
from tests.commands import Reflexion
from tests.learning.runs import LEFT_OUT, WRONG_DEFAULT, mended_run, save_run
from tests.running import verdict

WRONG = """\
# boxes

## `area(width: float, height: float = 2.0) -> float`

Return the area of a rectangle.

- `width` (`float`): how wide it is
- `height` (`float`): how high it is, `1.0` by default
"""


@pytest.fixture
def stored(data_folder: Path) -> Iterator[RunStore]:
    """The store that the commands of this test use, with two lessons."""
    store = RunStore(f"sqlite:///{data_folder / 'runs.db'}", data_folder / "owners")
    save_run(store, mended_run(LEFT_OUT, repaired=[WRONG_DEFAULT]))
    save_run(store, mended_run(repaired=[WRONG_DEFAULT]))
    save_run(store, mended_run(repaired=[WRONG_DEFAULT], project="shop"))
    yield store
    store.close()


def rows(reflexion: Reflexion, *flags: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = reflexion("lessons", "list", "--json", *flags).json
    return found


def test_lessons_are_listed_by_project_and_how_often_they_were_learnt(reflexion: Reflexion, stored: RunStore) -> None:
    assert [(row["project"], row["check"], row["times"]) for row in rows(reflexion)] == [
        ("default", "defaults", 2), ("default", "exceptions", 1), ("shop", "defaults", 1),
    ]  # fmt: skip
    assert [row["project"] for row in rows(reflexion, "--project", "shop")] == ["shop"]


def test_the_list_says_what_helped(reflexion: Reflexion, stored: RunStore) -> None:
    printed = reflexion("lessons", "list").out
    assert "exceptions, left out" in printed
    assert "repaired by code in 2 runs" in printed
    assert "mended by a revision in 1 run" in printed
    assert "Copy every default exactly" in printed


def test_without_lessons_it_says_how_there_come_to_be_some(reflexion: Reflexion) -> None:
    done = reflexion("lessons", "list")
    assert (done.code, done.out) == (0, "")
    assert "where the setting lessons is on" in done.err


def test_lessons_are_switched_changed_and_deleted(reflexion: Reflexion, stored: RunStore) -> None:
    first, second, third = (row["id"] for row in rows(reflexion))
    assert reflexion("lessons", "off", first, second).err == f"lesson {first} is off\nlesson {second} is off\n"
    assert reflexion("lessons", "on", second).code == 0
    reflexion("lessons", "edit", second, "Look at each raise.")
    reflexion("lessons", "delete", third)
    left = rows(reflexion)
    assert [(row["id"], row["is_on"]) for row in left] == [(first, False), (second, True)]
    assert left[1]["text"] == "Look at each raise."


@pytest.mark.parametrize("command", [("off", 99), ("on", 99), ("edit", 99, "t"), ("delete", 99)])
def test_a_lesson_that_is_not_there_is_an_error(
    reflexion: Reflexion, stored: RunStore, command: tuple[object, ...]
) -> None:
    done = reflexion("lessons", *command)
    assert done.code == 2
    assert "there is no lesson 99" in done.err


def test_a_review_learns_and_tells_the_next_one_of_its_folder(
    reflexion: Reflexion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, folder = tmp_path / "script.json", tmp_path / "shop"
    write_script(script, drafts=[WRONG], verdicts=[verdict(100)])
    for role in ("GENERATOR", "CRITIC", "ADJUDICATOR"):
        monkeypatch.setenv(f"REFLEXION_MODEL_REGISTRY__{role}", f"scripted:{script}")
    monkeypatch.setenv("REFLEXION_LESSONS", "true")
    monkeypatch.setenv("REFLEXION_RUN_EXAMPLES", "false")
    folder.mkdir()
    (folder / "boxes.py").write_bytes(GOOD_SOURCE)
    first = reflexion("review", "shop/boxes.py", "--json")
    assert "no lesson of earlier runs fits this source" in first.err
    second = reflexion("review", "shop/boxes.py", "--json")
    assert "the generator is told 1 lesson of earlier runs" in second.err
    assert [row["project"] for row in rows(reflexion)] == ["shop"]
    (given,) = second.json[0]["lessons"]
    assert given["reason"] == "`area` has defaults, as what it was learnt from"
