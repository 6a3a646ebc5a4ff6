from __future__ import annotations

import pytest

from reflexion_core.document.claims import DefaultClaim
from reflexion_core.document.find_claims import find_claims

HEAD = "## `grow(rate, mode=None)`\n\n"


def defaults(words: str) -> list[DefaultClaim]:
    return list(find_claims(f"{HEAD}Parameters:\n- `rate` (`x`): {words}\n").defaults)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("a (default: `3`)", "3"),
        ("a (default `3`)", "3"),
        ("a (default 3)", "3"),
        ("a (default = 0.5)", "0.5"),
        ("a (default=0.5).", "0.5"),
        ("a. Defaults to 3.", "3"),
        ("a. Defaults to 0.5 if not given.", "0.5"),
        ("a. Defaults to `None`.", "None"),
        ("a. Default is None.", "None"),
        ("a. Default: None", "None"),
        ("a. **Default:** `3`.", "3"),
        ("a. *Default*: `3`", "3"),
        ("a, default 3.", "3"),
        ("a. The default value is `3`.", "3"),
        ('a. Defaults to "left".', '"left"'),
        ("a. Defaults to 'left'", "'left'"),
        ('a. Defaults to `"left"`.', '"left"'),
        ("a. Defaults to utf-8.", "utf-8"),
        ("a. Defaults to one.", "one"),
        ("a. Defaults to none.", "none"),
        ("a. Defaults to the empty string.", "the empty string"),
        ("a. Defaults to an empty list.", "an empty list"),
        ("a. Defaults to true.", "true"),
        ("a. Defaults to -1.", "-1"),
        ("a. Defaults to 100,000.", "100,000"),
        ("a. Defaults to 1e5.", "1e5"),
        ("a. Defaults to `10**5`.", "10**5"),
        ("a. Defaults to `DEFAULT_RATE`.", "DEFAULT_RATE"),
        ("a. Defaults to 30 seconds.", "30 seconds"),
        ("a. Defaults to `30` seconds.", "30"),
        ("a. `None` by default.", "None"),
        ("a if `True` (default), else b.", "True"),
        ("a if `False` (the default).", "False"),
        ("a. By default, `rate` is `3`.", "3"),
        ("a. The default of `rate` is zero.", "zero"),
        ("a; no default.", ""),
    ],
)
def test_a_default_is_read_as_it_is_written(words: str, value: str) -> None:
    assert [(claim.name, claim.value) for claim in defaults(words)] == [("rate", value)]


@pytest.mark.parametrize(
    "words",
    [
        "a. `None` means the default one.",
        "a. By default the whole list is used.",
        "exception to raise instead of the default exception.",
        "a. By default nothing is.",
        "replaces the default `open` mode of files",
        "a. The default is used when it is missing.",
        "some value between 0 and 1",
    ],
)
def test_words_about_defaults_that_state_none_are_left_alone(words: str) -> None:
    assert defaults(words) == []


def test_the_value_alone_can_be_replaced() -> None:
    document = f"{HEAD}Parameters:\n- `rate` (`float`): a\n  (default: `0.5`).\n"
    (claim,) = find_claims(document).defaults
    assert document[: claim.value_place.start] + "0.7" + document[claim.value_place.end :] == document.replace(
        "0.5", "0.7"
    )
    assert claim.line == 5


@pytest.mark.parametrize(
    ("cell", "value", "says_required"),
    [
        ("`12`", "12", False),
        ("12", "12", False),
        ("`None`", "None", False),
        ("required", "", True),
        ("*required*", "", True),
        ("(required)", "", True),
        ('`"\\|"`', '"|"', False),
        ("Default: 3", "3", False),
    ],
)
def test_a_column_of_defaults_is_read(cell: str, value: str, says_required: bool) -> None:
    table = f"| Parameter | Default |\n|---|---|\n| `rate` | {cell} |\n"
    (claim,) = find_claims(HEAD + table).defaults
    assert (claim.value, claim.says_required) == (value, says_required)


@pytest.mark.parametrize("cell", ["", "-", "—", "–"])
def test_an_empty_cell_states_no_default(cell: str) -> None:
    table = f"| Parameter | Default |\n|---|---|\n| `rate` | {cell} |\n"
    assert find_claims(HEAD + table).defaults == ()


def test_a_bare_none_in_a_column_may_mean_no_default() -> None:
    table = "| Parameter | Default |\n|---|---|\n| `rate` | None |\n"
    (claim,) = find_claims(HEAD + table).defaults
    assert claim.is_ambiguous


@pytest.mark.parametrize(
    "sentence",
    [
        "When `rate` is `3` (default), all is well.",
        "Here `rate` defaults to `3`.",
        "By default `rate` is 3.",
        "The default for `rate` is `3`.",
    ],
)
def test_a_sentence_that_names_the_parameter_states_its_default(sentence: str) -> None:
    assert [(claim.owner, claim.name, claim.value) for claim in find_claims(HEAD + sentence).defaults] == [
        ("grow", "rate", "3")
    ]
