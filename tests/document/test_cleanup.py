from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reflexion_core.document.cleanup import clean_document

DOC = """\
# metrics

Averages over lists of numbers.

## `mean(values)`

Returns the arithmetic mean.

```python
from metrics import mean

print(mean([1, 2]))
```

Output:

```
1.5
```
"""


def test_a_document_comes_back_as_it_was() -> None:
    assert clean_document(DOC) == DOC


@pytest.mark.parametrize("ending", ["", "\n", "\n\n", "\n\n\n\n"])
def test_a_document_ends_with_exactly_one_line_end(ending: str) -> None:
    assert clean_document("# a\n\ntext" + ending) == "# a\n\ntext\n"


@pytest.mark.parametrize(
    "opening",
    [
        "Sure! Here is the documentation:",
        "Sure, here's the documentation for the module:",
        "Here’s the revised documentation with the default fixed:",
        "Certainly! Below is the complete API documentation for `metrics.py`.",
        "Certainly!",
        "**Sure!** Here is the *updated* documentation:",
        "Of course. I've updated the documentation to fix the default value of `x`.",
        "Okay, based on the critic's feedback, here is the corrected version of the documentation:",
        "Based on the provided source code, here is the API documentation for the C# port:",
        "As requested, I have revised the document. It now states the right default.",
        "Thank you for the feedback! I've corrected the `Raises` section. Here is the updated draft:",
        "Here is the documentation for the `metrics` module, which raises `ValueError: no values`:",
        "I'll document this module.\n\nHere is the documentation:",
        "Let me revise the documentation to address the feedback.",
        "Here is the Markdown:",
        "Here you go:",
        "The revised document is as follows:",
        "I have reviewed the source code and here is the documentation.",
        "markdown",
        "Documentation:",
        "**Revised Documentation:**",
        "Sure! Here is the documentation:\n\n---",
        "Here is the documentation:\n---",
        "## Revised Documentation\n",
        "The required fix has been applied. The documentation now states the correct default.",
    ],
)
def test_opening_chatter_goes(opening: str) -> None:
    title = "# metrics" if not opening.startswith("#") else "## metrics"
    document = DOC.replace("# metrics", title, 1)
    assert clean_document(f"{opening}\n\n{document}") == document


def test_opening_chatter_right_above_the_title_goes() -> None:
    assert clean_document("Here is the documentation:\n" + DOC) == DOC


def test_content_behind_a_polite_word_stays() -> None:
    text = "Sure! This module includes helpers for lists.\n\n## `mean`\n\nThe mean.\n"
    assert clean_document(text) == text.removeprefix("Sure! ")


@pytest.mark.parametrize(
    "closing",
    [
        "Let me know if you need anything else!",
        "I hope this helps! Let me know if you have any questions.",
        "Feel free to ask if anything is unclear.",
        "Feel free to adjust it as needed.",
        "Feel free to modify this documentation to fit your project.",
        "If you have any further questions, please let me know.",
        "Please let me know if you'd like more examples.",
        "This documentation now includes the corrected default value. The parameter defaults to 3.",
        "The documentation has been updated to fix the default value of `x`.",
        "This revised version addresses the feedback.",
        "Note: I have fixed the default value of `x`.",
        "**Note:** I've corrected the exception's message.",
        "*Note: The documentation has been revised to mention `ValueError`.*",
        "I've made the following changes:\n\n1. The default is now 3.\n2. The example prints `0.5`.",
        "### Changes Made\n\n- Corrected the default of `x`.\n- Added the missing exception.",
        "**Changes made:**\n\n* Fixed the default",
        "This documentation provides a clear and comprehensive overview of the `metrics` module.",
        "These changes ensure that the documentation is accurate.",
        "The required fix has been applied.",
        "**Note:** This is a revised version of the documentation.",
        "End of documentation",
        "Would you like me to add more examples?",
        "---\n\nLet me know if you need anything else!",
        "I hope this helps!\n\nHappy coding!",
    ],
)
def test_closing_chatter_goes(closing: str) -> None:
    assert clean_document(f"{DOC}\n{closing}\n") == DOC


