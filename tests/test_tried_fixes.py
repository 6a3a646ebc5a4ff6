"""A fix that does not come is asked for three times in a row, and then the next one is."""

from __future__ import annotations

from reflexion_core.records import Decision, Finding, RequiredFix, Round, StopReason
from reflexion_core.routing import decide, finding_text, leave_out
from reflexion_core.tried_fixes import fix_key, given_up
from tests.findings import checked_round, finding
from tests.running import run_options

FIRST, SECOND = finding("high", "Line 3 says `1`"), finding("medium", "Line 9 leaves `b` out")
OPTIONS = run_options(policy="grounded", max_attempts=10, patience=10)


def played(*findings: Finding, rounds: int, asked: Finding = FIRST) -> list[Round]:
    """Return rounds that all have the findings; after each but the last the same fix was asked for."""
    fix = RequiredFix(text=finding_text(asked), origin="finding")
    revise = Decision(action="revise", reason="below_bar", explanation="on", fix=fix)
    items = [checked_round(number, *findings, score=10.0 + number) for number in range(1, rounds + 1)]
    return [item.model_copy(update={"decision": revise}) for item in items[:-1]] + items[-1:]


def decision(rounds: list[Round], rounds_before: int = 0) -> Decision:
    return decide(rounds, OPTIONS, tokens=0, seconds=0, has_critique=True, rounds_before=rounds_before)


def test_a_fix_is_asked_for_three_times() -> None:
    made = decision(played(FIRST, SECOND, rounds=3))
    assert made.fix is not None
    assert made.fix.text == finding_text(FIRST)
    assert "given up" not in made.explanation


def test_after_three_times_in_a_row_the_next_fix_is_asked_for_and_the_reason_is_said() -> None:
    made = decision(played(FIRST, SECOND, rounds=4))
    assert made.fix is not None
    assert made.fix.text == finding_text(SECOND)
    assert made.explanation.endswith(f"given up after 3 tries: “{finding_text(FIRST)}”")


def test_with_nothing_else_to_ask_for_the_rounds_end_by_that_name() -> None:
    made = decision(played(FIRST, rounds=4))
    assert (made.action, made.reason) == ("stop", StopReason.FIXES_FAILED)
    assert made.explanation == "score 14.0; everything was asked for 3 times in a row and is still wrong"
    assert made.fix is not None
    assert made.fix.text == finding_text(FIRST)


def test_a_fix_is_the_same_where_only_its_line_has_moved() -> None:
    assert fix_key("Line 3 says `1`. See line 4 of the source.") == fix_key(
        "line 12  says `1`. See line 7 of the source."
    )
    assert fix_key("Line 3 says `1`.") != fix_key("Line 3 says `2`.")


def test_three_times_with_another_fix_between_them_is_not_in_a_row() -> None:
    rounds = played(FIRST, SECOND, rounds=5)
    other = RequiredFix(text="Something else.", origin="critic_fix")
    changed = Decision(action="revise", reason="below_bar", explanation="on", fix=other)
    rounds[1] = rounds[1].model_copy(update={"decision": changed})
    assert given_up(rounds) == frozenset()


def test_a_run_that_goes_on_tries_its_fixes_anew() -> None:
    made = decision(played(FIRST, rounds=4), rounds_before=4)
    assert made.action == "revise"


def test_a_standing_request_is_never_given_up_for_it_names_no_fault() -> None:
    rounds = played(rounds=6, asked=FIRST)
    assert decision(rounds).fix is not None
    text = decision(rounds).fix.text  # type: ignore[union-attr]
    again = RequiredFix(text=text, origin="fixed_request")
    standing = Decision(action="revise", reason="below_bar", explanation="on", fix=again)
    rounds = [item.model_copy(update={"decision": standing}) for item in rounds]
    assert decision(rounds).action == "revise"


def test_a_revision_is_not_asked_for_what_was_given_up() -> None:
    [*_, last] = played(FIRST, SECOND, rounds=4)
    left = leave_out(last, frozenset({fix_key(finding_text(FIRST))})).report
    assert left is not None
    assert left.findings == (SECOND,)
