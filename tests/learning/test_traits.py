"""What is true of a symbol, in few words."""

from __future__ import annotations

import pytest

from reflexion_core.learning.traits import TRAIT_WORDS, Trait, public_traits, symbol_traits, trait_words
from reflexion_core.source.facts import ModuleFacts
from reflexion_core.source.read_facts import read_facts
from tests.running import source

CODE = """\
from dataclasses import dataclass
from enum import Enum

LIMIT = 3


def plain(a):
    return a


def keyed(a, /, *rest, b=1, **more):
    return {"a": a}


def numbers(n):
    yield n


async def fetch():
    return 1, 2


def check(n):
    if n < 0:
        raise ValueError(f"n is {n}")
    if n > 9:
        raise ValueError("n is too large")


def through(n):
    check(n)
    return n


def fail():
    raise KeyError("no")


@dataclass
class Point:
    x: int = 0

    @property
    def size(self):
        return self.x

    def _hidden(self):
        return 1


class Colour(Enum):
    RED = 1


class Lost(Exception):
    pass
"""


@pytest.fixture(scope="module")
def facts() -> ModuleFacts:
    return read_facts(source(CODE, "shapes.py"))


@pytest.mark.parametrize(
    ("name", "traits"),
    [
        ("plain", {"function"}),
        (
            "keyed",
            {
                "function", "positional_only", "any_positional", "keyword_only", "any_keyword", "defaults",
                "returns_dict",
            },
        ),
        ("numbers", {"function", "generator"}),
        ("fetch", {"function", "coroutine", "returns_tuple"}),
        ("check", {"function", "raises", "filled_message", "several_raises", "returns_nothing"}),
        ("through", {"function", "raises", "filled_message", "several_raises", "raises_through"}),
        ("fail", {"function", "raises"}),
        ("Point", {"class", "dataclass", "defaults"}),
        ("Point.size", {"property"}),
        ("Colour", {"class", "enum"}),
        ("Lost", {"class", "exception_class"}),
        ("LIMIT", set()),
        ("nothing", set()),
    ],
)  # fmt: skip
def test_a_symbol_has_the_traits_that_its_source_shows(facts: ModuleFacts, name: str, traits: set[str]) -> None:
    found = symbol_traits(facts.symbol(name))
    if name in ("keyed", "Colour"):  # what else such a kind brings along is not the point here
        assert traits <= found
    else:
        assert found == traits


def test_public_symbols_come_in_the_order_of_the_source_and_hidden_ones_do_not(facts: ModuleFacts) -> None:
    names = list(public_traits(facts))
    assert names[:2] == ["plain", "keyed"]
    assert names.index("Point") < names.index("Point.size") < names.index("Lost")
    assert "Point._hidden" not in names


def test_every_trait_has_words() -> None:
    assert set(TRAIT_WORDS) == set(Trait)


def test_traits_are_said_as_a_sentence_says_them() -> None:
    assert trait_words(frozenset()) == ""
    assert trait_words(frozenset({"raises"})) == "raises exceptions"
    assert trait_words(frozenset({"raises", "defaults", "method"})) == "is a method, has defaults and raises exceptions"
