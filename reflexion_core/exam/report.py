"""What an exam showed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reflexion_core.exam.papers import ExamPaper


@dataclass(frozen=True)
class KindResult:
    """How one kind of fault went."""

    kind: str
    planted: int
    found: int
    other_findings: int
    """What came up beside the planted faults."""
    no_verdict: int = 0
    """Papers on which there was no verdict; they count as not found."""

    @property
    def recall(self) -> float | None:
        """The share that was found, 0 to 1; None where none was planted."""
        return self.found / self.planted if self.planted else None


@dataclass(frozen=True)
class Alarm:
    """Something that was called wrong in a true document."""

    source: str
    style: str
    line: int
    text: str
    """The document's line."""
    message: str


@dataclass(frozen=True)
class Graded:
    """A paper with a fault, and what was said of it."""

    paper: ExamPaper
    is_found: bool
    other_findings: tuple[str, ...] = ()
    is_judged: bool = True
    """Whether there was a verdict."""


@dataclass(frozen=True)
class Passage:
    """A line of a document."""

    number: int
    text: str


@dataclass(frozen=True)
class ExamReport:
    """What an exam showed, so far or at its end."""

    kind_names: tuple[str, ...]
    graded: tuple[Graded, ...] = ()
    alarms: tuple[Alarm, ...] = ()
    true_papers: int = 0
    """How many true documents were judged."""
    true_without_verdict: int = 0
    paper_count: int = 0
    """How many documents there are to judge."""
    notes: tuple[str, ...] = ()
    """What the reader should know beside the figures."""

    @property
    def judged(self) -> int:
        """How many documents were judged."""
        return self.true_papers + len(self.graded)

    @property
    def is_whole(self) -> bool:
        """Whether every paper was judged."""
        return self.judged == self.paper_count

    @property
    def without_verdict(self) -> int:
        return self.true_without_verdict + sum(not item.is_judged for item in self.graded)

    @property
    def kinds(self) -> tuple[KindResult, ...]:
        return tuple(self._kind(name) for name in self.kind_names)

    @property
    def planted(self) -> int:
        return len(self.graded)

    @property
    def found(self) -> int:
        return sum(item.is_found for item in self.graded)

    @property
    def recall(self) -> float | None:
        """The share of all planted faults that was found, 0 to 1; None where none was planted."""
        return self.found / self.planted if self.graded else None

    @property
    def missed(self) -> tuple[Graded, ...]:
        return tuple(item for item in self.graded if not item.is_found)

    def _kind(self, name: str) -> KindResult:
        own = [item for item in self.graded if item.paper.fault is not None and item.paper.fault.kind == name]
        return KindResult(
            kind=name,
            planted=len(own),
            found=sum(item.is_found for item in own),
            other_findings=sum(len(item.other_findings) for item in own),
            no_verdict=sum(not item.is_judged for item in own),
        )

    def as_json(self) -> dict[str, Any]:
        """Return what `reflexion exam --json` prints."""
        kinds = {
            item.kind: {"planted": item.planted, "found": item.found, "other_findings": item.other_findings}
            for item in self.kinds
        }
        return {"recall": self.recall, "false_alarms": len(self.alarms), "kinds": kinds}


def faulty_lines(paper: ExamPaper) -> Sequence[Passage]:
    """Return the lines in which a fault stands; where something is left out, the heading of its symbol."""
    fault = paper.fault
    lines = paper.document.split("\n")
    if fault is None:
        return ()
    if fault.lines:
        return tuple(Passage(number, lines[number - 1]) for number in sorted(fault.lines))
    name = fault.owner.rpartition(".")[2]
    is_heading = re.compile(rf"#.*(?<!\w){re.escape(name)}(?!\w)").match
    headings = (Passage(number, text) for number, text in enumerate(lines, start=1) if name and is_heading(text))
    return tuple(headings)[:1]


def percent(share: float | None) -> str:
    """Return a share as a percentage; a dash where there is none."""
    return "–" if share is None else f"{share:.1%}"
