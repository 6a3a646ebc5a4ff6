"""What became of the facts between two texts of runs, checked anew with what is known of their examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reflexion_core.dashboard.compare_cards import build_cards
from reflexion_core.dashboard.compare_pair import ShownText
from reflexion_core.dashboard.diff_view import FactsPart
from reflexion_core.dashboard.verify_checker import Check
from reflexion_core.dashboard.verify_desk import Desks, with_plain_line_ends
from reflexion_core.errors import SourceError
from reflexion_core.fact_changes import CheckedText, compare_facts
from reflexion_core.records import Source

_RUNNING = "The examples are being run; what they show is added by itself."
_CHANGED = "The file has changed between the two runs: each text is held against the source of its own run."


@dataclass(frozen=True)
class ComparedFacts:
    """The cards, and whether there will be more on them."""

    part: FactsPart
    is_running: bool = False


def compare_sides(desks: Desks, left: ShownText, right: ShownText) -> ComparedFacts:
    """Compare what two texts say of the facts, each held against the source of its own run."""
    sides = (left, right)
    sources = [source for shown in sides if (source := shown.view.progress.source) is not None]
    if len(sources) < len(sides):
        return ComparedFacts(FactsPart(note="The facts cannot be compared: the source of the run is not known."))
    try:
        checks = [_check(desks, source, shown) for source, shown in zip(sources, sides, strict=True)]
    except SourceError as exc:
        return ComparedFacts(FactsPart(note=f"The facts cannot be compared: {exc.message}"))
    is_running = any(check.running for check in checks)
    checked = [
        CheckedText(check.document, check.verification.verdicts, source.text)
        for check, source in zip(checks, sources, strict=True)
    ]
    changes = compare_facts(checked[0], checked[1], are_examples_known=not is_running)
    return ComparedFacts(FactsPart(build_cards(changes), _note(sources, is_running=is_running)), is_running)


def _check(desks: Desks, source: Source, shown: ShownText) -> Check:
    document = with_plain_line_ends(shown.text.text)
    # Each text asks for its examples by itself: asked for in one name, they would stop each other.
    return desks.checker([source]).check(document, f"compare_{shown.view.id}_{shown.text.key}")


def _note(sources: Sequence[Source], *, is_running: bool) -> str:
    notes = [_RUNNING] if is_running else []
    if len({source.sha256 for source in sources}) > 1:
        notes.append(_CHANGED)
    return " ".join(notes)
