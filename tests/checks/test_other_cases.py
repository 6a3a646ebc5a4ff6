import pytest

from reflexion_core.checks.exceptions import ExceptionsCheck
from tests.checks.papers import findings, mended

SOURCE = '''\
"""Passes for a gate."""


class PassError(Exception):
    """The pass must not be let in."""


def sealed(secret, body):
    if not secret:
        raise ValueError("secret must not be empty")
    return secret + body


def admit(secret, body, header, moment, *, limit=300):
    if not header.startswith("v1="):
        raise PassError("header must start with 'v1='")
    age = abs(moment)
    if age > limit:
        raise PassError(f"moment is {age} seconds off")
    if sealed(secret, body) != header:
        raise PassError("stamp does not match")


def is_admitted(secret, body, header, moment):
    try:
        admit(secret, body, header, moment)
    except PassError:
        return False
    return True
'''


def raises_of(function: str, words: str, parameters: str = "secret, body, header, moment") -> str:
    return f"## `{function}({parameters})`\n\nLooks at a pass.\n\n**Raises**\n\n- {words}\n"


def found(
    function: str, words: str, source: str = SOURCE, parameters: str = "secret, body, header, moment"
) -> list[str]:
    """Return what is wrong with a stated exception, without those that are left out."""
    document = raises_of(function, words, parameters)
    return [one.message for one in findings(ExceptionsCheck, document, source) if " says that " in one.message]


def admit(words: str) -> list[str]:
    return found("admit", f"`PassError`: if it is not to be let in.\n- {words}")


def test_the_half_of_a_condition_that_is_another_exceptions_message_is_named() -> None:
    (message,) = admit("`ValueError`: if the stamp does not match the expected one or if the secret is empty.")
    assert "raises `ValueError` if the stamp does not match the expected one;" in message
    assert "`PassError` (line 21)" in message


def test_a_whole_condition_of_another_exception_gets_its_type() -> None:
    document = raises_of("admit", "`PassError`: if it is not let in.\n- `ValueError`: if the stamp does not match.")
    one = findings(ExceptionsCheck, document, SOURCE)
    assert "- `PassError`: if the stamp does not match." in mended(document, one)


def test_a_parameter_on_which_nothing_of_the_stated_type_hangs_is_anothers_case() -> None:
    (message,) = admit("`ValueError`: if `header` has a wrong form.")
    assert "what the source raises for `header` is `PassError` (line 16)" in message


@pytest.mark.parametrize("words", ["If the `header` does not meet these conditions, it raises a `ValueError`."])
def test_an_exception_that_is_caught_is_told_with_what_is_returned_instead(words: str) -> None:
    document = f"## `is_admitted(secret, body, header, moment)`\n\nTells it. {words}\n"
    (one,) = findings(ExceptionsCheck, document, SOURCE)
    assert "`PassError` (line 16), which `is_admitted` catches (line 27) and returns `False`" in one.message
    assert one.replacement is None


@pytest.mark.parametrize(
    "words",
    [
        "`ValueError`: if the secret is empty.",
        "`ValueError`: if `secret` is empty or anything is wrong with it.",
        "`ValueError`: if `admit` is called with invalid arguments.",
        "`ValueError`: if the secret for the `header` is empty.",
        "`ValueError`: if `header` is fine but the secret is empty.",
        "`ValueError`, `PassError`: if the stamp does not match or the secret is empty.",
        "`ValueError`: if the stamp matches, and the secret is empty.",
    ],
)
def test_a_condition_that_may_be_the_stated_types_is_left_alone(words: str) -> None:
    assert admit(words) == []


TWO_TESTS = '''\
class NameFault(Exception):
    """A name is no good."""


def book(name, seats):
    if not isinstance(name, str):
        raise TypeError("a name is a text")
    if not name.strip():
        raise NameFault("nobody is named")
    if seats < 1:
        raise ValueError("no seat is asked for")
'''


