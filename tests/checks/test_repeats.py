"""Repeats: what a document says twice, word for word, about the same thing."""

import pytest

from reflexion_core.checks.leftovers import LeftoversCheck
from reflexion_core.checks.repeats import RepeatsCheck
from reflexion_core.document.layout import ItemList, read_layout
from reflexion_core.repair import apply_replacements
from tests.checks.papers import CASES, false_alarms, findings

SOURCE = '''\
class Stay:
    """A stay."""

    def __init__(self, guest: str, rate: int = 80) -> None:
        self.guest = guest
        self.rate = rate

    def total(self, nights: int) -> int:
        return self.rate * nights


def send(body: str, *, limit: int = 3) -> None:
    """Send."""


def take(body: str, *, limit: int = 3) -> None:
    """Take."""
'''
ENTRY = "- **`Stay.total`**\n  - Returns: what the stay costs\n  - Parameters:\n    - `nights`: how long it is\n"
OTHER = "- **`Stay.rate`**\n  - Returns: the rate of a night as a number\n"
PARAMETERS = "- `body`: the words that go out\n- `limit`: how many times it tries\n"
WORDS = "It tries again until the limit is reached, and then it gives up.\n"


def _found(document):
    return findings(RepeatsCheck, document, SOURCE)


def _repaired(document):
    """Return a document mended until nothing is left to mend; a heading left with nothing is a leftover."""
    for _ in range(4):
        found = [*_found(document), *findings(LeftoversCheck, document, SOURCE)]
        document = apply_replacements(document, found).text
    assert _found(document) == []
    return document


def _shown(document):
    return [(one.severity, one.doc_line, one.doc_end_line) for one in _found(document)]


def test_an_entry_with_all_that_is_nested_in_it_is_found_where_it_comes_again():
    document = f"# stay\n\n## Members\n\n{ENTRY}{OTHER}{ENTRY}"
    [finding] = _found(document)
    assert (finding.severity, finding.doc_line, finding.doc_end_line) == ("low", 11, 14)
    assert finding.message == ('Lines 11 to 14 say again, word for word, what lines 5 to 8 say: "**`Stay.total`**"')
    assert finding.dimension == "clarity"
    assert _repaired(document) == f"# stay\n\n## Members\n\n{ENTRY}{OTHER}"


def test_entries_that_come_a_second_and_a_third_time_are_taken_out_at_once():
    third = "- **`Stay`**\n  - A stay in a hotel\n"
    block = ENTRY + OTHER + third
    document = f"# stay\n\n{block}{block}- `send`: sends words\n{block}\n## `take`\n\nTakes words.\n"
    assert [severity for severity, *_ in _shown(document)] == ["medium", "medium"]
    mended = apply_replacements(document, _found(document)).text
    assert mended == f"# stay\n\n{block}- `send`: sends words\n\n## `take`\n\nTakes words.\n"


def test_a_list_that_comes_again_under_a_symbol_goes_with_its_heading():
    document = f"## `send`\n\nSends.\n\n{PARAMETERS}\n### Parameters\n\n{PARAMETERS}\n### Returns\n\nNothing.\n"
    assert _shown(document) == [("medium", 10, 11)]
    assert _repaired(document) == f"## `send`\n\nSends.\n\n{PARAMETERS}\n### Returns\n\nNothing.\n"


def test_a_list_that_comes_again_goes_with_its_label_and_leaves_what_else_is_under_it():
    document = f"## `send`\n\n**Parameters:**\n\n{PARAMETERS}\n{WORDS}\n**Arguments:**\n\n{PARAMETERS}"
    assert _repaired(document).rstrip() == f"## `send`\n\n**Parameters:**\n\n{PARAMETERS}\n{WORDS}".rstrip()


def test_a_sentence_that_leads_to_a_list_alone_goes_with_it():
    start = f"## `send`\n\n### Parameters\n\n{PARAMETERS}\n### Details\n\nIt sends words."
    document = f"{start} It takes these parameters:\n\n{PARAMETERS}\n### Returns\n\nNothing.\n"
    assert _repaired(document) == f"{start}\n\n### Returns\n\nNothing.\n"


def test_a_list_that_comes_again_inside_an_entry_goes_with_the_label_of_its_entry():
    again = "  - Parameters:\n    - `nights`: how long it is\n    - `rate`: what a night costs\n"
    document = f"# stay\n\n- **`Stay.total`**\n{again}  - Returns: what it costs\n{again}{OTHER}"
    assert _repaired(document) == f"# stay\n\n- **`Stay.total`**\n{again}  - Returns: what it costs\n{OTHER}"


def test_one_of_three_nested_entries_that_comes_again_is_taken_out():
    nested = "  - counts every night once\n  - leaves out the last day\n"
    document = f"# stay\n\n- **`Stay.total`**\n{nested}  - counts every night once\n{OTHER}"
    assert _shown(document) == [("low", 6, 6)]
    assert _repaired(document) == f"# stay\n\n- **`Stay.total`**\n{nested}{OTHER}"


def test_a_paragraph_that_comes_again_under_a_symbol_is_taken_out():
    document = f"## `send`\n\n{WORDS}\n### Notes\n\n{WORDS}\n## `take`\n\nTakes.\n"
    assert _shown(document) == [("low", 7, 7)]
    assert _repaired(document) == f"## `send`\n\n{WORDS}\n## `take`\n\nTakes.\n"


