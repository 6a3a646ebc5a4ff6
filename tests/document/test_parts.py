"""A document as the parts of its symbols, and one part put in another's place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reflexion_core.document.parts import insert_part, part_at, replace_part, split_parts

SYMBOLS = frozenset({"area", "Box", "Box.volume"})
PAGE = """\
# shapes

Shapes.

## `area(width)`

The area.

### Example

It is 6.

## `Box`

A box.

### `volume()`

The volume.

## Installing

Nothing to do.
"""


def test_a_part_holds_the_deeper_headings_that_name_no_symbol() -> None:
    parts = split_parts(PAGE, SYMBOLS)
    assert [part.owner for part in parts] == ["", "area", "Box", "Box.volume", ""]
    assert "It is 6." in parts[1].text


@given(st.lists(st.sampled_from(["# shapes", "## `area(width)`", "### Example", "text", "", "## `Box`", "```"])))
def test_the_parts_together_are_the_document(lines: list[str]) -> None:
    document = "\n".join(lines)
    assert "".join(part.text for part in split_parts(document, SYMBOLS)).strip() == document.strip()


def test_a_part_that_is_replaced_leaves_every_other_line_as_it_was() -> None:
    part = split_parts(PAGE, SYMBOLS)[1]
    assert replace_part(PAGE, part, "## `area(width)`\n\nNew.\n") == PAGE.replace(
        part.text, "## `area(width)`\n\nNew.\n\n"
    )


def test_a_part_that_is_put_in_stands_behind_the_other_with_a_blank_line_around() -> None:
    part = split_parts(PAGE, SYMBOLS)[3]
    changed = insert_part(PAGE, part, "### `depth`\n\nThe depth.")
    assert changed == PAGE.replace("## Installing", "### `depth`\n\nThe depth.\n\n## Installing")


def test_the_last_part_ends_the_document_with_one_line_end() -> None:
    part = split_parts(PAGE, SYMBOLS)[-1]
    assert insert_part(PAGE, part, "## More\n\nWords.\n\n").endswith("Nothing to do.\n\n## More\n\nWords.\n")


def test_the_part_of_a_line_is_found() -> None:
    parts = split_parts(PAGE, SYMBOLS)
    found = part_at(parts, PAGE.split("\n").index("It is 6.") + 1)
    assert found is not None
    assert found.owner == "area"
