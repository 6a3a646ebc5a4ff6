from __future__ import annotations

from pathlib import Path

import pytest

from reflexion_core.errors import SourceError
from reflexion_core.records import Source
from reflexion_core.sandbox.base import Sandbox
from reflexion_core.skeleton import skeleton_section, write_skeleton
from reflexion_core.skeleton.markdown import prose
from reflexion_core.source.reading import read_source, read_source_file
from reflexion_core.verification import Verifier

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))

BED = '''"""Beds of a garden."""

LIMIT = 3


class Bed:
    """A bed.

    Attributes:
        rows: How many rows it has.
    """

    def __init__(self, rows: int = LIMIT) -> None:
        self.rows = rows

    def plant(self, seed: str, *, deep: bool = False) -> int:
        """Plant a seed.

        Args:
            seed: What to plant.

        Returns:
            The row.

        >>> Bed().plant("pea")
        1
        """
        if not seed:
            raise ValueError("a seed is needed")
        return 1


def grow(size: int, by: int = 2) -> int:
    """Grow.

    >>> grow(2)
    4
    >>> grow(2, 3)
    6
    """
    return size * by
'''


def read(text: str, name: str = "garden.py") -> Source:
    return read_source(name, text.encode(), max_bytes=100_000)


def skeleton(text: str, name: str = "garden.py") -> str:
    return write_skeleton(Verifier(read(text, name)))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_skeleton_of_an_example_passes_all_checks(path: Path) -> None:
    verifier = Verifier(read_source_file(path, max_bytes=100_000))
    verification = verifier.verify(write_skeleton(verifier))
    assert [finding.message for finding in verification.findings] == []
    assert verification.count("right") > 20


def test_it_says_what_the_source_says() -> None:
    text = skeleton(BED)
    for piece in (
        "# garden.py\n\nBeds of a garden.\n",
        "from garden import Bed, grow",
        "| `LIMIT` | `3` |",
        "## `Bed`\n\n```python\nclass Bed(rows: int = LIMIT)\n```",
        "### `Bed.plant`\n\n```python\ndef plant(seed: str, *, deep: bool = False) -> int\n```\n\nPlant a seed.",
        "| `seed` | `str` | required | What to plant. |",
        "| `deep` | `bool` | `False` |",
        "**Returns** `int`: The row.",
        "- `ValueError` if `seed` is false or empty. The message is `a seed is needed`.",
        "| `rows` | How many rows it has. |",
    ):
        assert piece in text


def test_the_same_source_gives_the_same_document() -> None:
    assert skeleton(BED) == skeleton(BED)


def test_without_a_sandbox_there_are_no_sessions() -> None:
    assert ">>>" not in skeleton(BED)


def test_a_session_of_a_docstring_stands_in_it_when_it_is_true(sandbox: Sandbox) -> None:
    verifier = Verifier(read(BED), sandbox)
    text = write_skeleton(verifier)
    assert ">>> from garden import grow\n>>> grow(2)\n4\n>>> grow(2, 3)\n6\n" in text
    assert '>>> from garden import Bed\n>>> Bed().plant("pea")\n1\n' in text
    assert not verifier.verify(text).findings


def test_a_session_that_is_not_true_is_left_out(sandbox: Sandbox) -> None:
    text = write_skeleton(Verifier(read(BED.replace("6\n    ", "7\n    ")), sandbox))
    assert "grow(2, 3)" not in text
    assert 'Bed().plant("pea")' in text


def test_true_assertions_of_a_test_file_become_examples(sandbox: Sandbox) -> None:
    tests = (
        "import garden\n"
        "def test_grow():\n"
        "    size, by = 5, 2\n"
        "    assert garden.grow(size, by) == 10\n"
        "    assert garden.grow(size) == 11\n"
        "    assert garden.grow(other()) == 4\n"
        "def test_shrink():\n"
        "    assert garden.Bed(2).rows == 2\n"
    )
    source = read(BED.replace(">>>", "then"))
    text = write_skeleton(Verifier(source, sandbox), tests=tests.replace("    assert garden.grow(size) == 11\n", ""))
    assert ">>> from garden import grow\n>>> grow(5, 2)\n10\n" in text
    assert ">>> from garden import Bed\n>>> Bed(2).rows\n2\n" in text
    assert "other" not in text
    assert "11" not in write_skeleton(Verifier(source, sandbox), tests=tests)


