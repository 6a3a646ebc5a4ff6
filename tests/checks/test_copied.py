"""A document that holds the implementation itself."""

from __future__ import annotations

from reflexion_core.checks.copied import CopiedCheck
from reflexion_core.records import Finding
from tests.checks.papers import make_paper, mended

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


def test_copied_functions_are_mended_to_signature_and_docstring() -> None:
    document = f"# climb\n\n```python\n{SOURCE.split(chr(10) * 3, maxsplit=1)[0]}\n```\n"
    found = findings(document)
    assert mended(document, found) == (
        '# climb\n\n```python\ndef climb(total: int) -> int:\n    """Climb all steps.\n\n    Args:\n'
        '        total: Where it starts.\n    """\n```\n'
    )


def test_a_copied_function_without_docstring_is_mended_to_its_signature() -> None:
    source = f"@fast\ndef climb(total):\n{BODY}\n    return total\n"
    document = f"```python\n{source}```\n"
    found = [v.finding for v in CopiedCheck().run(make_paper(document, source)) if v.finding is not None]
    assert mended(document, found) == "```python\n@fast\ndef climb(total):\n    ...\n```\n"


def test_a_copied_class_keeps_its_fields_and_the_signatures_of_its_methods() -> None:
    source = f"class Hill:\n    height = 3\n\n    def climb(self, total):\n{BODY}\n        return total\n".replace(
        "    total +=", "        total +="
    )
    document = f"```python\n{source}```\n"
    found = [v.finding for v in CopiedCheck().run(make_paper(document, source)) if v.finding is not None]
    assert mended(document, found) == (
        "```python\nclass Hill:\n    height = 3\n\n    def climb(self, total):\n        ...\n```\n"
    )


def test_a_copy_that_is_no_python_any_more_is_mended() -> None:
    document = f"```python\ndef climb(total: int) -> int:\n{BODY}\n    return total if it is higher than before\n```\n"
    assert mended(document, findings(document)).startswith('```python\ndef climb(total: int) -> int:\n    """Climb all')


def test_a_fence_that_holds_more_than_definitions_is_not_mended() -> None:
    [finding] = findings(f"```python\n{SOURCE}\n\nprint(climb(3))\n```\n")
    assert finding.replacement is None


OTHER_BODY = "```python\ndef rest(total: int) -> int:\n    wait(total)\n    return wait(total) + 1\n```\n"


def test_a_body_that_is_not_the_sources_is_found_and_mended() -> None:
    [finding] = findings(f"# climb\n\n{OTHER_BODY}")
    assert (finding.severity, finding.doc_line, finding.source_line) == ("low", 4, 20)
    assert "show `rest` otherwise than the source has it: `wait(total)` is not there" in finding.message
    assert "def rest(total: int) -> int:\n    ...\n```" in mended(f"# climb\n\n{OTHER_BODY}", [finding])


def test_a_body_that_is_said_to_be_only_alike_is_no_finding() -> None:
    assert findings(f"# climb\n\nRoughly equivalent to:\n\n{OTHER_BODY}") == []


def test_a_function_of_the_readers_own_is_no_body_of_the_source() -> None:
    assert findings(f"# climb\n\n{OTHER_BODY.replace('rest', 'nap')}") == []


FIELDS = "class Point:\n    x: int\n    y: int = 0  # up\n"


def test_a_field_that_the_source_has_otherwise_is_found() -> None:
    document = f"```python\n{FIELDS.replace('= 0', '= 5')}```\n"
    found = [v.finding for v in CopiedCheck().run(make_paper(document, FIELDS)) if v.finding is not None]
    assert [finding.severity for finding in found] == ["high"]
    assert mended(document, found) == f"```python\n{FIELDS}```\n"


def test_a_field_with_another_comment_is_no_finding() -> None:
    assert list(CopiedCheck().run(make_paper(f"```python\n{FIELDS.replace('up', 'height')}```\n", FIELDS))) == []


def test_lines_of_another_function_are_another_body() -> None:
    source = f"{SOURCE}\n\ndef nap(total: int) -> int:\n    wait(total)\n    return wait(total) + 1\n"
    verdicts = list(CopiedCheck().run(make_paper(f"# climb\n\n{OTHER_BODY}", source)))
    assert [verdict.finding is not None and verdict.finding.severity for verdict in verdicts] == ["low"]


def test_one_line_that_is_no_python_makes_another_body() -> None:
    assert findings(f"# climb\n\n{OTHER_BODY.replace('    wait(total)', '    if total is not high:')}")
