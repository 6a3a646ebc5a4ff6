"""Exceptions: a true document gives no finding, the same one with one lie gives exactly that one."""

import pytest

from reflexion_core.checks.exceptions import ExceptionsCheck
from tests.checks.papers import findings, mended, verdicts

SOURCE = '''
import json


class Overdrawn(ValueError):
    """There is not enough."""


class Closed(Exception):
    pass


def grow(start: float, years: int, limit=None) -> float:
    if start < 0:
        raise ValueError("start must not be negative")
    if years < 1:
        raise TypeError(f"years must be at least 1, got {years}")
    return start


def take(balance, amount):
    if amount > balance:
        raise Overdrawn(f"{amount} is more than {balance}")
    _must_be_open(balance)
    return balance


def _must_be_open(balance):
    if balance is None:
        raise Closed("the account is closed")


def twice(number):
    return number


def load(path, reader):
    return json.loads(reader.fetch(path))
'''
DOCUMENT = """# Bank

## `grow(start, years, limit=None)`

Lets money grow.

**Raises:**

- `ValueError`: if `start` is negative (`start must not be negative`).
- `TypeError`: if `years` is less than 1, with the message `years must be at least 1, got <years>`.

## `take(balance, amount)`

Takes money.

Raises `Overdrawn` if there is not enough, with the message `<amount> is more than <balance>`, and
raises `Closed` when `balance` is `None`.

## `twice(number)`

Does not raise anything.

## `load(path, reader)`

Reads.

**Raises:**

- `json.JSONDecodeError`: if it is no JSON.
- `OSError`: if the reader fails.
"""


def _lie(old, new):
    assert DOCUMENT.count(old) == 1
    return DOCUMENT.replace(old, new)


def _found(document):
    return findings(ExceptionsCheck, document, SOURCE)


def test_a_true_document_has_no_finding():
    assert _found(DOCUMENT) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("- `TypeError`: if `years`", "- `KeyError`: if `years`", 10, "TypeError"),
        ("Raises `Overdrawn`", "Raises `LookupError`", 16, "Overdrawn"),
        ("raises `Closed`", "raises `Closd`", 17, "Closed"),
        ("(`start must not be negative`)", "(`start must be positive`)", 9, "start must not be negative"),
        ("got <years>`", "not <years>`", 10, "years must be at least 1, got {years}"),
        ("<amount> is more than", "<amount> is less than", 16, "{amount} is more than {balance}"),
    ],
)
def test_one_wrong_word_gives_one_finding_that_mends_it(old, new, line, expected):
    document = _lie(old, new)
    [finding] = _found(document)
    assert (finding.doc_line, finding.expected, finding.severity) == (line, expected, "high")
    assert _found(mended(document, [finding])) == []


def test_a_wrong_message_is_told_in_both_sides_words():
    [finding] = _found(_lie("(`start must not be negative`)", "(`start must be positive`)"))
    assert finding.message == (
        "Line 9 gives the message `start must be positive`; the source raises `start must not be negative` (line 15)"
    )
    assert finding.source_line == 15


def test_a_message_that_stops_early_is_a_lesser_fault():
    [finding] = _found(_lie("`years must be at least 1, got <years>`", "`years must be at least 1`"))
    assert finding.severity == "medium"


@pytest.mark.parametrize(
    "message",
    ["years must be at least 1, got -3", "years must be at least 1, got ...", "Years must be at least 1, got %d."],
)
def test_a_message_may_fill_or_hide_what_the_source_fills_in(message):
    assert _found(_lie("years must be at least 1, got <years>", message)) == []


def test_a_bound_one_off_is_found():
    [finding] = _found(_lie("if `years` is less than 1", "if `years` is less than 2"))
    assert finding.message == (
        "Line 10 says that `TypeError` is raised if `years < 2`; the source raises it if `years < 1` (line 17)"
    )


def test_a_bound_that_takes_one_number_more_is_found():
    [finding] = _found(_lie("if `start` is negative", "if `start` is negative or zero"))
    assert finding.expected == "start < 0"


def test_a_bound_in_other_words_for_whole_numbers_is_right():
    assert _found(_lie("if `years` is less than 1", "if `years` is zero or negative")) == []


def test_an_exception_left_out_of_a_list_is_found_at_its_title():
    [finding] = _found(
        _lie(
            "- `TypeError`: if `years` is less than 1, with the message `years must be at least 1, got <years>`.\n", ""
        )
    )
    assert (finding.doc_line, finding.dimension, finding.severity, finding.expected) == (
        7,
        "completeness",
        "high",
        "TypeError",
    )


