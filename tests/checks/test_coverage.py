"""Coverage: what is public has to be in the document."""

import pytest

from reflexion_core.checks.coverage import CoverageCheck
from tests.checks.papers import findings, verdicts

SOURCE = """
class Box:
    def open(self, key):
        return key

    @property
    def size(self):
        return 1

    def _hidden(self):
        return 2


class BoxFault(Exception):
    pass


def pack(things):
    if not things:
        raise BoxFault
    return Box()


def _private():
    return 3
"""
DOCUMENT = """# class Box

Holds things.

## open(key)

Opens it.

## size

How much is in it.

# pack(things)

Packs things.
"""


def _found(document, source=SOURCE):
    return findings(CoverageCheck, document, source)


def test_a_true_document_has_no_finding():
    assert _found(DOCUMENT) == []


def test_a_function_left_out_is_found_at_the_end():
    [finding] = _found(DOCUMENT.replace("# pack(things)\n\nPacks things.\n", ""))
    assert (finding.doc_line, finding.severity, finding.dimension, finding.owner) == (
        11,
        "high",
        "completeness",
        "pack",
    )
    assert finding.doc_text == ""
    assert finding.message == "The document does not document the function `pack`; the source has it (line 18)"


def test_a_method_left_out_is_found_at_the_end_of_its_class():
    [finding] = _found(DOCUMENT.replace("## open(key)\n\nOpens it.\n\n", ""))
    assert (finding.severity, finding.owner) == ("medium", "Box.open")
    assert 1 < finding.doc_line < 10


def test_a_class_left_out_is_one_finding_without_its_methods():
    document = "# pack(things)\n\nPacks things.\n"
    assert [finding.owner for finding in _found(document)] == ["Box"]


def test_a_name_mentioned_in_passing_is_neither_right_nor_wrong():
    document = DOCUMENT.replace("# pack(things)\n\nPacks things.\n", "Boxes come from `pack`.\n")
    assert _found(document) == []
    assert [v.outcome for v in verdicts(CoverageCheck, document, SOURCE) if v.subject.startswith("pack")] == [
        "cannot_tell"
    ]


@pytest.mark.parametrize(
    "code",
    [
        "pack([1])",
        "box = pack(\n    [1],\n)",
        ">>> pack([1])\n1",
        "from m import (\n    Box, pack)\npack(1)",
    ],
)
def test_a_name_that_an_example_uses_is_neither_right_nor_wrong(code):
    document = DOCUMENT.replace("# pack(things)\n\nPacks things.\n", f"# Use\n\n```python\n{code}\n```\n")
    assert _found(document) == []
    subjects = [v.subject for v in verdicts(CoverageCheck, document, SOURCE) if v.outcome == "cannot_tell"]
    assert "pack: documented" in subjects


def test_a_name_that_no_example_uses_is_left_out():
    code = "```python\nfill(box)\nunpack([1])\nparcel = 'pack'\n```\n"
    document = DOCUMENT.replace("# pack(things)\n\nPacks things.\n", f"# Use\n\n{code}")
    assert [finding.owner for finding in _found(document)] == ["pack"]


def test_a_class_that_only_an_examples_output_shows_is_no_finding():
    document = "# pack(things)\n\nPacks things.\n\n```python\npack([1])  # => Box(size=1)\n```\n"
    assert _found(document) == []


def test_all_decides_what_is_public():
    assert _found("# class Box\n\n## open(key)\n\nOpens.\n\n## size\n\nSize.\n", '__all__ = ["Box"]\n' + SOURCE) == []


def test_a_table_of_methods_documents_them():
    table = "| Method | Does |\n|---|---|\n| `open(key)` | opens |\n| `size` | how much |\n"
    document = f"# class Box\n\nHolds things.\n\n{table}\n# pack(things)\n\nPacks.\n"
    assert _found(document) == []


def test_a_signature_without_a_word_is_a_low_finding():
    document = DOCUMENT.replace("Packs things.", "```python\npack(things)\n```")
    [finding] = _found(document)
    assert (finding.doc_line, finding.severity) == (13, "low")


def test_an_empty_document_has_no_parts_to_miss():
    assert _found("") == []


WORDS = (
    "def convert(text):\n    return text\n\n\ndef read_all(path):\n    return path\n\n\nclass Connection:\n    pass\n"
)


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ("They convert what they get from a connection, with read_all.", ["convert"]),
        ("Call `convert` on a connection, and read_all.", []),
        ("They work.", ["convert", "read_all", "Connection"]),
    ],
)
def test_a_word_of_english_mentions_no_function(words, missing):
    found = findings(CoverageCheck, f"# Words\n\n{words}\n", WORDS)
    assert [
        name for name in ("convert", "read_all", "Connection") if any(f"`{name}`" in one.message for one in found)
    ] == missing


@pytest.mark.parametrize("line", ["**convert(text)**", "**convert** reads a text.", "Call convert(text) for that."])
def test_a_function_with_a_common_name_is_mentioned_where_it_is_set_apart(line):
    source = "def convert(text):\n    return text\n"
    assert findings(CoverageCheck, f"# Texts\n\n{line}\n", source) == []


@pytest.mark.parametrize(
    "code", ["from m import pack", "from m import (\n    Box,\n    pack,\n)", ">>> from m import pack"]
)
def test_a_name_that_is_only_imported_is_left_out(code):
    document = DOCUMENT.replace("# pack(things)\n\nPacks things.\n", f"# Use\n\n```python\n{code}\n```\n")
    assert [finding.owner for finding in _found(document)] == ["pack"]