def test_a_section_that_comes_again_is_taken_out_whole():
    section = f"## `send`\n\nSends.\n\n### Parameters\n\n{PARAMETERS}\n"
    document = f"# stay\n\n{section}## `take`\n\nTakes.\n\n{section}## `Stay`\n\nA stay.\n"
    assert _shown(document) == [("medium", 16, 23)]
    assert _repaired(document) == f"# stay\n\n{section}## `take`\n\nTakes.\n\n## `Stay`\n\nA stay.\n"


def test_a_section_on_no_symbol_that_comes_again_behind_all_symbols_is_found():
    section = "## Installing\n\nPut the file beside yours.\n\n"
    assert _shown(f"# stay\n\n{section}## `send`\n\nSends.\n\n{section}") == [("medium", 11, 13)]


def test_repeats_of_all_kinds_at_once_leave_each_thing_once():
    section = f"## `send`\n\n{WORDS}\n{PARAMETERS}\n"
    later = f"### Notes\n\n{WORDS}\n### Parameters\n\n{PARAMETERS}\n## `send`\n\n{WORDS}"
    document = f"# stay\n\n{ENTRY}{OTHER}{ENTRY}\n{section}{later}"
    mended = _repaired(document)
    assert mended.rstrip() == f"# stay\n\n{ENTRY}{OTHER}\n{section}".rstrip()
    assert sum(isinstance(node, ItemList) for node in read_layout(mended)) == 2


@pytest.mark.parametrize(
    "document",
    [
        f"## `send`\n\n{PARAMETERS}\n## `take`\n\n{PARAMETERS}",
        f"## `send`\n\n### Parameters\n\n{PARAMETERS}\n## `take`\n\n### Parameters\n\n{PARAMETERS}",
        f"## `send`\n\n## Parameters\n\n{PARAMETERS}\n## `take`\n\n## Parameters\n\n{PARAMETERS}",
        f"# stay\n\n`send(body)` sends.\n\n{PARAMETERS}\n`take(body)` takes.\n\n{PARAMETERS}",
        f"# stay\n\n**`send(body)`**\n\n{PARAMETERS}\n**`take(body)`**\n\n{PARAMETERS}",
        "# stay\n\n- `send`\n  - Returns: nothing at all\n- `take`\n  - Returns: nothing at all\n",
        "# stay\n\n- `send`\n- Returns: nothing at all\n- `take`\n- Returns: nothing at all\n",
        "## `send`\n\n### Returns\n\nNone\n\n## `take`\n\n### Returns\n\nNone\n",
        f"## `send`\n\n### With words\n\n{PARAMETERS}\n### With a limit\n\n{PARAMETERS}",
        "## `Stay`\n\n### Parameters\n\n- `guest` (str): who comes\n- `rate` (int): what it costs\n\n"
        "### Attributes\n\n- `guest` (str): who comes\n- `rate` (int): what it costs\n",
        "## `Stay`\n\nIt has:\n\n- `guest` (str): who comes\n- `rate` (int, default 80): what it costs\n\n"
        "### Attributes\n\n- `guest` (str): who comes\n- `rate` (int): what it costs\n",
        "# stay\n\n1. Open the list of all the stays again\n2. Wait\n3. Open the list of all the stays again\n",
        f"# stay\n\n## One\n\n{WORDS}\n## Two\n\n{WORDS}",
        f"## `send`\n\n{WORDS}\n## `take`\n\n{WORDS}",
        "# stay\n\n```python\nsend('a')\n```\n\n```python\nsend('a')\n```\n",
        f"## `send`\n\n```text\n{PARAMETERS}{PARAMETERS}{WORDS}\n{WORDS}```\n",
        "## `send`\n\nThis is what a call with one word and no limit prints:\n\n```python\nsend('a')\n```\n\n"
        "This is what a call with one word and no limit prints:\n\n```python\nsend('b')\n```\n",
        "## `send`\n\n| a | b |\n|---|---|\n| x | y |\n\n### More\n\n| a | b |\n|---|---|\n| x | y |\n",
        "## `Stay`\n\n### Thread safety\n\nNone is given.\n\n## `send`\n\n### Thread safety\n\nNone is given.\n",
        "## `Stay`\n\n## Thread safety\n\nNone is given.\n\n## `send`\n\n## Thread safety\n\nNone is given.\n",
    ],
)
def test_the_same_words_about_another_thing_are_no_repetition(document):
    assert _found(document) == []


def test_no_true_document_of_the_cases_says_anything_twice():
    assert any(CASES.iterdir())
    assert false_alarms(RepeatsCheck) == []


def test_a_paragraph_between_two_lists_is_left_to_the_writer():
    document = f"## `send`\n\n{WORDS}\n- one\n\n{WORDS}\n- two\n"
    [finding] = _found(document)
    assert finding.replacement is None


def test_many_headings_and_entries_of_the_same_words_are_read_in_time():
    parts = "".join(
        f"## part {number}\n\n### Returns\n\nNone\n\n- `self`: the same thing again\n" for number in range(800)
    )
    assert _found(f"# stay\n\n{parts}") == []


def test_lines_that_end_as_on_windows_are_mended_too():
    document = f"# stay\n\n{ENTRY}{OTHER}{ENTRY}".replace("\n", "\r\n")
    assert _repaired(document) == f"# stay\n\n{ENTRY}{OTHER}".replace("\n", "\r\n")


def test_odd_line_ends_break_nothing():
    assert _found(f"# stay\r\r{ENTRY}{OTHER}\r{ENTRY}\x0b{ENTRY}\x85{ENTRY}") == []
