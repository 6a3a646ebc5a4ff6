"""A model's reply becomes parts under the headings that code sets; a document is taken apart into its sections."""

from __future__ import annotations

from reflexion_core.plans import PlannedSection
from reflexion_core.source.read_facts import read_facts
from reflexion_core.strategies._section_text import (
    OVERVIEW,
    heading_of,
    join_parts,
    join_sections,
    read_parts,
    split_document,
)
from reflexion_core.verification import Verifier
from tests.running import source

FACTS = read_facts(source())
AREA = "## `area(width: float, height: float = 2.0) -> float`"
VOLUME = "### `Box.volume() -> float`"


def section(*symbols: str, number: int = 1) -> PlannedSection:
    is_overview = not symbols
    return PlannedSection(
        number=number, title="x", symbols=symbols, is_overview=is_overview, line=1, end_line=1, tokens=1
    )


def test_a_heading_has_the_signature_and_a_members_class() -> None:
    assert (heading_of("area", FACTS), heading_of("Box.volume", FACTS)) == (AREA, VOLUME)


def test_a_heading_with_the_class_is_read_as_the_members() -> None:
    parts = read_parts(f"{VOLUME}\n\nThe volume.\n", section("Box.volume"), FACTS)
    assert parts == {"Box.volume": f"{VOLUME}\n\nThe volume.\n"}


def test_a_method_that_is_called_by_its_own_name_alone_is_found() -> None:
    parts = read_parts("### `volume()`\n\nThe volume.\n", section("Box.volume"), FACTS)
    assert parts == {"Box.volume": f"{VOLUME}\n\nThe volume.\n"}


def test_a_reply_without_a_heading_is_the_part_of_the_only_symbol() -> None:
    assert read_parts("The area.\n", section("area"), FACTS) == {"area": f"{AREA}\n\nThe area.\n"}


def test_what_a_reply_says_of_other_symbols_and_before_the_first_heading_is_left_out() -> None:
    reply = f"Here it is:\n\n## `Box`\n\nA box.\n\n{AREA}\n\nThe area.\n"
    assert read_parts(reply, section("area"), FACTS) == {"area": f"{AREA}\n\nThe area.\n"}


def test_a_heading_inside_a_part_goes_below_the_parts_own() -> None:
    parts = read_parts(f"{AREA}\n\nThe area.\n\n## Raises\n\nNothing.\n", section("area"), FACTS)
    assert parts["area"] == f"{AREA}\n\nThe area.\n\n### Raises\n\nNothing.\n"


def test_an_underlined_heading_inside_a_part_goes_below_as_well() -> None:
    parts = read_parts(f"{AREA}\n\nThe area.\n\nRaises\n------\n\nNothing.\n", section("area"), FACTS)
    assert parts["area"] == f"{AREA}\n\nThe area.\n\n### Raises\n\nNothing.\n"


def test_parts_come_in_the_order_of_the_source() -> None:
    both = section("area", "Box")
    parts = read_parts(f"## `Box`\n\nA box.\n\n{AREA}\n\nThe area.\n", both, FACTS)
    assert join_parts(parts, both) == f"{AREA}\n\nThe area.\n\n## `Box`\n\nA box.\n"


def test_a_symbol_of_which_a_reply_says_nothing_has_no_part() -> None:
    assert list(read_parts(f"{AREA}\n\nThe area.\n\n## `Box`\n", section("area", "Box"), FACTS)) == ["area"]


def test_the_overview_has_the_modules_title_and_no_part_on_a_function() -> None:
    reply = f"# About shapes\n\nShapes.\n\n{AREA}\n\nThe area.\n"
    assert read_parts(reply, section(), FACTS) == {OVERVIEW: "# shapes\n\nShapes.\n"}


def test_a_document_that_is_taken_apart_and_joined_is_the_same() -> None:
    texts = ["# shapes\n\nShapes.\n", f"{AREA}\n\nThe area.\n", f"## `Box`\n\nA box.\n\n{VOLUME}\n\nThe volume.\n"]
    document = join_sections(texts)
    sections = [section(), section("area", number=2), section("Box", "Box.volume", number=3)]
    apart = split_document(document, sections, FACTS)
    assert "".join(apart) == document
    assert [text.strip() for text in apart] == [text.strip() for text in texts]


def test_headings_that_code_sets_are_true() -> None:
    document = f"# shapes\n\nShapes.\n\n{AREA}\n\nThe area.\n\n## `Box`\n\nA box.\n\n{VOLUME}\n\nThe volume.\n"
    findings = Verifier(source()).verify(document).findings
    assert not [finding for finding in findings if finding.check in ("signature", "names", "coverage")]
