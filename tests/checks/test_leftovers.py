"""Leftovers: words around a document that do not belong to it."""

from reflexion_core.checks.leftovers import LeftoversCheck
from tests.checks.papers import findings, mended

SOURCE = 'def pack(things):\n    raise ValueError("TODO: pack")\n'
DOCUMENT = "# pack(things)\n\nPacks things.\n"


def _found(document):
    return findings(LeftoversCheck, document, SOURCE)


def test_a_clean_document_has_no_finding():
    assert _found(DOCUMENT) == []


def test_a_preamble_is_taken_out():
    document = f"Sure! Here is the documentation:\n\n{DOCUMENT}"
    found = _found(document)
    assert [(finding.doc_line, finding.severity) for finding in found] == [(1, "medium")]
    assert mended(document, found) == DOCUMENT


def test_a_sign_off_is_taken_out():
    document = f"{DOCUMENT}\nLet me know if you need anything else!\n"
    found = _found(document)
    assert [finding.doc_line for finding in found] == [5]
    assert mended(document, found).rstrip() == DOCUMENT.rstrip()


def test_a_placeholder_is_found_and_left_to_the_writer():
    [finding] = _found(f"{DOCUMENT}\nTODO: say more.\n")
    assert (finding.doc_line, finding.replacement) == (5, None)


def test_a_placeholder_that_the_source_has_itself_is_no_finding():
    assert _found(f'{DOCUMENT}\nThe message is "TODO: pack".\n') == []


def test_an_open_fence_is_found_at_its_line():
    [finding] = _found(f"{DOCUMENT}\n```python\npack([1])\n")
    assert (finding.doc_line, finding.severity, finding.replacement) == (5, "medium", None)


def test_an_empty_section_is_taken_out():
    document = f"{DOCUMENT}\n## Notes\n\n# Other\n\nWords.\n"
    [finding] = _found(document)
    assert (finding.doc_line, finding.severity) == (5, "low")
    assert mended(document, [finding]) == f"{DOCUMENT}\n# Other\n\nWords.\n"
