"""Callbacks: the number of arguments that they are said to get is compared with the call."""

import pytest

from reflexion_core.checks.callbacks import CallbacksCheck
from tests.checks.papers import false_alarms, findings

SOURCE = """
class Option:
    def __init__(self, name, *, callback=None, check=None, key=None, done=None):
        self.name = name
        self._callback = callback
        self.check = check
        self.key = key
        self.done = done or print

    def process(self, context, value):
        if self._callback is None:
            return value
        self.check(value, *context)
        return self._callback(context, self, value=value)

    def sort(self, items):
        return sorted(items, key=self.key) + [self.key(items[0])]


def each(items, use, test=None):
    found = [use(index, item) for index, item in enumerate(items)]
    return [item for item in found if test(item) or test(item, None)]
"""


def found(name: str, words: str, source: str = SOURCE) -> list[str]:
    return [one.expected for one in findings(CallbacksCheck, f"# m\n\n## `{name}`\n\n{words}\n", source)]


@pytest.mark.parametrize(
    ("name", "words", "count"),
    [
        ("Option", "`callback` is called with two arguments.", 1),
        ("Option", "`callback` is called with three arguments.", 0),
        ("Option", "`callback` can change the value. It is called with two arguments,\nthe context and it.", 1),
        ("Option", "`callback` can change the value. It is called with 3 arguments.", 0),
        ("Option", "`callback` is called as `callback(context, value)`.", 1),
        ("Option", "`callback` is called as `callback(context, option, value)`.", 0),
        ("Option", "- `callback` \u2013 a function; it is called with one argument.", 1),
        ("Option", "Calls `callback(...)`, `callback()` and `callback(*args)`.", 0),
        ("Option", "`check` is called with one argument.", 0),
        ("Option", "`key` is called with two arguments.", 0),
        ("Option", "`done` is called with two arguments.", 0),
        ("Option", "`name` goes with `callback`. It is called with two arguments.", 0),
        ("each", "`use` is called with one argument.", 1),
        ("each", "`use` is called with two arguments.", 0),
        ("each", "`use(item)` makes the results.", 1),
        ("each", "`test` is called with three arguments.", 0),
        ("each", "`use` has to take one argument.", 1),
        ("each", "`use` takes two arguments.", 0),
        ("each", "- `items`: what to use\n- `use`: a function of three arguments", 1),
        ("each", "- `items`: what to use\n- `use`: a callable that takes two arguments", 0),
        ("each", "Calls a function of three arguments for `items`.", 0),
        ("each", "`each` takes three arguments.", 0),
    ],
)
def test_the_number_of_arguments_is_compared_where_there_is_one_way_of_calling(name, words, count):
    assert len(found(name, words)) == count


def test_the_finding_shows_the_call_of_the_source():
    [finding] = findings(CallbacksCheck, "## `each`\n\nGoes on.\n`use` is called with one argument.\n", SOURCE)
    assert (finding.doc_line, finding.source_line) == (4, 21)
    assert "gives it two: `use(index, item)`" in finding.message


def test_a_callback_that_is_wrapped_or_handed_on_is_not_judged():
    for change in ("    use = wrapped(use)\n", "    map(use, items)\n"):
        source = SOURCE.replace("    found = [use", f"{change}    found = [use")
        assert found("each", "`use` is called with one argument.", source) == []


def test_the_true_documents_of_the_cases_have_no_finding():
    assert false_alarms(CallbacksCheck) == []
