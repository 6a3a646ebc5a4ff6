"""Draft, criticise, route, revise; then the adjudicator's final word."""

from __future__ import annotations

from typing import ClassVar

from reflexion_core.errors import BudgetSpent
from reflexion_core.events import AdjudicationReady, RoundStarted, Routed
from reflexion_core.providers.base import Completion
from reflexion_core.records import Decision, FinalDocument, Round, StopReason
from reflexion_core.routing import decide, leave_out, pick_base, remarks_of, resume, revision_requests
from reflexion_core.strategies._dropped_facts import find_dropped
from reflexion_core.strategies._finish import finish, keep, needs_final_word
from reflexion_core.strategies._part_revision import PartEdit, plan_edits, plan_last_edits
from reflexion_core.strategies._part_writing import write_edits
from reflexion_core.strategies.base import STRATEGIES, Bench, Strategy
from reflexion_core.tried_fixes import given_up


@STRATEGIES.register("critic_loop")
class CriticLoop(Strategy):
    """Three roles until the bar, the attempts, or another named reason."""

    name: ClassVar[str] = "critic_loop"
    summary: ClassVar[str] = (
        "Generator and critic take turns, one fix a round, until the bar or the attempts; the adjudicator finishes."
    )

    def run(self, bench: Bench) -> None:
        decision = self._begin(bench)
        while decision.action == "revise":
            decision = self._play_round(bench, decision)
        best = pick_base(bench.rounds)
        document = self._adjudicate(bench, best) if needs_final_word(best, bench.options) else keep(bench, best)
        bench.hand_over(StopReason(decision.reason), best, document)

    def _begin(self, bench: Bench) -> Decision:
        """Play the first round, of a run that goes on the next one; that one may be over at once."""
        asked = bench.continuation
        if asked is not None and asked.draft is not None:
            number = _start_round(bench)
            bench.take_text(asked.draft, asked.by, number)
            return self._judge(bench, number)
        if not bench.rounds:
            return self._play_round(bench, None)
        decision = resume(bench.rounds, bench.options, asked.fix if asked is not None else "")
        if decision.action == "stop":
            return decision
        return self._play_round(bench, decision, _base_asked_for(bench))

    def _play_round(self, bench: Bench, last: Decision | None, base: Round | None = None) -> Decision:
        number = _start_round(bench)
        bench.take_draft(self._write_within_budget(bench, last, number, base), number)
        return self._judge(bench, number)

    def _judge(self, bench: Bench, number: int) -> Decision:
        """Score the last draft and decide; the critic is asked where its word can matter, and in the last round."""
        decision = _decide(bench) if bench.score_by_code(number) else None
        if decision is None or decision.action == "stop":
            has_critique = bench.judge(number)
            decision = _decide(bench, has_critique=has_critique)
        bench.emit(Routed(round=number, decision=decision))
        return decision

    def _write_within_budget(self, bench: Bench, last: Decision | None, number: int, base: Round | None) -> Completion:
        """Write a draft; where no model may be asked any more it is the best one again."""
        try:
            return self._write(bench, last, number, base)
        except BudgetSpent:
            return Completion(text=pick_base(bench.rounds).draft, finish_reason="stop")

    def _write(self, bench: Bench, last: Decision | None, number: int, base: Round | None) -> Completion:
        if base is None and bench.rounds:
            base = pick_base(bench.rounds)
        if base is None or not base.draft.strip() or last is None or last.fix is None:
            return bench.generator.draft(bench.source, round_number=number)
        base = leave_out(base, given_up(bench.rounds[bench.progress.rounds_before :]))
        dropped = find_dropped(bench, base)
        if bench.verifier is not None and bench.options.revise == "parts":
            edits = plan_edits(base, last.fix, bench.verifier.facts, dropped)
            if edits:
                return write_edits(bench, base, edits, number, may_drop=last.fix.origin == "person")
        fixes = revision_requests(last.fix, base, dropped.requests)
        return bench.generator.revise(bench.source, base.draft, fixes, round_number=number)

    def _adjudicate(self, bench: Bench, best: Round) -> FinalDocument:
        edits: tuple[PartEdit, ...] = ()
        if bench.verifier is not None and bench.options.revise == "parts":
            edits = plan_last_edits(best, bench.verifier.facts)
        try:
            if edits:
                completion = write_edits(bench, best, edits, best.number, writer=bench.adjudicator)
            else:
                remarks = remarks_of(best)
                completion = bench.adjudicator.finish(bench.source, best.draft, remarks, round_number=best.number)
        except BudgetSpent as exc:
            return keep(bench, best, exc.message)
        bench.emit(AdjudicationReady(text=completion.text))
        return finish(bench, best, completion)


def _start_round(bench: Bench) -> int:
    number = len(bench.rounds) + 1
    bench.emit(RoundStarted(round=number))
    return number


def _decide(bench: Bench, *, has_critique: bool = True) -> Decision:
    return decide(
        bench.rounds,
        bench.options,
        tokens=bench.tokens,
        seconds=bench.seconds,
        has_critique=has_critique,
        rounds_before=bench.progress.rounds_before,
        calls=bench.calls,
    )


def _base_asked_for(bench: Bench) -> Round | None:
    asked = bench.continuation.base_round if bench.continuation is not None else None
    return next((item for item in bench.rounds if item.number == asked), None)
