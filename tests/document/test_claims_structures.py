"""The same claims in other layouts than headings and lists."""

from __future__ import annotations

import pytest

from reflexion_core.document.claims import Claims
from reflexion_core.document.find_claims import find_claims

NAMES = {"Reader", "Reader.read", "Reader.size", "load", "Fault"}


def read(document: str) -> Claims:
    return find_claims(document, NAMES)


@pytest.mark.parametrize(
    "title",
    [
        "**read(depth=0)**\n",
        "**`read(depth=0)`**\n\n",
        "__`read(depth=0)`__\n\n",
        "**Method `read(depth=0)`.** ",
        "**`Reader.read(depth=0)`** – ",
        "**`read(depth=0)`:** ",
        "**`read(depth=0)`**\n: ",
    ],
)
def test_a_bold_title_opens_a_symbols_part(title: str) -> None:
    claims = read(
        f"# Reading\n\n## class Reader\n\nReads.\n\n{title}Goes down. Raises `Fault` if `depth` is negative.\n"
    )
    assert [claim.owner for claim in claims.raises] == ["Reader.read"]
    assert [claim.owner for claim in claims.signatures] == ["Reader.read"]


@pytest.mark.parametrize(
    "title", ["**`size`**\n\n", "**Property `size`.** ", "**size**\n\n", "**`size`** (property)\n\n"]
)
def test_a_bold_name_that_the_source_has_opens_its_part(title: str) -> None:
    claims = read(f"## class Reader\n\nReads.\n\n{title}Raises `Fault` if it is closed.\n")
    assert [claim.owner for claim in claims.raises] == ["Reader.size"]


@pytest.mark.parametrize(
    "words",
    [
        "**Important:** raises `Fault` at once.",
        "**`depth`** (int) – how deep. Raises `Fault` if it is too deep.",
        "**`read(depth)`** raises `Fault` and **`load(path)`** does not.",
        "**load** the file first, else it raises `Fault`.",
    ],
)
def test_bold_words_that_are_no_title_open_no_part(words: str) -> None:
    claims = read(f"## class Reader\n\n{words}\n")
    assert not [claim for claim in claims.symbols if claim.form == "heading" and claim.owner != "Reader"]


def test_a_part_ends_at_the_next_bold_title_and_at_the_next_heading() -> None:
    document = "## class Reader\n\n**read(depth=0)**\nReads.\n\n**size()**\nCounts.\n\n## `load(path)`\n\nLoads.\n"
    ends = {claim.owner: claim.part_end_line for claim in read(document).symbols if claim.form == "heading"}
    assert ends == {"Reader": 8, "Reader.read": 5, "Reader.size": 8, "load": 11}


@pytest.mark.parametrize("label", ["**Attributes.** They are fixed.", "**Attributes:**", "**Class attributes**"])
def test_a_label_of_attributes_goes_back_to_the_class(label: str) -> None:
    claims = read(
        f"## class Reader\n\n**read(depth=0)**\nReads.\n\n{label}\n\n- `limit` (`int`, default `3`): how many.\n"
    )
    assert [(claim.owner, claim.subject, claim.value) for claim in claims.defaults] == [("Reader", "attribute", "3")]


@pytest.mark.parametrize(
    "head", ["**`limit`** (int, default `3`) – how many.", "**`limit`** (`int`): how many. Default: `3`."]
)
def test_a_bold_entry_below_a_class_is_its_attribute(head: str) -> None:
    claims = read(f"## class Reader\n\nReads.\n\n{head}\n")
    assert [(claim.owner, claim.subject, claim.name) for claim in claims.types] == [("Reader", "attribute", "limit")]
    assert [(claim.owner, claim.subject, claim.value) for claim in claims.defaults] == [("Reader", "attribute", "3")]


