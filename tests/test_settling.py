"""What code puts in, or writes anew, at the very end."""

from __future__ import annotations

from reflexion_core.settling import settle
from reflexion_core.source.reading import read_source
from reflexion_core.verification import Verifier

SOURCE = '''\
"""Boxes."""


class Box:
    """A box."""

    def __init__(self, width: float) -> None:
        if width < 0:
            raise ValueError("width must not be negative")
        self.width = width

    def volume(self) -> float:
        """Return the volume."""
        return self.width**3

    def area(self) -> float:
        """Return the area."""
        return self.width**2


def pack(box: Box) -> None:
    """Pack a box."""
'''
CLASS = "## `Box(width: float)`\n\nA box.\n\n- `width`: how wide it is.\n\n"
RAISES = "**Raises** `ValueError`: `width must not be negative` if `width` is less than 0.\n\n"
VOLUME = "### `volume() -> float`\n\nHow much goes in.\n\n"
AREA = "### `area() -> float`\n\nHow large a side is.\n\n"
PACK = "## `pack(box: Box) -> None`\n\nPacks it.\n"


def settled(document: str) -> str:
    verifier = Verifier(read_source("boxes.py", SOURCE.encode(), max_bytes=10_000))
    return settle(document, verifier.verify(document), verifier.verify, verifier.facts)[0]


def test_a_missing_member_is_put_into_its_class() -> None:
    text = settled(f"# boxes\n\n{CLASS}{RAISES}{VOLUME}{PACK}")
    assert text.startswith(f"# boxes\n\n{CLASS}{RAISES}{VOLUME}### `Box.area`\n")
    assert text.endswith(PACK)


def test_a_class_that_is_written_anew_keeps_the_parts_of_its_members() -> None:
    text = settled(f"# boxes\n\n{CLASS}{VOLUME}{AREA}{PACK}")
    assert text.endswith(f"{VOLUME}{AREA}{PACK}")
    assert text.count("volume()") == 1
    assert "width must not be negative" in text


def test_a_wrong_sentence_of_an_entry_is_taken_out_and_the_entry_stays() -> None:
    wrong = CLASS.replace("how wide it is.", "how wide it is. Defaults to `2` (see below).")
    assert settled(f"# boxes\n\n{wrong}{RAISES}{VOLUME}{AREA}{PACK}") == (
        f"# boxes\n\n{CLASS}{RAISES}{VOLUME}{AREA}{PACK}"
    )


def test_a_part_that_is_written_anew_is_replaced_with_its_deeper_headings() -> None:
    source = read_source("pairs.py", b'def pair(a: int, b: int) -> int:\n    """Return a pair."""\n', max_bytes=10_000)
    verifier = Verifier(source)
    part = "## `pair(a: int, b: int) -> int`\n\nA pair.\n\n### Parameters\n\n- `a`: one\n- `b`: two, by default `2`\n"
    document = f"# pairs\n\n{part}\n## Notes\n\nWords.\n"
    text, settlements = settle(document, verifier.verify(document), verifier.verify, verifier.facts)
    assert [item.scope for item in settlements] == ["section"]
    assert "### Parameters" not in text
    assert text.endswith("\n\n## Notes\n\nWords.\n")


def test_the_heading_over_the_only_entry_goes_with_it() -> None:
    part = PACK.replace("Packs it.\n", "Packs it.\n\n### Exceptions\n\n- `KeyError`: the box is full.\n")
    example = "\n### Example\n\n```python\nfrom boxes import Box, pack\n\npack(Box(1.0))\n```\n"
    true = f"# boxes\n\n{CLASS}{RAISES}{VOLUME}{AREA}"
    assert settled(f"{true}{part}{example}") == f"{true}{PACK}\n{example.lstrip()}"


def test_the_label_over_the_only_entry_goes_with_it_and_that_over_others_stays() -> None:
    true = f"# boxes\n\n{CLASS}{RAISES}{VOLUME}{AREA}{PACK}"
    wrong = "- `KeyError`: the box is full.\n"
    assert settled(f"{true}\n**Raises:**\n\n{wrong}") == f"{true}\n"
    assert settled(f"{true}\n- **Raises**:\n  {wrong}- **Returns**: `None`\n") == f"{true}\n- **Returns**: `None`\n"
    assert (
        settled(f"{true}\n| Exception | When |\n| --- | --- |\n| `KeyError` | it is full |\n").rstrip() == true.rstrip()
    )
    init = CLASS + "**Raises:**\n\n- `ValueError`: `width must not be negative` if `width` is less than 0.\n"
    kept = f"# boxes\n\n{init}\n{VOLUME}{AREA}{PACK}"
    assert settled(kept.replace(init, init + wrong)) == kept


def test_what_is_missing_is_not_settled_by_taking_out_what_is_there() -> None:
    raising = SOURCE.replace(
        "raise ValueError", "raise KeyError(width)\n        if width > 9:\n            raise ValueError"
    )
    verifier = Verifier(read_source("boxes.py", raising.encode(), max_bytes=10_000))
    for raises in (
        "- `KeyError`: if `width` is less than 0.\n",
        "| Raises | When |\n|-|-|\n| `KeyError` | `width` is below 0 |\n",
    ):
        document = f"# boxes\n\n{CLASS}**Raises**\n\n{raises}\n{VOLUME}{AREA}{PACK}"
        text = settle(document, verifier.verify(document), verifier.verify, verifier.facts)[0]
        assert "`KeyError`" in text
        assert "`ValueError`" in text
