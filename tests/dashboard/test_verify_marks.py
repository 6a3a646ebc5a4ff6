"""Marks: what the checks say of a document, at the places as a browser counts them."""

from __future__ import annotations

from typing import Any

from reflexion_core.dashboard.verify_checker import DocumentChecker
from reflexion_core.dashboard.verify_marks import build_marks, utf16_offsets
from reflexion_core.records import CriticIssue, Source
from reflexion_core.source.reading import read_source
from tests.browser.scripts import GOOD_SOURCE

DOCUMENT = "# shapes 📐\n\n## `area(width, height=3.0)`\n\nThe 📐 area.\n\n- `height`: how high, `2.0` by default\n"
EDGE = b'"""Edges."""\n\n\ndef edge(length: float = 1.0) -> float:\n    return length\n'


def source(name: str = "shapes.py", data: bytes = GOOD_SOURCE) -> Source:
    return read_source(name, data, max_bytes=10_000)


def marks_of(document: str, *sources: Source) -> list[dict[str, Any]]:
    return build_marks(DocumentChecker(sources or (source(),), None, "they are not run").check(document, "me"))


def cut(document: str, mark: dict[str, Any]) -> str:
    """Return the words of a mark as a browser would."""
    units = document.encode("utf-16-le")
    return units[2 * mark["s"] : 2 * mark["e"]].decode("utf-16-le")


def test_places_count_as_a_browser_counts():
    place = utf16_offsets("a📐b")
    assert [place(index) for index in range(4)] == [0, 1, 3, 4]


def test_a_wrong_claim_has_its_words_what_is_true_the_deciding_line_and_the_repair():
    mark = next(mark for mark in marks_of(DOCUMENT) if mark["o"] == "w")
    assert cut(DOCUMENT, mark) == "area(width, height=3.0)"
    assert (mark["check"], mark["severity"], mark["source"], mark["sl"]) == ("signature", "high", 0, 4)
    assert mark["true"] == "area(width, height=2.0)"
    assert cut(DOCUMENT, mark["fix"]) == "area(width, height=3.0)"
    assert mark["fix"]["text"] == "area(width, height=2.0)"


def test_of_what_has_such_a_name_the_name_alone_is_marked():
    right = {mark["subject"]: cut(DOCUMENT, mark) for mark in marks_of(DOCUMENT) if mark["o"] == "r"}
    assert right["area.height: parameter"] == "height"
    assert right["area.height: default"] == "2.0"


def test_what_is_left_out_names_the_symbol_and_marks_no_words():
    data = GOOD_SOURCE + b"\n\ndef edge(length: float) -> float:\n    return length\n"
    left_out = [mark for mark in marks_of(DOCUMENT, source(data=data)) if "missing" in mark]
    assert [(mark["missing"], mark["sl"]) for mark in left_out] == [("edge", 9)]


def test_with_several_sources_each_mark_names_the_one_that_decides():
    document = f"{DOCUMENT}\n## `edge(length=2.0)`\n\nReturn the edge.\n"
    marks = marks_of(document, source(), source("edges.py", EDGE))
    deciding = {mark["subject"]: mark.get("source") for mark in marks}
    assert deciding["area.height: default"] == 0
    assert deciding["edge: signature"] == 1


def test_an_issue_of_the_critic_is_marked_where_its_quote_stands():
    issue = CriticIssue(
        quote="The 📐 area.",
        problem="too short",
        suggestion="say more",
        severity="low",
        dimension="completeness",
        is_grounded=True,
    )
    elsewhere = issue.model_copy(update={"quote": "nowhere"})
    check = DocumentChecker((source(),), None, "they are not run").check(DOCUMENT, "me")
    critic = [mark for mark in build_marks(check, [issue, elsewhere]) if mark["o"] == "c"]
    assert [cut(DOCUMENT, mark) for mark in critic] == ["The 📐 area."]