DEFINITIONS = [
    "`path`\n: The file.\n\n`size` (`int`, default `3`)\n: How much.\n",
    "`path`\n:   The file.\n\n`size`\n:   An `int`.\n    How much. Defaults to `3`.\n",
    "`path`\n: The file.\n`size`\n: How much. Defaults to `3`.\n",
    "path\n: The file.\n\nsize\n: How much. Default: `3`.\n",
    "`path`\n\n:   The file.\n\n`size`\n\n:   How much.\n\n    Defaults to `3`.\n",
    "**`path`**\n: The file.\n\n**`size`**\n: How much (default: `3`).\n",
]


@pytest.mark.parametrize("body", DEFINITIONS)
def test_a_definition_list_is_a_list_of_parameters(body: str) -> None:
    claims = read(f"## `load(path, size)`\n\n### Parameters\n\n{body}")
    assert [claim.names for claim in claims.parameter_lists] == [("path", "size")]
    assert [(claim.owner, claim.name, claim.value) for claim in claims.defaults] == [("load", "size", "3")]


def test_a_definition_list_is_a_list_of_exceptions() -> None:
    claims = read(
        "## `load(path)`\n\n**Raises**\n\n`Fault`\n: If `path` is empty.\n\n`OSError`\n: If it is not there.\n"
    )
    assert [(claim.type, claim.condition) for claim in claims.raises] == [
        ("Fault", "If `path` is empty"),
        ("OSError", "If it is not there"),
    ]


def test_a_definition_list_is_a_list_of_methods() -> None:
    claims = read("## class Reader\n\n### Methods\n\n`read(depth=0)`\n: Raises `Fault` if it is too deep.\n")
    assert [claim.owner for claim in claims.signatures] == ["Reader.read"]
    assert [claim.owner for claim in claims.raises] == ["Reader.read"]


@pytest.mark.parametrize(
    "words", ["It is so\n:param x: y\n", "Ratio 3\n:5 is odd\n", "::: note\nbe it\n:::\n", ": alone\n"]
)
def test_other_colons_make_no_definition(words: str) -> None:
    claims = read(f"## `load(path)`\n\n### Parameters\n\n{words}")
    assert [claim.names for claim in claims.parameter_lists] in ([], [("x",)])


REST = """Reading
#######

.. py:class:: Reader(text)

   Reads ``text``.

   .. py:method:: read(depth=0)
      :async:

      :param int depth: how deep
      :raises Fault: if ``depth`` is negative
      :returns: what is there
      :rtype: list[str]

   .. property:: size
      :type: int

   .. attribute:: limit
      :type: int
      :value: 3

.. function:: load(path)

   :param path: the file
   :type path: str

   .. note::

      Raises `Fault` if there is none.

   .. code-block:: python

      load("x")

After all.

>>> load("y")
'y'
"""


def test_directives_are_read_as_headings_with_a_body() -> None:
    claims = read(REST)
    assert [claim.owner for claim in claims.symbols if claim.form == "heading"] == [
        *("Reader", "Reader.read", "Reader.size", "Reader.limit", "load"),
    ]
    assert [claim.owner for claim in claims.signatures] == ["Reader", "Reader.read", "load"]
    assert [(claim.owner, claim.name, claim.type) for claim in claims.types] == [
        ("Reader.read", "depth", "int"),
        ("Reader", "size", "int"),
        ("Reader", "limit", "int"),
        ("load", "path", "str"),
    ]
    assert [(claim.owner, claim.name, claim.value) for claim in claims.defaults] == [("Reader", "limit", "3")]
    assert [(claim.owner, claim.type) for claim in claims.raises] == [("Reader.read", "Fault"), ("load", "Fault")]
    assert [(claim.owner, claim.type) for claim in claims.returns] == [("Reader.read", "list[str]")]


def test_what_is_shown_in_rest_is_an_example() -> None:
    examples = read(REST).examples
    assert [(claim.code.strip(), claim.line, claim.owner) for claim in examples] == [
        ('load("x")', 34, "load"),
        ('load("y")', 38, ""),
    ]


