import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflexion_core.dashboard.diff import MAX_BYTES, MAX_LINES, Line, Row, Segment, Span, compare_texts
from reflexion_core.dashboard.diff_view import Side, build_payload
from reflexion_core.dashboard.matching import Budget, match


def text_of(line: Line) -> str:
    return "".join(segment.text for segment in line)


def changed(line: Line) -> list[str]:
    return [segment.text for segment in line if segment.is_changed]


def operations(left: str, right: str) -> list[str]:
    return [row.operation for row in compare_texts(left, right).rows]


def numbered(prefix: str, count: int) -> str:
    return "".join(f"{prefix} {index}\n" for index in range(count))


def test_the_same_text_has_equal_rows_and_no_change():
    comparison = compare_texts("a\nb\n", "a\nb\n")
    assert operations("a\nb\n", "a\nb\n") == ["equal", "equal"]
    assert (comparison.change_count, comparison.is_identical) == (0, True)
    assert comparison.note == "The texts are the same."


def test_two_empty_texts_have_no_rows():
    comparison = compare_texts("", "")
    assert (comparison.rows, comparison.folds(), comparison.is_identical) == ((), (), True)


def test_against_an_empty_text_every_line_is_added_or_removed():
    assert compare_texts("", "a\nb").rows == (
        Row("added", None, 1, right=(Segment("a", True),)),
        Row("added", None, 2, right=(Segment("b", True),)),
    )
    assert operations("a\nb", "") == ["removed", "removed"]


def test_a_changed_line_marks_only_the_words_that_differ():
    (row,) = compare_texts("the default is `100` here", "the default is `200` here").rows
    assert (row.operation, row.left_number, row.right_number) == ("changed", 1, 1)
    assert (changed(row.left), changed(row.right)) == (["100"], ["200"])


def test_a_number_with_a_fraction_is_one_word():
    (row,) = compare_texts("share: 0.75, slow", "share: 0.5, slow").rows
    assert (changed(row.left), changed(row.right)) == (["0.75"], ["0.5"])


def test_a_space_between_two_changed_words_belongs_to_the_change():
    (row,) = compare_texts("raised if the input is wrong today", "raised if samples empty is wrong today").rows
    assert changed(row.left) == ["the input"]


def test_a_line_that_stayed_is_matched_before_the_blank_lines_around_it():
    rows = compare_texts("# a\n\nOld words.\n\n# b\n", "# a\n\n# b\n\nQuite different.\n").rows
    assert [(text_of(row.left), text_of(row.right)) for row in rows if row.operation == "equal"][-1] == ("# b", "# b")
    assert operations("# a\n\nOld words.\n\n# b\n", "# a\n\n# b\n") == ["equal", "equal", "removed", "removed", "equal"]


def test_blank_lines_inside_a_rewritten_stretch_are_no_change():
    rows = compare_texts("one\n\ntwo", "three\n\nfour").rows
    assert ("equal", 2, 2) in [(row.operation, row.left_number, row.right_number) for row in rows]


def test_a_replaced_line_is_paired_with_the_line_that_resembles_it_not_the_one_at_its_place():
    left = "keep\n- `TypeError`: If the input is wrong.\nkeep"
    right = "keep\nSomething quite new.\n- `TypeError`: If `samples` is wrong.\nkeep"
    rows = compare_texts(left, right).rows
    assert [(row.operation, row.left_number, row.right_number) for row in rows] == [
        ("equal", 1, 1),
        ("added", None, 2),
        ("changed", 2, 3),
        ("equal", 3, 4),
    ]


def test_a_line_that_was_only_extended_is_still_the_same_line():
    left = "- `share` (float)"
    right = "- `share` (float): samples at or under the limit divided by all of them"
    assert operations(left, right) == ["changed"]


def test_lines_that_share_only_punctuation_are_no_pair():
    assert operations("- `alpha`: one.", "- `beta`: two.") == ["removed", "added"]


def test_the_kind_of_line_ends_makes_no_row_differ_but_is_told():
    comparison = compare_texts("a\r\nb\r\n", "a\nb\n")
    assert comparison.change_count == 0
    assert not comparison.is_identical
    assert comparison.note == "The texts differ only in their line ends."


def test_a_form_feed_does_not_start_a_line():
    assert len(compare_texts("a\x0cb\u2028c", "").rows) == 1


def test_a_change_of_whitespace_alone_is_marked_as_the_whitespace():
    (row,) = compare_texts("a b", "a  b").rows
    assert (changed(row.left), changed(row.right)) == ([" "], ["  "])


def test_an_added_trailing_space_is_a_change():
    (row,) = compare_texts("total", "total  ").rows
    assert (row.operation, changed(row.right)) == ("changed", ["  "])


