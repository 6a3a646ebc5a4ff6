"""The replies of several critics made into one, by code: medians of the numbers, each problem once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from reflexion_core.records import SEVERITIES, CriticIssue, Critique, ModelRef, Opinion
from reflexion_core.routing import is_degenerate

_SAME_WORDS = 0.5
"""Share of the shorter statement's words from which two statements about one place count as the same: two models say
the same thing in different sentences, and what they share are the names and values that it is about."""


@dataclass(frozen=True)
class Review:
    """One critic's reply."""

    critic: ModelRef
    critique: Critique


def merge_reviews(reviews: Sequence[Review]) -> Critique:
    """Return the critique of a committee.

    Args:
        reviews: The reply of each critic that gave a verdict, at least one, in their order; the first fix that asks
            for something is the committee's.
    """
    names = reviews[0].critique.dimensions
    fixes = [review.critique.single_critical_fix for review in reviews]
    return Critique(
        dimensions={name: median(review.critique.dimensions[name] for review in reviews) for name in names},
        issues=tuple(_merge_issues(reviews)),
        single_critical_fix=next((fix for fix in fixes if not is_degenerate(fix)), ""),
        opinions=tuple(Opinion(critic=str(review.critic), dimensions=review.critique.dimensions) for review in reviews),
    )


def _merge_issues(reviews: Sequence[Review]) -> list[CriticIssue]:
    """Return the issues of all, one that several name once: in the words of whoever takes it for the worst."""
    merged: list[CriticIssue] = []
    for review in reviews:
        for issue in review.critique.issues:
            own = issue.model_copy(update={"found_by": (str(review.critic),)})
            place = next((number for number, other in enumerate(merged) if _is_same(own, other)), None)
            if place is None:
                merged.append(own)
            else:
                merged[place] = _join(merged[place], own)
    return merged


def _join(first: CriticIssue, second: CriticIssue) -> CriticIssue:
    worst = min((first, second), key=lambda issue: SEVERITIES.index(issue.severity))
    found_by = tuple(dict.fromkeys(first.found_by + second.found_by))
    return worst.model_copy(update={"found_by": found_by})


def _is_same(one: CriticIssue, other: CriticIssue) -> bool:
    return one.dimension == other.dimension and _is_same_place(one, other) and _is_same_statement(one, other)


def _is_same_place(one: CriticIssue, other: CriticIssue) -> bool:
    quotes = [" ".join(re.sub(r"[`*_\\]", "", issue.quote).split()).casefold() for issue in (one, other)]
    return quotes[0] == quotes[1] or (all(quotes) and (quotes[0] in quotes[1] or quotes[1] in quotes[0]))


def _is_same_statement(one: CriticIssue, other: CriticIssue) -> bool:
    if one.suggestion.strip() and one.suggestion.split() == other.suggestion.split():
        return True
    words = [set(re.findall(r"[\w.]+", issue.problem.casefold())) for issue in (one, other)]
    shorter = min(len(each) for each in words)
    return shorter > 0 and len(words[0] & words[1]) >= _SAME_WORDS * shorter