def test_places_in_a_directives_body_are_the_documents() -> None:
    for claim in read(REST):
        assert REST[claim.place.start : claim.place.end] == claim.text
        assert REST.count("\n", 0, claim.place.start) + 1 == claim.line


@pytest.mark.parametrize(
    "text", ["```\n.. function:: load(path)\n```\n", "> > > quoted\n", "a :: b\n", ".. _label:\n\nText.\n"]
)
def test_what_only_looks_like_rest_describes_nothing(text: str) -> None:
    claims = read(text)
    assert not claims.symbols
    assert not claims.examples


@pytest.mark.parametrize(
    ("title", "trait"),
    [
        ("*classmethod* `read(text)`", "class method"),
        ("**classmethod** `read(text)`", "class method"),
        ("_property_ size", "property"),
        ("`async` read(text)", "async"),
        ("[static method] `read(text)`", "static method"),
        ("*abstract method* read(text)", "abstract"),
        ("*async* *method* `read(text)`", "async"),
    ],
)
def test_a_kind_word_counts_in_any_emphasis(title: str, trait: str) -> None:
    symbols = read(f"## class Reader\n\n### {title}\n\nText.\n").symbols
    assert symbols[-1].owner.startswith("Reader.")
    assert trait in symbols[-1].traits


@pytest.mark.parametrize("column", ["Class attribute", "Attribute", "Field", "Instance attribute", "Data attribute"])
@pytest.mark.parametrize(
    "value", ["`3`", "`3` (inherited)", "3 (seconds)", "`3` = three tries", "`3`; not more", "`3` – few"]
)
def test_a_cells_value_is_read_without_the_remark_behind_it(column: str, value: str) -> None:
    for title in ("Value", "Default", "Initial value", "Initially"):
        claims = read(f"## class Reader\n\n| {column} | {title} |\n|---|---|\n| `limit` | {value} |\n")
        found = {(claim.owner, claim.name, claim.subject, claim.value) for claim in claims.defaults}
        assert found == {("Reader", "limit", "attribute", "3")}


def test_a_cell_with_several_values_gives_none() -> None:
    claims = read(
        '## class Reader\n\n| Attribute | Value |\n|---|---|\n| `mode` | `"r"` or `"w"` |\n| `limit` | a number |\n'
    )
    assert not claims.defaults


@pytest.mark.parametrize("label", ["### Attributes", "**Class attributes.**", "Attributes:"])
def test_a_value_as_a_sentence_of_its_own_is_the_attributes(label: str) -> None:
    claims = read(f"## class Reader\n\n{label}\n\n- `limit`: how many there may be. `3`.\n")
    assert [(claim.owner, claim.name, claim.value) for claim in claims.defaults] == [("Reader", "limit", "3")]


@pytest.mark.parametrize("title", ["**`Reader.read`**", "`Reader.read`", "**`Reader.read`:**"])
def test_an_entry_that_is_a_symbols_dotted_name_and_nothing_else_owns_what_is_in_it(title: str) -> None:
    claims = read(f"# Reading\n\n- {title}\n  - Parameters:\n    - `depth`: how deep (default: `2`)\n")
    assert [claim.owner for claim in claims.defaults] == ["Reader.read"]


@pytest.mark.parametrize("title", ["`Reader.read` and others", "`Reader.write`", "`size`"])
def test_an_entry_that_is_more_than_a_known_dotted_name_owns_nothing(title: str) -> None:
    claims = read(f"# Reading\n\n- {title}\n  - Parameters:\n    - `depth`: how deep (default: `2`)\n")
    assert [claim.owner for claim in claims.defaults] == [""]


def test_an_entry_may_be_a_constructor_that_is_not_written_out() -> None:
    claims = read("# Reading\n\n- **`Reader.__init__`**\n  - Parameters:\n    - `depth`: how deep (default: `2`)\n")
    assert [claim.owner for claim in claims.defaults] == ["Reader.__init__"]
