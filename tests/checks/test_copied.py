"""A document that holds the implementation itself."""

from __future__ import annotations

from reflexion_core.checks.copied import CopiedCheck
from reflexion_core.records import Finding
from tests.checks.papers import make_paper

BODY = "\n".join(f"    total += step_{number}(total)" for number in range(10))
SOURCE = f'''\
def climb(total: int) -> int:
    """Climb all steps.

    Args:
        total: Where it starts.
    """
{BODY}
    return total


def rest(total: int) -> int:
    return total
'''


def findings(document: str) -> list[Finding]:
    verdicts = CopiedCheck().run(make_paper(document, SOURCE))
    return [verdict.finding for verdict in verdicts if verdict.finding is not None]


def test_a_copied_implementation_is_found_at_its_fence() -> None:
    [finding] = findings(f"# climb\n\n```python\n{SOURCE}```\n")
    assert (finding.doc_line, finding.doc_end_line) == (4, 24)
    assert "(lines 7 to 21 of the source)" in finding.message


def test_a_copy_with_another_indentation_is_found() -> None:
    assert findings(f"```python\nclass Hill:\n{'    ' + BODY.replace(chr(10), chr(10) + '    ')}\n```\n")


def test_a_signature_and_a_short_quote_are_no_copy() -> None:
    quote = "\n".join(BODY.split("\n")[:8])
    assert findings(f"```python\ndef climb(total: int) -> int\n```\n\n```python\n{quote}\n```\n") == []


def test_a_copied_docstring_is_no_copy_of_the_implementation() -> None:
    text = "\n".join(SOURCE.split("\n")[:6])
    assert findings(f"```python\n{text}\n    ...\n```\n") == []


def test_lines_in_words_are_no_copy() -> None:
    assert findings(f"# climb\n\n{SOURCE.replace('    ', '')}\n") == []


PIECES = "\n\n".join(
    f"def part_{number}(a, b):\n    c = a + {number}\n    d = b * {number}\n    return c - d" for number in range(4)
)


def test_many_small_functions_that_are_shown_whole_are_a_copy() -> None:
    fences = "\n\n".join(f"```python\n{piece}\n```" for piece in PIECES.split("\n\n"))
    verdicts = CopiedCheck().run(make_paper(f"# parts\n\n{fences}\n", PIECES))
    assert [verdict.doc_line for verdict in verdicts] == [4, 11, 18, 25]


def test_one_small_function_of_many_may_be_shown() -> None:
    document = f"# parts\n\n```python\n{PIECES.split(chr(10) * 2)[0]}\n```\n"
    assert list(CopiedCheck().run(make_paper(document, PIECES))) == []
