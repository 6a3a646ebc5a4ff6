"""What the kinds of fault plant: each in one known place, and each a fault beyond doubt."""

from __future__ import annotations

import pytest

from reflexion_core.faults.base import FAULTS, Fault
from reflexion_core.sandbox.base import ExampleBlock, ExampleRequest
from reflexion_core.stopping import Stop
from reflexion_core.true_page.page import Entry, Line
from reflexion_core.true_page.styles import STYLES
from tests.exam.classroom import MODULE, any_sandbox, planted, planted_often, sheet

KINDS = {
    "renamed_parameter",
    "dropped_parameter",
    "invented_parameter",
    "reordered_parameter",
    "wrong_default",
    "wrong_type",
    "wrong_exception",
    "wrong_message",
    "dropped_exception",
    "invented_exception",
    "wrong_output",
    "failing_example",
    "wrong_key",
    "invented_function",
    "wrong_import",
    "wrong_signature",
    "wrong_async",
    "wrong_generator",
    "wrong_property",
    "version_history",
    "leftover_chatter",
}


def changed(fault: Fault, name: str) -> list[Line]:
    """Return the lines of a style that are not on the true page."""
    true = STYLES[name].render(sheet().page)
    return [line for line in STYLES[name].render(fault.page) if line not in true]


def entries(kind: str, owner: str) -> list[Entry]:
    return [fault.page.entry(owner) for fault in planted_often(kind) if fault.owner == owner]


def test_every_kind_of_fault_is_known() -> None:
    assert set(FAULTS) == KINDS


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_fault_shows_in_some_style_at_the_lines_that_are_marked_and_nowhere_else(kind: str) -> None:
    faults = planted(kind)
    assert faults
    for fault in faults:
        shown = {name: changed(fault, name) for name in STYLES}
        assert any(shown.values()) or not fault.marks
        for name, lines in shown.items():
            if fault.marks:
                strays = [line for line in lines if line.mark not in fault.marks and not _is_frame(line, kind)]
                assert not strays, (name, fault.planted)


def _is_frame(line: Line, kind: str) -> bool:
    """Whether a line only frames what is planted: the summary of a made-up function, the title above a list."""
    return line.mark is None and (kind == "invented_function" or not line.text.strip("`-| "))


@pytest.mark.parametrize("kind", ["dropped_parameter", "dropped_exception"])
def test_what_is_left_out_has_no_line_and_its_symbol_is_known(kind: str) -> None:
    for fault in planted(kind):
        assert not fault.marks
        assert fault.is_missing
        before, after = (len(STYLES["bullets"].render(page)) for page in (sheet().page, fault.page))
        assert after < before


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_same_seed_plants_the_same_faults(kind: str) -> None:
    assert planted(kind, seed=3) == planted(kind, seed=3)


def test_a_renamed_parameter_has_a_name_that_the_call_does_not_take() -> None:
    for entry in entries("renamed_parameter", "postage"):
        names = {row.name for row in entry.parameters}
        assert len(names - {"weight", "zone", "rate", "insured", "express"}) == 1


def test_no_parameter_is_invented_where_a_call_takes_any_keyword() -> None:
    assert "label" not in {fault.owner for fault in planted("invented_parameter")}
    assert "postage" in {fault.owner for fault in planted("invented_parameter")}


def test_only_neighbours_that_are_given_by_place_change_places() -> None:
    swapped = {fault.planted for fault in planted("reordered_parameter")}
    assert "`zone` before `weight`" in swapped
    assert not any("insured" in text or "express" in text or "rate" in text for text in swapped)


def test_a_wrong_default_is_never_the_right_one() -> None:
    for entry in entries("wrong_default", "postage"):
        defaults = {row.name: row.default for row in entry.parameters}
        right = {"weight": None, "zone": None, "rate": "1.5", "insured": "False", "express": "True"}
        assert sum(defaults[name] != right[name] for name in right) == 1


