from __future__ import annotations

from reflexion_core.records import Verdict
from reflexion_core.repair import apply_replacements, repair
from reflexion_core.verification import Verification
from tests.findings import finding

TEXT = "The default is 1, and it prints 0.75.\n"


def verification(*found: tuple[str, str]) -> Verification:
    """Return a verification of a text in which each of these words is wrong and has a replacement."""
    verdicts = []
    for words, mended in found:
        start = TEXT.index(words)
        problem = finding(message=f"{words} is wrong", replacement=(start, start + len(words), mended))
        verdicts.append(_wrong(problem, start, start + len(words)))
    return Verification(tuple(verdicts))


def _wrong(problem: object, start: int, end: int) -> Verdict:
    return Verdict.model_validate(
        {
            "check": "defaults",
            "outcome": "wrong",
            "subject": "x",
            "doc_line": 1,
            "doc_end_line": 1,
            "start": start,
            "end": end,
            "finding": problem,
        }
    )


def test_every_exact_replacement_is_made_and_told() -> None:
    mended = apply_replacements(TEXT, verification(("1,", "12,"), ("0.75", "0.5")).findings)
    assert mended.text == "The default is 12, and it prints 0.5.\n"
    assert [(item.before, item.after) for item in mended.repairs] == [("1,", "12,"), ("0.75", "0.5")]


def test_a_finding_without_a_replacement_changes_nothing() -> None:
    assert apply_replacements(TEXT, [finding()]).text == TEXT


def test_of_overlapping_replacements_the_worse_finding_wins() -> None:
    low = finding("low", replacement=(0, 10, "xxx"))
    high = finding("high", replacement=(4, 11, "value"))
    assert apply_replacements(TEXT, [low, high]).text == "The value is 1, and it prints 0.75.\n"


def test_words_can_be_put_in_where_nothing_stood() -> None:
    assert apply_replacements("ab", [finding(replacement=(1, 1, "-"))]).text == "a-b"


def test_a_repair_that_makes_things_worse_is_not_kept() -> None:
    before = verification(("1,", "12,"))
    mended, after = repair(TEXT, before, lambda _: verification(("1,", "12,"), ("0.75", "0.5")))
    assert (mended.text, mended.repairs) == (TEXT, ())
    assert after is before


def test_what_a_repair_brings_to_light_is_repaired_as_well() -> None:
    second = "The default is 12, and it prints 0.75.\n"
    answers = {
        second: Verification((_wrong(finding(replacement=(33, 37, "0.5")), 33, 37),)),
        second.replace("0.75", "0.5"): Verification(()),
    }
    mended, after = repair(TEXT, verification(("1,", "12,")), answers.__getitem__)
    assert mended.text == "The default is 12, and it prints 0.5.\n"
    assert len(mended.repairs) == 2
    assert after.findings == ()


def test_what_is_put_in_at_one_place_stands_in_the_order_of_the_findings() -> None:
    end = len(TEXT) - 1
    problems = tuple(
        finding(message=f"{words} is missing", replacement=(end, end, words)) for words in (" One", " Two")
    )
    mended = apply_replacements(TEXT, problems)
    assert mended.text == "The default is 1, and it prints 0.75. One Two\n"
    assert [item.after for item in mended.repairs] == [" One", " Two"]
