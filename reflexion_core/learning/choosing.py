"""Which lessons a source is offered: those learnt from what resembles it by its facts, each with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reflexion_core.learning.traits import public_traits, trait_words
from reflexion_core.lesson_records import MOST_GIVEN, GivenLesson, Lesson
from reflexion_core.source.facts import ModuleFacts

_LEAST_SHARE = 0.5
"""The least share of a lesson's traits that one symbol must have.

A lesson without any goes for every document, and comes after those that fit better."""


@dataclass(frozen=True)
class Resemblance:
    """How well a lesson fits a source."""

    share: float
    """The largest share of the lesson's traits that one public symbol has, 0 to 1."""
    reason: str
    """In a sentence, with the symbol."""


def choose_lessons(lessons: Iterable[Lesson], facts: ModuleFacts) -> tuple[GivenLesson, ...]:
    """Return the lessons that fit a source best, at most three and one of a kind.

    Those come first of which a symbol has the larger share of traits, then those that were learnt more often, then the
    older ones.
    """
    traits = public_traits(facts)
    fitting = [(lesson, resemble(lesson, traits)) for lesson in lessons if lesson.is_on]
    fitting = [(lesson, like) for lesson, like in fitting if like.share >= _LEAST_SHARE]
    fitting.sort(key=lambda pair: (-pair[1].share, -pair[0].times, pair[0].id))
    chosen: dict[tuple[str, str], GivenLesson] = {}
    texts: set[str] = set()
    for lesson, like in fitting:
        kind = (lesson.check, lesson.form)
        if len(chosen) < MOST_GIVEN and kind not in chosen and lesson.text not in texts:
            chosen[kind] = GivenLesson(id=lesson.id, text=lesson.text, reason=like.reason, times=lesson.times)
            texts.add(lesson.text)
    return tuple(chosen.values())


def resemble(lesson: Lesson, traits: dict[str, frozenset[str]]) -> Resemblance:
    """Return how well a lesson fits a source.

    Args:
        lesson: The lesson.
        traits: What is true of each public symbol of the source.
    """
    if not lesson.traits:
        return Resemblance(_LEAST_SHARE, "it goes for every document")
    wanted = frozenset(lesson.traits)
    best = max(traits, key=lambda name: len(traits[name] & wanted), default="")
    shared = traits.get(best, frozenset()) & wanted
    return Resemblance(len(shared) / len(wanted), f"`{best}` {trait_words(shared)}, as what it was learnt from")
