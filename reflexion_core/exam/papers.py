"""The papers of an exam: true documents, and the same documents with one fault each.

The same seed makes the same papers on every machine: chance is drawn from texts, never from the order of a hash.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reflexion_core.faults.base import FAULTS, Fault, Sheet
from reflexion_core.records import Source
from reflexion_core.sandbox.base import Sandbox
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.source.read_facts import read_facts
from reflexion_core.stopping import Stop
from reflexion_core.true_page.executing import executed_examples
from reflexion_core.true_page.page import Line, Page, text_of
from reflexion_core.true_page.styles import STYLES
from reflexion_core.true_page.writing import write_page


@dataclass(frozen=True)
class PlantedFault:
    """A fault in a document, with its place."""

    kind: str
    owner: str
    """Qualified name of the symbol; empty for the document as a whole."""
    planted: str
    """What is wrong, in words."""
    words: str
    """A name or value by which somebody who found it would call it."""
    is_missing: bool
    """Whether something is left out, so that whatever is said about its symbol is about it."""
    lines: frozenset[int]
    """The lines of the document in which it stands, counted from 1: of an example all; none where something is left
    out."""


@dataclass(frozen=True)
class ExamPaper:
    """A document that is to be judged."""

    source: Source
    style: str
    document: str
    fault: PlantedFault | None = None
    """None where everything in it is true."""

    @property
    def title(self) -> str:
        what = (
            f"{self.fault.kind.replace('_', ' ')}: {self.fault.planted}"
            if self.fault is not None
            else "nothing is wrong"
        )
        return f"{self.source.name}, {self.style}, {what}"


@dataclass(frozen=True)
class ExamOptions:
    """What is examined."""

    seed: int = 0
    per_kind: int = 3
    """Most faults of one kind for each source."""
    styles: tuple[str, ...] = tuple(STYLES)


def write_papers(
    sources: Sequence[Source], options: ExamOptions, sandbox: Sandbox | None, stop: Stop
) -> tuple[ExamPaper, ...]:
    """Return all papers of an exam: for each source first the true ones, then those with faults.

    Args:
        sources: The sources.
        options: How many papers, and in which styles.
        sandbox: Where calls are tried that become examples; without one there are none.
        stop: Ends the work early.

    Raises:
        SourceError: a source does not parse.
        Cancelled: the stop was given.
    """
    papers: list[ExamPaper] = []
    for source in sources:
        facts = read_facts(source)
        rng = random.Random(f"{options.seed} {source.name} examples")
        examples = executed_examples(source, facts, sandbox, rng, stop) if sandbox is not None else {}
        papers += _of_source(source, facts, write_page(facts, examples), options)
        stop.raise_if_set()
    return tuple(papers)


def _of_source(source: Source, facts: ModuleFacts, page: Page, options: ExamOptions) -> list[ExamPaper]:
    true = {name: STYLES[name].render(page) for name in options.styles}
    harmed = [
        ExamPaper(source, style, text_of(lines), _placed(kind, fault, lines, true[style]))
        for kind in FAULTS
        for fault, style, lines in _chosen(kind, page, facts, true, options, source.name)
    ]
    used = {paper.style for paper in harmed}
    return [ExamPaper(source, name, text_of(lines)) for name, lines in true.items() if name in used] + harmed


def _chosen(
    kind: str, page: Page, facts: ModuleFacts, true: dict[str, list[Line]], options: ExamOptions, name: str
) -> Iterator[tuple[Fault, str, list[Line]]]:
    """Yield faults of a kind, each in a style in which it shows: another place each time as long as there is one."""
    rng = random.Random(f"{options.seed} {name} {kind}")
    faults = list(FAULTS[kind]().plant(Sheet(page, facts, rng)))
    rng.shuffle(faults)
    waiting = [(fault, rng.sample(options.styles, len(options.styles))) for fault in faults]
    left = options.per_kind
    while waiting and left:
        again = []
        for fault, styles in waiting:
            while styles and left:
                style = styles.pop()
                lines = STYLES[style].render(fault.page)
                if _shows(fault, lines, true[style]):
                    yield fault, style, lines
                    left -= 1
                    again.append((fault, styles))
                    break
        waiting = again


def _shows(fault: Fault, lines: list[Line], true: list[Line]) -> bool:
    """Say whether a style shows a fault: not where it has no place for what is wrong."""
    return lines != true and (not fault.marks or bool(_changed_lines(fault, lines, true)))


def _changed_lines(fault: Fault, lines: list[Line], true: list[Line]) -> frozenset[int]:
    known = set(true)
    return frozenset(
        number
        for number, line in enumerate(lines, start=1)
        if line.mark in fault.marks and (line not in known or line.mark.part == "example")
    )


def _placed(kind: str, fault: Fault, lines: list[Line], true: list[Line]) -> PlantedFault:
    return PlantedFault(
        kind=kind,
        owner=fault.owner,
        planted=fault.planted,
        words=fault.words,
        is_missing=fault.is_missing,
        lines=_changed_lines(fault, lines, true),
    )