def test_an_offer_behind_true_words_goes_and_they_stay() -> None:
    text = "# a\n\nReturns the mean. Let me know if you have questions!\n"
    assert clean_document(text) == "# a\n\nReturns the mean.\n"


@pytest.mark.parametrize("block", ["- one\n- two", "| a | b |\n|---|---|\n| 1 | 2 |", "> quoted"])
def test_an_offer_without_its_blank_line_goes(block: str) -> None:
    text = f"# a\n\n{block}\nLet me know if you need anything else!\n"
    assert clean_document(text) == f"# a\n\n{block}\n"


def test_a_link_definition_below_closing_chatter_stays() -> None:
    text = "# a\n\nSee [b].\n\nLet me know!\n\n[b]: https://example.org\n"
    assert clean_document(text) == "# a\n\nSee [b].\n\n[b]: https://example.org\n"


@pytest.mark.parametrize("opening", ["", "Sure! Here is the documentation:\n\n", "## Revised Documentation\n\n"])
@pytest.mark.parametrize("closing", ["", "\nLet me know if you need anything else!\n"])
@pytest.mark.parametrize("marks", ["```", "~~~", "`````"])
@pytest.mark.parametrize("info", ["markdown", "md", " Markdown", ""])
def test_a_fence_around_the_whole_document_goes(opening: str, closing: str, marks: str, info: str) -> None:
    assert clean_document(f"{opening}{marks}{info}\n{DOC}{marks}\n{closing}") == DOC


def test_a_title_of_the_reply_goes_with_the_fence_below_it() -> None:
    assert clean_document(f"## Revised Documentation\n\n```markdown\n{DOC}```\n") == DOC


@pytest.mark.parametrize(
    "text",
    [
        f"```markdown\n{DOC}",
        f"{DOC}```\n",
        f"{DOC}\n```\n\nLet me know if you need anything else!\n",
        f"{DOC}\n```\n\ntechnical_accuracy: 95\n",
        f"{DOC}\n```markdown\n",
        f"{DOC}\n```python\n",
        f"```markdown\n```markdown\n{DOC}```\n```\n",
    ],
    ids=["no-end", "no-start", "swallowed-chatter", "swallowed-scores", "empty", "empty-python", "two"],
)
def test_a_fence_line_that_is_left_over_goes(text: str) -> None:
    assert clean_document(text) == DOC


def test_what_follows_a_fenced_document_stays() -> None:
    text = f"```markdown\n{DOC}```\n\n## `median(values)`\n\n```python\nmedian([1])\n```\n"
    assert clean_document(text) == f"{DOC}\n## `median(values)`\n\n```python\nmedian([1])\n```\n"


def test_a_closing_line_too_many_in_the_middle_goes() -> None:
    text = "# a\n\n```python\nf()\n```\n```\n\n## b\n\n```python\ng()\n```\n"
    assert clean_document(text) == "# a\n\n```python\nf()\n```\n\n## b\n\n```python\ng()\n```\n"


def test_a_code_block_that_was_cut_off_stays() -> None:
    text = "# a\n\n```python\nfor x in y:\n    pri\n"
    assert clean_document(text) == text


