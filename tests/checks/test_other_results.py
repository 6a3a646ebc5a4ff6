"""Constants that are said to come back in some case, and do not: None, False, and what is not there."""

import pytest

from reflexion_core.checks.defaults import DefaultsCheck
from reflexion_core.checks.returns import ReturnsCheck
from tests.checks.papers import findings

SOURCE = """
from collections import defaultdict


class Card:
    sizes = (1, 2)

    def __init__(self, title, labels, loose, sizes=None):
        self.title = title
        self._labels = dict(labels)
        self._loose = defaultdict(list, loose)
        self._given = loose
        if sizes is not None:
            self.sizes = tuple(sizes)

    def __getitem__(self, name):
        values = self._labels[name]
        return values[0]

    def __len__(self):
        return len(self._labels)

    def label(self, name):
        return self._labels[name]

    def first(self, name):
        if not name:
            return None
        return self._labels[name]

    def guarded(self, name):
        try:
            return self._labels[name]
        except KeyError:
            return None

    def careful(self, name):
        return self._labels[name] if name in self._labels else self.title

    def loose(self, name):
        return self._loose[name]

    def given(self, name):
        return self._given[name]

    def walk(self):
        for name in self._labels:
            yield name

    def names(self):
        return list(self._labels)


def find(names):
    for name in sorted(names):
        if name:
            return name, 1


def pair(names) -> "tuple[str, int] | None":
    return (names[0], 1) if names else None


def noted(names) -> "tuple[str, int] | None":
    if names:
        return "first", 1
    return None


def both(text):
    if not text:
        return None
    return [text], False


def word(text):
    if text:
        return f"<{text}>"
    return None


LIMIT = 20


def place(text, sign):
    for number in range(len(text)):
        if text[number] == sign:
            return number
    return -1


def owner(items, name):
    for item in items:
        if item.name == name:
            return item.owner
    return False


def cap(number=None):
    number = number or LIMIT
    return number * 2


def keep_trying(call, attempts=5, pause=0):
    return call, attempts, pause
"""


def found(name: str, words: str) -> list[str]:
    return [one.message for one in findings(ReturnsCheck, f"# m\n\n## `{name}`\n\n{words}\n", SOURCE)]


@pytest.mark.parametrize(
    ("name", "words", "count"),
    [
        ("find", "Returns a tuple of both, or `False` if there is none.", 1),
        ("find", "Returns a tuple of both, or `None` if there is none.", 0),
        ("find", "Returns `False` if there is none.", 1),
        ("find", "Returns a tuple of the name and `False` if there is none.", 0),
        ("find", "Returns a tuple of the name and its number, or `1` if there is none.", 0),
        ("noted", "Returns a tuple of both, or `False` if there is none.", 1),
        ("noted", "Returns a tuple of both, or `None` if there is none.", 0),
        ("both", "Returns a tuple of both, or `False` if there is no text.", 0),
        ("word", "Returns `False` if there is no text.", 1),
        ("word", "Returns `None` if there is no text.", 0),
        ("Card.label", "The value. Returns `None` if there is no such label.", 1),
        ("Card.label", "The value, or `None` if there is no such label.", 1),
        ("Card.label", "The value of the label that is asked for, or `None` if it is not there.", 1),
        ("Card.label", "The value, or `None` if it was set to that.", 0),
        ("Card.label", "The label is a word, or `None` if there is no such label.", 0),
        ("Card.first", "The value, or `None` if there is no such label.", 0),
        ("Card.guarded", "The value, or `None` if there is no such label.", 0),
        ("Card.careful", "The value, or `None` if there is no such label.", 0),
        ("Card.loose", "The value, or `None` if there is no such label.", 0),
        ("Card.given", "The value, or `None` if there is no such label.", 0),
        ("Card.names", "The names, or `None` if there are none.", 1),
        ("Card.label", "Returns the value or `None` for an unknown label.", 1),
        ("Card.label", "The value. If there is no such label, the result is `None`.", 1),
        ("Card.label", "The value; `None` if there is none.", 1),
        ("place", "The place, or `None` if there is none.", 1),
        ("place", "The place, or `-1` if there is none.", 0),
        ("place", "The place. `None` is returned if there is no such sign.", 1),
        ("owner", "The owner of an item, or `None` if there is none.", 0),
        ("word", "Returns the word, or `False` for nothing.", 0),
        ("Card.names", "All names as a tuple.", 1),
        ("Card.names", "The result is a tuple.", 1),
        ("Card.names", "The result is a `list` of the names.", 0),
        ("Card.names", "If it is not told, the result is a tuple.", 0),
        ("Card.names", "The result is a new one.", 0),
        ("Card.names", "All names, given as a tuple to whoever asks.", 0),
        ("Card.names", "The names are kept as a dict.", 0),
        ("Card.names", "All names as a list, which is empty at first.", 0),
        ("Card.walk", "A list of the names.", 1),
        ("Card.walk", "An iterator of the names.", 0),
        ("Card.walk", ":returns: list of names", 1),
        ("Card.walk", ":returns: iterator of names", 0),
        ("Card.names", ":returns: list of names", 0),
        ("Card.names", ":returns: set of names", 1),
        ("Card.names", ":returns: name of the labels", 0),
        ("Card.walk", "**Returns** a list of names.", 1),
    ],
)
def test_a_result_that_no_path_can_give_is_wrong(name, words, count):
    assert len(found(name, words)) == count


