"""Facts as a page, and a page in every style."""

from __future__ import annotations

import random

import pytest

from reflexion_core.stopping import Stop
from reflexion_core.true_page.executing import executed_examples
from reflexion_core.true_page.page import text_of
from reflexion_core.true_page.samples import sample_calls
from reflexion_core.true_page.styles import STYLES
from reflexion_core.verification import Verifier
from tests.exam.classroom import any_sandbox, page_with_examples, sheet, source


@pytest.mark.parametrize("name", list(STYLES))
def test_a_true_page_has_nothing_wrong_in_any_style(name: str) -> None:
    verifier = Verifier(source(), any_sandbox())
    page = page_with_examples(verifier.facts, source())
    verification = verifier.verify(text_of(STYLES[name].render(page)))
    assert verification.findings == ()
    assert verification.examples_run >= 4


@pytest.mark.parametrize("name", list(STYLES))
def test_every_style_says_names_types_defaults_and_messages(name: str) -> None:
    text = text_of(STYLES[name].render(sheet().page))
    for words in ("zone", "float", "1.5", "weight must be positive", "ParcelError", "postage("):
        assert words in text


def test_a_message_with_holes_is_written_as_a_template_or_with_marks() -> None:
    page = sheet().page
    assert "zone must be at least 1, not {zone}" in text_of(STYLES["tables"].render(page))
    assert "zone must be at least 1, not <zone>" in text_of(STYLES["dashes"].render(page))


def test_every_line_of_a_parameter_knows_what_it_is_about() -> None:
    for style in STYLES.values():
        names = [line.mark.name for line in style.render(sheet().page) if line.mark and line.mark.part == "parameter"]
        assert names.count("express") == 1


def test_an_example_shows_what_running_it_gave() -> None:
    found = executed_examples(source(), sheet().facts, any_sandbox(), random.Random(1), Stop())
    values = {call.expression: call.value for calls in found.values() for call in calls if call.value}
    errors = [call.error for calls in found.values() for call in calls if call.error]
    assert any(expression.startswith("list(batches(") for expression in values)
    assert all(value for value in values.values())
    assert all(error.startswith("ValueError: ") for error in errors)


def test_calls_are_the_same_for_the_same_seed_and_never_of_coroutines() -> None:
    facts = sheet().facts
    first, second = (sample_calls(facts, random.Random("x"), 9) for _ in range(2))
    assert first == second
    assert "track" not in {owner for owner, _ in sample_calls(facts, random.Random("x"), 99)}


def test_a_call_of_what_cannot_be_made_is_not_tried() -> None:
    text = "from other import Thing\n\n\ndef use(thing: Thing) -> int:\n    return 1\n"
    assert sample_calls(sheet(text=text).facts, random.Random(0), 9) == []