def test_a_default_that_takes_effect_for_none_is_not_planted_as_a_wrong_one() -> None:
    text = "def fill(size: int | None = None) -> int:\n    size = 10 if size is None else size\n    return size\n"
    assert {fault.words for fault in planted_often("wrong_default", text)} == {"1"}


def test_an_exception_that_python_itself_could_raise_is_not_called_wrong() -> None:
    types = {fault.words for fault in planted_often("wrong_exception") if fault.owner == "postage"}
    assert types
    assert not types & {"ValueError", "ParcelError", "TypeError", "OverflowError", "Exception"}


def test_a_wrong_message_cannot_be_one_that_the_function_gives() -> None:
    for fault in planted_often("wrong_message"):
        assert not any(
            fact.message is not None and fact.message.matches(fault.words)
            for fact in sheet().facts.escapes(fault.owner)
        )


def test_no_exception_is_invented_where_a_call_of_the_unknown_could_raise_it() -> None:
    text = "import other\n\n\ndef ask(size: int) -> int:\n    return other.reply(size)\n"
    assert not planted("invented_exception", text=text)
    assert planted("invented_exception", text=text.replace("other.reply(size)", "size"))


def test_a_wrong_output_is_another_number() -> None:
    values = {fault.words for fault in planted_often("wrong_output")}
    assert len(values) > 1
    assert "9.0" not in values


def test_failing_examples_really_fail() -> None:
    codes = {
        "\n".join((*example.imports, example.expression))
        for fault in planted_often("failing_example")
        for example in fault.page.entry(fault.owner).examples
    }
    request = ExampleRequest(
        module_name="parcels", module_text=MODULE, blocks=tuple(ExampleBlock(code=code) for code in sorted(codes))
    )
    results = any_sandbox().run(request, Stop())
    assert len(results) >= 3
    assert [result.status for result in results] == ["raised"] * len(results)


def test_a_wrong_key_is_none_of_the_dict() -> None:
    assert all(fault.words not in ("name", "size") for fault in planted_often("wrong_key"))


def test_an_invented_method_is_none_of_its_class() -> None:
    text = "class Tally:\n    def reset(self) -> None: ...\n    def validate(self) -> None: ...\n"
    names = {fault.words for fault in planted_often("invented_function", text) if "." in fault.owner}
    assert names
    assert not names & {"reset", "validate"}


def test_a_wrong_import_names_another_module_or_a_name_that_there_is_not() -> None:
    lines = {fault.page.imports[0] for fault in planted_often("wrong_import") if not fault.owner}
    names = "ParcelError, postage, label, batches, track, Parcel"
    assert f"from parcels import {names}" not in lines
    assert any(line.startswith("from parcels import ") for line in lines)
    assert any(not line.startswith("from parcels import ") for line in lines)


def test_a_coroutine_and_a_plain_function_are_each_said_to_be_the_other() -> None:
    leads = {fault.owner: fault.page.entry(fault.owner).signature for fault in planted("wrong_async")}
    told = {owner: signature.lead for owner, signature in leads.items() if signature is not None}
    assert told["track"] == "def "
    assert told["postage"] == "async def "


def test_a_generator_and_a_plain_function_are_each_said_to_be_the_other() -> None:
    told = {fault.owner: fault.page.entry(fault.owner).returns for fault in planted("wrong_generator")}
    assert told["batches"] == "list[list[int]]"
    assert told["postage"] == "Iterator[float]"


def test_a_property_is_said_to_be_called() -> None:
    [fault] = planted("wrong_property")
    assert fault.owner == "Parcel.price"
    assert {"def price() -> float", "A method."} <= {line.text for line in changed(fault, "tables")}


def test_a_module_without_symbols_gets_the_faults_that_need_none() -> None:
    found = {kind for kind in KINDS if planted(kind, text="_HIDDEN = 1\n")}
    assert found == {"version_history", "leftover_chatter", "wrong_import", "invented_function"}
