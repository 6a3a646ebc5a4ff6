"""Ways of writing that are easily read as something else, or not at all."""

import pytest

from reflexion_core.document.find_claims import find_claims


@pytest.mark.parametrize("title", ["Module shapes", "Module `shapes`", "The `shapes` module", "`shapes` module"])
def test_a_title_of_the_module_names_no_function_of_the_same_name(title):
    assert find_claims(f"# {title}\n\nText.\n", ["shapes"]).symbols == ()


@pytest.mark.parametrize("title", ["__init__(width)", "`__init__(width)`", "Box.__init__(width)"])
def test_a_special_method_keeps_its_underscores(title):
    claims = find_claims(f"# Box\n\nA box.\n\n## {title}\n\nMakes it.\n", ["Box", "Box.__init__"])
    assert claims.symbols[-1].owner == "Box.__init__"


@pytest.mark.parametrize(
    "words",
    [
        "- `n` (int): how many (default: 100,000).",
        "- `n` (int, default: 100,000): how many.",
        "- `n`: by default 100,000.",
    ],
)
def test_a_number_with_separated_thousands_is_one_value(words):
    assert [one.value for one in find_claims(f"# `f(n)`\n\n**Parameters**\n\n{words}\n", ["f"]).defaults] == ["100,000"]


@pytest.mark.parametrize(
    "words", ["Does not raise `ValueError`.", "Never raises `ValueError`.", "It never raises `ValueError`."]
)
def test_a_sentence_that_begins_with_the_denial_denies(words):
    assert [one.is_negative for one in find_claims(f"# `f(n)`\n\n{words}\n", ["f"]).raises] == [True]


@pytest.mark.parametrize(
    "words",
    [
        "Here is the documentation you asked for:",
        "As an AI language model, I have read the code.",
    ],
)
def test_words_in_front_of_the_document_are_a_preamble(words):
    assert [one.kind for one in find_claims(f"{words}\n\n# `f(n)`\n\nText.\n", ["f"]).leftovers] == ["preamble"]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("(The rest of the documentation stays unchanged.)", "placeholder"),
        ("<placeholder>", "placeholder"),
        ("Per the critic's suggestion, the default was corrected here.", "sign-off"),
    ],
)
def test_words_in_the_middle_that_are_no_documentation_are_left_over(words, kind):
    claims = find_claims(f"# `f(n)`\n\nText.\n\n{words}\n\n## `g(n)`\n\nText.\n", ["f", "g"])
    assert [one.kind for one in claims.leftovers] == [kind]


@pytest.mark.parametrize("label", ["**Since:** 1.3", "*Since*: version 1.3", "Added in: 1.3"])
def test_a_label_with_a_version_is_history(label):
    claims = find_claims(f"# `f(n)`\n\nText.\n\n{label}\n", ["f"])
    assert [one.kind for one in claims.invented] == ["history"]


def test_a_table_in_html_is_read():
    document = (
        "# `f(n)`\n\n<table>\n<tr><th>Parameter</th><th>Type</th><th>Default</th></tr>\n"
        "<tr><td><code>n</code></td><td>int</td><td>3</td></tr>\n</table>\n"
    )
    claims = find_claims(document, ["f"])
    assert [(one.name, one.line) for one in claims.parameters] == [("n", 5)]
    assert [(one.type, document[one.place.start : one.place.end]) for one in claims.types] == [("int", "int")]
    assert [one.value for one in claims.defaults] == ["3"]


def test_a_definition_list_in_html_is_read():
    document = "# `f(n)`\n\n**Parameters**\n\n<dl>\n<dt><code>n</code></dt>\n<dd>How many (default: 3).</dd>\n</dl>\n"
    claims = find_claims(document, ["f"])
    assert [one.name for one in claims.parameters] == ["n"]
    assert [(one.name, one.value) for one in claims.defaults] == [("n", "3")]


@pytest.mark.parametrize("indent", [8, 12])
def test_a_second_paragraph_of_an_entry_is_no_entry(indent):
    blanks = " " * indent
    document = f"# `f(n)`\n\nArgs:\n    n (int): how many.\n\n{blanks}more: it goes on here.\n\n    m (int): what.\n"
    assert [one.name for one in find_claims(document, ["f"]).parameters] == ["n", "m"]


def test_members_of_an_enum_are_attributes_with_values():
    document = "# Level\n\nAn enum with these members:\n\n- `LOW` = 1\n- `HIGH` = 2\n"
    claims = find_claims(document, ["Level"])
    assert [(one.name, one.value, one.subject) for one in claims.defaults] == [
        ("LOW", "1", "attribute"),
        ("HIGH", "2", "attribute"),
    ]


def test_the_value_of_an_attribute_may_stand_behind_its_description():
    document = "# class `Pool`\n\nClass attributes:\n\n- `max_size`: how many there can be. Value: `8`.\n"
    assert [(one.name, one.value) for one in find_claims(document, ["Pool"]).defaults] == [("max_size", "8")]


@pytest.mark.parametrize("words", ["By default 5 times.", "By default, `5`.", "How often; by default 5."])
def test_by_default_may_stand_in_front_of_the_value(words):
    defaults = find_claims(f"# `f(n)`\n\n**Parameters**\n\n- `n` - how often. {words}\n", ["f"]).defaults
    assert [one.value.split()[0] for one in defaults] == ["5"]


def test_a_bare_heading_with_its_signature_below_names_a_symbol_that_the_source_lacks():
    claims = find_claims("# m\n\n## reset\n\n```python\ndef reset(data)\n```\n\nIt.\n", ["f"])
    assert [one.owner for one in claims.symbols if one.form == "heading"] == ["reset"]


def test_a_bare_heading_without_a_signature_is_a_title():
    assert find_claims("# m\n\n## reset\n\nHow to do it.\n", ["f"]).symbols == ()


def test_an_exception_below_a_list_of_attributes_is_none_of_them():
    document = "# `Box`\n\n**Attributes**\n\n- `width`\n\n`ValueError` is raised if it is odd.\n`KeyError` is not.\n"
    assert [one.name for one in find_claims(document, ["Box"]).parameters] == ["width"]


def test_a_parameter_called_like_a_title_has_its_type_behind_it():
    document = "# `f`\n\n**Parameters**\n\n- **n** (int) – one.\n- **options** (bool, optional) – two.\n"
    assert [one.name for one in find_claims(document, ["f"]).parameters] == ["n", "options"]


def test_a_type_may_be_told_in_the_description():
    document = "# `f`\n\n**Parameters**\n\n- `n`: The size. It is of type `int`.\n"
    assert [one.type for one in find_claims(document, ["f"]).types] == ["int"]


@pytest.mark.parametrize(
    ("words", "types"), [("It returns `bool`.", ["bool"]), ("It returns `None`.", []), ("It returns `width`.", [])]
)
def test_a_type_alone_in_code_may_be_all_that_is_returned(words, types):
    claims = find_claims(f"# `f`\n\n{words}\n", ["f"])
    assert [one.type for one in claims.returns if one.type] == types
