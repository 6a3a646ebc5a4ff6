"""What a run teaches: verified findings that were mended, and nothing else."""

from __future__ import annotations

import pytest

from reflexion_core.checks.base import CHECKS
from reflexion_core.learning.advice import advise
from reflexion_core.learning.making import fault_form, make_lessons
from reflexion_core.lesson_records import MOST_CHARACTERS, FaultForm
from reflexion_core.progress import Progress
from reflexion_core.records import CriticIssue, Critique
from tests.findings import finding
from tests.learning.runs import LEFT_OUT, WRONG_DEFAULT, mended_progress, mended_run
from tests.running import source


def test_what_code_mended_is_a_lesson_of_what_helped() -> None:
    (lesson,) = make_lessons(mended_progress(repaired=[WRONG_DEFAULT]))
    assert (lesson.check, lesson.form, lesson.traits, lesson.helped) == ("defaults", "wrong", ("defaults",), "repair")
    assert lesson.text == (
        "Copy every default exactly as it stands in the signature. It went wrong for what has defaults."
    )


def test_what_a_revision_mended_is_a_lesson_with_the_traits_that_matter() -> None:
    (lesson,) = make_lessons(mended_progress(LEFT_OUT))
    assert (lesson.form, lesson.helped) == ("left_out", "revision")
    assert lesson.traits == ("filled_message", "raises")
    assert lesson.text.startswith("List every exception that can come out")


def test_what_was_mended_at_the_end_says_so() -> None:
    (lesson,) = make_lessons(mended_progress(settled=[WRONG_DEFAULT]))
    assert lesson.helped == "ending"


def test_what_is_still_wrong_at_the_end_teaches_nothing() -> None:
    assert make_lessons(mended_progress(left=[WRONG_DEFAULT])) == ()


def test_the_same_fault_teaches_once_and_the_hardest_way_counts() -> None:
    other = WRONG_DEFAULT.model_copy(update={"doc_text": "9"})
    (lesson,) = make_lessons(mended_progress(other, repaired=[WRONG_DEFAULT]))
    assert lesson.helped == "revision"


def test_a_finding_that_only_moved_is_not_mended() -> None:
    moved = WRONG_DEFAULT.model_copy(update={"doc_line": 30, "message": "Line 30 says so"})
    assert make_lessons(mended_progress(WRONG_DEFAULT, left=[moved])) == ()


def test_a_critics_word_teaches_nothing() -> None:
    progress = mended_progress()
    issue = CriticIssue(quote="first", problem="p", suggestion="s", severity="high", dimension="d", is_grounded=True)
    critique = Critique(technical_accuracy=10, completeness=10, issues=(issue,), single_critical_fix="f")
    progress.rounds[0] = progress.rounds[0].model_copy(update={"critique": critique})
    assert make_lessons(progress) == ()


def test_a_draft_by_hand_teaches_nothing() -> None:
    progress = mended_progress(WRONG_DEFAULT)
    progress.rounds[0] = progress.rounds[0].model_copy(update={"author": "person"})
    assert make_lessons(progress) == ()


def test_a_run_that_was_not_checked_teaches_nothing() -> None:
    unchecked = [event for event in mended_run(WRONG_DEFAULT) if event.kind != "findings_ready"]
    assert make_lessons(Progress.of(unchecked[:-1])) == ()
    assert make_lessons(Progress()) == ()


def test_a_run_that_was_stopped_teaches_what_was_mended_until_then() -> None:
    (lesson,) = make_lessons(Progress.of(mended_run(WRONG_DEFAULT)[:-1]))
    assert lesson.helped == "revision"


def test_a_lesson_holds_no_word_of_the_source_or_the_draft() -> None:
    secret = WRONG_DEFAULT.model_copy(update={"owner": "grow", "doc_text": "hidden_word", "expected": "hidden_word"})
    text = "def grow(hidden_word=1):\n    return hidden_word\n"
    (lesson,) = make_lessons(mended_progress(secret, of=source(text)))
    assert "hidden_word" not in lesson.model_dump_json()
    assert "grow" not in lesson.text


@pytest.mark.parametrize(
    ("changes", "form"),
    [
        ({"dimension": "completeness"}, "left_out"),
        ({"expected": "12"}, "wrong"),
        ({"expected": ""}, "invented"),
    ],
)
def test_the_form_of_a_fault_is_read_from_what_the_finding_expects(changes: dict[str, str], form: FaultForm) -> None:
    assert fault_form(finding().model_copy(update=changes)) == form


@pytest.mark.parametrize("check", list(CHECKS))
@pytest.mark.parametrize("form", ["wrong", "left_out", "invented"])
def test_every_check_has_advice_that_leaves_room_for_the_traits(check: str, form: FaultForm) -> None:
    advice = advise(check, form)
    assert advice.endswith(".")
    assert len(advice) < MOST_CHARACTERS / 2


def test_a_check_without_advice_of_its_own_gives_its_summary() -> None:
    expected = "Mind what went wrong before: a parameter's unit that is not the one in which the source takes it."
    assert advise("units", "wrong") == expected
    assert advise("gone_check", "wrong") == "Mind what went wrong before: gone check."