def test_a_broken_test_file_is_an_error() -> None:
    with pytest.raises(SourceError, match="the test file"):
        write_skeleton(Verifier(read(BED)), tests="def (")


def test_a_docstring_that_is_wrong_is_left_out() -> None:
    text = skeleton(
        'def grow(size: int = 2) -> int:\n    """Grow.\n\n    `size` defaults to 7.\n    """\n    return size\n'
    )
    assert "Grow." in text
    assert "7" not in text


@pytest.mark.parametrize("lie", ["The size (default: 7).", "As `garden.weed()` takes it."])
def test_a_wrong_description_of_a_parameter_is_left_out_and_the_parameter_stays(lie: str) -> None:
    text = skeleton(
        f'def grow(size: int = 2) -> int:\n    """Grow.\n\n    Args:\n        size: {lie}\n    """\n    return size\n'
    )
    assert "| `size` | `int` | `2` |" in text
    assert lie not in text


def test_kinds_of_callables_are_named() -> None:
    text = skeleton(
        "import abc\nfrom contextlib import contextmanager\n"
        "async def fetch() -> int:\n    return 1\n"
        "def stream():\n    yield 1\n"
        "@contextmanager\ndef opened():\n    yield 1\n"
        "class Bed(abc.ABC):\n    @property\n    def size(self) -> int:\n        return 1\n"
        "    @staticmethod\n    def make() -> int:\n        return 1\n"
        "    @abc.abstractmethod\n    def dig(self) -> None: ...\n"
    )
    for piece in (
        "async def fetch() -> int\n```\n\nA coroutine.",
        "def stream()\n```\n\nA generator.",
        "def opened()\n```\n\nA context manager.",
        "### `Bed.size`\n\nA property of type `int`.",
        "A static method.",
        "An abstract class.",
        "\n\nAbstract.",
    ):
        assert piece in text


def test_only_what_is_public_is_in_it() -> None:
    text = skeleton("__all__ = ['grow']\ndef grow(): ...\ndef cut(): ...\nclass _Bed: ...\nLIMIT = 1\n")
    assert "`grow`" in text
    assert not any(word in text for word in ("cut", "Bed", "LIMIT"))


def test_a_module_without_anything_public_says_so() -> None:
    assert skeleton("_x = 1\n", "plot.py") == "# plot.py\n\nIt defines no public function, class or constant.\n"


def test_markdown_in_a_docstring_stays_words() -> None:
    assert prose("Take *args and __init__ of a <b>.\n\n# no title\n\nSee::\n\n    code\n\nUse ``x``.") == [
        "Take \\*args and \\_\\_init\\_\\_ of a \\<b>.",
        "Use `x`.",
    ]


def test_a_section_holds_one_symbol_and_its_members() -> None:
    facts = Verifier(read(BED)).facts
    section = skeleton_section(facts, "Bed")
    assert section.startswith("## `Bed`\n")
    assert "### `Bed.plant`" in section
    assert "grow" not in section
    assert skeleton_section(facts, "Bed.plant").startswith("### `Bed.plant`\n")
    assert skeleton_section(facts, "grow", level=4).startswith("#### `grow`\n")
    assert "| `LIMIT` | `3` |" in skeleton_section(facts, "LIMIT")


def test_a_section_can_do_without_the_docstrings_words() -> None:
    section = skeleton_section(Verifier(read(BED)).facts, "Bed.plant", has_words=False)
    assert "Plant a seed" not in section
    assert "What to plant" not in section
    assert "a seed is needed" in section


def test_a_section_of_what_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        skeleton_section(Verifier(read(BED)).facts, "weed")