def test_an_exception_of_a_private_function_left_out_is_a_lesser_fault():
    [finding] = _found(_lie(", and\nraises `Closed` when `balance` is `None`", ""))
    assert (finding.expected, finding.severity) == ("Closed", "medium")


def test_a_part_without_a_word_on_exceptions_is_found_at_its_heading():
    [finding] = _found("## `grow(start, years)`\n\nLets money grow; a `TypeError` is meant for `years`.\n")
    assert (finding.doc_line, finding.expected) == (1, "ValueError")


def test_a_case_left_out_is_found_where_the_others_of_its_type_have_their_messages():
    cases = '    if a:\n        raise ValueError("no a")\n    if b:\n        raise ValueError("no b at all")\n'
    source = f"def f(a, b):\n{cases}"
    document = "## `f(a, b)`\n\n**Raises:**\n\n- `ValueError`: with the message `no b at all`.\n"
    [finding] = findings(ExceptionsCheck, document, source)
    assert finding.source_line == 3


def test_a_case_left_out_is_found_by_its_parameter():
    source = "def f(a, b):\n    if a < 0:\n        raise ValueError(a)\n    if b < 0:\n        raise ValueError(b)\n"
    document = "## `f(a, b)`\n\nDoes it.\n\n**Raises:**\n\n- `ValueError`: if `a` is negative.\n"
    [finding] = findings(ExceptionsCheck, document, source)
    assert finding.source_line == 5
    assert findings(ExceptionsCheck, document.replace("`a` is", "`a` or any other one is"), source) == []


def test_an_exception_that_nothing_can_raise_is_found():
    [finding] = _found(_lie("Does not raise anything.", "Does.\n\n**Raises:**\n\n- `KeyError`: if it is missing."))
    assert finding.message.endswith("the source raises no exception there (line 33)")


def test_what_an_unknown_call_may_raise_cannot_be_told():
    outcomes = {v.outcome for v in verdicts(ExceptionsCheck, DOCUMENT, SOURCE) if v.subject == "load: raises OSError"}
    assert outcomes == {"cannot_tell"}


def test_what_python_itself_may_raise_cannot_be_told():
    document = "## `pick(table, key)`\n\nRaises `KeyError` if there is none.\n"
    [verdict] = verdicts(ExceptionsCheck, document, "def pick(table, key):\n    return table[key]\n")
    assert verdict.outcome == "cannot_tell"
    assert "table[" in verdict.reason


def test_an_exception_of_the_file_cannot_come_from_a_call_of_another_method():
    source = (
        "class Fault(Exception):\n    pass\n\n\n"
        "class A:\n    def read(self, stream):\n        raise Fault('x')\n\n\n"
        "class B:\n    def read(self, stream):\n        return stream.read()\n"
    )
    document = "## class `B`\n\n### `read(stream)`\n\n**Raises:**\n\n- `Fault`: if it fails.\n"
    assert [finding.doc_line for finding in findings(ExceptionsCheck, document, source)] == [7]


def test_a_base_class_of_what_is_raised_is_right():
    assert _found(_lie("Raises `Overdrawn`", "Raises `ValueError`")) == []


def test_a_class_below_the_one_that_is_raised_is_wrong():
    source = "def f(a):\n    if a:\n        raise OSError('no')\n"
    document = "## `f(a)`\n\n**Raises:**\n\n- `FileNotFoundError`: if `a` is true.\n"
    [finding] = findings(ExceptionsCheck, document, source)
    assert finding.expected == "OSError"


def test_does_not_raise_is_wrong_where_it_does():
    source = "def f(a):\n    if a:\n        raise OSError('no')\n"
    [finding] = findings(ExceptionsCheck, "## `f(a)`\n\nIt does not raise `OSError`.\n", source)
    assert (finding.doc_line, finding.source_line) == (3, 3)


def test_only_raises_is_wrong_where_there_is_another():
    source = "def f(a):\n    if a:\n        raise OSError('no')\n    raise KeyError(a)\n"
    document = "## `f(a)`\n\nRaises only `OSError`; a KeyError is another thing.\n"
    [finding] = findings(ExceptionsCheck, document, source)
    assert finding.expected == "KeyError"


def test_a_stub_for_classes_below_may_be_said_to_raise_anything():
    source = "class A:\n    def read(self):\n        raise NotImplementedError\n"
    document = "## class `A`\n\n### `read()`\n\n**Raises:**\n\n- `EOFError`: at the end.\n"
    assert findings(ExceptionsCheck, document, source) == []


