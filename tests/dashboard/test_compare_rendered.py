"""Two rendered documents side by side."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from reflexion_core.dashboard.compare_rendered import ELEMENTS, BlockRow, Node, RenderedBlock, compare_rendered
from reflexion_core.dashboard.diff import compare_texts


def compare(left: str, right: str) -> list[BlockRow]:
    return compare_rendered(left, right, compare_texts(left, right))


def words(node: Node | None) -> str:
    return "" if node is None else "".join(it if isinstance(it, str) else words(it) for it in node.children)


def shown(rows: list[BlockRow]) -> list[tuple[str, str, str]]:
    return [(row.operation, _words(row.left), _words(row.right)) for row in rows]


def _words(block: RenderedBlock | None) -> str:
    return words(None if block is None else block.node).strip()


def marked(block: RenderedBlock | None) -> list[tuple[str, str]]:
    assert block is not None
    return [(node.tag, words(node).strip()) for node in block.node.walk() if node.is_changed]


def test_blocks_that_are_the_same_stand_in_one_row():
    assert shown(compare("# a\n\nText.\n", "# a\n\nText.\n")) == [("equal", "a", "a"), ("equal", "Text.", "Text.")]


def test_a_changed_paragraph_stands_beside_what_became_of_it():
    rows = compare("# a\n\nThe default is `1` here.\n", "# a\n\nThe default is `2` here.\n")
    assert [row.operation for row in rows] == ["equal", "changed"]
    assert marked(rows[1].left) == [("p", "The default is 1 here.")]


def test_what_only_one_side_has_stands_alone_at_its_place():
    rows = compare("# a\n\nOld words.\n\n# b\n", "# a\n\n# b\n\nQuite different.\n")
    assert shown(rows) == [("equal", "a", "a"), ("removed", "Old words.", ""), ("equal", "b", "b"),
                           ("added", "", "Quite different.")]  # fmt: skip


def test_of_a_list_only_the_changed_entry_is_marked():
    rows = compare("- one is here\n- two is here\n", "- one is here\n- two is gone\n")
    assert [row.operation for row in rows] == ["changed"]
    assert marked(rows[0].right) == [("li", "two is gone")]


def test_of_a_list_in_a_list_the_inner_entry_alone_is_marked():
    (row,) = compare("- one\n  - inner is 1\n- two\n", "- one\n  - inner is 2\n- two\n")
    assert marked(row.right) == [("li", "inner is 2")]


def test_of_a_table_only_the_changed_row_is_marked():
    head = "| a | b |\n|---|--:|\n"
    (row,) = compare(f"{head}| x | 1 |\n| y | 2 |\n", f"{head}| x | 1 |\n| y | 3 |\n")
    assert [tag for tag, _ in marked(row.left)] == ["tr"]
    assert "2" in marked(row.left)[0][1]


def test_a_list_that_was_split_is_no_change_of_the_entries_that_stayed():
    rows = compare("- one\n- two\n", "- one\n\nText.\n\n- two\n")
    assert [row.operation for row in rows] == ["equal", "added", "equal"]


def test_of_markup_only_harmless_elements_are_left():
    text = "<script>x</script> [a](javascript:x) [b](https://x.example) ![i](http://x.example/i.png)\n\n> <b>q</b>\n"
    nodes = [node for row in compare(text, text) if row.left for node in row.left.node.walk()]
    assert {node.tag for node in nodes} <= ELEMENTS
    assert [node.attributes["href"] for node in nodes if "href" in node.attributes] == ["https://x.example"]
    assert "<script>x</script>" in words(nodes[0])


def test_a_column_keeps_its_side():
    (row,) = compare("| a | b |\n|---|--:|\n| 1 | 2 |\n", "")
    assert row.left is not None
    assert [node.attributes for node in row.left.node.walk() if node.tag == "td"] == [{}, {"align": "right"}]


def test_a_text_that_is_too_long_to_format_is_one_block():
    rows = compare("# a\n" * 50_000, "# b\n")
    assert [_words(row.left)[:7] for row in rows if row.left] == ["# a\n# a"]


_MARKDOWN = st.text("ab|-#>*`~ \n1.[]()<&:\t\r\ud800", max_size=80)


@settings(max_examples=300, deadline=None)
@given(_MARKDOWN, _MARKDOWN)
def test_every_block_of_any_two_texts_is_shown_once_and_in_order(left: str, right: str):
    rows = compare(left, right)
    for side in ("left", "right"):
        starts = [block.start for row in rows if (block := getattr(row, side)) is not None]
        assert starts == sorted(set(starts))
    if left == right:
        assert {row.operation for row in rows} <= {"equal"}
