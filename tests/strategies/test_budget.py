"""What a run may use: no model is asked once it is used up, and there is a document all the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflexion_core.events import CallFinished, CritiqueReady
from reflexion_core.providers.base import ChatRequest
from reflexion_core.providers.scripted import ScriptedReply
from reflexion_core.records import RunState, StopReason
from reflexion_core.run_options import Budget
from tests.running import FINAL, Outcome, Script, draft, run, verdict
from tests.strategies.test_part_revision import BOX, INVENTED, WITHOUT_BOX, play

DRAFTS = [draft(number) for number in range(1, 11)]


def loop(budget: Budget, *scores: float, **changes: object) -> Outcome:
    return run(Script(DRAFTS, [verdict(score) for score in scores or (50, 60, 70, 80)]), budget=budget, **changes)


def calls(outcome: Outcome) -> list[str]:
    return [f"{request.role} {request.round}" for request in outcome.provider.requests]


@pytest.mark.parametrize(
    ("most", "made", "text"),
    [
        (1, ["generator 1"], draft(1)),
        (2, ["generator 1", "critic 1"], draft(1)),
        (3, ["generator 1", "critic 1", "generator 2"], draft(1)),
        (4, ["generator 1", "critic 1", "generator 2", "critic 2"], draft(2)),
    ],
)
def test_a_budget_of_calls_is_the_number_of_calls(most: int, made: list[str], text: str) -> None:
    outcome = loop(Budget(calls=most))
    assert calls(outcome) == made
    assert outcome.progress.reason is StopReason.BUDGET
    assert outcome.final_text == text


def test_a_budget_that_reaches_to_the_end_changes_nothing() -> None:
    outcome = loop(Budget(calls=5, tokens=10**9, seconds=10**6), 50, 96)
    assert calls(outcome)[-1] == "adjudicator 2"
    assert outcome.progress.reason is StopReason.APPROVED
    assert outcome.final_text == FINAL


def test_tokens_are_counted_before_every_call() -> None:
    first = loop(Budget(calls=1)).progress.usage.total_tokens
    assert calls(loop(Budget(tokens=first))) == ["generator 1"]
    assert calls(loop(Budget(tokens=first + 1))) == ["generator 1", "critic 1"]


def test_the_first_call_is_made_whatever_the_budget_so_that_there_is_a_document() -> None:
    outcome = loop(Budget(seconds=1e-9))
    assert calls(outcome) == ["generator 1"]
    assert outcome.progress.reason is StopReason.BUDGET
    assert outcome.final_text == draft(1)


def test_a_critic_that_could_not_be_asked_has_no_verdict_and_the_reason_is_said() -> None:
    outcome = loop(Budget(calls=1))
    problems = [event.problem for event in outcome.events if isinstance(event, CritiqueReady)]
    assert problems == ["the critic was not asked: the budget is used up: 1 call made of 1"]
    assert outcome.progress.rounds[0].score is None
    assert not outcome.progress.is_approved


def test_the_final_document_says_why_the_adjudicator_was_not_asked() -> None:
    document = loop(Budget(calls=2)).progress.document
    assert document is not None
    assert document.origin == "draft"
    assert document.note.endswith("without the adjudicator: the budget is used up: 2 calls made of 2")


def test_an_approved_draft_stays_approved_where_only_the_adjudicator_could_not_be_asked() -> None:
    outcome = loop(Budget(calls=2), 96)
    assert outcome.progress.reason is StopReason.APPROVED
    assert outcome.final_text == draft(1)


def test_a_critic_is_not_asked_again_over_the_budget() -> None:
    outcome = run(Script(DRAFTS, ["I think it is good."]), budget=Budget(calls=2))
    assert calls(outcome) == ["generator 1", "critic 1"]
    assert outcome.progress.reason is StopReason.BUDGET


def test_a_single_pass_without_a_critic_names_the_budget() -> None:
    outcome = loop(Budget(calls=1), strategy="single_pass")
    assert outcome.progress.reason is StopReason.BUDGET
    assert loop(Budget(calls=2), strategy="single_pass").progress.reason is StopReason.SINGLE_PASS


def test_parts_that_were_written_before_the_budget_was_used_up_stay() -> None:
    faulty = WITHOUT_BOX.replace("the height.\n", "the height.\n- `depth` (`float`): the depth.\n")
    mended = (
        INVENTED[: INVENTED.index("## `Box`")].partition("\n## ")[2].replace("- `depth` (`float`): the depth.\n", "")
    )
    progress, provider = play(faulty, [f"## {mended}", BOX], budget=Budget(calls=2))
    assert [request.role for request in provider.requests] == ["generator", "generator"]
    assert "depth" not in progress.rounds[1].draft
    assert "Box" not in progress.rounds[1].draft
    assert progress.reason is StopReason.BUDGET


@settings(max_examples=40, deadline=None)
@given(
    most_calls=st.none() | st.integers(1, 9),
    most_tokens=st.none() | st.integers(1, 20_000),
    scores=st.lists(st.integers(0, 100), min_size=1, max_size=5),
    lengths=st.lists(st.integers(0, 400), min_size=1, max_size=5),
)
def test_no_run_exceeds_a_budget_by_more_than_one_call(
    most_calls: int | None, most_tokens: int | None, scores: list[int], lengths: list[int]
) -> None:
    def reply(request: ChatRequest) -> ScriptedReply:
        at = request.round - 1
        if request.role == "critic":
            return ScriptedReply(text=verdict(scores[at % len(scores)]))
        return ScriptedReply(text=draft(request.round) + "More words. " * lengths[at % len(lengths)])

    outcome = run(reply, budget=Budget(calls=most_calls, tokens=most_tokens))
    made = [event.usage.total_tokens for event in outcome.events if isinstance(event, CallFinished)]
    assert most_calls is None or len(made) <= most_calls
    assert most_tokens is None or sum(made[:-1]) < most_tokens
    assert outcome.progress.state is RunState.FINISHED
    assert outcome.final_text.strip()
