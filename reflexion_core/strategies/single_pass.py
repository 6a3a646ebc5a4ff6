"""One draft, judged once: the quickest way, and what the loop is compared with."""

from __future__ import annotations

from typing import ClassVar

from reflexion_core.events import RoundStarted, Routed
from reflexion_core.records import Decision, FinalDocument, StopReason
from reflexion_core.routing import choose_fix
from reflexion_core.strategies._finish import close
from reflexion_core.strategies.base import STRATEGIES, Bench, Strategy


@STRATEGIES.register("single_pass")
class SinglePass(Strategy):
    """Drafts and judges once."""

    name: ClassVar[str] = "single_pass"
    summary: ClassVar[str] = "The generator writes once and the critic scores it; nothing is revised."

    def run(self, bench: Bench) -> None:
        number, asked = len(bench.rounds) + 1, bench.continuation
        bench.emit(RoundStarted(round=number))
        if asked is not None and asked.draft is not None:
            bench.take_text(asked.draft, asked.by, number)
        else:
            bench.take_draft(bench.generator.draft(bench.source, round_number=number), number)
        has_critique = bench.judge(number)
        only, spent = bench.rounds[-1], "" if has_critique else bench.spent
        reason = StopReason.BUDGET if spent else StopReason.SINGLE_PASS
        explanation = spent or "this strategy makes one draft"
        decision = Decision(action="stop", reason=reason, explanation=explanation, fix=choose_fix(only))
        bench.emit(Routed(round=number, decision=decision))
        document = FinalDocument(text=only.draft, origin="draft", round_number=number)
        bench.hand_over(reason, only, close(bench, document))
