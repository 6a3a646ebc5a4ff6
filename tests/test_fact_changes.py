"""Facts gained, lost and still wrong between two texts that were checked."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from reflexion_core.fact_changes import CheckedText, FactChange, FactChanges, compare_facts
from reflexion_core.faults.base import FAULTS
from reflexion_core.records import Source, Verdict
from reflexion_core.true_page.styles import STYLES
from reflexion_core.verification import Verifier
from tests.exam.classroom import planted, sheet
from tests.exam.classroom import source as parcels
from tests.running import source

SOURCE = '''\
"""Shapes."""


def area(width: float, height: float = 2.0) -> float:
    """Return the area of a rectangle."""
    if width < 0:
        raise ValueError("width must not be negative")
    if height < 0:
        raise ValueError("height must not be negative")
    return width * height
'''
HEAD = "# shapes\n\n## `area(width: float, height: float = 2.0) -> float`\n\nReturn the area of a rectangle.\n\n"
WIDTH = "- `width` (`float`): how wide it is\n"
HEIGHT = "- `height` (`float`): how high it is, `2.0` by default\n"
RAISES = "\n**Raises**\n\n- `ValueError`: `{}` when `width` is below zero.\n- `ValueError`: `{}` when `height` is.\n"
TRUE = HEAD + WIDTH + HEIGHT + RAISES.format("width must not be negative", "height must not be negative")


def checked(text: str, of: Source | None = None) -> CheckedText:
    of = of or source(SOURCE)
    return CheckedText(text, Verifier(of).verify(text).verdicts, of.text)


def compare(left: str, right: str) -> FactChanges:
    return compare_facts(checked(left), checked(right))


def subjects(changes: Sequence[FactChange]) -> list[str]:
    return [change.verdict.subject for change in changes]


def said(changes: FactChanges) -> dict[str, list[str]]:
    """Return all that has changed or is wrong."""
    names = ("gained", "lost", "still_wrong", "newly_wrong", "taken_out")
    return {name: subjects(getattr(changes, name)) for name in names if getattr(changes, name)}


def test_between_a_text_and_itself_nothing_is_gained_lost_or_wrong() -> None:
    assert said(compare(TRUE, TRUE)) == {}


def test_a_mended_default_is_gained_and_the_way_back_loses_it() -> None:
    wrong = TRUE.replace("`2.0` by default", "`3.0` by default")
    (change,) = compare(wrong, TRUE).gained
    assert (change.before, change.after) == ("wrong", "right")
    assert said(compare(wrong, TRUE)) == {"gained": ["area.height: default"]}
    assert said(compare(TRUE, wrong)) == {"lost": ["area.height: default"]}


def test_a_fact_that_is_not_said_any_more_is_lost() -> None:
    lost = compare(TRUE, TRUE.replace(", `2.0` by default", "")).lost
    assert subjects(lost) == ["area.height: default"]
    assert [(change.before, change.after) for change in lost] == [("right", "not_said")]


def test_what_both_say_wrongly_is_still_wrong_though_the_words_differ() -> None:
    texts = [TRUE.replace("`2.0` by default", f"`{value}` by default") for value in ("3.0", "4.0")]
    (change,) = compare(*texts).still_wrong
    assert change.right is not None
    assert change.right.finding is not None
    assert "`4.0`" in change.right.finding.message
    assert said(compare(*texts)) == {"still_wrong": ["area.height: default"]}


def test_a_wrong_statement_that_was_not_there_before_is_newly_wrong_and_without_it_taken_out() -> None:
    more = TRUE + "- `KeyError`: never mind.\n"
    assert said(compare(TRUE, more)) == {"newly_wrong": ["area: raises KeyError"]}
    assert said(compare(more, TRUE)) == {"taken_out": ["area: raises KeyError"]}


def test_two_messages_of_one_exception_are_two_facts() -> None:
    first = HEAD + WIDTH + HEIGHT + RAISES.format("width must not be negative", "height must be nice")
    second = HEAD + WIDTH + HEIGHT + RAISES.format("width must be nice", "height must not be negative")
    changes = compare(first, second)
    assert subjects(changes.gained) == subjects(changes.lost) == ["area: message of ValueError"]
    assert subjects(changes.still_wrong) == []


def test_a_fact_that_is_stated_twice_is_wrong_while_one_statement_is() -> None:
    twice = TRUE + "\nThe default of `height` is `{}`.\n"
    assert said(compare(twice.format("7.0"), twice.format("7.0"))) == {"still_wrong": ["area.height: default"]}
    assert said(compare(twice.format("7.0"), twice.format("2.0"))) == {"gained": ["area.height: default"]}


def test_lines_that_moved_in_the_source_change_no_fact() -> None:
    moved = source("# A comment.\n\n\n" + SOURCE)
    assert said(compare_facts(checked(TRUE), checked(TRUE, moved))) == {}


def test_a_default_that_changed_in_the_source_is_no_loss_where_each_text_is_true_of_its_own() -> None:
    newer = source(SOURCE.replace("2.0", "5.0"))
    assert said(compare_facts(checked(TRUE), checked(TRUE.replace("2.0", "5.0"), newer))) == {}
    assert "area.height: default" in said(compare_facts(checked(TRUE), checked(TRUE, newer)))["lost"]


def example(number: int, line: int, outcome: str) -> Verdict:
    place = {"doc_line": line, "doc_end_line": line, "start": line, "end": line + 1}
    return Verdict.model_validate(
        {"check": "examples", "outcome": outcome, "subject": f"example {number}: output in line 1", **place}
    )


def test_examples_in_another_order_are_the_same_examples() -> None:
    left = CheckedText("print(a)  # 1\nprint(b)  # 2", [example(1, 1, "right"), example(2, 2, "right")], "")
    right = CheckedText("print(b)  # 2\nprint(a)  # 1", [example(1, 1, "right"), example(2, 2, "right")], "")
    assert said(compare_facts(left, right)) == {}


def test_an_example_whose_output_was_mended_is_gained() -> None:
    left = CheckedText("print(a)  # 1\nprint(b)  # 2", [example(1, 1, "wrong"), example(2, 2, "right")], "")
    right = CheckedText("print(b)  # 2\nprint(a)  # 3", [example(1, 1, "right"), example(2, 2, "right")], "")
    (change,) = compare_facts(left, right).gained
    assert change.before == "wrong"


def test_of_two_outputs_in_the_same_words_each_has_its_own_verdict() -> None:
    verdicts = [example(1, 1, "right"), example(2, 2, "wrong")]
    changes = compare_facts(CheckedText("0.5\n0.5", verdicts, ""), CheckedText("0.5\n0.5", verdicts, ""))
    assert [(change.before, change.after) for change in changes.all] == [("right", "right"), ("wrong", "wrong")]


def test_while_examples_run_nothing_is_said_of_them() -> None:
    left = CheckedText("1", [example(1, 1, "right")], "")
    right = CheckedText("1", [example(1, 1, "cannot_tell")], "")
    assert compare_facts(left, right, are_examples_known=False).all == ()
    assert subjects(compare_facts(left, right).lost) == ["example 1: output in line 1"]


@pytest.mark.parametrize("kind", sorted(FAULTS))
def test_a_planted_fault_is_a_loss_or_newly_wrong_and_mending_it_gains_or_takes_out(kind: str) -> None:
    verifier = Verifier(parcels())
    for fault in planted(kind)[:2]:
        texts = ["\n".join(line.text for line in STYLES["bullets"].render(page)) for page in (sheet().page, fault.page)]
        true, faulty = [CheckedText(text, verifier.verify(text).verdicts, parcels().text) for text in texts]
        if not any(verdict.outcome == "wrong" for verdict in faulty.verdicts):
            continue
        there, back = compare_facts(true, faulty), compare_facts(faulty, true)
        assert there.lost or there.newly_wrong
        assert sorted(subjects(there.lost)) == sorted(subjects(back.gained))
        assert sorted(subjects(there.newly_wrong)) == sorted(subjects(back.taken_out))
        assert not there.still_wrong
