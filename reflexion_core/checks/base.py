"""What every check has: it looks at the claims of one kind and says of each whether it is right.

Three outcomes, not two: right, wrong, cannot tell. What cannot be told is counted and shown, never punished: a
false alarm costs more trust than a miss. A check never raises for a wrong document, whatever is in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import ClassVar

from reflexion_core.checks._bound_names import bound_names
from reflexion_core.checks._owners import Owner, find_owner
from reflexion_core.checks._parts import Parts, find_parts
from reflexion_core.checks._quotes import is_quote
from reflexion_core.document.claims import Claims, ExampleClaim, Place
from reflexion_core.document.python_code import parse_code
from reflexion_core.records import Finding, Replacement, Severity, Verdict
from reflexion_core.registry import Registry
from reflexion_core.sandbox.base import BlockResult
from reflexion_core.source.facts import ClassFact, Fact, FunctionFact, ModuleFacts


@dataclass(frozen=True)
class Paper:
    """A document with its claims, and the source that they are checked against."""

    document: str
    claims: Claims
    facts: ModuleFacts
    source_text: str
    results: Mapping[ExampleClaim, BlockResult] = field(default_factory=dict)
    """What running the examples did; an example without a result was not run."""
    not_run: str = ""
    """Why examples were not run, in plain words; empty where they were."""

    @property
    def whole(self) -> Place:
        """The document's first line, for what is wrong with the document as a whole."""
        first = self.document.partition("\n")[0]
        return Place(line=1, end_line=1, start=0, end=len(first), text=first)

    @cached_property
    def lines(self) -> list[str]:
        """The document's lines."""
        return self.document.split("\n")

    @cached_property
    def parts(self) -> Parts:
        """The document by symbols."""
        return find_parts(self)

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line of the document, and of the end."""
        return [0, *accumulate(len(line) + 1 for line in self.lines)]

    @cached_property
    def top_level(self) -> Mapping[str, FunctionFact | ClassFact]:
        """The source's functions and classes by name."""
        found: list[FunctionFact | ClassFact] = [*self.facts.functions, *self.facts.classes]
        return {one.name: one for one in found}

    @cached_property
    def source_lines(self) -> list[str]:
        return self.source_text.split("\n")

    @cached_property
    def runnable_examples(self) -> tuple[ExampleClaim, ...]:
        """The examples that can be run and are meant to be."""
        examples = self.claims.examples
        return tuple(one for one in examples if one.is_runnable and not one.is_skipped and not self.is_quote(one))

    def is_quote(self, example: ExampleClaim) -> bool:
        """Say whether a block shows definitions of the source, and no use of them."""
        return is_quote(example, self.stripped_source_lines, self.top_level)

    @cached_property
    def example_names(self) -> frozenset[str]:
        """Every name that an example of the document sets, imports or defines."""
        trees = (parse_code(example.code) for example in self.claims.examples)
        return frozenset().union(*(bound_names(tree) for tree in trees if tree is not None))

    @cached_property
    def stripped_source_lines(self) -> frozenset[str]:
        """The source's lines without their indentation."""
        return frozenset(line.strip() for line in self.source_lines)

    def owner(self, qualname: str) -> Owner | None:
        """Return what a claim's owner is in the source; None where it is no function and no class there."""
        if qualname not in self._owners:
            self._owners[qualname] = find_owner(self.facts, qualname)
        return self._owners[qualname]

    @cached_property
    def _owners(self) -> dict[str, Owner | None]:
        return {}


@dataclass(frozen=True)
class Mistake:
    """What is wrong with a claim, before it is a finding."""

    message: str
    expected: str = ""
    replacement: tuple[Place, str] | None = None
    """The words to replace and what mends them exactly."""
    severity: Severity | None = None
    """Where it is not the check's own."""
    dimension: str | None = None
    is_omission: bool = False
    """Whether something is missing, so that no words of the document are wrong."""
    lines: tuple[int, int] | None = None
    """The first and the last line that a reader has to see, where those of the words are not enough: the statement
    above its output, the part that lacks something."""


class Check(ABC):
    """Looks at one kind of claim."""

    name: ClassVar[str]
    summary: ClassVar[str]
    """What it finds, in a sentence for the user."""
    severity: ClassVar[Severity]
    """How bad what it finds mostly is."""
    dimension: ClassVar[str] = "technical_accuracy"

    @abstractmethod
    def run(self, paper: Paper) -> Iterator[Verdict]:
        """Yield a verdict for every claim that the check understands."""

    def right(self, place: Place, subject: str, fact: Fact | None = None) -> Verdict:
        """Return the verdict that a claim is right, as this fact shows."""
        return self._verdict("right", place, subject, fact)

    def unsure(self, place: Place, subject: str, reason: str, fact: Fact | None = None) -> Verdict:
        """Return the verdict that it cannot be told."""
        return self._verdict("cannot_tell", place, subject, fact, reason=reason)

    def wrong(
        self, place: Place, subject: str, mistake: Mistake, *, owner: str = "", fact: Fact | None = None
    ) -> Verdict:
        """Return the verdict that a claim is wrong, with its finding."""
        first, last = mistake.lines or (place.line, place.end_line)
        replacement = None
        if mistake.replacement is not None:
            words, text = mistake.replacement
            replacement = Replacement(start=words.start, end=words.end, text=text)
        finding = Finding(
            check=self.name,
            severity=mistake.severity or self.severity,
            dimension=mistake.dimension or self.dimension,
            message=mistake.message,
            doc_line=first,
            doc_end_line=last,
            doc_text="" if mistake.is_omission else place.text,
            owner=owner,
            source_line=fact.line if fact is not None else None,
            source_end_line=fact.end_line if fact is not None else None,
            expected=mistake.expected,
            replacement=replacement,
        )
        return self._verdict("wrong", place, subject, fact, finding=finding)

    def _verdict(self, outcome: str, place: Place, subject: str, fact: Fact | None, **more: object) -> Verdict:
        return Verdict.model_validate(
            {
                "check": self.name,
                "outcome": outcome,
                "subject": subject,
                "doc_line": place.line,
                "doc_end_line": place.end_line,
                "start": place.start,
                "end": place.end,
                "source_line": fact.line if fact is not None else None,
                "source_end_line": fact.end_line if fact is not None else None,
                **more,
            }
        )


CHECKS: Registry[type[Check]] = Registry("check", "reflexion_core.checks")
