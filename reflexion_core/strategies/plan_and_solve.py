"""A plan of sections from the facts, each written by itself, then put together: for a source of any size."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from reflexion_core.errors import BudgetSpent
from reflexion_core.events import (
    AdjudicationReady,
    PlanMade,
    RoundScored,
    RoundStarted,
    Routed,
    SectionReady,
    SectionStarted,
)
from reflexion_core.plans import PlannedSection, PlanProgress
from reflexion_core.providers.base import Completion
from reflexion_core.records import CheckReport, Decision, FinalDocument, RequiredFix, Round, Scores, StopReason
from reflexion_core.roles.writing import Writer
from reflexion_core.routing import choose_fix, find_twin, is_approved, pick_base
from reflexion_core.run_options import RoleOptions, RunOptions
from reflexion_core.scoring import score_by_facts
from reflexion_core.strategies._finish import finish, keep, needs_final_word
from reflexion_core.strategies._part_revision import PartEdit, plan_edits, plan_last_edits
from reflexion_core.strategies._part_writing import write_edits
from reflexion_core.strategies._section_plan import plan_sections
from reflexion_core.strategies._section_text import faulty_sections, join_sections, of_section, split_document
from reflexion_core.strategies._sections import SectionWork, large_source
from reflexion_core.strategies.base import STRATEGIES, Bench, Strategy


@STRATEGIES.register("plan_and_solve")
class PlanAndSolve(Strategy):
    """Writes section by section, so that neither the source nor the document has to fit a model's window."""

    name: ClassVar[str] = "plan_and_solve"
    summary: ClassVar[str] = (
        "Writes a source of any size section by section, each checked and mended alone; facts decide, no critic is"
        " asked, and the adjudicator sees the sections that need it."
    )
    reads_in_parts: ClassVar[bool] = True

    @classmethod
    def adapt(cls, options: RunOptions, rounds_before: int) -> RunOptions:
        critic = RoleOptions(model=options.generator.model, temperature=options.critic.temperature)
        changes = {"policy": "grounded", "critic": critic, "committee": (), "max_attempts": rounds_before + 1}
        return options.model_copy(update=changes)

    def run(self, bench: Bench) -> None:
        _, parts = large_source(bench)
        bench.emit(PlanMade(sections=plan_sections(parts), options=bench.options, reason=bench.why_in_parts))
        number = len(bench.rounds) + 1
        self._make_draft(bench, number)
        if len(bench.rounds) == number:
            bench.emit(RoundScored(round=number, scores=_score(bench)))
            bench.emit(Routed(round=number, decision=_decide(bench)))
        best = pick_base(bench.rounds)
        reason = StopReason(_decide(bench).reason)
        bench.hand_over(reason, best, self._final_word(bench, best))

    def _make_draft(self, bench: Bench, number: int) -> None:
        """Make the round's draft; a run that goes on has none where nothing is left to be written."""
        asked = bench.continuation
        if asked is not None and asked.draft is not None:
            bench.emit(RoundStarted(round=number))
            bench.take_text(asked.draft, asked.by, number)
        elif asked is not None and bench.rounds and asked.fix.strip():
            self._mend(bench, RequiredFix(text=asked.fix, origin="person"), number)
        elif not bench.rounds or _unfinished(bench):
            self._write_sections(bench, number)
        elif not is_approved(pick_base(bench.rounds), bench.options):
            self._mend(bench, choose_fix(pick_base(bench.rounds)), number)

    def _write_sections(self, bench: Bench, number: int) -> None:
        """Write the sections that there are not yet, and enter all of them as the round's draft."""
        bench.emit(RoundStarted(round=number))
        work = SectionWork(bench, number)
        for section in _unfinished(bench):
            bench.emit(SectionStarted(number=section.number))
            bench.emit(SectionReady(result=work.write(section)))
        plan = _plan(bench)
        results = [plan.result(section) for section in plan.sections]
        text = join_sections([result.text for result in results if result is not None])
        bench.take_draft(Completion(text=text, finish_reason="stop"), number)

    def _mend(self, bench: Bench, fix: RequiredFix, number: int) -> None:
        """Write the parts again that a fix is about; the document as a whole is never written anew."""
        facts, _ = large_source(bench)
        asked = bench.continuation.base_round if bench.continuation is not None else None
        base = next((item for item in bench.rounds if item.number == asked), pick_base(bench.rounds))
        bench.emit(RoundStarted(round=number))
        text = _edited(bench, base, number, bench.generator, lambda alone: plan_edits(alone, fix, facts), fix)
        bench.take_draft(Completion(text=text, finish_reason="stop"), number)

    def _final_word(self, bench: Bench, best: Round) -> FinalDocument:
        """Have the adjudicator write those parts again that something is wrong with."""
        if not needs_final_word(best, bench.options):
            return keep(bench, best)
        facts, _ = large_source(bench)
        try:
            text = _edited(bench, best, best.number, bench.adjudicator, lambda alone: plan_last_edits(alone, facts))
        except BudgetSpent as exc:
            return keep(bench, best, exc.message)
        if text == best.draft:
            return keep(bench, best, "none of its sections needs it, or came out better")
        bench.emit(AdjudicationReady(text=text))
        return finish(bench, best, Completion(text=text, finish_reason="stop"))