def test_a_message_in_a_table_keeps_its_bars():
    source = 'def f(a):\n    if a:\n        raise ValueError("one | two")\n'
    document = "## `f(a)`\n\n### Raises\n\n| Exception | Message |\n|---|---|\n| `ValueError` | `one \\| three` |\n"
    found = findings(ExceptionsCheck, document, source)
    assert [finding.doc_line for finding in found] == [7]
    assert mended(document, found).endswith("`one \\| two` |\n")


def test_a_document_without_words_is_no_problem():
    assert findings(ExceptionsCheck, "", SOURCE) == []


def test_what_was_raised_before_is_not_said_to_be_raised():
    body = "    try:\n        a()\n    except KeyError:\n        raise Fault('no') from None\n"
    source = f"class Fault(Exception):\n    pass\n\n\ndef f(a):\n{body}"
    document = "## `f(a)`\n\nDoes it.\n\n**Raises:**\n\n- `Fault`: after a `ValueError` or `KeyError` (`no`).\n"
    assert findings(ExceptionsCheck, document, source) == []


def test_a_call_of_a_pure_library_module_finds_no_file_missing():
    source = "import textwrap\n\n\ndef f(a):\n    return textwrap.dedent(a)\n"
    document = "## `f(a)`\n\nDoes it.\n\n**Raises:**\n\n- `FileNotFoundError`: if there is no file.\n"
    assert [finding.doc_line for finding in findings(ExceptionsCheck, document, source)] == [7]
    assert findings(ExceptionsCheck, document.replace("FileNotFound", "Value"), source) == []


def test_a_wrong_type_with_the_words_of_a_case_is_found_though_python_could_raise_it():
    source = "def f(rate):\n    if rate <= 0:\n        raise ValueError('rate must be positive')\n    return 1 + rate\n"
    document = "## `f(rate)`\n\nDoes it.\n\n**Raises:**\n\n- `TypeError`: if `rate` is not positive.\n"
    [finding] = findings(ExceptionsCheck, document, source)
    assert (finding.doc_line, finding.expected) == (7, "ValueError")


def test_an_exception_of_a_public_function_may_be_told_by_its_name():
    source = "def g(a):\n    if not a:\n        raise ValueError('no a')\n\n\ndef f(a):\n    g(a)\n"
    document = "## `g(a)`\n\nRaises `ValueError` (`no a`) if `a` is empty.\n\n## `f(a)`\n\nCalls `g`.\n"
    assert findings(ExceptionsCheck, document, source) == []


CHUNKS = "def chunks(items, size):\n    if size < 1:\n        raise ValueError('too small')\n    return items[:size]\n"


def test_an_exception_left_out_where_a_symbol_is_only_mentioned_is_of_low_severity():
    found = findings(ExceptionsCheck, "## chunks\n\n`chunks(items, size)` cuts a list into pieces.\n", CHUNKS)
    assert [one.severity for one in found] == ["low"]


def test_an_exception_left_out_where_the_parameters_are_described_is_of_high_severity():
    document = "## `chunks(items, size)`\n\nCuts a list.\n\n- `items`: the list\n- `size`: how many\n"
    assert [one.severity for one in findings(ExceptionsCheck, document, CHUNKS)] == ["high"]


def test_what_a_list_of_exceptions_leaves_out_is_missing_in_the_whole_list():
    document = "# `grow(start, years, limit=None)`\n\nGrows.\n\n**Raises**\n\n- `ValueError`: if `start` is negative.\n"
    assert [(one.doc_line, one.doc_end_line) for one in findings(ExceptionsCheck, document, SOURCE)] == [(5, 7)]


def test_what_a_part_without_such_a_list_leaves_out_is_missing_in_all_of_its_lines():
    document = "# `twice(number)`\n\nTwice.\n\n# `take(balance, amount)`\n\nTakes.\n\nReturns the balance.\n"
    lines = [(one.doc_line, one.doc_end_line) for one in findings(ExceptionsCheck, document, SOURCE)]
    assert set(lines) == {(5, 9)}


PERCENT = """
def as_percent(share, digits=1):
    if digits < 0 or digits > 6:
        raise ValueError("digits must be from 0 to 6")
    if not 0 <= share <= 1:
        raise ValueError("share must be from 0 to 1")
    return f"{share * 100:.{digits}f} %"
"""


