"""The critic's calls: what it is asked, and how often."""

from __future__ import annotations

import pytest

from reflexion_core.events import CritiqueReady
from reflexion_core.records import StopReason
from reflexion_core.roles._critic_reply import answer_schema
from tests.running import CLASSIC, UNREADABLE, Outcome, Script, draft, issue, run, verdict


def critique_event(outcome: Outcome) -> CritiqueReady:
    return next(event for event in outcome.events if isinstance(event, CritiqueReady))


def test_the_critic_is_asked_with_the_schema_the_source_and_the_draft() -> None:
    request = run(Script()).asked("critic")[0]
    assert request.answer_schema == answer_schema(CLASSIC.names)
    assert "def area(width" in request.messages[1].content
    assert draft().strip() in request.messages[1].content


def test_the_writers_are_asked_without_a_schema() -> None:
    outcome = run(Script())
    assert [request.answer_schema for request in outcome.asked("generator") + outcome.asked("adjudicator")] == [
        None
    ] * 2


def test_a_readable_reply_is_asked_for_once() -> None:
    assert len(run(Script()).asked("critic")) == 1


def test_an_unreadable_reply_is_asked_for_again_with_the_reason_and_another_seed() -> None:
    outcome = run(Script(verdicts=[(UNREADABLE, verdict(100))]))
    first, second = outcome.asked("critic")
    assert second.seed != first.seed
    assert second.messages[1].content.startswith(first.messages[1].content)
    assert "could not be read: it holds no JSON object" in second.messages[1].content
    assert outcome.progress.reason is StopReason.APPROVED


def test_a_second_unreadable_reply_is_the_last_and_gives_no_number() -> None:
    outcome = run(Script(verdicts=[(UNREADABLE, '{"issues": []}')]), quality_score_bar=0)
    assert len(outcome.asked("critic")) == 2
    assert critique_event(outcome).critique is None
    assert critique_event(outcome).problem == "'score_technical_accuracy': field required"
    assert outcome.progress.rounds[0].score is None
    assert outcome.progress.reason is StopReason.CRITIC_FAILED
    assert not outcome.progress.is_approved


def test_a_score_of_zero_is_a_number_and_not_a_missing_verdict() -> None:
    outcome = run(Script(verdicts=[verdict(0)]), max_attempts=1)
    assert outcome.progress.rounds[0].score == 0
    assert outcome.progress.reason is StopReason.ATTEMPTS


def test_an_issue_of_the_stored_critique_says_whether_it_is_grounded() -> None:
    issues = [{"problem": "p", "quote": "height=1.0"}, {"problem": "q", "quote": "depth=3"}]
    critique = critique_event(run(Script(verdicts=[verdict(50, issues=issues)]), max_attempts=1)).critique
    assert critique is not None
    assert [item.is_grounded for item in critique.issues] == [True, False]


TWO = [issue(), issue("always 8.0", severity="low", problem="p", suggestion="s")]


def finding_faults(*verdicts: object, **changes: object) -> Outcome:
    return run(Script(verdicts=list(verdicts)), critic_mode="fault_finding", max_attempts=1, **changes)


def test_a_critic_that_must_find_faults_is_told_so_and_held_to_it_by_the_schema() -> None:
    request = finding_faults(verdict(50, issues=TWO)).asked("critic")[0]
    assert "Name at least 2" in request.messages[1].content
    assert '"issues" is []' not in request.messages[1].content
    assert request.answer_schema is not None
    assert request.answer_schema["properties"]["issues"]["minItems"] == 2


def test_praise_is_sent_back_with_the_reason() -> None:
    outcome = finding_faults((verdict(100), verdict(50, issues=TWO)))
    first, second = outcome.asked("critic")
    assert "it names 0 problems" in second.messages[1].content
    assert first.seed != second.seed
    critique = critique_event(outcome).critique
    assert critique is not None
    assert len(critique.issues) == 2


def test_praise_that_comes_again_is_no_verdict() -> None:
    outcome = finding_faults((verdict(100), verdict(100)))
    assert critique_event(outcome).critique is None
    assert "at least 2 are asked for" in critique_event(outcome).problem


def test_a_problem_without_a_place_or_a_suggestion_does_not_count_as_one() -> None:
    outcome = finding_faults((verdict(50, issues=[issue(), issue(quote="")]), verdict(50, issues=TWO)))
    assert len(outcome.asked("critic")) == 2


def test_a_review_without_an_issue_of_severity_high_is_capped() -> None:
    assert finding_faults(verdict(95, 40, issues=TWO)).progress.rounds[0].score == 50
    high = [issue(severity="high"), *TWO[1:]]
    assert finding_faults(verdict(95, 40, issues=high)).progress.rounds[0].score == 67.5


@pytest.mark.parametrize(
    "second",
    [
        issue("never written", suggestion="s"),
        issue("always 8.0", suggestion=""),
        issue("always 8.0", suggestion="Fix it."),
        issue("always 8.0", suggestion="Always 8.0"),
        issue("always 8.0", suggestion="s", severity="some"),
        issue(),
    ],
    ids=[
        "words that are not there",
        "no suggestion",
        "an empty one",
        "the words again",
        "no severity",
        "the first again",
    ],
)
def test_what_is_no_real_problem_with_place_severity_and_suggestion_does_not_count(second: dict[str, str]) -> None:
    outcome = finding_faults((verdict(50, issues=[issue(), second]), verdict(50, issues=TWO)))
    assert len(outcome.asked("critic")) == 2
    assert "it names 1 problems" in outcome.asked("critic")[1].messages[1].content


def test_a_problem_with_something_left_out_has_its_symbol_as_the_place() -> None:
    left_out = issue("volume", suggestion="Return the volume of a box.")
    text = draft().split("### `volume()`", maxsplit=1)[0]
    outcome = run(
        Script(drafts=[text], verdicts=[verdict(50, issues=[issue(), left_out])]),
        critic_mode="fault_finding",
        max_attempts=1,
    )
    assert len(outcome.asked("critic")) == 1
