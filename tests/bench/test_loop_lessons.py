"""The comparison without and with lessons, on scripted models."""

from __future__ import annotations

from pathlib import Path

import pytest

from reflexion_core.runs import open_providers
from reflexion_core.settings import load_settings
from reflexion_core.storage.store import RunStore
from tests.bench.loop import Workshop, compare_lessons, ways_table
from tests.browser.scripts import GOOD_SOURCE, write_script
from tests.running import verdict

WRONG = """\
# shapes

## `area(width: float, height: float = 2.0) -> float`

Return the area of a rectangle.

- `width` (`float`): how wide it is
- `height` (`float`): how high it is, `1.0` by default
"""


@pytest.fixture
def workshop(data_folder: Path, store: RunStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """One whose models always write the same wrong default."""
    monkeypatch.setenv("REFLEXION_RUN_EXAMPLES", "false")
    script = tmp_path / "script.json"
    write_script(script, drafts=[WRONG], verdicts=[verdict(100)])
    return Workshop(open_providers(load_settings().settings), store, f"scripted:{script}", 95, 2)


def files(tmp_path: Path, *names: str) -> list[Path]:
    paths = [tmp_path / f"{name}.py" for name in names]
    for path in paths:
        path.write_bytes(GOOD_SOURCE)
    return paths


def test_each_file_is_told_in_the_second_pass_what_the_others_had_to_mend_in_the_first(
    workshop: Workshop, tmp_path: Path
) -> None:
    outcomes = compare_lessons(workshop, files(tmp_path, "a", "b"), None, [])
    assert [(item.source, item.way, item.lessons) for item in outcomes] == [
        ("a.py", "lessons-off", 0), ("b.py", "lessons-off", 0), ("a.py", "lessons-on", 1), ("b.py", "lessons-on", 1),
    ]  # fmt: skip
    assert {(item.at_first, item.repaired) for item in outcomes} == {(1, 1)}


def test_a_file_is_never_told_what_it_has_taught_itself(workshop: Workshop, tmp_path: Path) -> None:
    outcomes = compare_lessons(workshop, files(tmp_path, "a"), None, [])
    assert [item.lessons for item in outcomes] == [0, 0]
    (lesson,) = workshop.store.lessons.lessons()
    assert lesson.times == 1


def test_what_the_second_pass_mends_is_not_among_what_it_is_told(workshop: Workshop, tmp_path: Path) -> None:
    compare_lessons(workshop, files(tmp_path, "a", "b", "c"), None, [])
    (lesson,) = workshop.store.lessons.lessons()
    assert lesson.times == 3


def test_both_passes_stand_side_by_side(workshop: Workshop, tmp_path: Path) -> None:
    table = ways_table(compare_lessons(workshop, files(tmp_path, "a", "b"), tmp_path / "kept", []))
    assert [column.header for column in table.columns][1:] == ["lessons-off", "lessons-on"]
    assert sorted(path.parent.name for path in (tmp_path / "kept").rglob("*.md")) == [
        "lessons-off", "lessons-off", "lessons-on", "lessons-on",
    ]  # fmt: skip
