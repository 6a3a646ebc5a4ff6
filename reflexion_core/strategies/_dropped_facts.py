"""What a draft said rightly and a revision of it says no more, in words that a writer can act on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reflexion_core.document.parts import Part
from reflexion_core.fact_changes import CheckedText, FactChange, compare_facts
from reflexion_core.records import Round
from reflexion_core.routing import pick_base
from reflexion_core.strategies.base import Bench

_MOST_NAMED = 6
"""More of them at once make a small model forget the first."""
_MOST_CHARACTERS = 120
"""A longer statement is named by its subject alone."""


@dataclass(frozen=True)
class DroppedFact:
    """A statement that was right and is not there any more."""

    subject: str
    """What it is about, such as `area.height: default`."""
    statement: str
    """Its words."""
    line: int
    """The line of the text that had it."""
    is_contradicted: bool = False
    """Whether the later text says something wrong of the same thing, which the checks name already."""

    @property
    def words(self) -> str:
        text = " ".join(self.statement.split())
        return f"{self.subject} ({text})" if 0 < len(text) <= _MOST_CHARACTERS else self.subject

    def part_in(self, parts: Sequence[Part]) -> Part | None:
        """Return the part of a document that it belongs into: its symbol's, or the nearest one around that."""
        name = self.subject.partition(":")[0]
        owners = [part for part in parts if part.owner and f"{name}.".startswith(f"{part.owner}.")]
        return max(owners, key=lambda part: len(part.owner), default=None)


@dataclass(frozen=True)
class DroppedFacts:
    """What the newest version of a document lost."""

    to_keep: tuple[DroppedFact, ...] = ()
    """What the base of the next revision still says: the last revision dropped it, and is not followed."""
    to_put_back: tuple[DroppedFact, ...] = ()
    """What the base of the next revision lacks, for it is the revision that dropped it."""

    @property
    def requests(self) -> list[str]:
        """What a revision of the whole document is told."""
        asked = [put_back(self.to_put_back)] if self.to_put_back else []
        return [*asked, keep(self.to_keep)] if self.to_keep else asked


def find_dropped(bench: Bench, base: Round) -> DroppedFacts:
    """Return what the last revision dropped, and what the base itself dropped when it was written.

    Args:
        bench: The run so far; there is at least one round.
        base: The round whose draft is revised next.
    """
    if bench.verifier is None:
        return DroppedFacts()
    before, last = [item for item in bench.rounds if item.number < base.number], bench.rounds[-1]
    if base.author == "person":  # what a person took out stays out
        before = []
    back = compare_drafts(bench, pick_base(before).draft, base.draft) if before else ()
    kept = compare_drafts(bench, base.draft, last.draft) if last.number != base.number else ()
    return DroppedFacts(kept, tuple(fact for fact in back if not fact.is_contradicted))


def compare_drafts(bench: Bench, earlier: str, later: str) -> tuple[DroppedFact, ...]:
    """Return what one text says rightly and another does not, apart from examples: those are numbered."""
    texts = (CheckedText(text, bench.verify(text).verdicts, bench.source.text) for text in (earlier, later))
    lost = compare_facts(*texts, are_examples_known=False).lost
    return tuple(_dropped(earlier, lost))


def keep(facts: Sequence[DroppedFact]) -> str:
    """Return the request not to drop something again."""
    return f"The last version dropped: {_named(facts)}; this is right and has to stay."


def put_back(facts: Sequence[DroppedFact]) -> str:
    """Return the request to say something again."""
    return f"The last version dropped: {_named(facts)}; put it back."


def _named(facts: Sequence[DroppedFact]) -> str:
    more = len(facts) - _MOST_NAMED
    named = "; ".join(fact.words for fact in facts[:_MOST_NAMED])
    return f"{named} and {more} more" if more > 0 else named


def _dropped(text: str, changes: Iterable[FactChange]) -> Iterable[DroppedFact]:
    for change in changes:
        verdict = change.left
        if verdict is not None:
            words = text[verdict.start : verdict.end]
            yield DroppedFact(verdict.subject, words, verdict.doc_line, is_contradicted=change.after == "wrong")
