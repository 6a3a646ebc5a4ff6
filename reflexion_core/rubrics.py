"""Rubric files: what is scored, and what a problem costs."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, ValidationError

from reflexion_core.errors import SettingsError
from reflexion_core.records import Record, Severity


class Deductions(Record):
    """Points that one problem costs, by its severity."""

    verified: dict[Severity, float]
    """For what code found."""
    critic: dict[Severity, float]
    """For what a critic named and could point at."""


class Rubric(Record):
    """What documents are scored by."""

    id: str
    version: int
    dimensions: dict[str, str] = Field(min_length=1)
    """What to look for, by dimension."""
    deductions: Deductions


def read_rubric(path: Path) -> Rubric:
    """Read a rubric file.

    Raises:
        SettingsError: the file is missing or is no rubric.
    """
    try:
        return Rubric.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as exc:
        error = exc.errors()[0]
        key = ".".join(str(part) for part in error["loc"])
        raise SettingsError(f"{path}: {key!r}: {error['msg'].lower()}") from exc
    except (OSError, UnicodeDecodeError) as exc:
        raise SettingsError(f"{path}: cannot be read: {exc}") from exc
