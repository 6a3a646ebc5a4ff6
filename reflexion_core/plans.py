"""The plan of a run that is worked section by section, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from reflexion_core.records import Record

SectionState = Literal["waiting", "at_work", "done"]


class PlannedSection(Record):
    """Some neighbouring symbols of a source, whose parts of the document are written in one go."""

    number: int = Field(ge=1)
    title: str
    """What it is on, in a few words: `overview`, `area, volume`, `Box: open to close (7)`."""
    symbols: tuple[str, ...] = ()
    """Qualified names of what it documents, in the order of the source; of the overview the module's constants."""
    is_overview: bool = False
    """Whether it is what the document begins with."""
    line: int = Field(ge=1)
    """The first line of its part of the source."""
    end_line: int = Field(ge=1)
    tokens: int = Field(ge=0)
    """What it takes to read its part of the source and to write about it, by estimate."""
    shortened: tuple[str, ...] = ()
    """Symbols that are too long for the window: of them the head is read, and what code found in the rest."""


class SectionResult(Record):
    """What became of a section."""

    number: int = Field(ge=1)
    symbols: tuple[str, ...] = ()
    text: str
    """Its part of the document after repair, in Markdown."""
    origin: Literal["model", "code"] = "model"
    """Who wrote it: a model, or code from the facts alone, where no model could be asked."""
    findings: int = 0
    """How many verified findings are left in it."""
    repairs: int = 0
    """How many statements code mended in it."""
    is_redrafted: bool = False
    """Whether the model was asked again, with what was found wrong."""
    note: str = ""
    """Why code wrote it; empty where a model did."""
    is_stopgap: bool = False
    """Whether code wrote it because no model could be asked: one is asked when the run goes on."""
    seconds: float = 0.0
    """Wall time from its start to its end."""


@dataclass(frozen=True)
class PlanProgress:
    """A plan and what there is of it."""

    sections: tuple[PlannedSection, ...]
    reason: str = ""
    """Why the source is worked section by section although another strategy was asked for; empty where none was."""
    results: tuple[SectionResult, ...] = ()
    """The finished sections, in the order in which they were finished; of one that was written again the last."""
    at_work: int | None = None
    """Number of the section that is being written."""

    def result(self, section: PlannedSection) -> SectionResult | None:
        """Return what became of a section; None while it is not finished."""
        return next((item for item in self.results if item.symbols == section.symbols), None)

    def state(self, section: PlannedSection) -> SectionState:
        """Return where a section stands."""
        if section.number == self.at_work:
            return "at_work"
        return "waiting" if self.result(section) is None else "done"

    @property
    def current(self) -> PlannedSection | None:
        """The section that is being written."""
        return next((item for item in self.sections if item.number == self.at_work), None)

    @property
    def waiting(self) -> tuple[PlannedSection, ...]:
        return tuple(item for item in self.sections if self.state(item) == "waiting")

    @property
    def done(self) -> int:
        """How many sections are finished."""
        return sum(self.state(item) == "done" for item in self.sections)

    def started(self, number: int) -> PlanProgress:
        return replace(self, at_work=number)

    def stopped(self) -> PlanProgress:
        """Return it with no section at work."""
        return replace(self, at_work=None)

    def finished(self, result: SectionResult) -> PlanProgress:
        others = tuple(item for item in self.results if item.symbols != result.symbols)
        return replace(self, results=(*others, result), at_work=None)

    def renewed(self, sections: tuple[PlannedSection, ...], reason: str) -> PlanProgress:
        """Return a new plan of the same source; what is finished of the same symbols stays finished."""
        known = {section.symbols for section in sections}
        results = tuple(item for item in self.results if item.symbols in known)
        return PlanProgress(sections, reason, results)
