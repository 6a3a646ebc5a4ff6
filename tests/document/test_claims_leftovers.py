from __future__ import annotations

import pytest

from reflexion_core.document.find_claims import find_claims


def leftovers(document: str) -> list[str]:
    return [claim.kind for claim in find_claims(document).leftovers]


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        ("Sure! Here is the documentation:\n\n# a\n\nX\n", "preamble"),
        ("Certainly!\n\n# a\n\nX\n", "preamble"),
        ("# a\n\nX\n\nLet me know if you need anything else!\n", "sign-off"),
        ("# a\n\nX. I hope this helps!\n", "sign-off"),
        ("# a\n\nTODO: describe.\n", "placeholder"),
        ("# a\n\n[Insert description here]\n", "placeholder"),
        ("# a\n\nTo be documented.\n", "placeholder"),
        ("# a\n\n...\n", "placeholder"),
        ("# a\n\n- `x`: <describe the parameter>\n", "placeholder"),
        ("# a\n\n## b\n\n## c\n\nX\n", "empty section"),
        ("# a\n\nX\n\n## b\n", "empty section"),
        ("# a\n\n```python\nf(1)\n", "fence"),
        ("```markdown\n# a\n\nX\n```\n", "fence"),
        ("# a\n\n<think>\nHm.\n</think>\n", "thinking"),
    ],
)
def test_each_kind_of_leftover_is_found(document: str, kind: str) -> None:
    assert kind in leftovers(document)


@pytest.mark.parametrize(
    "document",
    [
        "# a\n\n## b\n\n### c\n\nX\n",
        "# a\n\nFinds every `TODO` and `...` in a text.\n",
        "# a\n\nA [link](x) and a list [x0, y0].\n",
        "# a\n\nReturns todo items.\n",
        "# a\n\n```python\nf(1)\n```\n",
        "# a\n\nThe message is `<insert>`.\n",
    ],
)
def test_documentation_is_no_leftover(document: str) -> None:
    assert leftovers(document) == []


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("New in version 1.2.", "history"),
        ("Added in v2.0.1.", "history"),
        ("Deprecated since 3.1, use `x`.", "history"),
        ("**Version:** 1.2.3", "version"),
        ("**Author:** Jane Doe", "author"),
        ("Released under the MIT License.", "licence"),
        ("Copyright 2024 Example Ltd", "licence"),
        ("Last updated: 2024-05-01", "date"),
        ("Requires Python 3.8 or later.", "requirement"),
        ("It needs Python >= 3.9.", "requirement"),
        ("Install it with `pip install growth`.", "installation"),
        ("It runs in O(n log n).", "performance"),
        ("It is 10x faster than before.", "performance"),
        ("- **Author:** Jane Doe", "author"),
        ("## Changelog\n\nX", "history"),
        ("## License\n\nX", "licence"),
        ("## Requirements\n\nX", "requirement"),
    ],
)
def test_words_that_a_source_seldom_bears_out_are_found(words: str, kind: str) -> None:
    assert kind in [claim.kind for claim in find_claims(f"# a\n\n{words}\n").invented]


@pytest.mark.parametrize(
    "words",
    [
        "The version of the file.",
        "Returns 1.2 for it.",
        "A running total since the start.",
        "The author of a book is `name`.",
        "It doubles 3 times, `o(n)`.",
        "It was added to the list in 2 steps.",
        "- `date`: 2024-05-01 or so",
    ],
)
def test_ordinary_words_are_not_taken_for_invented(words: str) -> None:
    assert find_claims(f"# a\n\n{words}\n").invented == ()


def test_a_heading_right_above_numpys_underlined_titles_is_no_empty_section():
    document = "## walk(node)\n\nParameters\n----------\nnode : Node\n    where to start\n"
    assert [claim.kind for claim in find_claims(document, ["walk"]).leftovers] == []


def test_a_paragraph_that_tells_what_was_corrected_is_a_leftover() -> None:
    said = "The part on `Booking` (line 13) now correctly states that `Booking` raises `ValueError`."
    found = find_claims(f"# m\n\nA stay.\n\n{said}\n\n## More\n\nWords.\n", frozenset(), {}).leftovers
    assert [claim.place.text for claim in found] == [said]