@pytest.mark.parametrize(
    "words",
    [
        "single_critical_fix: The default of `x` is 3.",
        "**single_critical_fix:** The default of `x` is 3,\nnot 4.",
        "single_critical_fix:\n\nThe default of `x` is 3.",
        "technical_accuracy: 95",
        "technical_accuracy: 95\ncompleteness: 90\nsingle_critical_fix: none",
        "**Technical Accuracy:** 95/100\n**Completeness:** 90/100",
        "- technical_accuracy: 95\n- completeness: 90",
        "Critic's scores:\n\n- Technical accuracy: 95\n- Completeness: 90",
        "Score: 90/100",
        "Overall Score: 92.5 / 100",
        '{"technical_accuracy": 95, "completeness": 90, "issues": [], "single_critical_fix": ""}',
        '```json\n{\n  "technical_accuracy": 95,\n\n  "completeness": 90\n}\n```',
        '```json\n{"technical_accuracy": 95, "single_critical_fix": "The def\n```',
        '{\n  "technical_accuracy": 95\n}',
        "Required fix: state the default of `x`.",
        "Quality bar: 90",
        "The quality bar of 90 has been reached.",
        "## Critique\n\nThe documentation is mostly accurate.\n\n- The default of `x` is wrong.",
        "## Critic's Feedback\n\n### Technical Accuracy: 95/100\n\nFine.\n\n### Completeness: 90/100\n\nOK",
        "## Required Fix\n\nState the default of `x`.",
        "## Scores\n\n- technical_accuracy: 95\n- completeness: 90",
        '## Evaluation\n\n```json\n{"technical_accuracy": 95, "completeness": 90}\n```',
        "Verdict: approved",
    ],
)
@pytest.mark.parametrize("place", ["before", "after"])
def test_critics_words_go(words: str, place: str) -> None:
    text = f"{words}\n\n{DOC}" if place == "before" else f"{DOC}\n{words}\n"
    assert clean_document(text) == DOC


def test_a_critics_section_in_the_middle_goes_alone() -> None:
    text = "# a\n\nOne.\n\n## Critique\n\nThe draft lacks a default.\n\n## b\n\nTwo.\n"
    assert clean_document(text) == "# a\n\nOne.\n\n## b\n\nTwo.\n"


def test_a_critics_line_in_a_paragraph_goes_alone() -> None:
    text = "# a\n\nReturns the mean.\ntechnical_accuracy: 95\n\n## b\n\nTwo.\n"
    assert clean_document(text) == "# a\n\nReturns the mean.\n\n## b\n\nTwo.\n"


def test_a_critics_key_that_the_source_uses_is_no_critics_word() -> None:
    text = "# a\n\nsingle_critical_fix: the correction, as text.\n\nMore.\n"
    assert clean_document(text, source_names={"single_critical_fix"}) == text
    assert clean_document(text) == "# a\n\nMore.\n"


@pytest.mark.parametrize(
    "text",
    [
        f"<think>\nThe user wants docs.\n</think>\n\n{DOC}",
        f"<thinking>Plan.\n\n# A title?\n</thinking>{DOC}",
        f"\n\n<THINK>\nPlan.\n</THINK>\n{DOC}",
        f"The user wants docs.\n</think>\n\n{DOC}",
        f"<think>\nThe user wants docs. I start.\n\n{DOC}",
        f"{DOC}\n<think>\nDone?\n</think>\n",
        f"Sure!\n\n<think>\nhm\n</think>\n\n```markdown\n{DOC}```\n",
    ],
    ids=["block", "other-tag", "upper", "no-start", "no-end", "at-end", "between"],
)
def test_thinking_goes(text: str) -> None:
    assert clean_document(text) == DOC


SCORE_DOC = """\
# scoring

Scores drafts and asks a critic. A critic's prompt is text.

## `score_draft(draft, technical_accuracy=95, completeness=90)`

| parameter | default |
|---|---|
| `technical_accuracy` | `95` |

- technical_accuracy (int): the critic's number, from 0 to 100
- completeness: 90 is the default
- single_critical_fix (str): the one correction

Returns a dict:

```json
{"technical_accuracy": 95, "completeness": 90, "single_critical_fix": ""}
```

Prints:

Score: 90/100

## Critique

A verdict with `issues`.

### `Critique.mean`

## Quality bar

The number that a score is compared with.

## Returns

```json
{"technical_accuracy": 95, "completeness": 90}
```
"""