def test_a_combining_mark_is_not_cut_from_its_letter():
    (row,) = compare_texts("the cafe is open", "the cafe\u0301 is open").rows
    assert changed(row.right) == ["cafe\u0301"]


def test_a_joined_emoji_is_one_word():
    (row,) = compare_texts("made by \U0001f469\u200d\U0001f4bb today", "made by \U0001f469\u200d\U0001f52c today").rows
    assert changed(row.right) == ["\U0001f469\u200d\U0001f52c"]


def test_changes_are_counted_by_unbroken_stretch():
    comparison = compare_texts("a\nx\ny\nb\nc\nz", "a\nb\nc")
    assert comparison.changes == (Span(1, 3), Span(5, 6))
    assert comparison.change_count == 2


def test_unchanged_lines_are_folded_but_for_three_around_a_change():
    left = numbered("before", 10) + "old line\n" + numbered("after", 10)
    comparison = compare_texts(left, left.replace("old line", "new line"))
    assert comparison.folds() == (Span(0, 7), Span(14, 21))


def test_a_single_line_is_not_folded_beside_its_context():
    left = numbered("before", 4) + "old line\n"
    comparison = compare_texts(left, left.replace("old line", "new line"))
    assert comparison.folds() == ()
    assert comparison.folds(context=0) == (Span(0, 4),)


def test_without_a_change_everything_is_folded():
    assert compare_texts("a\nb\nc", "a\nb\nc").folds() == (Span(0, 3),)


@pytest.mark.parametrize("filler", ["x\n" * MAX_LINES, "y" * MAX_BYTES + "\n"], ids=["lines", "bytes"])
def test_past_the_limit_lines_are_compared_and_words_are_not(filler: str):
    comparison = compare_texts(filler + "the default is 1", filler + "the default is 2")
    assert [row.operation for row in comparison.rows if row.operation != "equal"] == ["removed", "added"]
    assert not comparison.is_word_level
    assert comparison.note.startswith("Too long")


def test_at_the_limit_words_are_compared():
    filler = "x\n" * (MAX_LINES - 1)
    comparison = compare_texts(filler + "the default is 1", filler + "the default is 2")
    assert comparison.is_word_level
    assert changed(comparison.rows[-1].left) == ["1"]


@pytest.mark.timeout(20)
def test_texts_made_to_be_slow_are_compared_in_time():
    blank_lines = compare_texts("\n" * 100_000, "x\n" + "\n" * 90_000 + "y\n")
    assert len(blank_lines.rows) > 100_000
    commas = "\n".join("," * (300 + index % 97) for index in range(450))
    assert compare_texts(commas, commas[::-1].replace(",,", ";,")).rows


def test_the_same_texts_give_the_same_rows():
    left, right = numbered("one two", 40), numbered("two one", 35)
    assert compare_texts(left, right) == compare_texts(left, right)


@settings(max_examples=150, deadline=None)
@given(st.text("ab. `\n\r\té\u0301", max_size=60), st.text("ab. `\n\r\té\u0301", max_size=60))
def test_the_rows_hold_both_texts_in_full_and_in_order(left: str, right: str):
    comparison = compare_texts(left, right)
    for side, number, text in (("left", "left_number", left), ("right", "right_number", right)):
        rows = [row for row in comparison.rows if getattr(row, number) is not None]
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert [text_of(getattr(row, side)) for row in rows] == (lines if lines[-1] else lines[:-1])
        assert [getattr(row, number) for row in rows] == list(range(1, len(rows) + 1))
    assert all(
        (row.operation == "equal") == (not changed(row.left) and not changed(row.right))
        for row in comparison.rows
        if row.left or row.right
    )


def test_what_the_budget_does_not_cover_counts_as_replaced_between_equal_ends():
    budget = Budget(3)
    blocks = list(match("axyb", "ayxb", budget))
    assert [(block.is_equal, block.left_start, block.left_stop) for block in blocks] == [
        (True, 0, 1),
        (False, 1, 3),
        (True, 3, 4),
    ]
    assert budget.is_overdrawn


def test_the_version_of_a_view_changes_with_what_it_shows():
    def version(left: str, title: str) -> str:
        return build_payload(compare_texts(left, "b"), (Side(title), Side("right")))["version"]

    assert version("a", "Round 1") == version("a", "Round 1")
    assert len({version("a", "Round 1"), version("a", "Round 2"), version("c", "Round 1")}) == 3


def test_a_view_of_half_a_surrogate_pair_can_be_sent():
    payload = build_payload(compare_texts("a \ud800", "b"), (Side("\udfff"), Side("right")))
    json.dumps(payload, ensure_ascii=False).encode("utf-8")
