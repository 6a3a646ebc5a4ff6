"""Rubric files: what is scored, what to look for in it, and what a problem costs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError, field_validator

from reflexion_core.errors import SettingsError
from reflexion_core.records import Finding, Record, Severity

COMPLETENESS = "completeness"
_Points = Annotated[float, Field(ge=0, le=100)]


class Deductions(Record):
    """Points that one problem costs, by its severity."""

    verified: dict[Severity, _Points]
    """For what code found."""
    critic: dict[Severity, _Points]
    """For what a critic named and could point at."""

    @field_validator("verified", "critic")
    @classmethod
    def _know_every_severity(cls, points: dict[Severity, float]) -> dict[Severity, float]:
        missing = {"high", "medium", "low"} - points.keys()
        if missing:
            raise ValueError(f"no points for {', '.join(sorted(missing))}")
        return points


class Dimension(Record):
    """One thing that documents are scored for, from 0 to 100."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    weight: float = Field(default=1.0, gt=0, le=100)
    """How much it counts in the mean, beside the others."""
    look_for: str = Field(min_length=1)
    """What is an error in it, as a sentence without its beginning; the critic reads it."""
    measures: str = Field(min_length=1)
    """What its number says, as the rest of a sentence that begins with “it is”; the critic reads it."""
    checks: tuple[str, ...] = ()
    """Names of the checks whose findings count here, whatever dimension the check itself names."""


class Rubric(Record):
    """What documents are scored by."""

    id: str
    version: int
    dimensions: tuple[Dimension, ...] = Field(min_length=1, max_length=12)
    deductions: Deductions

    @field_validator("dimensions")
    @classmethod
    def _refuse_twins(cls, dimensions: tuple[Dimension, ...]) -> tuple[Dimension, ...]:
        names = [dimension.name for dimension in dimensions]
        twin = next((name for name in names if names.count(name) > 1), None)
        if twin is not None:
            raise ValueError(f"two dimensions are called {twin!r}")
        return dimensions

    @property
    def names(self) -> tuple[str, ...]:
        """The dimensions' names, in the rubric's order."""
        return tuple(dimension.name for dimension in self.dimensions)

    @property
    def text(self) -> str:
        """All that the critic reads of it."""
        return "\n".join(f"{each.name} {each.look_for} {each.measures}" for each in self.dimensions)

    def place(self, finding: Finding) -> str:
        """Return the dimension that a verified finding costs."""
        for dimension in self.dimensions:
            if finding.check in dimension.checks:
                return dimension.name
        return self.nearest(finding.dimension)

    def nearest(self, name: str) -> str:
        """Return a dimension by its name; the first where there is none, since what is wrong must cost something."""
        return name if name in self.names else self.names[0]


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
