"""What a critic's reply may look like, and what is made of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflexion_core.records import Critique
from reflexion_core.roles._critic_reply import UnreadableReply, answer_schema
from reflexion_core.roles._critic_reply import read_critique as read_any_critique
from tests.running import CLASSIC, issue, verdict

ANSWER_SCHEMA = answer_schema(CLASSIC.names)


def read_critique(reply: str) -> Critique:
    return read_any_critique(reply, CLASSIC.names)


WHOLE = verdict(80, 90, fix="State the default 2.0.")
BARE = verdict(80, 90)
READ = Critique(technical_accuracy=80, completeness=90, single_critical_fix="State the default 2.0.")

READABLE = {
    "as asked for": WHOLE,
    "in a fence": f"```json\n{WHOLE}\n```",
    "in a fence without a language": f"```\n{WHOLE}\n```",
    "behind thinking": f"<think>\nIs it 5? {{maybe}}\n</think>\n{WHOLE}",
    "behind thinking that names an object": f'<think>{{"score_completeness": 1}}</think>{WHOLE}',
    "with a sentence before": f"Here is my review:\n\n{WHOLE}",
    "with a sentence after": f"{WHOLE}\n\nI hope {{this}} helps! 5",
    "behind a brace in a sentence": f'The message f"{{years}}" is wrong. {WHOLE}',
    "behind another object": f'{{"note": 1}}\n{WHOLE}',
    "with another object after": f'{WHOLE}\n{{"note": 1}}',
    "with a trailing comma": WHOLE[:-1] + ",}",
    "with single quotes": str(json.loads(WHOLE)),
    "with a comment": WHOLE.replace('"issues"', '// nothing\n"issues"'),
    "with a newline in a text": WHOLE.replace("State the", "State\nthe"),
    "in a list": f"[{WHOLE}]",
    "in a list behind another": f'[{{"note": 1}}, {WHOLE}]',
    "in the records' own names": WHOLE.replace("score_", ""),
    "cut in the last text": WHOLE.removesuffix('"}'),
    "cut before the last brace": WHOLE.removesuffix("}"),
    "numbers as texts": WHOLE.replace("80", '"80"').replace("90", '"90"'),
    "per cent": WHOLE.replace("80", '"80%"').replace("90", '"90 %"'),
    "of a hundred": WHOLE.replace("80", '"80/100"').replace("90", '"90 / 100"'),
    "with a decimal": WHOLE.replace("80", "80.0"),
    "issues null": WHOLE.replace("[]", "null"),
    "issues None": WHOLE.replace("[]", "None"),
    "issues an empty object": WHOLE.replace("[]", "{}"),
    "issues a text": WHOLE.replace("[]", '"none"'),
    "issues texts": WHOLE.replace("[]", '["the default is wrong"]'),
    "issues without a problem": WHOLE.replace("[]", '[{"quote": "x", "severity": "high"}]'),
    "more keys": WHOLE.replace('"issues"', '"verdict": "fine", "issues"'),
    "the fix in a list": WHOLE.replace('"State the default 2.0."', '["State the default 2.0."]'),
}


@pytest.mark.parametrize("reply", READABLE.values(), ids=READABLE)
def test_a_reply_is_read(reply: str) -> None:
    read = read_critique(reply)
    assert read.dimensions == READ.dimensions
    assert (read.issues, read.single_critical_fix.rstrip(".").split()) == ((), ["State", "the", "default", "2.0"])


UNREADABLE = {
    "empty": "",
    "blank": " \n",
    "no object": "The documentation is fine. 95/100",
    "a number alone": "95",
    "an empty object": "{}",
    "only thinking": f"<think>{WHOLE}</think>",
    "a number missing": BARE.replace('"score_completeness": 90, ', ""),
    "both numbers missing": '{"issues": [], "single_critical_fix": ""}',
    "below zero": BARE.replace("90", "-5"),
    "above a hundred": BARE.replace("90", "150"),
    "above a hundred of a hundred": BARE.replace("90", '"150/100"'),
    "of ten": BARE.replace("90", '"9/10"'),
    "true": BARE.replace("90", "true"),
    "true in quotes": BARE.replace("90", '"true"'),
    "NaN": BARE.replace("90", "NaN"),
    "NaN in quotes": BARE.replace("90", '"NaN"'),
    "Infinity": BARE.replace("90", "Infinity"),
    "too large for a float": BARE.replace("90", "1e999"),
    "too many digits": BARE.replace("90", "9" * 5000),
    "null": BARE.replace("90", "null"),
    "words": BARE.replace("90", '"good"'),
    "a list": BARE.replace("90", "[90]"),
    "a placeholder": BARE.replace("90", "<whole number from 0 to 100>"),
    "a placeholder in quotes": BARE.replace("90", '"<whole number from 0 to 100>"'),
    "cut in the issues": '{"issues": [{"dimension": "completeness", "problem": "the de',
    "cut in a number": '{"issues": [], "score_completeness": 90, "score_technical_accuracy": 9',
    "cut in a decimal": '{"issues": [], "score_completeness": 90, "score_technical_accuracy": 9.',
    "cut in a number in quotes": '{"issues": [], "score_completeness": 90, "score_technical_accuracy": "9',
    "cut before a number": '{"issues": [], "score_completeness": 90, "score_technical_accuracy":',
    "nested without end": '{"issues": ' * 5000,
    "lists without end": '{"issues": ' + "[" * 20_000,
    "braces without end": "{" * 5000,
}


@pytest.mark.parametrize("reply", UNREADABLE.values(), ids=UNREADABLE)
def test_a_reply_is_unreadable(reply: str) -> None:
    with pytest.raises(UnreadableReply):
        read_critique(reply)


def test_the_reason_names_the_number_and_what_is_allowed() -> None:
    with pytest.raises(UnreadableReply, match="'score_completeness': input should be less than or equal to 100"):
        read_critique(UNREADABLE["above a hundred"])


def test_an_issue_is_read_with_all_its_parts() -> None:
    read = read_critique(verdict(80, issues=[issue(severity="high", dimension="completeness")])).issues[0]
    assert (read.quote, read.problem) == ("height=1.0", "the default in the source is 2.0")
    assert (read.suggestion, read.severity, read.dimension) == ("height=2.0", "high", "completeness")
    assert not read.is_grounded


@pytest.mark.parametrize(
    ("said", "severity"),
    [("critical", "high"), ("Major", "high"), ("minor", "low"), ("LOW", "low"), ("", "medium"), ("12", "medium")],
)
def test_a_severity_in_other_words_is_understood(said: str, severity: str) -> None:
    assert read_critique(verdict(80, issues=[issue(severity=said)])).issues[0].severity == severity


def test_an_unknown_dimension_counts_as_accuracy() -> None:
    read = read_critique(verdict(80, issues=[issue(dimension="style")]))
    assert read.issues[0].dimension == "technical_accuracy"


def test_a_single_issue_outside_a_list_is_read() -> None:
    assert len(read_critique(BARE.replace("[]", json.dumps(issue()))).issues) == 1


def test_one_broken_issue_does_not_take_the_others_along() -> None:
    broken = {"problem": ["a", "b"], "dimension": {"x": 1}, "severity": None, "quote": 5}
    read = read_critique(verdict(80, issues=["words", 5, None, {}, broken, issue()]))
    assert [item.problem for item in read.issues] == ["a", "the default in the source is 2.0"]


@pytest.mark.parametrize("fix", ["null", "true", "{}", '{"problem": "p"}', "[]", '"<the correction, in a sentence>"'])
def test_a_fix_that_is_no_text_of_the_critics_own_counts_as_none(fix: str) -> None:
    reply = BARE.replace('"single_critical_fix": ""', f'"single_critical_fix": {fix}')
    assert read_critique(reply).single_critical_fix == ""


def test_placeholders_in_an_issue_count_as_nothing() -> None:
    echoed = issue(problem="<what is wrong>", suggestion="<the text that would be right>")
    assert read_critique(verdict(80, issues=[echoed])).issues == ()


def test_half_a_character_in_a_reply_can_be_stored_all_the_same() -> None:
    reply = verdict(80, fix="FIX", issues=[issue(quote="QUOTE")])
    read = read_critique(reply.replace("QUOTE", "\\ud83d half").replace("FIX", "\\udc00 half"))
    assert Critique.model_validate_json(read.model_dump_json()) == read


def test_the_schema_asks_for_every_key_and_bounds_every_text() -> None:
    assert set(ANSWER_SCHEMA["required"]) == set(ANSWER_SCHEMA["properties"])
    assert list(ANSWER_SCHEMA["properties"]) == sorted(ANSWER_SCHEMA["properties"])
    entry = ANSWER_SCHEMA["properties"]["issues"]["items"]
    assert all("maxLength" in part or "enum" in part for part in entry["properties"].values())


def is_verdict_or_has_a_reason(reply: str) -> bool:
    try:
        read = read_critique(reply)
    except UnreadableReply as problem:
        return bool(str(problem))
    return all(0 <= value <= 100 for value in read.dimensions.values())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
REPLIES = st.fixed_dictionaries(
    {},
    optional={key: JSON | st.integers(-10, 110) for key in [*ANSWER_SCHEMA["properties"], "completeness", "issue"]},
)


@given(st.text())
def test_any_text_is_read_or_unreadable(text: str) -> None:
    assert is_verdict_or_has_a_reason(text)


@given(REPLIES, st.integers(0, 400), st.sampled_from(["", "```json\n", "Sure! {", "<think>{"]))
def test_any_object_whole_or_cut_is_read_or_unreadable(reply: dict[str, object], length: int, before: str) -> None:
    assert is_verdict_or_has_a_reason(before + json.dumps(reply)[:length])


@given(st.integers(0, 100), st.integers(0, 100), st.data())
def test_a_cut_reply_never_gives_a_number_that_was_not_said(
    accuracy: int, completeness: int, data: st.DataObject
) -> None:
    reply = verdict(accuracy, completeness, fix="State it.")
    try:
        read = read_critique(reply[: data.draw(st.integers(0, len(reply)))])
    except UnreadableReply:
        return
    assert tuple(read.dimensions.values()) == (accuracy, completeness)
