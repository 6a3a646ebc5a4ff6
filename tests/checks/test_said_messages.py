"""Messages that a document states without their exceptions beside them."""

import pytest

from reflexion_core.checks.exceptions import ExceptionsCheck
from tests.checks.papers import findings, mended, verdicts

SOURCE = """
class Invalid(ValueError):
    def __init__(self, field, text):
        super().__init__(f"{field}: {text}")


def check_url(value, schemes=("http",)):
    parts = urlsplit(value)
    if parts.scheme not in schemes:
        raise Invalid("url", f"scheme must be one of {schemes}")
    if not parts.hostname:
        raise Invalid("url", "host is missing")
    return value


def title(text):
    if not text:
        raise ValueError("title is missing")
    return text


def save(path, log):
    if not path:
        raise ValueError("path is empty")
    log(f"saved {path}")
"""
INTRO = "# Checks\n\nAll raise `ValueError`, mostly `Invalid`.\n\n"
WRITTEN = [
    "## `check_url(value)`\n\nWithout a host, you get the message `{}`.",
    "1. **`check_url(value)`** → `str`\n\n   Without a host, you get the message `{}`.",
    "## `check_url(value)`\n\nThe error reads “{}” if there is no host.",
    '## `check_url(value)`\n\n- no host: `Invalid` with the text "{}"',
    "## `check_url(value)`\n\n| Input | Message |\n|---|---|\n| `http://` | `{}` |",
    "## `check_url(value)`\n\nWithout a host it is refused: `{}`.",
]


@pytest.mark.parametrize("document", WRITTEN)
def test_a_message_that_no_exception_has_is_wrong_in_its_line_and_mended(document):
    document = INTRO + document
    found = findings(ExceptionsCheck, document.format("url: no host given"), SOURCE)
    assert [one.expected for one in found] == ["url: host is missing"]
    assert mended(document.format("url: no host given"), found) == document.format("url: host is missing")


@pytest.mark.parametrize("document", WRITTEN)
def test_the_right_message_is_not_wrong(document):
    assert findings(ExceptionsCheck, INTRO + document.format("url: host is missing"), SOURCE) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "It logs the message `path was saved`.",
        "You may show a message such as `path is not there` to the user.",
        "If the disk is full you get the message `[Errno 28] No space left on device`.",
        "The message is `ValueError: path is empty`.",
        "The message is `title is missing` where the title is.",
    ],
)
def test_other_messages_are_not_judged_wrong(sentence):
    assert findings(ExceptionsCheck, f"{INTRO}## `save(path, log)`\n\n{sentence}", SOURCE) == []


def test_a_message_of_any_function_of_the_file_is_right_where_no_symbol_is_known():
    found = verdicts(ExceptionsCheck, f"{INTRO}You may get the message `title is missing`.", SOURCE)
    assert [one.outcome for one in found if "message" in one.subject] == ["right"]