@pytest.mark.parametrize(
    "words",
    [
        "`TypeError`: if `name` is no good.\n- `NameFault`: if `name` is blank.\n- `ValueError`: if `seats` < 1.",
        "`NameFault`: if `name` is not fit.\n- `TypeError`: if `name` is a number.\n- `ValueError`: if `seats` < 1.",
    ],
)
def test_a_parameter_that_two_types_are_raised_for_is_left_to_both(words: str) -> None:
    assert found("book", words, TWO_TESTS, "name, seats") == []


def test_a_parameter_of_another_exception_alone_is_told_beside_one_with_two_types() -> None:
    words = "`TypeError`: if `seats` is not fit.\n- `NameFault`: if `name` is blank.\n- `ValueError`: if `seats` < 1."
    (message,) = found("book", words, TWO_TESTS, "name, seats")
    assert "for `seats` is `ValueError` (line 11)" in message


SHARED_WORDS = '''\
class LostFile(Exception):
    """A file is gone."""


def load(path, mode):
    if path == "":
        raise ValueError("file name is missing")
    if mode == "x":
        raise LostFile("file is missing")
'''


def test_words_that_two_messages_share_belong_to_both() -> None:
    words = "`ValueError`: if the file is missing.\n- `LostFile`: if the file is missing in mode x."
    assert found("load", words, SHARED_WORDS, "path, mode") == []


@pytest.mark.parametrize(
    "body",
    [
        "    key = text[:3]\n    if key == '':\n        raise LookupError('nothing there')\n",
        "    found = []\n    found.append(text)\n    if len(found) > count:\n"
        "        raise LookupError('nothing there')\n",
        "    mode = 1\n    if text > 'm':\n        mode = 2\n    if mode > count:\n"
        "        raise LookupError('nothing there')\n",
        "    for one in text:\n        if one == 'x':\n            return 1\n    if count:\n"
        "        raise LookupError('nothing there')\n",
        "    check(text, count)\n",
        "    try:\n        open_it(text)\n    except KeyError:\n        raise LookupError('nothing there') from None\n",
        "    if count > 4:\n        raise LookupError('nothing there')\n    return open_it(text)\n",
    ],
)
def test_what_hangs_on_a_parameter_on_the_way_is_no_other_case(body: str) -> None:
    source = (
        "from elsewhere import open_it\n\n\nclass TextFault(Exception):\n    pass\n\n\ndef check(given, count):\n"
        "    if given[0] * count == 'a':\n        raise LookupError('nothing there')\n\n\ndef find(text, count):\n"
        f"    if not text:\n        raise TextFault('text must be given')\n{body}"
    )
    words = "`TextFault`: if no text is given.\n- `LookupError`: if `text` is unknown."
    assert found("find", words, source, "text, count") == []


def test_a_parameter_that_is_only_tested_for_another_type_is_no_case_of_a_called_functions_type() -> None:
    source = (
        "class TextFault(Exception):\n    pass\n\n\ndef check(count):\n    if count > 4:\n"
        "        raise LookupError('nothing there')\n\n\ndef find(text, count):\n    if not text:\n"
        "        raise TextFault('it must be given')\n    check(count)\n    return text\n"
    )
    words = "`TextFault`: if nothing is given.\n- `LookupError`: if `text` is unknown."
    (message,) = found("find", words, source, "text, count")
    assert "for `text` is `TextFault` (line 12)" in message


GATHERED = """\
def make(label, *parts, **details):
    return label % details + str(parts)
"""


@pytest.mark.parametrize(
    "words",
    ["`TypeError` if the `details` argument is not a dictionary.", "`TypeError`: if `*parts` is not a tuple."],
)
def test_what_gathers_arguments_is_never_of_another_kind(words: str) -> None:
    (message,) = found("make", words, GATHERED, "label, *parts, **details")
    assert "it gathers the arguments (line 1)" in message


@pytest.mark.parametrize(
    "words",
    ["`TypeError` if `label` is not a dictionary.", "`TypeError`: if a value of `details` is not a dictionary."],
)
def test_what_may_be_of_another_kind_is_left_alone(words: str) -> None:
    assert found("make", words, GATHERED, "label, *parts, **details") == []