def _plan(bench: Bench) -> PlanProgress:
    if bench.progress.plan is None:
        raise ValueError("there is no plan yet")
    return bench.progress.plan


def _unfinished(bench: Bench) -> list[PlannedSection]:
    """Return the sections to be written: those that there are not, and those that no model could be asked for."""
    plan = _plan(bench)
    results = [(section, plan.result(section)) for section in plan.sections]
    return [section for section, result in results if result is None or result.is_stopgap]


def _edited(
    bench: Bench,
    base: Round,
    number: int,
    writer: Writer,
    edits_of: Callable[[Round], tuple[PartEdit, ...]],
    fix: RequiredFix | None = None,
) -> str:
    """Return a draft with parts written again, section by section; the draft itself where none came out better.

    Args:
        bench: The run so far.
        base: The draft.
        number: The round that they are written for.
        writer: Who writes.
        edits_of: Says what is to be written of a section, given as a draft of its own.
        fix: What is asked for; the sections of the symbols that it names are looked at as well.

    Raises:
        BudgetSpent: not even the first part could be asked for.
    """
    facts, _ = large_source(bench)
    sections = _plan(bench).sections
    texts = split_document(base.draft, sections, facts)
    before = list(texts)
    may_drop = fix is not None and fix.origin == "person"
    names = set(re.findall(r"[\w.]+\w", fix.text if fix is not None else ""))
    named = [place for place, section in enumerate(sections) if set(section.symbols) & names]
    for place in sorted({*named, *faulty_sections(base.report or CheckReport(), sections, before)}):
        section = sections[place]
        report = of_section(bench.verify(texts[place]), section).report
        alone = base.model_copy(update={"draft": texts[place], "report": report, "critique": None})
        edits = [edit for edit in edits_of(alone) if edit.owner in ("", *section.symbols)]
        if not edits:
            continue
        if bench.spent and texts != before:
            break
        bench.check_budget()
        bench.emit(SectionStarted(number=section.number))
        texts[place] = write_edits(bench, alone, edits, number, writer=writer, may_drop=may_drop).text
    return base.draft if texts == before else join_sections(texts)


def _score(bench: Bench) -> Scores | None:
    """Return the score of the last draft, by facts alone."""
    report = bench.rounds[-1].report
    return None if report is None else score_by_facts(report, None, bench.rubric)


def _decide(bench: Bench) -> Decision:
    """Decide what follows the last draft, which is the end of the rounds; see `StopReason`."""
    last, options = bench.rounds[-1], bench.options
    score = "no score" if last.score is None else f"score {last.score:.1f}"
    against = f"{score}, the bar is {options.quality_score_bar:g}"
    stopgaps = sum(result.is_stopgap for result in _plan(bench).results)
    if is_approved(last, options) and not (bench.spent and stopgaps):
        explanation = f"{score} reaches the bar of {options.quality_score_bar:g}"
        return Decision(action="stop", reason=StopReason.APPROVED, explanation=explanation)
    fix, count = choose_fix(pick_base(bench.rounds)), len(_plan(bench).sections)
    if bench.spent:
        by_code = f"; code wrote {stopgaps} of {count} sections" if stopgaps else ""
        return Decision(action="stop", reason=StopReason.BUDGET, explanation=f"{bench.spent}{by_code}", fix=fix)
    twin = find_twin(bench.rounds[:-1], last.draft)
    if twin is not None:
        explanation = f"the draft is the one of round {twin.number} again: no part that the fix names came out better"
        return Decision(action="stop", reason=StopReason.UNCHANGED, explanation=explanation, fix=fix)
    explanation = f"all {count} sections are written; {against}"
    return Decision(action="stop", reason=StopReason.SECTIONS, explanation=explanation, fix=fix)
