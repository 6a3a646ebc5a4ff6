"""One model in every role."""

from __future__ import annotations

from reflexion_core.records import ModelRef, StopReason
from reflexion_core.run_options import RoleOptions
from tests.running import Outcome, Script, draft, run, verdict

DRAFTS = [draft(number) for number in range(1, 11)]
OTHER = RoleOptions(model=ModelRef(provider="scripted", name="other"), temperature=0.0)


def refine(*scores: float, **changes: object) -> Outcome:
    verdicts = [verdict(score) for score in scores]
    return run(Script(DRAFTS, verdicts), strategy="self_refine", critic=OTHER, adjudicator=OTHER, **changes)


def test_the_generators_model_is_the_only_one_that_is_asked() -> None:
    outcome = refine(50, 96)
    assert {request.model for request in outcome.provider.requests} == {"test"}
    assert [request.role for request in outcome.provider.requests] == ["generator", "critic", "generator", "critic"]


def test_the_best_draft_is_final_without_an_adjudicator() -> None:
    outcome = refine(50, 96)
    assert outcome.final_text == draft(2)
    assert outcome.progress.reason is StopReason.APPROVED


def test_it_ends_after_three_rounds_whatever_the_attempts() -> None:
    outcome = refine(50, 60, 70, 80, max_attempts=9)
    assert len(outcome.progress.rounds) == 3
    assert outcome.progress.reason is StopReason.ATTEMPTS


def test_fewer_attempts_are_kept() -> None:
    assert len(refine(50, 60, max_attempts=1).progress.rounds) == 1
