"""Facts gained, lost and still wrong, as cards."""

from __future__ import annotations

from typing import Any

from reflexion_core.dashboard.compare_cards import Card, build_cards
from reflexion_core.fact_changes import FactChange, FactChanges
from reflexion_core.records import Verdict
from tests.findings import finding


def verdict(outcome: str, subject: str = "area.height: default", **more: Any) -> Verdict:
    found = finding(message=more.pop("message", "Line 7 says `1`; the source has `12`")) if outcome == "wrong" else None
    place = {"doc_line": 7, "doc_end_line": 7, "start": 0, "end": 1}
    check = more.pop("check", "defaults")
    return Verdict.model_validate(
        {"check": check, "outcome": outcome, "subject": subject, "finding": found} | place | more
    )


def cards(left: Verdict | None, right: Verdict | None) -> dict[str, Card]:
    return {card.title: card for card in build_cards(FactChanges((FactChange(left, right),)))}


def words(card: Card) -> list[str]:
    return ["".join(f"`{text}`" if is_code else text for text, is_code in entry.words) for entry in card.entries]


def test_without_a_change_three_cards_say_that_there_is_none():
    made = build_cards(FactChanges(()))
    assert [card.title for card in made] == ["Facts gained", "Facts lost", "Still wrong"]
    assert all(card.none and not card.entries for card in made)


def test_a_gained_fact_is_named_with_its_line_and_how_it_was_before():
    card = cards(verdict("wrong"), verdict("right", doc_line=9))["Facts gained"]
    assert words(card) == ["`area.height` default"]
    assert [(entry.side, entry.line, entry.how) for entry in card.entries] == [("right", 9, "was wrong")]
    assert cards(None, verdict("right"))["Facts gained"].entries[0].how == "was not said"


def test_a_lost_fact_is_shown_where_it_was_or_with_what_is_wrong_now():
    gone = cards(verdict("right"), None)["Facts lost"].entries[0]
    assert (gone.side, gone.how) == ("left", "is not said")
    card = cards(verdict("right"), verdict("wrong"))["Facts lost"]
    assert words(card) == ["says `1`; the source has `12`"]
    assert card.entries[0].side == "right"


def test_what_is_still_wrong_is_said_in_the_words_of_its_finding():
    card = cards(verdict("wrong"), verdict("wrong", message="Line 7 says `2`; the source has `12`"))["Still wrong"]
    assert words(card) == ["says `2`; the source has `12`"]


def test_what_is_newly_wrong_or_was_taken_out_has_a_card_of_its_own():
    assert words(cards(None, verdict("wrong"))["Newly wrong"]) == ["says `1`; the source has `12`"]
    assert cards(verdict("wrong"), None)["Wrong, and taken out"].entries[0].side == "left"


def test_what_was_mended_stands_before_what_was_only_added():
    added = FactChange(None, verdict("right", "a: type"))
    mended = FactChange(verdict("wrong", "b: type"), verdict("right", "b: type"))
    assert words(build_cards(FactChanges((added, mended)))[0]) == ["`b` type", "`a` type"]


def test_examples_and_words_about_no_symbol_are_named_for_what_they_are():
    def gained(subject: str, check: str) -> list[str]:
        return words(cards(None, verdict("right", subject, check=check))["Facts gained"])

    assert gained("example 2: output in line 3", "examples") == ["what example 2 gives"]
    assert gained("example 2", "examples") == ["example 2 runs"]
    assert gained("date: 12 may 2023", "invented") == ["date `12 may 2023`"]


def test_a_backtick_of_the_documents_own_makes_nothing_code():
    card = cards(None, verdict("wrong", message="Line 7 says ``x` there"))["Newly wrong"]
    assert words(card) == ["says ``x` there"]
