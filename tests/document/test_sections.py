from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflexion_core.document.sections import Section, shortest_section, split_sections


def titles(markdown: str) -> list[tuple[int, str]]:
    return [(section.level, section.title) for section in split_sections(markdown)]


def test_a_section_has_its_title_level_lines_and_text() -> None:
    markdown = "# a\n\nOne.\n\n## `b(x)`\n\nTwo\nthree.\n"
    assert split_sections(markdown) == (
        Section(title="a", level=1, line=1, end_line=4, text="# a\n\nOne.\n\n", body="\nOne.\n\n"),
        Section(
            title="`b(x)`",
            level=2,
            line=5,
            end_line=8,
            text="## `b(x)`\n\nTwo\nthree.\n",
            body="\nTwo\nthree.\n",
        ),
    )


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("a\n=\n\nb\n-\n", [(1, "a"), (2, "b")]),
        ("# a #\n### b ###\n", [(1, "a"), (3, "b")]),
        ("# a\n\n```python\n# no\n```\n\n    # no\n\n<!--\n# no\n-->\n", [(1, "a")]),
        ("# a\n\n> # no\n\n- # no\n", [(1, "a")]),
        ("Before.\n\n# a\n", [(0, ""), (1, "a")]),
        ("Only text.\n", [(0, "")]),
        ("\n\n# a\n", [(1, "a")]),
        ("#no\n\n#\n", [(0, ""), (1, "")]),
        ("# a\r\n\r\n## b\r\n", [(1, "a"), (2, "b")]),
        ("", []),
    ],
    ids=[
        "setext",
        "closed-atx",
        "code",
        "nested",
        "before",
        "text",
        "blank",
        "empty-title",
        "crlf",
        "nothing",
    ],
)
def test_headings_are_what_commonmark_says(markdown: str, expected: list[tuple[int, str]]) -> None:
    assert titles(markdown) == expected


def test_the_body_of_an_underlined_title_leaves_out_the_underline() -> None:
    (section,) = split_sections("a\nb\n===\ntext\n")
    assert (section.title, section.body) == ("a\nb", "text\n")


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("# t\n\n## a\n\none two\n\n## b\n\none\n", "b"),
        ("# t\n\n## a\n\none\n\n## b\n\none\n", "a"),
        ("# t\n\n## a\n\n### a1\n\none two\n\n### a2\n\none two three\n", "a1"),
        ("# t\n\n## a\n\none\n\n## empty\n", "empty"),
        ("# t\n\none\n", "t"),
        ("# t\n\none two\n\n# u\n\none\n", "u"),
        ("## a\n### b\n", "b"),
    ],
    ids=["fewest", "first-of-equals", "holder", "empty", "only-title", "two-titles", "holder-only"],
)
def test_the_shortest_section_is_found(markdown: str, expected: str) -> None:
    section = shortest_section(markdown)
    assert section is not None
    assert section.title == expected


def test_a_text_without_headings_has_no_shortest_section() -> None:
    assert shortest_section("Only text.\n") is None


@given(
    st.lists(
        st.one_of(st.sampled_from(["# a\n", "b\n", "===\n", "```\n", "\n", "- c\n", "\r\n"]), st.text(max_size=9))
    ).map("".join)
)
def test_the_sections_together_are_the_text(markdown: str) -> None:
    joined = "".join(section.text for section in split_sections(markdown))
    assert markdown.endswith(joined)
    assert not markdown.removesuffix(joined).strip()
