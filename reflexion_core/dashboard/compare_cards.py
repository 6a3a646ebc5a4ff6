"""The facts gained, lost and still wrong between two texts, as cards that a screen only has to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from reflexion_core.fact_changes import FactChange, FactChanges, Standing
from reflexion_core.records import Finding, Verdict

Side = Literal["left", "right"]
Piece = tuple[str, bool]
"""Words, and whether they are code."""

_BEFORE: dict[Standing, str] = {"wrong": "was wrong", "not_said": "was not said", "cannot_tell": "could not be told"}
_AFTER: dict[Standing, str] = {"wrong": "is wrong now", "not_said": "is not said", "cannot_tell": "cannot be told now"}
_FREE_CHECKS = frozenset({"invented", "leftovers"})
"""Checks whose claims are about no symbol: "version: 1.2"."""
_LONGEST = 400


@dataclass(frozen=True)
class Entry:
    """One fact on a card."""

    side: Side
    """Which text the line is of."""
    line: int
    words: tuple[Piece, ...]
    how: str
    """How it was before, or is now, in plain words; empty where the words say it."""


@dataclass(frozen=True)
class Card:
    """All facts of which the same is to be said."""

    title: str
    kind: Literal["right", "wrong"]
    entries: tuple[Entry, ...]
    none: str
    """What is said where there is no such fact."""


def build_cards(changes: FactChanges) -> list[Card]:
    """Return the cards; those that are rarely needed only where they have something to say."""
    gained = sorted(changes.gained, key=lambda one: one.before != "wrong")
    lost = sorted(changes.lost, key=lambda one: one.after != "wrong")
    cards = [
        Card("Facts gained", "right", tuple(map(_gained, gained)), "nothing is right that was not before"),
        Card("Facts lost", "wrong", tuple(map(_lost, lost)), "nothing that was right is gone"),
        Card("Still wrong", "wrong", tuple(map(_wrong, changes.still_wrong)), "nothing is wrong in both"),
        Card("Newly wrong", "wrong", tuple(map(_wrong, changes.newly_wrong)), ""),
        Card("Wrong, and taken out", "right", tuple(map(_taken_out, changes.taken_out)), ""),
    ]
    return [card for card in cards if card.entries or card.none]


def pack_cards(cards: Sequence[Card]) -> list[dict[str, Any]]:
    """Return cards as a browser draws them."""
    return [
        {
            "title": card.title,
            "kind": card.kind,
            "none": card.none,
            "entries": [[entry.side, entry.line, entry.words, entry.how] for entry in card.entries],
        }
        for card in cards
    ]


def _gained(change: FactChange) -> Entry:
    return _entry("right", change.right, _fact_words(change.verdict), _BEFORE[change.before])


def _lost(change: FactChange) -> Entry:
    if change.right is not None and change.right.finding is not None:
        return _wrong(change)
    verdict = change.left or change.verdict
    return _entry("left", verdict, _fact_words(verdict), _AFTER[change.after])


def _wrong(change: FactChange) -> Entry:
    return _entry("right", change.right, _finding_words(change.verdict), "")


def _taken_out(change: FactChange) -> Entry:
    verdict = change.left or change.verdict
    return _entry("left", verdict, _finding_words(verdict), "" if change.after == "not_said" else _AFTER[change.after])


def _entry(side: Side, verdict: Verdict | None, words: tuple[Piece, ...], how: str) -> Entry:
    line = 1 if verdict is None else verdict.doc_line
    return Entry(side, line, words, how)


def _fact_words(verdict: Verdict) -> tuple[Piece, ...]:
    """Return what a claim is about in words: `area.height` default."""
    owner, colon, aspect = verdict.subject.partition(": ")
    if verdict.check == "examples":
        return ((f"what {owner} gives" if colon else f"{owner} runs", False),)
    if not colon:
        return ((_cut(owner), True),)
    if verdict.check in _FREE_CHECKS:
        return ((f"{owner} ", False), (_cut(aspect), True))
    return ((_cut(owner), True), (f" {_cut(aspect)}", False))


def _finding_words(verdict: Verdict) -> tuple[Piece, ...]:
    """Return what is wrong; the line, which stands before it, is not said twice."""
    finding: Finding | None = verdict.finding
    if finding is None:
        return _fact_words(verdict)
    pieces = _cut(finding.message.removeprefix(f"Line {verdict.doc_line} ")).split("`")
    if len(pieces) % 2 == 0:  # a backtick of the document's own
        return (("`".join(pieces), False),)
    return tuple((piece, number % 2 == 1) for number, piece in enumerate(pieces) if piece)


def _cut(text: str) -> str:
    clean = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return clean if len(clean) <= _LONGEST else f"{clean[: _LONGEST - 1]}…"
