"""What became of the facts from one checked text to another: gained, lost, still wrong.

A fact is what a claim is about, together with the line of the source that decides it: two messages of one exception
type are two facts, and one fact that is stated twice is one, wrong as soon as one of the statements is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from reflexion_core.records import Outcome, Verdict

Standing = Outcome | Literal["not_said"]
"""What a text says of a fact: rightly, wrongly, so that it cannot be told, or nothing."""

_WORST_FIRST: tuple[Outcome, ...] = ("wrong", "right", "cannot_tell")


@dataclass(frozen=True)
class CheckedText:
    """A text with what the checks say of it."""

    text: str
    verdicts: Sequence[Verdict]
    source_text: str
    """The source that it was checked against."""


@dataclass(frozen=True)
class FactChange:
    """One fact in two texts."""

    left: Verdict | None
    """What decides how the left text stands to it; None where it says nothing of it."""
    right: Verdict | None

    @property
    def before(self) -> Standing:
        return "not_said" if self.left is None else self.left.outcome

    @property
    def after(self) -> Standing:
        return "not_said" if self.right is None else self.right.outcome

    @property
    def verdict(self) -> Verdict:
        """The newer of the verdicts that there are."""
        verdict = self.right or self.left
        if verdict is None:
            raise ValueError("a fact that neither text says anything of")
        return verdict


@dataclass(frozen=True)
class FactChanges:
    """Every fact that at least one of two texts says something of."""

    all: tuple[FactChange, ...]
    """In the order of the right text; what only the left one says stands at the end."""

    @property
    def gained(self) -> tuple[FactChange, ...]:
        """Facts that only the right text states rightly."""
        return tuple(one for one in self.all if one.after == "right" != one.before)

    @property
    def lost(self) -> tuple[FactChange, ...]:
        """Facts that only the left text states rightly."""
        return tuple(one for one in self.all if one.before == "right" != one.after)

    @property
    def still_wrong(self) -> tuple[FactChange, ...]:
        """Facts that both texts state wrongly."""
        return tuple(one for one in self.all if one.before == one.after == "wrong")

    @property
    def newly_wrong(self) -> tuple[FactChange, ...]:
        """Facts that the right text states wrongly, and of which the left one said nothing that could be told."""
        return tuple(one for one in self.all if one.after == "wrong" and one.before in ("not_said", "cannot_tell"))

    @property
    def taken_out(self) -> tuple[FactChange, ...]:
        """Facts that the left text states wrongly, and of which the right one says nothing that can be told."""
        return tuple(one for one in self.all if one.before == "wrong" and one.after in ("not_said", "cannot_tell"))


def compare_facts(left: CheckedText, right: CheckedText, *, are_examples_known: bool = True) -> FactChanges:
    """Compare what two texts say of the facts.

    Args:
        left: The text that was there before, or that the other is held against.
        right: The other text; its source may be another version of the file.
        are_examples_known: Whether the examples of both were run. Where they still run, nothing is said of them.
    """
    skipped = frozenset() if are_examples_known else frozenset({"examples"})
    groups = (_group(left, skipped), _group(right, skipped))
    changes = [
        change
        for subject in dict.fromkeys([*groups[1], *groups[0]])
        for change in _pair(groups[0].get(subject, {}), groups[1].get(subject, {}))
    ]
    changes.sort(key=lambda one: (one.right is None, one.verdict.start, one.verdict.end, one.verdict.check))
    return FactChanges(tuple(changes))


def _group(checked: CheckedText, skipped: frozenset[str]) -> dict[str, dict[str, Verdict]]:
    """Return for each subject the verdict on each of its facts, by what tells the facts of a subject apart."""
    groups: dict[str, dict[str, Verdict]] = {}
    lines, source_lines = checked.text.split("\n"), checked.source_text.split("\n")
    seen: dict[str, int] = {}
    for verdict in checked.verdicts:
        if verdict.check in skipped:
            continue
        if verdict.check == "examples":
            subject, mark = "examples", _statement(verdict, lines, seen)
        else:
            subject, mark = f"{verdict.check}: {verdict.subject}", _mark(verdict, source_lines)
        facts = groups.setdefault(subject, {})
        facts[mark] = _worse(facts.get(mark), verdict)
    return groups


def _statement(verdict: Verdict, lines: Sequence[str], seen: dict[str, int]) -> str:
    """Return what tells an example's statement apart: its words, since its number is another one in another order."""
    words = "\n".join(line.strip() for line in lines[verdict.doc_line - 1 : verdict.doc_end_line])
    seen[words] = seen.get(words, 0) + 1
    return f"{seen[words]} {words}"


def _mark(verdict: Verdict, lines: Sequence[str]) -> str:
    """Return the words of the deciding line: its number is another one in another version of the source."""
    if verdict.check == "exceptions" and verdict.finding is not None:
        # One type can be raised in several lines, and of a wrong message nobody knows which of them it means.
        return f"wrong: {verdict.finding.doc_text}"
    number = verdict.source_line
    return lines[number - 1].strip() if number is not None and number <= len(lines) else ""


def _worse(known: Verdict | None, verdict: Verdict) -> Verdict:
    if known is None or _WORST_FIRST.index(verdict.outcome) < _WORST_FIRST.index(known.outcome):
        return verdict
    return known


def _pair(left: Mapping[str, Verdict], right: Mapping[str, Verdict]) -> Iterable[FactChange]:
    """Yield the facts of one subject; those that no mark brings together are paired in their order."""
    yield from (FactChange(verdict, right[mark]) for mark, verdict in left.items() if mark in right)
    lone_left = [verdict for mark, verdict in left.items() if mark not in right]
    lone_right = [verdict for mark, verdict in right.items() if mark not in left]
    for number in range(max(len(lone_left), len(lone_right))):
        yield FactChange(
            lone_left[number] if number < len(lone_left) else None,
            lone_right[number] if number < len(lone_right) else None,
        )
