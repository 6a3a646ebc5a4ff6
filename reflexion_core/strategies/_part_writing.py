"""Writes the parts that a revision is made of.

The model gets one part at a time and what is wrong in it; its answer is placed by code, so that all else stays byte for
byte. A part that came out worse than it was is not placed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reflexion_core.document.example_spans import example_at, example_spans
from reflexion_core.document.parts import Part, find_place, insert_part, part_at, replace_part, split_parts
from reflexion_core.errors import BudgetSpent, ContextTooSmall
from reflexion_core.progress import lost_subjects
from reflexion_core.providers.base import Completion
from reflexion_core.records import CheckReport, Round
from reflexion_core.repair import repair
from reflexion_core.roles.writing import Writer
from reflexion_core.routing import finding_text
from reflexion_core.source.facts import FunctionFact, ModuleFacts
from reflexion_core.strategies._dropped_facts import DroppedFact, compare_drafts, keep, put_back
from reflexion_core.strategies._part_revision import PartEdit
from reflexion_core.strategies.base import Bench

_TRIES = 2
"""How often a part is asked for: again, with another seed, where the answer breaks off or leaves the draft worse; then
with what is wrong in that answer, and with what it dropped."""

_MOST_EXAMPLES = 8
"""In one part; more are left to the second try."""


@dataclass(frozen=True)
class _Judged:
    """A document in the making, and what is wrong with it that code cannot mend."""

    text: str
    mended: str
    report: CheckReport
    """What the checks say of the mended text."""

    @property
    def weight(self) -> tuple[int, ...]:
        """How much is wrong, the worst first, with how much it says nothing of as the least."""
        return (*self.report.weight[:-1], self.report.weight[-1] + len(self.report.unexplained))


@dataclass(frozen=True)
class _FirstTry:
    """A part that came out worse than it was: the second try corrects it."""

    part: Part
    faults: tuple[str, ...]


@dataclass(frozen=True)
class _Question:
    """What a writer is asked for one part."""

    edit: PartEdit
    first: _FirstTry | None = None
    """What came of it the first time, where that is to be corrected."""


def write_edits(
    bench: Bench,
    base: Round,
    edits: Sequence[PartEdit],
    round_number: int,
    *,
    writer: Writer | None = None,
    may_drop: bool = False,
) -> Completion:
    """Have the parts written one after the other, and return the draft with those that made it no worse.

    Args:
        bench: The run so far.
        base: The draft that they are parts of.
        edits: What is to be written.
        round_number: The round that it is written for.
        writer: Who writes; the generator where nobody else is named.
        may_drop: Whether a part may lose what it says rightly, as a person can want it to.

    Raises:
        Cancelled: the stop was given.
        ProviderError: the provider refused or stayed unreachable.
    """
    now = _judge(bench, base.draft)
    for number, edit in enumerate(edits):
        try:
            now = _place(bench, now, edit, (round_number, number), writer or bench.generator, may_drop=may_drop)
        except BudgetSpent:  # what has been written until then stays
            break
    return Completion(text=now.text, finish_reason="stop")


def _place(
    bench: Bench, now: _Judged, edit: PartEdit, turn: tuple[int, int], writer: Writer, *, may_drop: bool
) -> _Judged:
    """Return the document with a part written, or as it was where no answer makes it no worse.

    An answer that mends something and drops what was right is taken where a second one does no better.

    Raises:
        BudgetSpent: no model may be asked any more, before there was an answer that can be placed.
    """
    question, spare = _Question(edit), None
    for attempt in range(_TRIES):
        try:
            text = _write(writer, bench, now.text, question, (turn[0], turn[1] * _TRIES + attempt))
        except BudgetSpent:
            if spare is None:
                raise
            break
        except ContextTooSmall:  # a part that is too long to be read and written again stays as it is
            break
        if text is None:
            continue
        new = _judge_part(bench, text, edit, now)
        # What is written without being shown what stood there cannot be held to it.
        lost = () if may_drop or not edit.requests else compare_drafts(bench, now.mended, new.mended)
        is_no_worse = new.weight <= now.weight
        if is_no_worse and not (lost and lost_subjects(new.report, now.report)):
            return new
        if is_no_worse and new.weight[:2] < now.weight[:2]:
            spare = spare or new
        question = _ask_again(edit, lost, None if is_no_worse else _first_try(new, edit, bench.facts))
    return spare or now


def _ask_again(edit: PartEdit, lost: Sequence[DroppedFact], first: _FirstTry | None) -> _Question:
    """Return what the second try is asked: to correct the first, or the same again with what the first dropped."""
    if first is None:
        return _Question(replace(edit, requests=(*edit.requests, keep(lost))) if lost else edit)
    back = [fact for fact in lost if not fact.is_contradicted]
    return _Question(edit, replace(first, faults=(*first.faults, put_back(back))) if back else first)


def _judge(bench: Bench, document: str) -> _Judged:
    verification = bench.verify(document)
    if not bench.options.repair:
        return _Judged(document, document, verification.report)
    mended, verification = repair(document, verification, bench.verify)
    return _Judged(document, mended.text, verification.report)


def _judge_part(bench: Bench, document: str, edit: PartEdit, before: _Judged) -> _Judged:
    """Judge a document with a part written, without its failing examples where nobody asked for one."""
    judged = _judge(bench, document)
    if edit.requests or judged.weight <= before.weight:
        return judged
    return _judge(bench, _without_failing_examples(bench, document, edit))


def _without_failing_examples(bench: Bench, document: str, edit: PartEdit) -> str:
    """Return a document whose new part has no example that fails and that code cannot mend."""
    for _ in range(_MOST_EXAMPLES):
        part = _part_of(edit, split_parts(document, bench.facts.symbol_names))
        findings = bench.verify(document).report.findings if part is not None else ()
        failing = (item for item in findings if item.check == "examples" and item.replacement is None)
        line = next((item.doc_line for item in failing if part_at([part], item.doc_line)), 0) if part else 0
        example = example_at(document, line) if line else None
        if example is None:
            break
        start, end = next(example_spans(document, example))
        document = document[:start] + document[end:]
    return document


def _first_try(judged: _Judged, edit: PartEdit, facts: ModuleFacts) -> _FirstTry | None:
    """Return a part that left its document worse with what is wrong in it; None where that stands elsewhere."""
    parts = split_parts(judged.mended, facts.symbol_names)
    part = _part_of(edit, parts)
    if part is None:
        return None
    wrong = [finding_text(finding) for finding in judged.report.findings if part_at(parts, finding.doc_line) == part]
    return _FirstTry(part, tuple(wrong)) if wrong else None


def _part_of(edit: PartEdit, parts: Sequence[Part]) -> Part | None:
    """Return the part that was written: its heading may have other words than before where it names a symbol."""
    return next((part for part in parts if part.owner == edit.owner and (part.owner or part.title == edit.title)), None)


def _write(writer: Writer, bench: Bench, document: str, question: _Question, turn: tuple[int, int]) -> str | None:
    """Return the document with one part written; None where the model's answer is no whole part."""
    facts, edit, first = bench.facts, question.edit, question.first
    source = bench.reading(edit.owner)
    parts = split_parts(document, facts.symbol_names)
    part = next((part for part in parts if (part.owner, part.title) == (edit.owner, edit.title)), None)
    after, heading = None, ""
    if part is None:
        after, level = find_place(parts, edit.owner, facts.symbol_lines)
        heading = f"{'#' * level} `{_heading_words(edit.owner, facts, parts)}`"
    elif part.level:
        heading = part.text.strip().split("\n", 1)[0]
    if first is not None:
        completion = writer.revise_part(source, first.part.title, first.part.text, first.faults, turn=turn)
    elif part is not None and edit.requests:
        completion = writer.revise_part(source, part.title, part.text, edit.requests, turn=turn)
    else:
        completion = writer.write_part(source, edit.owner, heading, turn=turn)
    text = _own_part(completion, edit.owner, heading, facts)
    if text is None:
        return None
    if part is not None:
        return replace_part(document, part, text)
    return insert_part(document, after, text) if after is not None else text


def _heading_words(owner: str, facts: ModuleFacts, parts: Sequence[Part]) -> str:
    """Return what a heading says of a symbol: a member that stands without its class is called by both names."""
    symbol, (holder, _, name) = facts.symbol(owner), owner.rpartition(".")
    is_alone = bool(holder) and not any(part.owner == holder for part in parts)
    words = symbol.signature if isinstance(symbol, FunctionFact) and not symbol.is_property else name
    return f"{holder}.{words}" if is_alone else words


def _own_part(completion: Completion, owner: str, heading: str, facts: ModuleFacts) -> str | None:
    """Return what a model wrote of the part that it was asked for, under that heading; None where it broke off."""
    if completion.finish_reason != "stop" or not completion.text.strip():
        return None
    parts = split_parts(completion.text, facts.symbol_names)
    mine = next((part for part in parts if part.owner == owner), parts[0])
    text = mine.text.strip("\n")
    body = (text.partition("\n")[2] if mine.level else text).strip("\n")
    if not body:
        return None
    return f"{heading}\n\n{body}" if heading else body
