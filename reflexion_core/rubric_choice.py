"""Which rubrics a run can be scored by: those that ship, and the one that this machine's settings name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reflexion_core.checks.base import CHECKS
from reflexion_core.errors import SettingsError
from reflexion_core.rubrics import Rubric, read_rubric
from reflexion_core.settings import rubric_files


def open_rubrics(own: str = "") -> Mapping[str, Rubric]:
    """Read the rubrics that a run can name.

    Args:
        own: The setting: a name, or the path of another file. No other path is ever opened, because the options of a
            run may come from anybody who reaches the dashboard.

    Raises:
        SettingsError: a file is missing or is no rubric, or names a check that there is not.
    """
    files = rubric_files()
    if own and own not in files:
        files[own] = Path(own)
    return {name: _read(path) for name, path in files.items()}


def choose_rubric(name: str, rubrics: Mapping[str, Rubric]) -> Rubric:
    """Return a rubric by its name.

    Raises:
        SettingsError: there is none of that name; says which there are.
    """
    if name not in rubrics:
        raise SettingsError(f"there is no rubric {name!r} here", hint=f"allowed: {', '.join(rubrics)}")
    return rubrics[name]


def _read(path: Path) -> Rubric:
    rubric = read_rubric(path)
    unknown = [name for dimension in rubric.dimensions for name in dimension.checks if name not in CHECKS]
    if unknown:
        raise SettingsError(f"{path}: there is no check {unknown[0]!r}", hint=f"the checks are {', '.join(CHECKS)}")
    return rubric