@pytest.mark.parametrize(
    "text",
    [
        "# a\n\nText.\n\nNote: the list is sorted in place.\n",
        "# a\n\nText.\n\nNote: this documentation assumes that the clock is monotonic.\n",
        "# a\n\nText.\n\n**Note:** The document was updated when this returns `True`.\n",
        "metrics\n=======\n\nText.\n\nmean\n----\n\nText.\n",
        "This module talks to the C# service. It raises when parse errors were found.\n\n# a\n",
        "# a\n\nReturns True when parse errors were found.\n",
        "# a\n",
        "a\n=\n",
        "# Documentation\n",
        "# Here is the documentation\n",
        "# Critique\n",
        "Just one paragraph of real content.\n",
        "Here is the list of codecs that the documentation builder supports:\n\n- utf-8\n",
        "Here is an example of the documentation tree:\n\n    a/\n      b.md\n",
        "Absolutely nothing is cached, and I/O errors are raised.\n\n## `read`\n\nReads.\n",
        "OK: the request succeeded.\n\n## `read`\n\nReads.\n",
        "Sure, the cache may be stale.\n\n## `read`\n\nReads.\n",
        "# a\n\n```python\nprint('Sure!')\n```\n\nOutput:\n\n```\nSure! Here is the documentation:\n```\n",
        "```\nSure!\n```\n",
        "`Sure! Here is the documentation:` is what it prints.\n",
        "# a\n\nFeel free to subclass `Client` as needed.\n",
        "# a\n\nIf you need more details, see `Client.fetch`.\n",
        "# a\n\nThis is the final version of the protocol.\n",
        "# a\n\nThis version now raises `ValueError`.\n",
        "# a\n\n## Summary of changes\n\n- `old`: the text before\n- `new`: the text after\n",
        "# a\n\nThis documentation provides a clear overview of the module.\n",
        "<!-- generated -->\n\n# a\n\n<!-- end -->\n",
        "<!--\nSure! Here is the documentation:\n-->\n# a\n",
        "# a\n\n    indented = code\n\n    # not a title\n",
        "    technical_accuracy: 95\n\n# a\n",
        "# a\r\n\r\nText.\r\n\r\n```python\r\nx\r\n```\r\n",
        "# a\n\nOne line  \nand its break  \n",
        "# a  \n\ttab\n\x0cfeed\u2028sep\u00a0nbsp \U0001f600 e\u0301\u202e\ufeff\n",
        "\n\n# a\n",
        "# a\n\n---\n",
        "---\n\n# a\n",
        "# a\n\nThe tag `<think>` opens and `</think>` closes.\n\n```\n<think>\nx\n</think>\n```\n",
        "# a\n\nA model writes <think>notes</think> first.\n",
        "# a\n\n    <think>\n    x\n    </think>\n",
        "# a\n\n`code\n<think> x </think>`\n",
        "# a\n\n````markdown\n# b\n\n```python\nx\n```\n````\n",
        "Use this template:\n\n```markdown\n# b\n\n## c\n```\n",
        "```python\n# a\n## b\nx = 1\n```\n",
        "```\n# usage\nx = mean([1])\n```\n",
        "# a\n\n~~~\n```python\n~~~\n",
        "# a\n\n- item\n\n  ```python\n  x\n  ```\n",
        "# a\n\nCompleteness: 80\n\n## b\n\nText.\n",
        "# a\n\nText.\n\nRequired fix: the text that the next round gets.\n\nScore: the mean.\n",
        SCORE_DOC,
    ],
)
def test_a_true_document_is_not_harmed(text: str) -> None:
    assert clean_document(text) == text


@pytest.mark.parametrize(
    "text",
    ["", "\n \n", "Sure! Here is the documentation:", "```markdown\n```", "<think>hm</think>", "<think>hm"],
)
def test_a_text_without_a_document_gives_an_empty_one(text: str) -> None:
    assert clean_document(text) == ""


