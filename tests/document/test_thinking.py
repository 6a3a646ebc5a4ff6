from __future__ import annotations

import pytest

from reflexion_core.document.thinking import strip_thinking


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ('<think>\nhm\n</think>\n\n{"a": 1}', '{"a": 1}'),
        ("<think></think>answer", "answer"),
        ("<think>one</think>\n<think>two</think>\nanswer", "answer"),
        ("<think>\n```\nopen fence\n</think>\nanswer", "answer"),
        ("hm, so\n</think>\nanswer", "answer"),
        ('<think>\nhm\n{"a": 1}', '{"a": 1}'),
        ("<think>\nhm", ""),
        ("<think>hm</think>\n\n    code", "    code"),
        ("<think>hm</think>\r\n\r\n# a\r\n", "# a\r\n"),
        ("answer\n</think>\n", "answer\n"),
    ],
    ids=[
        "json",
        "empty",
        "two",
        "fence-within",
        "no-start",
        "no-end",
        "cut",
        "indented",
        "windows",
        "at-end",
    ],
)
def test_thinking_is_taken_out_of_a_reply(reply: str, answer: str) -> None:
    assert strip_thinking(reply) == answer


@pytest.mark.parametrize(
    "reply",
    [
        '{"quote": "<think>x</think>"}',
        "Write `<think>` first.",
        "```\n<think>\nx\n</think>\n```\n",
        "```\n</think>\n```\n",
        "A <think>note</think> in a line.",
        "# a\n\n<think>\nnever closed\n",
        "",
    ],
    ids=["json", "code-span", "fence", "closing-in-fence", "inline", "later-unclosed", "nothing"],
)
def test_a_tag_that_is_content_stays(reply: str) -> None:
    assert strip_thinking(reply) == reply
