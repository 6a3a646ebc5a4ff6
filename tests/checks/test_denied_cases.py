"""Denials of an exception in the very case in which the source raises it."""

from __future__ import annotations

import pytest

from reflexion_core.checks.exceptions import ExceptionsCheck
from tests.checks.papers import findings

SOURCE = """\
class UnknownFlag(LookupError):
    pass


class Flags:
    def enabled(self, name, share=1):
        if share < 0:
            raise ValueError("share must not be negative")
        if name not in self.known:
            raise UnknownFlag(f"unknown flag: {name}")
        return True

    def reset(self, name):
        return self.known.pop(name, None)
"""


def found(method: str, words: str) -> list[str]:
    document = f"## `Flags`\n\n### `enabled(name, share=1)`\n\n{words if method == 'enabled' else 'Raises.'}\n\n"
    document += f"### `reset(name)`\n\n{words if method == 'reset' else 'Takes it back.'}\n"
    return [one.message for one in findings(ExceptionsCheck, document, SOURCE) if "does not raise" in one.message]


CASES = [
    "Does not raise for a flag that is not defined.",
    "Never raises for unknown flags.",
    "Does not raise `UnknownFlag` for a flag that does not exist.",
    "It doesn't raise when the flag is missing.",
    "No exception is raised if the flag isn't known.",
    "Does not raise if `share` is less than 0.",
]


@pytest.mark.parametrize("words", CASES)
def test_a_denial_of_the_case_in_which_the_source_raises_is_wrong(words: str) -> None:
    assert len(found("enabled", words)) == 1


@pytest.mark.parametrize("words", CASES)
def test_the_same_denial_is_right_of_what_does_not_raise(words: str) -> None:
    assert found("reset", words.replace("`share`", "`name`")) == []


@pytest.mark.parametrize(
    "words",
    [
        "Does not raise for a user that is not defined.",
        "Does not raise for a flag that is switched off.",
        "Does not raise if `share` is greater than 1.",
        "Does not raise if `share` is 0.",
        "Does not raise for unknown flags if they are hidden.",
        "With a default, it does not raise for unknown flags.",
    ],
)
def test_a_denial_of_another_case_cannot_be_told(words: str) -> None:
    assert found("enabled", words) == []