TABLE = "# m\n\n## `Card`\n\n| Operation | Meaning |\n|---|---|\n| `{}` | {} |\n"


@pytest.mark.parametrize(
    ("operation", "words", "lines"),
    [
        ("card[name]", "The first value, or `None` if there is no such label.", [7]),
        ("card[name]", "The first value; `KeyError` if there is no such label.", []),
        ("other[name]", "The first value, or `None` if there is no such label.", []),
        ("card[name] = value", "Sets it, or `None` if there is no such label.", []),
        ("name in card", "Whether there is one, or `None` if there is no such label.", []),
        ("len(card)", "How many, or `None` if there is no label.", [7]),
        ("len(card)", "How many, or `0` if there is no label.", []),
    ],
)
def test_an_operation_is_compared_with_the_method_that_it_calls(operation, words, lines):
    document = TABLE.format(operation, words)
    assert [one.doc_line for one in findings(ReturnsCheck, document, SOURCE)] == lines
    listed = f"# m\n\n## `Card`\n\nOperations of it:\n\n- `{operation}` \u2013 {words}\n"
    assert [one.doc_line for one in findings(ReturnsCheck, listed, SOURCE)] == lines


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("If it isn't given, it is `(2, 1)`.", ["(1, 2)"]),
        ("If it isn't given, it is `(1, 2)`.", []),
        ("If not given, it is `()`.", ["(1, 2)"]),
        ("If it isn't given, it is `sizes` of the class.", []),
        ("If it isn't given, it is empty.", []),
    ],
)
def test_what_stands_in_for_none_may_be_an_attribute_of_the_class(words, expected):
    document = f"# m\n\n## Card(title, labels, loose, sizes=None)\n\n- `sizes`: the sizes. {words}\n"
    found = findings(DefaultsCheck, document, SOURCE)
    assert [one.message.rpartition("stands for ")[2].strip("`") for one in found] == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Without options, it is called until it succeeds, but at most three\ntimes.", ["5"]),
        ("Without options, it is called until it succeeds, but at most five times.", []),
        ("By default it is called up to 3 times, without a pause.", ["5"]),
        ("By default it is called up to 3 times a second.", []),
        ("It is called at most three times.", []),
    ],
)
def test_how_often_something_is_done_without_options_is_a_default(words, expected):
    found = findings(DefaultsCheck, f"# m\n\n## `keep_trying`\n\n{words}\n", SOURCE)
    assert [one.expected for one in found] == expected


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("- `number`: how many. Without it, 30.", 1),
        ("- `number`: how many. Without it, 20.", 0),
        ("- `number`: how many. If omitted, `30` is used.", 1),
        ("- `number`: how many; 30 unless given.", 1),
        ("- `number`: how many. If it is not given, `LIMIT` is used.", 0),
        ("If `number` is not given, it is 30.", 1),
        ("If `number` is not given, it is 20.", 0),
        ("If `number` is not given, it is `all`.", 0),
    ],
)
def test_a_constant_that_takes_the_place_of_none_is_the_default(words, count):
    assert len(findings(DefaultsCheck, f"# m\n\n## cap(number=None)\n\n{words}\n", SOURCE)) == count
