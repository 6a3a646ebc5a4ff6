"""How much of a document counts as written by a model."""

from tests.bench.word_share import common_share


def test_an_unchanged_text_is_wholly_the_models() -> None:
    assert common_share("It returns the sum.", "It returns the sum.") == 1.0


def test_words_that_code_put_in_are_not_the_models() -> None:
    assert common_share("It returns the `product` of both", "It returns the sum of both") == 5 / 6


def test_what_code_took_out_takes_nothing_from_the_share_of_what_is_left() -> None:
    assert common_share("It returns the sum.", "It returns the sum. It was written in 1999.") == 1.0


def test_an_empty_document_has_no_share() -> None:
    assert common_share("", "It returns the sum.") == 0.0
