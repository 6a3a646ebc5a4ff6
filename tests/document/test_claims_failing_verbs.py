"""Exceptions that sentences name with other verbs than "raises"."""

import pytest

from reflexion_core.document.find_claims import find_claims


def _raised(sentence):
    claims = find_claims(f"## `ship(order)`\n\n{sentence}", ["ship", "Report"])
    return [(claim.owner, claim.type, claim.is_negative) for claim in claims.raises]


@pytest.mark.parametrize(
    "sentence",
    [
        "You get a `KeyError` if there is no such order.",
        "Fails with `KeyError` when there is no such order.",
        "An unknown order is rejected with a `KeyError`.",
        "Anything else ends in a `KeyError`.",
        "An unknown order leads to a `KeyError`.",
        "An `order` without items is a `KeyError`.",
        "Passing an unknown order is a `KeyError`, raised at once.",
    ],
)
def test_other_verbs_name_an_exception_too(sentence):
    assert _raised(sentence) == [("ship", "KeyError", False)]


@pytest.mark.parametrize(
    "sentence",
    [
        "It is a `RuntimeError` with two attributes.",
        "Gives a `Report` of what was sent.",
        "The callback that you pass fails with `KeyError`.",
        "`Lost` is a `KeyError`.",
        "You get a `Report` for each order.",
    ],
)
def test_other_words_name_none(sentence):
    assert _raised(sentence) == []


def test_never_raises_at_the_start_of_a_sentence_is_a_denial():
    assert _raised("Never raises; what is missing is left out.") == [("ship", "", True)]