def test_line_ends_of_windows_stay_where_something_goes() -> None:
    windows = DOC.replace("\n", "\r\n")
    chatter = "Sure! Here is the documentation:\r\n\r\n```markdown\r\n"
    assert clean_document(f"{chatter}{windows}```\r\n\r\nLet me know!\r\n") == windows
    assert clean_document("# a\r\n\r\nThe mean. Let me know!") == "# a\r\n\r\nThe mean.\r\n"


def test_a_link_definition_above_opening_chatter_stays() -> None:
    text = "[b]: https://example.org\n\nSure!\n\n# a\n\n[b]\n"
    assert clean_document(text) == "[b]: https://example.org\n\n# a\n\n[b]\n"


def test_many_layers_of_chatter_and_fences_take_no_long_time() -> None:
    text = "Sure!\n\n" * 300 + "```markdown\n" * 30 + "# a\n\n" + "Text. " * 5000 + "\n\nI hope so.\n" * 300
    started = time.perf_counter()
    clean_document(text)
    assert time.perf_counter() - started < 20


PIECES = st.sampled_from(
    [
        "# a",
        "## `f(x)`",
        "Text of f.",
        "```",
        "```python",
        "```markdown",
        "~~~",
        "````",
        "x = 1",
        "- item",
        "  continued",
        "    code",
        "> quote",
        "| a | b |",
        "|---|---|",
        "---",
        "===",
        "Sure! Here is the documentation:",
        "Certainly!",
        "Let me know if you need more.",
        "Note: I have fixed the default.",
        "technical_accuracy: 95",
        "single_critical_fix: x",
        "Score: 90/100",
        '{"technical_accuracy": 95, "completeness": 90}',
        "## Critique",
        "The draft is fine.",
        "<think>",
        "</think>",
        "<!-- c -->",
        "`",
        "**",
        "[a]: b",
        "Prints:",
        "",
        "",
        "",
    ]
)
MARKDOWN = st.lists(
    st.one_of(PIECES, PIECES, PIECES, st.text(max_size=20)).flatmap(
        lambda piece: st.sampled_from(["\n", "\n", "\n\n", "\r\n", "\r", " "]).map(lambda end: piece + end)
    ),
    max_size=14,
).map("".join)


@settings(max_examples=150, deadline=None)
@given(MARKDOWN)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = clean_document(text)
    assert clean_document(once) == once


@settings(max_examples=150, deadline=None)
@given(MARKDOWN)
def test_nothing_but_lines_of_the_text_comes_out(text: str) -> None:
    words = clean_document(text).split()
    given_words = iter(text.split())
    assert all(any(word in given_word for given_word in given_words) for word in words)


@settings(max_examples=150, deadline=None)
@given(MARKDOWN)
def test_a_document_with_content_never_comes_out_empty(text: str) -> None:
    assert "Real content." in clean_document(f"{text.replace('think', '')}\n\n# b\n\nReal content.\n\n# c\n")


def test_the_lines_that_frame_a_draft_in_a_prompt_are_no_part_of_a_document() -> None:
    assert clean_document("==========\n# shapes\n\nWords.\n==========\n") == "# shapes\n\nWords.\n"


def test_a_title_that_is_underlined_with_equal_signs_stays() -> None:
    text = "shapes\n==========\n\nWords.\n"
    assert clean_document(text) == text


def test_what_a_model_says_behind_the_frame_of_its_answer_is_dropped() -> None:
    text = "## `Booking`\n\n- **total**: what it costs.\n"
    assert clean_document(f"{text}==========\nThe part on `Booking` now correctly states the price.\n") == text


def test_equal_signs_in_a_code_block_are_code() -> None:
    text = "# shapes\n\n```text\n- a\n==========\n```\n\nWords.\n"
    assert clean_document(text) == text


def test_equal_signs_below_words_are_a_title_wherever_they_stand() -> None:
    text = "# shapes\n\nWords.\n\nMore\n==========\n\nWords.\n"
    assert clean_document(text) == text