@pytest.mark.parametrize(
    ("digits", "share", "expected"),
    [
        ("less than 0 or greater than 6", "less than 0 or greater than 1", []),
        ("less than 0 or greater than 10", "less than 0 or greater than 1", ["digits > 6"]),
        ("less than 1 or greater than 6", "less than 0 or greater than 1", ["digits < 0"]),
        ("less than 0 or greater than 6", "negative or greater than 100", []),
        ("less than 0 or greater than 6", "less than 0 or greater than 100", ["share > 1"]),
    ],
)
def test_both_ends_of_a_range_are_compared(digits, share, expected):
    entries = f"* `ValueError`: if `digits` is {digits}.\n* `ValueError`: if `share` is {share}.\n"
    document = f"# as_percent(share, digits=1)\n\nText.\n\n**Raises**\n\n{entries}"
    assert [one.expected for one in findings(ExceptionsCheck, document, PERCENT)] == expected


@pytest.mark.parametrize(
    ("stated", "is_same"),
    [("gave up...", True), ("gave up…", True), ("gave up  after", True), ("gave...", True), ("gave it...", False)],
)
def test_a_message_that_is_shortened_or_spaced_otherwise_is_the_same(stated, is_same):
    source = "def f(n):\n    if n < 1:\n        raise ValueError('gave up after')\n    return n\n"
    document = f"# `f(n)`\n\nText.\n\n**Raises**\n\n- `ValueError`: if `n` < 1 (`{stated}`).\n".replace(
        "(`gave", "(`gave"
    )
    assert (findings(ExceptionsCheck, document, source) == []) is is_same


def test_a_comparison_that_is_denied_as_a_whole_is_not_read_as_one_that_holds():
    source = "def pick(code):\n    if not 0 <= code < 10:\n        raise ValueError('no such code')\n    return code\n"
    document = (
        "# `pick(code)`\n\nText.\n\n**Raises**\n\n- `ValueError`: `no such code` if `not (0 <= code < 10)` holds.\n"
    )
    assert findings(ExceptionsCheck, document, source) == []


def test_a_right_message_under_another_of_the_symbols_types_is_a_wrong_type() -> None:
    source = (
        "class Shut(Exception):\n    pass\n\n\ndef enter(door, key):\n    if not key:\n"
        '        raise ValueError("a key is needed")\n    if door:\n        raise Shut("this door stays shut")\n'
    )
    rows = "| `ValueError` | `a key is needed` |\n| `{}` | `this door stays shut` |\n"
    document = "## `enter(door, key)`\n\nEnters.\n\n| Exception | Message |\n|---|---|\n" + rows
    assert findings(ExceptionsCheck, document.format("Shut"), source) == []
    [finding] = findings(ExceptionsCheck, document.format("ValueError"), source)
    assert (finding.expected, finding.doc_text) == ("Shut", "ValueError")


TABLE = """
class Table:
    def __init__(self, points):
        if len(points) < 2:
            raise ValueError("too few")
        if points[0] > points[1]:
            raise ValueError("turned")
"""


def test_a_type_that_is_named_once_more_in_words_that_are_not_read_may_tell_of_the_case():
    told = "**Raises**\n\n- `ValueError`: if the first of `points` is after the second.\n"
    document = f"# `Table(points)`\n\nA table. One alone is a `ValueError`.\n\n{told}"
    assert findings(ExceptionsCheck, document, TABLE) == []


BORROWED = """
from collections import deque


def chunked(items, size: int):
    if size < 1:
        raise ValueError(f"size must be at least 1, not {size}")
    return items


def queued(items, size: int):
    return deque(items, size)


def passed(items, call, size):
    return call(chunked)(items, size)


class Empty(ValueError):
    pass


def first(items):
    if not items:
        raise Empty("there is no first item")
"""
STATED = "**Raises**\n\n- `ValueError`: `size must be at least 1, not {size}` if `size` is less than 1\n"


def test_a_message_of_a_function_that_is_never_called_is_not_this_ones():
    [found] = findings(ExceptionsCheck, f"## queued\n\n{STATED}", BORROWED)
    assert found.message == (
        "Line 5 gives `queued` a message that it never raises; the source raises it in `chunked` (line 7)"
    )


def test_a_message_of_a_function_that_the_source_names_there_may_be_this_ones():
    assert findings(ExceptionsCheck, f"## passed\n\n{STATED}", BORROWED) == []
    other = STATED.replace("size must be at least 1, not {size}", "maxlen must be non-negative")
    assert findings(ExceptionsCheck, f"## queued\n\n{other}", BORROWED) == []


def test_an_exceptions_own_part_may_say_with_which_message_it_is_raised():
    raised = "`Empty`: `there is no first item` if `items` is empty"
    assert findings(ExceptionsCheck, f"## Empty\n\n**Raises**\n\n- {raised}\n", BORROWED) == []
